"""From a finished answer to the highlight of each of its handles, with keys alone, in a real browser.

The probes below know the app by what a reader has of it: handles are buttons with `data-key`, the pane says that it is
busy, marks carry their citation's tag. A mark is seen when it is inside its view and the window, and nothing covers it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WINDOWS: Final = {"wide": (1440, 900), "820 px": (820, 1180)}
"""The windows in which paths are walked, by name: width and height in CSS pixels."""

MOST_STEPS: Final = 120
"""Keys after which a handle is given up: nobody presses Tab more often to reach one."""

PATIENCE: Final = 20_000
"""Milliseconds that a highlight may take to be seen."""

START_PATIENCE: Final = 60_000
"""Milliseconds that the app may take to draw an answer."""

_PROBES: Final = """
window.pinciteMeasure = (() => {
  const everywhere = function* (root, selector) {
    yield* root.querySelectorAll(selector);
    for (const node of root.querySelectorAll("*"))
      if (node.shadowRoot) yield* everywhere(node.shadowRoot, selector);
  };
  const first = (selector) => everywhere(document, selector).next().value ?? null;
  const isDrawn = (node) => Boolean(node && node.getClientRects().length);
  const focused = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const NEXT = "Next claim";
  const SKIP = 'body > a[href^="#"]';
  const nameOf = (node) => node.getAttribute("aria-label") ?? node.textContent.trim();
  const within = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const topmost = (x, y) => {
    let at = document.elementFromPoint(x, y);
    while (at?.shadowRoot) {
      const deeper = at.shadowRoot.elementFromPoint(x, y);
      if (!deeper || deeper === at) break;
      at = deeper;
    }
    return at;
  };
  const screen = () => ({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
  const tell = (box, room, owner) => {
    if (!within(box, room)) return "outside its view";
    if (!within(box, screen())) return "outside the window";
    const at = topmost((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return at && (owner.contains(at) || at.contains(owner)) ? "seen" : "covered";
  };

  // A PDF page: the strong marks stand in the sheet, the tag beside the first.
  const onPages = (id) => {
    const view = [...everywhere(document, ".pane .view")].find(isDrawn);
    const tag = [...everywhere(document, ".pane .tag")].find((node) => node.textContent === id);
    if (!view || !tag) return null;
    const mark = tag.parentNode.querySelector(".mark.value.first, .mark.passage.first");
    return mark ? tell(mark.getBoundingClientRect(), view.getBoundingClientRect(), view) : null;
  };

  // HTML and text: the marks stand in shadow roots of the frame's document, which may be scaled.
  const inFrame = (id) => {
    const frame = [...everywhere(document, ".pane iframe")].find(isDrawn);
    const opened = frame?.contentDocument;
    if (!opened) return null;
    const layers = [...opened.documentElement.children].map((node) => node.shadowRoot).filter(Boolean);
    const tag = layers.flatMap((root) => [...root.querySelectorAll(".tag")])
      .find((node) => node.textContent === id);
    const mark = layers.map((root) => root.querySelector("i.value, i.passage")).find(Boolean);
    if (!tag || !mark) return null;
    const outer = frame.getBoundingClientRect();
    const scale = outer.width / frame.clientWidth;
    const inner = mark.getBoundingClientRect();
    const box = {
      left: outer.left + inner.left * scale, right: outer.left + inner.right * scale,
      top: outer.top + inner.top * scale, bottom: outer.top + inner.bottom * scale,
    };
    return tell(box, outer, frame);
  };

  let pressed = 0;
  addEventListener("keydown", (event) => { if (event.key === "Enter") pressed = performance.now(); }, true);
  const frameDrawn = () => new Promise((done) => requestAnimationFrame(done));

  return {
    focus: () => {
      const at = focused();
      return { key: at?.dataset?.key ?? null, isHandle: Boolean(at?.matches?.(".handle")) };
    },
    // The key that leads on to a handle, or to the button of the next claim while its own is not shown; null: there.
    // A link that skips to the answer is followed where Tab comes to it.
    way: (key) => {
      const handle = [...everywhere(document, `.handle[data-key="${key}"]`)].find(isDrawn);
      const isNext = (node) => isDrawn(node) && nameOf(node).startsWith(NEXT);
      const goal = handle ?? [...everywhere(document, "button")].find(isNext);
      const at = focused();
      if (at === goal) return handle ? null : "Enter";
      if (at?.matches?.(SKIP)) return "Enter";
      const isBehind = goal && at?.getRootNode() === goal.getRootNode() &&
        at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? "Shift+Tab" : "Tab";
    },
    keys: () => [...new Set([...everywhere(document, ".answer .handle[data-key]")].map((node) => node.dataset.key))],
    isReady: () => Boolean(first(".answer .handle[data-key]") && first(".pane")),
    highlight: async (id, patience) => {
      const until = pressed + patience;
      let said = "not drawn";
      while (performance.now() < until) {
        await frameDrawn();
        const pane = first(".pane");
        const at = focused();
        if (pane?.getAttribute("aria-busy") !== "false" || !at?.closest?.(".pane")) continue;
        said = onPages(id) ?? inFrame(id) ?? "not drawn";
        if (said === "seen") break;
      }
      return { said, seconds: (performance.now() - pressed) / 1000, state: first(".pane")?.dataset.state ?? null };
    },
  };
})();
"""


@dataclass(frozen=True, slots=True)
class HandlePath:
    """The way to one handle's highlight and back.

    `window` names the window, `key` the handle ("2:E1"). `steps` are the keys from the handle before (of the first, as
    `is_first` says, from the page's start) until the highlight was asked for, None where it was not reached. `seconds`
    from Enter until the mark is seen, None where it was not; `said` is "seen", or what kept it from being. `is_back`:
    Esc led back to the same handle.
    """

    answer_id: str
    window: str
    key: str
    steps: int | None
    seconds: float | None
    said: str
    is_back: bool
    is_first: bool = False

    @property
    def is_seen(self) -> bool:
        return self.seconds is not None


def walk(
    browser: Browser, url: str, answer_id: str, keys: frozenset[str], window: str
) -> Iterator[HandlePath]:
    """The path to each handle of an answer that is among `keys`, in the answer's order, in a window of its own."""
    width, height = WINDOWS[window]
    context = browser.new_context(viewport={"width": width, "height": height})
    try:
        page = context.new_page()
        page.add_init_script(_PROBES)
        page.goto(f"{url}/?answer={answer_id}")
        page.wait_for_function("() => window.pinciteMeasure?.isReady()", timeout=START_PATIENCE)
        shown = [key for key in page.evaluate("pinciteMeasure.keys()") if key in keys]
        for number, key in enumerate(dict.fromkeys([*shown, *sorted(keys, key=_order)])):
            yield replace(_path(page, answer_id, key, window), is_first=number == 0)
    finally:
        context.close()


def _path(page: Page, answer_id: str, key: str, window: str) -> HandlePath:
    steps = _reach(page, key)
    if steps is None:
        return HandlePath(answer_id, window, key, None, None, "not reached", is_back=False)
    page.keyboard.press("Enter")
    cited = key.rpartition(":")[2]
    found: dict[str, Any] = page.evaluate("([id, ms]) => pinciteMeasure.highlight(id, ms)", [cited, PATIENCE])
    is_seen = found["said"] == "seen"
    page.keyboard.press("Escape")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    back = page.evaluate("pinciteMeasure.focus()")
    said = found["said"] if is_seen else f"{found['said']}; the pane is {found['state']}"
    return HandlePath(
        answer_id,
        window,
        key,
        steps + 1,
        found["seconds"] if is_seen else None,
        said,
        is_back=bool(back["isHandle"]) and back["key"] == key,
    )


def _reach(page: Page, key: str) -> int | None:
    """The keys that were pressed until the handle had the focus. Where its claim is not shown, the button to the next
    claim is pressed on the way. Tab or Shift+Tab, whichever leads there: a reader sees where the focus is."""
    for steps in range(MOST_STEPS):
        way = page.evaluate("key => pinciteMeasure.way(key)", key)
        if way is None:
            return steps
        page.keyboard.press(way)
    return None


def _order(key: str) -> tuple[int, str]:
    claim, _, cited = key.partition(":")
    return int(claim), cited
