"""One browser's way through every page of the app, and what it saw of hostile words on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Dialog, FilePayload, Locator, Page, Response, ViewportSize, expect

from tests.hostile.hostile_app import WORKSPACE, HostileApp
from tests.pages.front_door import PATIENCE
from tests.viewer.app import opened

HEADERS = (
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "permissions-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
)
WIDE, NARROW = ViewportSize(width=1440, height=900), ViewportSize(width=820, height=1180)
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
      if (led.length || node.matches('[onerror], [onload], [aria-label="home icon"], .katex, [href^="mailto:"]'))
        found.made.push(node.outerHTML.slice(0, 200));
    }
    found.words += " " + (root.body ?? root).textContent.replace(/\\s+/g, " ");
  };
  walk(document);
  return found;
}"""

_LEFT = """() => {
  const found = [];
  const clips = (style) => style.overflowX !== "visible" || style.textOverflow === "ellipsis";
  const isBox = (node, style) => style.display !== "inline" && (style.borderRightWidth !== "0px"
    || style.backgroundColor !== "rgba(0, 0, 0, 0)" || node.matches("[role=dialog], [data-testid=stColumn]"));
  const above = (node) => node.parentElement ?? node.getRootNode().host;
  const leaves = (rect, node) => {
    for (let at = node; at && at !== document.body; at = above(at)) {
      const style = getComputedStyle(at), box = at.getBoundingClientRect();
      if (clips(style)) return false;
      if (isBox(at, style) && box.width > 3) return rect.right > box.right + 1.5 || rect.left < box.left - 1.5;
    }
    return rect.right > innerWidth + 1;
  };
  const walk = (root) => {
    for (const node of root.querySelectorAll("*")) {
      if (node.shadowRoot) walk(node.shadowRoot);
      for (const text of node.childNodes) {
        if (text.nodeType !== Node.TEXT_NODE || !text.data.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const seen = [...range.getClientRects()].filter((rect) => rect.width > 2 && rect.height > 2);
        if (seen.some((rect) => leaves(rect, node))) found.push(`${node.localName}.${node.className}: ${text.data}`);
      }
    }
  };
  walk(document);
  const main = document.querySelector('[data-testid="stMain"]');
  if (main && main.scrollWidth > main.clientWidth + 1) found.push("the page is wider than its window");
  return found;
}"""
"""Texts that leave the box around them, by its border, ground or column, and are not cut off there."""


@dataclass(slots=True)
class Walk:
    """What was seen of all pages. `shown`: by a place's name, whether the hostile words stood there as words."""

    violations: list[Any] = field(default_factory=list)
    made: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    shown: dict[str, bool] = field(default_factory=dict)
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)
    bitten: int = 0
    responses: int = 0


