"""Every page of the real app, with hostile words wherever somebody else's words are shown: they stay words. And its
policy: nothing is broken by it, nothing breaks it, and every response carries it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Dialog, FilePayload, Page, Response, expect

from pipeline.evidence.generation import Generation
from pipeline.evidence.review import ReviewReason, ReviewVerdict
from pipeline.settings import Settings
from pipeline.store import answers, collections, reviewers, reviews
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.fixtures.html import html_source
from tests.hostile.corpus import CORPUS
from tests.hostile.payload import AFTER, BEFORE
from tests.hostile.stage import Listener, listening
from tests.parse.html_documents import read
from tests.reviewed import judged
from tests.serving import served
from tests.viewer.app import PaneApp, opened
from tests.viewer.checked_answer import checked_answer
from tests.viewer.checked_filing import checked_filing
from tests.viewer.filing import cite, unique

PAGES = {
    "": ".stButton",
    "library": ".library tbody tr",
    "review": ".handle",
    "quality": ".latest-failures tbody tr",
    "questions": ".numbers.questions tbody tr",
}
"""The pages, and what is drawn last on each."""
OPENED = {
    "library": (".library tbody a", ".st-key-remove-filing button"),
    "review": (".st-key-assign button",),
    "quality": ('[data-testid="stVegaLiteChart"]', ".stPopover button"),
}
"""What is opened on a page, one after the other: a panel, a dialog, a chart's tooltip, a popover."""

WORDS = (
    ":material/home: :red[r] **b** $x^2$ `c` [go](http://«host») ![](http://«host») <img src=http://«host» "
    "onerror=top.bitten=1> <svg onload=top.bitten=1> http://«host» a -> b"
)
SHORT = "<img src=x onerror=top.bitten=1> :material/home: **b** [g](//«host»)"
"""For names, of which 80 characters are kept."""

HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
)
AMONG_OTHERS = ("handler", "url", "load", "form", "css", "svg", "clobbering", "template", "script")
SWALLOWING = ("script-8", "load-25", "css-25", "svg-5", "css-13", "css-27")
"""Payloads that end nowhere, and those that the second sanitiser refuses: without them the layout is kept."""

LAST = "The last words of the filing."

KNOWN = [["script-src", "wasm-eval"]]
"""Streamlit's front end asks once whether it may compile a helper for long numbers, and does without it."""

_LISTEN = """
  window.violations = [];
  addEventListener("securitypolicyviolation", (event) =>
    violations.push([event.effectiveDirective, event.blockedURI]));
"""
_LOOK = """(host) => {
  const found = { words: "", made: [] };
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) walk(node.shadowRoot);
      const led = [...node.attributes].filter(({ name, value }) =>
        ["href", "src", "srcset", "action", "poster", "data"].includes(name) && value.includes(host));
      if (led.length || node.matches('[onerror], [onload], [aria-label="home icon"], .katex'))
        found.made.push(node.outerHTML.slice(0, 200));
    }
    found.words += " " + (root.body ?? root).textContent.replace(/\\s+/g, " ");
  };
  walk(document);
  return found;
}"""


@dataclass(slots=True)
class Walk:
    """What one browser saw of all pages."""

    violations: list[Any] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    shown: dict[str, bool] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)
    bitten: int = 0
    responses: int = 0


@dataclass(frozen=True, slots=True)
class HostileApp:
    app: PaneApp
    listener: Listener
    answer: UUID
    layout: UUID
    """The answer that cites the last words of a filing of hostile HTML."""

    @property
    def words(self) -> str:
        return WORDS.replace("«host»", f"{self.listener.address}/w")

    @property
    def short(self) -> str:
        return SHORT.replace("«host»", self.listener.address)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostileApp]:
    home = tmp_path_factory.mktemp("words") / "home"
    with listening() as listener, served(home, environment={"PINCITE_WORKERS": "0"}) as server:
        database = Database.open(Settings(home))
        made = PaneApp(server.url, home, database)
        try:
            hostile = HostileApp(made, listener, uuid4(), _layout(made, listener))
            _fill(hostile, database)
            yield hostile
        finally:
            database.close()


