"""Click → highlight visible, and browser memory, over jumps and scrolling through a long report."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from playwright.sync_api import Browser, Page

from tests.bench.browsing import SETTLE, chromium, memory_of, window
from tests.bench.figure import Figure, quantile
from tests.bench.jumping_answer import Jumping, Target, stored_answer
from tests.serving import served

COLD = 8
"""First jumps, each of a browser and a server that have opened nothing yet."""
LIVE_PAGES = 9
STEP_SECONDS = 0.06
"""Between two steps of scrolling, each three quarters of the view."""

_LISTEN = """
() => {
  window.jumps = [];
  document.addEventListener("click", (event) => { window.clicked = event.timeStamp; }, true);
  document.addEventListener("pincite:painted", (event) => {
    window.jumps.push({ state: event.detail.state, ms: performance.now() - window.clicked });
  });
}
"""


def measure(home: Path, version_id: UUID) -> list[Figure]:
    jumping = stored_answer(home, version_id)
    cold = [_first_jump(home, jumping, target) for target in jumping.targets[:COLD]]
    memory: dict[str, float] = {}
    milliseconds: list[float] = []
    with served(home) as server, chromium() as browser:
        _idle(browser, server.url, memory)

        def use(page: Page, measured: Callable[[], float]) -> None:
            page.goto(jumping.url(server.url))
            milliseconds.extend(jump(page))
            memory["jumps"] = measured()
            memory["live"] = _scroll_through(page)
            memory["scrolling"] = measured()

        memory_of(browser, use)
    return _figures(jumping, cold, milliseconds, memory)


def _figures(
    jumping: Jumping, cold: list[float], milliseconds: list[float], memory: dict[str, float]
) -> list[Figure]:
    later = milliseconds[1:]
    pages = [target.page_index for target in jumping.targets[1:]]
    ends = sorted(range(len(later)), key=lambda at: pages[at])
    quarter = max(1, len(ends) // 4)
    on = f"{len(milliseconds)} jumps, {jumping.note}"
    over = {name: (memory[name] - memory["idle"]) / 2**20 for name in ("jumps", "scrolling")}
    return [
        Figure("first jump, cold, p50", quantile(cold, 0.5), "ms", "≤ 200 ms", f"{len(cold)} fresh starts"),
        Figure("first jump, cold, p95", quantile(cold, 0.95), "ms", "", f"{len(cold)} fresh starts"),
        Figure("later jumps, p50", quantile(later, 0.5), "ms", "≤ 60 ms", on),
        Figure("later jumps, p95", quantile(later, 0.95), "ms", "≤ 200 ms", on),
        Figure(
            "… to the first pages, p50",
            quantile([later[at] for at in ends[:quarter]], 0.5),
            "ms",
            "≤ 60 ms",
            f"the first quarter of {jumping.note}",
        ),
        Figure(
            "… to the last pages, p50",
            quantile([later[at] for at in ends[-quarter:]], 0.5),
            "ms",
            "≤ 60 ms",
            f"the last quarter of {jumping.note}",
        ),
        Figure("browser memory over the idle app, after jumps", over["jumps"], "MB", "≤ 80 MB", on),
        Figure("… after scrolling through", over["scrolling"], "MB", "≤ 80 MB", jumping.note),
        Figure("most pages alive", memory["live"], "", f"≤ {LIVE_PAGES}", jumping.note),
    ]


def _first_jump(home: Path, jumping: Jumping, target: Target) -> float:
    with served(home) as server, chromium() as browser, window(browser) as page:
        page.goto(jumping.url(server.url))
        _ready(page)
        return _click(page, target.handle, 0)


def jump(page: Page) -> list[float]:
    """Milliseconds of each jump of an answer that is being opened, in its order."""
    _ready(page)
    handles = page.locator('button[aria-label^="Evidence E"]')
    names = [handles.nth(at).get_attribute("aria-label") or "" for at in range(handles.count())]
    times = []
    for number, name in enumerate(names):
        times.append(_click(page, name.removeprefix("Evidence ").split(".")[0], number))
        time.sleep(SETTLE)
    return times


def _ready(page: Page) -> None:
    page.wait_for_selector('button[aria-label^="Evidence E1."]')
    time.sleep(SETTLE)
    page.evaluate(_LISTEN)


def _click(page: Page, handle: str, number: int) -> float:
    page.locator(f'button[aria-label^="Evidence {handle}."]').click()
    page.wait_for_function(f"() => window.jumps.length > {number}", timeout=60_000)
    painted = page.evaluate(f"window.jumps[{number}]")
    if painted["state"] != "ready":
        raise RuntimeError(f"{handle} was not shown as evidence: {painted['state']}.")
    return float(painted["ms"])


def _scroll_through(page: Page) -> float:
    """From the first page to the last; the most pages that existed at a time."""
    view = page.locator(".pane .sheets .view").first
    view.evaluate("view => view.scrollTo(0, 0)")
    most = 0
    while True:
        live, is_end = view.evaluate(
            """view => {
                const before = view.scrollTop;
                view.scrollBy(0, view.clientHeight * 0.75);
                return [view.querySelectorAll(".sheet").length, view.scrollTop === before];
            }"""
        )
        most = max(most, live)
        if is_end:
            return float(most)
        time.sleep(STEP_SECONDS)


def _idle(browser: Browser, url: str, memory: dict[str, float]) -> None:
    def use(page: Page, measured: Callable[[], float]) -> None:
        page.goto(url)
        page.wait_for_selector("input")
        memory["idle"] = measured()

    memory_of(browser, use)
