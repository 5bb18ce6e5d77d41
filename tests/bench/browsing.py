"""The browser of the benchmarks and the memory of its pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

from tests.chromium import FLAGS, system_chromium

SETTLE = 1.5
"""Seconds between two jumps, so that prefetches of one don't help or hinder the next."""
WINDOW = {"width": 1440, "height": 900}


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=list(FLAGS))
        yield browser
        browser.close()


@contextmanager
def window(browser: Browser) -> Iterator[Page]:
    """A page of a context of its own: nothing is in its cache."""
    context = browser.new_context(viewport={"width": WINDOW["width"], "height": WINDOW["height"]})
    try:
        yield context.new_page()
    finally:
        context.close()


def memory_of(browser: Browser, use: Callable[[Page, Callable[[], float]], None]) -> None:
    """Calls `use` with a new page and what tells its renderer's memory: bytes after a garbage collection (proportional
    set size)."""
    before = _renderers()
    with window(browser) as page:

        def measured() -> float:
            session = page.context.new_cdp_session(page)
            for _ in range(2):
                session.send("HeapProfiler.collectGarbage")
                time.sleep(SETTLE)
            session.detach()
            return float(sum(process.memory_full_info().pss for process in _renderers() - before))

        use(page, measured)


def _renderers() -> set[psutil.Process]:
    return {process for process in psutil.Process().children(recursive=True) if _is_renderer(process)}


def _is_renderer(process: psutil.Process) -> bool:
    try:
        return "--type=renderer" in process.cmdline()
    except psutil.NoSuchProcess:  # it ended meanwhile
        return False