def _layout(app: PaneApp, listener: Listener) -> UUID:
    """A filing of all payloads that can stand among others, and an answer that cites what stands behind them."""
    among = (one for one in CORPUS if one.kind in AMONG_OTHERS and one.name not in SWALLOWING)
    pieces = [one.filing(0, listener.address).decode().split(BEFORE)[-1].split(AFTER)[0] for one in among]
    data = f"<html><body><p>{BEFORE}{''.join(pieces)}{LAST}</p></body></html>".encode()
    parsed = read(html_source(data))
    filing = app.store((data, parsed))
    page = parsed.blocks[-1].page_index
    return app.answer([("Costs fell.", [cite(filing, page, LAST, [filing.span(page, LAST)])])])


def _fill(made: HostileApp, database: Database) -> None:
    """A filing, a question, an answer of a model, a reviewer with a comment, and a collection: each with such words."""
    data, parsed = unique(checked_filing())
    filing = made.app.store((data, replace(parsed, title=made.words)))
    sample = checked_answer(filing)
    claims = tuple(replace(one, text=f"{one.text} {made.words}") for one in sample.claims)
    answer = replace(
        sample,
        id=made.answer,
        question=made.words,
        model=made.short,
        method="model",
        generation=Generation("answer-1"),
        claims=claims,
    )
    with database.scoped(LOCAL) as conn:
        answers.save(conn, LOCAL.user_id, answer)
        reviewer = reviewers.add(conn, made.short)
        reviews.record(
            conn,
            judged(
                answer.id,
                1,
                reviewer,
                ReviewVerdict.NOT_SUPPORTED,
                reason=ReviewReason.OTHER,
                comment=made.words,
            ),
        )
        collection = collections.create(conn, LOCAL.user_id, made.short)
        collections.put(conn, collection, [filing.document_id], LOCAL.user_id)


@pytest.fixture(scope="module")
def walk(hostile: HostileApp, browser: Browser) -> Walk:
    seen = Walk()
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(_LISTEN)
    page = context.new_page()
    page.on("pageerror", lambda error: seen.errors.append(error.stack or error.message))
    page.on("dialog", lambda dialog: _note_dialog(seen, dialog))
    page.on("request", lambda request: _note_request(seen, hostile, request.url))
    page.on("response", lambda response: _note_response(seen, hostile, response))
    for name, last in PAGES.items():
        page.goto(f"{hostile.app.url}/{name}")
        expect(page.locator(last).first).to_be_visible(timeout=30_000)
        _settle(page)
        _look(seen, hostile, page, name or "ask")
        for place in OPENED.get(name, ()):
            page.locator(place).first.click()
            _settle(page)
            _look(seen, hostile, page, f"{name} {place}")
    page.goto(f"{hostile.app.url}/?answer={hostile.answer}")
    expect(page.locator(".pane")).to_be_visible(timeout=30_000)
    _settle(page)
    for handle in page.locator(".handle").all()[:3]:
        handle.hover()
        handle.click()
    page.wait_for_timeout(500)
    _look(seen, hostile, page, "answer")
    page.locator(".handle").first.click()
    page.locator(".pane").get_by_role("button", name="Original").click()
    page.locator(".pane").get_by_role("button", name="Second opinion").click()
    expect(page.locator('[data-original="shown"]')).to_be_visible(timeout=60_000)
    _look(seen, hostile, page, "second opinion")
    hostile.app.show(page, hostile.layout)
    pane = opened(page, "1:E1")
    expect(pane.frame_locator("iframe").locator('[data-role="quote"]')).to_have_count(1)
    box = pane.locator("iframe").bounding_box()
    assert box is not None
    for share in (0.1, 0.3, 0.5, 0.7, 0.9):
        page.mouse.click(box["x"] + 60, box["y"] + share * box["height"])
        page.keyboard.press("Enter")
    expect(pane).to_have_attribute("data-state", "ready")
    seen.violations += page.evaluate("violations.filter(([, blocked]) => blocked !== 'wasm-eval')")
    seen.bitten += int(page.evaluate("Number(Boolean(window.bitten))"))
    page.goto(f"{hostile.app.url}/library")
    name = f"{hostile.short.replace('/', '_')}.pdf"
    page.locator('input[type="file"]').set_input_files(
        [FilePayload(name=name, mimeType="application/pdf", buffer=b"%PDF-1.7")]
    )
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("In progress")).to_be_visible(timeout=30_000)
    _look(seen, hostile, page, "adding")
    context.close()
    return seen