class Walker:
    """Goes on in one window, and looks at each place."""

    def __init__(self, hostile: HostileApp, page: Page) -> None:
        self._hostile = hostile
        self._page = page
        self.seen = Walk()
        page.add_init_script(_LISTEN)
        page.on("pageerror", lambda error: self.seen.errors.append(error.stack or error.message))
        page.on("dialog", self._note_dialog)
        page.on("request", lambda request: self._note_request(request.url))
        page.on("response", self._note_response)

    def walk(self) -> Walk:
        for part in (
            self._entrance, self._ask, self._library, self._collections, self._review, self._quality,
            self._answer, self._admin, self._layout,
        ):  # fmt: skip
            part()
        return self.seen

    # --- the parts of the way ----------------------------------------------------------------------------

    def _entrance(self) -> None:
        door, page = self._hostile.door, self._page
        door.sign_in(page, self._hostile.stranger)
        self._look("no workspace", self._hostile.stranger.email)
        page.get_by_role("button", name="Sign out").click()
        door.provider.signs_in = self._hostile.person
        page.get_by_role("button", name="Sign in").click(timeout=PATIENCE)
        expect(page.get_by_text("Choose a workspace")).to_be_visible(timeout=PATIENCE)
        self._look("workspaces", WORKSPACE)
        page.locator('[class*="st-key-choose-"] button').filter(has_text="svg").click()
        expect(page.locator(".st-key-account")).to_contain_text(WORKSPACE, timeout=PATIENCE)
        page.locator(".st-key-workspaces button").click()
        self._look("change workspace", WORKSPACE)
        page.get_by_role("button", name="Local").click()
        expect(page.locator(".st-key-account")).to_contain_text("Local", timeout=PATIENCE)

    def _ask(self) -> None:
        page = self._page
        expect(page.locator(".st-key-recent .stButton").first).to_be_visible(timeout=PATIENCE)
        self._look("ask", self._hostile.words[:60])
        page.locator(".st-key-recent .stButton button").first.hover()
        self._look("a question's tooltip", self._hostile.words[:60])
        self._go("?answer=" + self._hostile.name.replace("#", ""), page.get_by_role("alert"))
        self._look("an answer that there is not", None)

    def _library(self) -> None:
        page, hostile = self._page, self._hostile
        self._go(f"library?filing={hostile.filing.document_id}", page.locator(".st-key-remove-filing"))
        self._look(
            "library, panel, chain, history, runs", hostile.words[:60], hostile.name, "failed :material"
        )
        page.locator(".st-key-remove-filing button").first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        self._look("removing", hostile.words[:60])
        page.locator(".st-key-keep-filing button").first.click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        name = f"{hostile.name.replace('/', '_')}.pdf"
        page.locator('input[type="file"]').set_input_files(
            [FilePayload(name=name, mimeType="application/pdf", buffer=b"%PDF-1.7")]
        )
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.locator(".st-key-running")).to_contain_text("_img src=x", timeout=PATIENCE)
        self._look("adding", "_img src=x onerror=top.bitten=1_material", "waits :material")

    def _collections(self) -> None:
        self._go("library?show=Collections", self._page.get_by_text("Delete").first)
        self._look("collections", self._hostile.name)

    def _review(self) -> None:
        page, hostile = self._page, self._hostile
        self._go("review", page.locator(".handle").first)
        self._look("review", hostile.words[:60])
        page.locator(".st-key-assign button").click()
        self._look("assigning", hostile.name)
        page.keyboard.press("Escape")
        page.locator(".st-key-review-filter button").click()
        self._look("review, filter", hostile.name)
        page.keyboard.press("Escape")
        page.locator(".st-key-exchange button").first.click()
        page.locator(".st-key-exchange-import button").click()
        dialog = page.get_by_role("dialog")
        name = f"{hostile.name.replace('/', '_')}.jsonl"
        dialog.locator('input[type="file"]').set_input_files(
            [FilePayload(name=name, mimeType="application/jsonl", buffer=b"{}")]
        )
        dialog.get_by_role("button", name="Import", exact=True).click(timeout=PATIENCE)
        expect(dialog.get_by_text("Nothing was imported")).to_be_visible(timeout=PATIENCE)
        self._look("an import that fails", name)

    def _quality(self) -> None:
        page, hostile = self._page, self._hostile
        self._go("quality", page.locator(".latest-failures tbody tr").first)
        self._look("quality", hostile.words[:60], hostile.name)
        for place in ('[data-testid="stVegaLiteChart"]', ".stPopover button"):
            page.locator(place).first.click()
            self._settle()
            self._look(f"quality {place}", hostile.name)
        page.keyboard.press("Escape")
        page.locator(".runs td a").first.click()
        expect(page.locator("tbody").get_by_text("onload").first).to_be_visible(timeout=PATIENCE)
        self._look("cases of a run", hostile.words[:60])
        self._go("questions", page.locator(".numbers.questions tbody tr").first)
        self._look("questions", hostile.words[:60])

    def _answer(self) -> None:
        page, hostile = self._page, self._hostile
        self._go(f"?answer={hostile.answer}", page.locator(".pane"))
        for handle in page.locator(".handle").all()[:3]:
            handle.hover()
            handle.click()
        page.wait_for_timeout(300)
        self._look("answer", hostile.words[:60])
        self._look_narrow("answer")
        page.locator(".handle").first.click()
        page.locator(".pane").get_by_role("button", name="Original").click()
        page.locator(".pane").get_by_role("button", name="Second opinion").click()
        expect(page.locator('[data-original="shown"]')).to_be_visible(timeout=60_000)
        self._look("second opinion", hostile.words[:60])

    def _admin(self) -> None:
        page, hostile = self._page, self._hostile
        self._go("admin", page.locator(".st-key-invitation"))
        self._look("members", hostile.person.email, f"{hostile.name} in")
        page.get_by_label("Invite by e-mail").fill(hostile.person.email)
        page.get_by_label("Name").fill(hostile.name)
        page.get_by_role("button", name="Invite", exact=True).click()
        expect(page.get_by_role("alert").filter(has_text="a member already")).to_be_visible(timeout=PATIENCE)
        self._look("an invitation that is refused", f"{hostile.person.email} is a member already")
        page.locator('[class*="st-key-end-"] button').first.click()
        self._look("ending a membership", hostile.name)
        self._go(
            f"admin?show=Collections&collection={hostile.closed}", page.locator(".st-key-admin-collection")
        )
        self._look("a closed collection", f"{hostile.name} c", hostile.words[:60])
        page.locator('[class*="st-key-take-"] button').first.click()
        expect(page.get_by_text("was taken out of")).to_be_visible(timeout=PATIENCE)
        self._look("a filing taken out", hostile.words[:60])
        self._go("admin?show=Openings", page.locator(".openings tbody tr").first)
        self._look("openings", f"{hostile.name} me", hostile.words[:60])
        self._go("admin?show=Changes", page.locator(".changes tbody tr").first)
        self._look("changes", f"“{hostile.name} c”", hostile.words[:60])

    def _layout(self) -> None:
        page = self._page
        self._go(f"?answer={self._hostile.layout}", page.locator(".pane"))
        pane = opened(page, "1:E1")
        expect(pane.frame_locator("iframe").locator('[data-role="quote"]')).to_have_count(1)
        box = pane.locator("iframe").bounding_box()
        assert box is not None
        for share in (0.1, 0.3, 0.5, 0.7, 0.9):
            page.mouse.click(box["x"] + 60, box["y"] + share * box["height"])
            page.keyboard.press("Enter")
        expect(pane).to_have_attribute("data-state", "ready")
        self._look("layout", None)

    # --- going and looking -------------------------------------------------------------------------------

    def _go(self, where: str, last: Locator) -> None:
        """Open an address of the app, until what is drawn last is there."""
        self._page.goto(f"{self._hostile.app.url}/{where}")
        expect(last.first).to_be_visible(timeout=PATIENCE)

    def _settle(self) -> None:
        """Until the script's run has ended and what it drew is there."""
        expect(self._page.locator('[data-testid="stApp"]')).to_have_attribute(
            "data-test-script-state", "notRunning", timeout=PATIENCE
        )
        self._page.wait_for_timeout(150)

    def _look(self, name: str, *words: str | None) -> None:
        """`words` are to stand here, all of them; None where none need to."""
        self._settle()
        found = self._page.evaluate(_LOOK, self._hostile.listener.address)
        self.seen.made += [f"{name}: {one}" for one in found["made"]]
        self.seen.left += [f"{name}: {one[:160]}" for one in self._page.evaluate(_LEFT)]
        shown = re.sub(r"\s+", " ", found["words"])
        for number, one in enumerate(words):
            if one is not None:
                self.seen.shown[f"{name} {number}"] = one in shown
        for frame in self._page.frames:
            self.seen.violations += [
                one for one in frame.evaluate("(window.violations ?? []).splice(0)") if one not in KNOWN
            ]
        self.seen.bitten += int(self._page.evaluate("Number(Boolean(window.bitten))"))

    def _look_narrow(self, name: str) -> None:
        """The same as on a narrow screen."""
        self._page.set_viewport_size(NARROW)
        self._look(f"{name}, narrow", None)
        self._page.set_viewport_size(WIDE)

    def _note_dialog(self, dialog: Dialog) -> None:
        self.seen.errors.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def _note_request(self, url: str) -> None:
        door = self._hostile.door
        ours = (door.url, door.url.replace("http", "ws"), "data:", f"blob:{door.url}", door.provider.url)
        if not url.startswith(ours):
            self.seen.outside.append(url)

    def _note_response(self, response: Response) -> None:
        if response.url.startswith(self._hostile.door.url):
            self.seen.responses += 1
            self.seen.bare += [f"{response.url}: {name}" for name in HEADERS if name not in response.headers]


@contextmanager
def walker(hostile: HostileApp, browser: Browser) -> Iterator[Walker]:
    context = browser.new_context(viewport=WIDE)
    yield Walker(hostile, context.new_page())
    context.close()
