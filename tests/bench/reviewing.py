"""A reviewer who judges 30 claims with keys alone: from the key that saves to the next claim's painted highlight."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

from playwright.sync_api import Page

from pipeline.settings import Settings
from pipeline.store import reviewers
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from tests.bench.browsing import chromium, window
from tests.bench.figure import Figure, quantile
from tests.bench.jumping_answer import stored_answer
from tests.serving import served

CLAIMS = 30
READING = 1_000
"""Milliseconds that a quick reviewer looks at a claim: the next ones are fetched meanwhile."""
HURRIED = 200
"""Milliseconds after which a digit counts at the earliest: nobody reads that fast, and little is fetched ahead."""
SAVES = (("1",), ("1",), ("3", "a", "Enter"), ("5",), ("4", "e", "Enter"))
"""The keys of one claim after another, the last of which saves."""
TARGET = "≤ 400 ms"

_LISTEN = """
window.judged = { at: null, painted: [] };
window.addEventListener("keydown", (event) => (window.judged.at = event.timeStamp), true);
document.addEventListener("pincite:painted", ({ detail }) => {
  if (window.judged.at === null) return;
  window.judged.painted.push({ state: detail.state, ms: performance.now() - window.judged.at });
  window.judged.at = null;
});
"""
"""Runs before any script of the page: the page lets nobody after it hear the keys that it uses."""


def measure(home: Path, version_id: UUID) -> list[Figure]:
    jumping = stored_answer(home, version_id)
    quick, hurried = (_reviewer(home, name) for name in ("Quick", "Hurried"))
    figures = []
    with served(home) as server, chromium() as browser:
        for name, reviewer, pause in (
            ("a second a claim", quick, READING),
            ("without reading", hurried, HURRIED),
        ):
            with window(browser) as page:
                page.add_init_script(_LISTEN)
                page.goto(f"{server.url}/review?as={reviewer}&answer={jumping.answer_id}&claim=1")
                times, keys = _judge(page, pause)
                page.locator(".save-state .ok").wait_for(timeout=60_000)
            on = f"{CLAIMS} claims, {keys} keys, {jumping.note}"
            figures += [
                Figure(f"key to next highlight, {name}, p50", quantile(times, 0.5), "ms", TARGET, on),
                Figure(f"key to next highlight, {name}, p95", quantile(times, 0.95), "ms", TARGET, on),
            ]
    return figures


def _reviewer(home: Path, name: str) -> UUID:
    """One who has judged nothing yet, in a data folder that nobody serves."""
    database = Database.open(Settings(home))
    try:
        with database.scoped(LOCAL) as conn:
            return reviewers.add(conn, f"{name} {uuid4().hex[:6]}").id
    finally:
        database.close()


def _judge(page: Page, pause: int) -> tuple[list[float], int]:
    """Milliseconds from each saving key to the next highlight, and how many keys were pressed."""
    page.wait_for_selector('.pane[data-state="ready"]', timeout=60_000)
    page.wait_for_timeout(READING)
    pressed = 0
    for number in range(CLAIMS):
        for key in SAVES[number % len(SAVES)]:
            page.keyboard.press(key)
            pressed += 1
        page.wait_for_function(f"() => window.judged.painted.length > {number}", timeout=60_000)
        page.wait_for_timeout(pause)
    painted = page.evaluate("window.judged.painted")
    states = {one["state"] for one in painted}
    if states != {"ready"}:
        raise RuntimeError(f"Not every claim was shown with its evidence: {states}.")
    return [float(one["ms"]) for one in painted[:CLAIMS]], pressed
