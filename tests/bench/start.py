"""From `pincite serve` to a usable first page, warm: the second start on a data folder."""

from __future__ import annotations

import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench.figure import Figure
from tests.chromium import FLAGS, system_chromium
from tests.serving import served


def measure(home: Path) -> list[Figure]:
    with served(home):
        pass
    started = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=list(FLAGS))
        page = browser.new_page()
        launched = time.monotonic() - started
        started = time.monotonic()
        with served(home) as server:
            page.goto(server.url)
            page.get_by_role("button", name="Ask", exact=True).wait_for()
            seconds = time.monotonic() - started
        browser.close()
    return [
        Figure(
            "warm start to a usable page",
            seconds,
            "s",
            "≤ 5 s",
            f"browser launched before ({launched:.1f} s)",
        )
    ]