def _settle(page: Page) -> None:
    """Until the script's run has ended and what it drew is there."""
    expect(page.locator('[data-testid="stApp"]')).to_have_attribute(
        "data-test-script-state", "notRunning", timeout=30_000
    )
    page.wait_for_timeout(400)


def _look(seen: Walk, hostile: HostileApp, page: Page, name: str) -> None:
    found = page.evaluate(_LOOK, hostile.listener.address)
    seen.made += [f"{name}: {one}" for one in found["made"]]
    seen.shown[name] = any(words in found["words"] for words in (hostile.words[:60], hostile.short))
    for frame in page.frames:
        seen.violations += [one for one in frame.evaluate("window.violations ?? []") if one not in KNOWN]
    seen.bitten += int(page.evaluate("Number(Boolean(window.bitten))"))


def _note_dialog(seen: Walk, dialog: Dialog) -> None:
    seen.errors.append(f"a dialog: {dialog.message}")
    dialog.dismiss()


def _note_request(seen: Walk, hostile: HostileApp, url: str) -> None:
    ours = (hostile.app.url, hostile.app.url.replace("http", "ws"), "data:", f"blob:{hostile.app.url}")
    if not url.startswith(ours):
        seen.outside.append(url)


def _note_response(seen: Walk, hostile: HostileApp, response: Response) -> None:
    if response.url.startswith(hostile.app.url):
        seen.responses += 1
        seen.bare += [f"{response.url}: {name}" for name in HEADERS if name not in response.headers]


def test_hostile_words_are_shown_as_words_on_every_page(walk: Walk) -> None:
    assert [name for name, is_shown in walk.shown.items() if not is_shown] == []
    assert walk.made == []
    assert walk.bitten == 0


def test_no_page_asks_another_server_for_anything(walk: Walk, hostile: HostileApp) -> None:
    assert walk.outside == []
    assert hostile.listener.asked == []


def test_no_page_breaks_the_policy_and_none_is_broken_by_it(walk: Walk) -> None:
    assert walk.violations == []
    assert walk.errors == []


def test_every_response_carries_the_headers(walk: Walk, hostile: HostileApp) -> None:
    assert walk.bare == []
    assert walk.responses > 100
    with httpx.Client(base_url=hostile.app.url) as client:
        for method, path in (
            ("GET", "/evidence/frame/none"),
            ("POST", "/evidence/frame/none"),
            ("GET", "/evidence/pages/none/0/640.webp"),
            ("GET", "/media/none"),
            ("GET", "/component/none/index.html"),
            ("GET", "/_stcore/health"),
            ("OPTIONS", "/_stcore/health"),
            ("PUT", "/_stcore/upload_file/none/none"),
            ("GET", "/static/none.js"),
            ("GET", "//elsewhere.example"),
            ("GET", "/%2e%2e/%2e%2e/etc/passwd"),
            ("GET", "/library/"),
            ("GET", "/nothing"),
        ):
            response = client.request(method, path)
            missing = [name for name in HEADERS if name not in response.headers]
            assert missing == [], (method, path, response.status_code)
            assert "unsafe-eval" not in response.headers["content-security-policy"]


def test_a_websocket_of_another_site_is_refused_with_the_headers(hostile: HostileApp) -> None:
    host, port = hostile.app.url.removeprefix("http://").split(":")
    asked = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://elsewhere.example\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(asked.encode())
        answer = connection.recv(8192).decode("latin-1").lower()
    assert answer.startswith("http/1.1 403")
    assert all(f"\r\n{name}:" in answer for name in HEADERS)
