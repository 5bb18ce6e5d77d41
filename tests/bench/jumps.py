"""Click → highlight visible, and browser memory, over jumps through a long report."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from pipeline.evidence.answer import Answer, Citation, Claim
from pipeline.evidence.document import Block
from pipeline.evidence.handle import CitationId
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage
from pipeline.settings import Settings
from pipeline.store import answers, blocks, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL
from pipeline.store.versions import VersionRow
from tests.bench.figure import Figure, quantile
from tests.chromium import FLAGS, system_chromium
from tests.serving import served

JUMPS = 30
SETTLE = 1.5
"""Seconds between two jumps, so that prefetches of one don't help or hinder the next."""

_LISTEN = """
() => {
  window.jumps = [];
  document.addEventListener("click", (event) => { window.clicked = event.timeStamp; }, true);
  document.addEventListener("pincite:painted", (event) => {
    window.jumps.push({ key: event.detail.key, ms: performance.now() - window.clicked });
  });
}
"""


def measure(home: Path, version_id: UUID) -> list[Figure]:
    version, answer = stored_answer(home, version_id)
    with served(home) as server, chromium() as browser:
        bare = _memory_of(browser, server.url, lambda page: None)
        milliseconds: list[float] = []
        used = _memory_of(
            browser, f"{server.url}/?answer={answer.id}", lambda page: milliseconds.extend(jump(page))
        )
    on = f"{len(milliseconds)} jumps, {version.source_name}, {version.page_count} pages"
    return [
        Figure("click → highlight, first", milliseconds[0], "ms", note=on),
        Figure("click → highlight, p50", quantile(milliseconds, 0.5), "ms", "≤ 150 ms", on),
        Figure("click → highlight, p95", quantile(milliseconds, 0.95), "ms", "≤ 400 ms", on),
        Figure("browser memory over the bare app", (used - bare) / 2**20, "MB", "≤ 100 MB", on),
    ]


def stored_answer(home: Path, version_id: UUID) -> tuple[VersionRow, Answer]:
    """A version and an answer that jumps through it, which the app can show."""
    database = Database.open(Settings(home))
    try:
        with database.scoped(LOCAL) as conn:
            version = versions.get(conn, version_id)
            answer = jumping_answer(conn, version_id, version.page_count)
            answers.save(conn, LOCAL.user_id, answer)
    finally:
        database.close()
    return version, answer


def jumping_answer(conn: Connection, version_id: UUID, page_count: int) -> Answer:
    """An answer whose claims cite blocks on pages far apart, in an order that jumps back and forth."""
    step = max(page_count // JUMPS, 1)
    order = sorted(range(0, page_count, step), key=lambda page: (page * 7919) % page_count)
    chosen = [found for page in order if (found := _block_on(conn, version_id, page))]
    packet = Packet.of((passage, "benchmark", 1.0) for passage, _ in chosen)
    claims = tuple(
        _claim(number, entry.passage, block, CitationId(entry.handle))
        for number, (entry, (_, block)) in enumerate(zip(packet.entries, chosen, strict=True), start=1)
    )
    return Answer(uuid4(), "Jump through the report", "extractive", None, datetime.now(UTC), claims, packet)


def _block_on(conn: Connection, version_id: UUID, page_index: int) -> tuple[Passage, Block] | None:
    """A block in the middle of the page with the passage that holds it."""
    held = [
        (passage, block)
        for passage in passages.of_page(conn, version_id, page_index)
        for block in blocks.of_page(conn, version_id, page_index)
        if passage.range.contains(block.range)
    ]
    return held[len(held) // 2] if held else None


def _claim(number: int, passage: Passage, block: Block, citation_id: CitationId) -> Claim:
    quote = block.range.shift(-passage.range.start).of(passage.text)
    return Claim(number, quote, (Citation(citation_id, passage.id, quote, (block.range,)),))


def jump(page: Page) -> list[float]:
    page.wait_for_selector('button[aria-label^="Evidence E1."]')
    time.sleep(SETTLE)
    page.evaluate(_LISTEN)
    count = page.locator('button[aria-label^="Evidence E"]').count()
    for number in range(count):
        page.locator('button[aria-label^="Evidence E"]').nth(number).click()
        page.wait_for_function(f"window.jumps.length > {number}", timeout=20_000)
        time.sleep(SETTLE)
    return [float(jump["ms"]) for jump in page.evaluate("window.jumps")]


def _memory_of(browser: Browser, url: str, use: object) -> float:
    """Bytes of the page's renderer after use and a garbage collection (proportional set size)."""
    assert callable(use)
    before = _renderers()
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(url)
    page.wait_for_selector("input")
    use(page)
    page.context.new_cdp_session(page).send("HeapProfiler.collectGarbage")
    time.sleep(SETTLE)
    used = sum(process.memory_full_info().pss for process in _renderers() - before)
    page.close()
    return float(used)


def _renderers() -> set[psutil.Process]:
    return {process for process in psutil.Process().children(recursive=True) if _is_renderer(process)}


def _is_renderer(process: psutil.Process) -> bool:
    try:
        return "--type=renderer" in process.cmdline()
    except psutil.NoSuchProcess:  # it ended meanwhile
        return False


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=list(FLAGS))
        yield browser
        browser.close()
