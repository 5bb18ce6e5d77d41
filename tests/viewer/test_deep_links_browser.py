"""The address of what is open, in the real app: it follows the reader, and opens the same elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from pipeline.evidence.answer import Citation
from pipeline.evidence.passage import Passage
from tests.viewer.app import PaneApp, opened
from tests.viewer.filing import REPEATED, Stored, cite, html_filing, pdf_filing, unique

ROW = "Total net sales 81,797 82,959"
COST = "Cost of sales (45,384) (47,074)"


@dataclass(frozen=True)
class Linked:
    """Two answers over two PDF filings and one in HTML."""

    app: PaneApp
    first: UUID
    second: UUID

    def path(self, answer: UUID | None = None, /, **parameters: str) -> str:
        query = "".join(f"&{name}={value}" for name, value in parameters.items())
        return f"{self.app.url}/?answer={answer or self.first}{query}"


@pytest.fixture(scope="module")
def linked(pane_app: PaneApp) -> Linked:
    report = pane_app.store(unique(pdf_filing()))
    other = pane_app.store(unique(pdf_filing("Example Holdings · Form 10-K · FY2023")))
    web = pane_app.store(unique(html_filing()))
    claims = [
        ("Net sales were 81,797.", [cited(report, 0, ROW, 1)]),
        ("Liquidity is sufficient.", [cited(report, 1, REPEATED, 2)]),
        ("Cost was (45,384).", [cited(other, 0, COST, 3)]),
        ("Net sales were $ 21 million.", [cited(web, 0, "Net  sales were\u00a0$ 21 million", 4)]),
    ]
    return Linked(
        pane_app,
        pane_app.answer(claims),
        pane_app.answer([("Net sales were 81,797.", [cited(report, 0, ROW, 1)])]),
    )


def cited(stored: Stored, page: int, quote: str, number: int) -> tuple[Citation, Passage]:
    return cite(stored, page, quote, [stored.span(page, quote)], number=number)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own; an error on any of its pages fails the test."""
    errors: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield context
    context.close()
    assert errors == []


def show(context: BrowserContext, address: str) -> tuple[Page, Locator]:
    page = context.new_page()
    page.goto(address)
    return page, settled(page)


def settled(page: Page) -> Locator:
    pane = page.locator(".pane")
    expect(pane).to_have_attribute("aria-busy", "false", timeout=30_000)
    return pane


def rested(page: Page) -> None:
    """Wait until the script's run has begun and ended."""
    page.wait_for_timeout(300)
    expect(page.locator("[data-testid=stApp]")).to_have_attribute("data-test-script-state", "notRunning")
    page.wait_for_timeout(200)


def awaited(page: Page, **parameters: str | None) -> dict[str, str]:
    """The address once it names these parameters (None: not at all); all of its parameters."""

    def is_there(url: str) -> bool:
        return all(asked(url).get(name) == value for name, value in parameters.items())

    page.wait_for_url(is_there, timeout=10_000)
    return asked(page.url)


def asked(url: str) -> dict[str, str]:
    return {name: values[-1] for name, values in parse_qs(urlsplit(url).query).items()}


def region(pane: Locator) -> Locator:
    return pane.locator(".toolbar .said", has_text="Region")


def zoom(pane: Locator) -> int:
    return int(re.sub(r"\D", "", pane.locator(".said.zoom").inner_text()))


def seen_at(page: Page) -> tuple[float, float]:
    """Where the current mark stands in the window."""
    box = page.locator(".mark.value").bounding_box()
    assert box
    return box["x"], box["y"]


def test_the_address_follows_the_reader_and_opens_the_same_elsewhere(
    linked: Linked, context: BrowserContext, browser: Browser
) -> None:
    page, pane = show(context, linked.path())
    awaited(page, evidence="1:E1", zoom=None, at=None)
    opened(page, "3:E3")
    awaited(page, evidence="3:E3", region="1")
    page.keyboard.press("n")
    awaited(page, region="2", zoom=None, at=None)
    page.keyboard.press("+")
    page.keyboard.press("+")
    page.locator(".pane .view").evaluate("view => view.scrollBy(40, 30)")
    page.wait_for_timeout(600)
    address, at, shown = page.url, seen_at(page), zoom(pane)
    assert asked(address)["zoom"].startswith(str(shown)[:2])
    other = browser.new_context(viewport={"width": 1280, "height": 800})
    try:
        elsewhere, pane = show(other, address)
        expect(region(pane)).to_have_text("Region 2 of 2")
        assert zoom(pane) == shown
        elsewhere.wait_for_timeout(600)
        assert seen_at(elsewhere) == pytest.approx(at, abs=2)
        assert elsewhere.url == address
        expect(pane.locator(".strip-note")).to_be_hidden()
    finally:
        other.close()


def test_it_outlives_a_reload_and_a_change_of_the_split(linked: Linked, context: BrowserContext) -> None:
    page, pane = show(context, linked.path())
    opened(page, "3:E3")
    awaited(page, evidence="3:E3")
    page.get_by_text("Source", exact=True).click()
    awaited(page, evidence="3:E3", view="Source", answer=str(linked.first))
    expect(pane.locator(".badge").first).to_have_text("E3")
    opened(page, "2:E2")
    awaited(page, evidence="2:E2", view="Source")
    page.get_by_text("Balanced", exact=True).click()
    awaited(page, evidence="2:E2", view=None)
    expect(pane.locator(".badge").first).to_have_text("E2")
    page.reload()
    pane = settled(page)
    expect(pane.locator(".badge").first).to_have_text("E2")
    assert asked(page.url)["evidence"] == "2:E2"


def test_another_answer_leaves_the_address_of_the_first_in_the_history(
    linked: Linked, context: BrowserContext
) -> None:
    page, _ = show(context, linked.path(evidence="3:E3"))
    opened(page, "2:E2")
    awaited(page, evidence="2:E2")
    page.locator("[data-testid=stSidebar] [class*='st-key-recent-question'] button").first.click()
    awaited(page, answer=str(linked.second), evidence="1:E1")
    page.go_back()
    awaited(page, answer=str(linked.first), evidence="2:E2")
    expect(settled(page).locator(".badge").first).to_have_text("E2")


def test_a_new_answer_takes_nothing_of_the_old_one_with_it(linked: Linked, context: BrowserContext) -> None:
    """The script knows the address that the page was opened with, and writes it anew with the new answer in it."""
    page, _ = show(context, linked.path(evidence="3:E3", region="2", zoom="150"))
    awaited(page, evidence="3:E3", region="2")
    page.get_by_placeholder("Ask a question about your filings").fill("What was the moon made of?")
    page.get_by_role("button", name="Ask again").click()
    page.wait_for_url(lambda url: asked(url).get("answer") != str(linked.first), timeout=30_000)
    assert {"region", "zoom", "at"}.isdisjoint(asked(page.url))
    assert asked(page.url).get("evidence", "1:E1").startswith("1:")
    rested(page)
    page.go_back()
    awaited(page, answer=str(linked.first), evidence="3:E3", region="2")
    expect(settled(page).locator(".badge").first).to_have_text("E3")


def test_the_library_and_back_shows_the_same_evidence(linked: Linked, context: BrowserContext) -> None:
    page, _ = show(context, linked.path())
    opened(page, "2:E2")
    awaited(page, evidence="2:E2")
    page.get_by_role("link", name="Library").click()
    page.get_by_text("Add filings").first.wait_for()
    page.go_back()
    expect(settled(page).locator(".badge").first).to_have_text("E2")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"region": "9"}, ["region 9 of E1, which has 2"]),
        ({"zoom": "500", "at": "99,0.5,0.5"}, ["asks for 500 %. It is shown at 400 %", "there are 2 pages"]),
        ({"region": "<b>x", "zoom": "1e9", "at": "x"}, ["region “<b>x”", "zoom “1e9”", "place “x”"]),
    ],
)
def test_what_the_address_asks_for_in_vain_is_said(
    linked: Linked, context: BrowserContext, parameters: dict[str, str], words: list[str]
) -> None:
    page, pane = show(context, linked.path(evidence="1:E1", **parameters))
    for part in words:
        expect(pane.locator(".strip-note")).to_contain_text(part)
    expect(pane.locator(".mark.value")).to_be_visible()
    assert page.locator("[data-testid=stException]").count() == 0


def test_an_unknown_evidence_is_said_not_to_be_of_the_answer(linked: Linked, context: BrowserContext) -> None:
    page, pane = show(context, linked.path(evidence="9:%3Cscript%3E", region="2"))
    words = "The evidence <script> is not part of the answer on screen."
    expect(pane.get_by_role("paragraph").filter(has_text=words)).to_be_visible()
    opened(page, "1:E1")
    awaited(page, evidence="1:E1")


def test_a_fit_is_kept(linked: Linked, context: BrowserContext) -> None:
    page, _ = show(context, linked.path(evidence="1:E1", zoom="page"))
    room = page.locator(".pane .view").bounding_box()
    sheet = page.locator(".sheet").first.bounding_box()
    assert room
    assert sheet
    assert sheet["height"] <= room["height"]
    page.wait_for_timeout(600)
    assert asked(page.url)["zoom"] == "page"
    page.locator(".pane .view").focus()
    page.keyboard.press("0")
    awaited(page, zoom=None, at=None)


def test_a_zoomed_filing_in_the_frame_opens_the_same(linked: Linked, context: BrowserContext) -> None:
    page, pane = show(context, linked.path(evidence="4:E4", zoom="150"))
    expect(pane.locator(".badge").first).to_have_text("E4")
    assert zoom(pane) == 150
    page.wait_for_timeout(600)
    assert asked(page.url)["zoom"] == "150"
