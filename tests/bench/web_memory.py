"""The web process's memory after the app was used with its longest filing."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import psutil

from tests.bench.browsing import chromium, window
from tests.bench.figure import Figure
from tests.bench.jumping_answer import stored_answer
from tests.bench.jumps import jump
from tests.serving import served

PAGES = ("", "library", "filings")


def measure(home: Path, version_id: UUID) -> list[Figure]:
    """Each page of the app is opened, and an answer's citations one after the other all over the filing."""
    jumping = stored_answer(home, version_id)
    environment = {"PINCITE_WORKERS": "0"}
    with served(home, environment=environment) as server, chromium() as browser, window(browser) as page:
        for name in PAGES:
            page.goto(f"{server.url}/{name}")
            page.wait_for_load_state("networkidle")
        page.goto(jumping.url(server.url))
        jumps = len(jump(page))
        web = psutil.Process(server.process.pid)
        beside = sum(
            child.memory_info().rss for child in web.children(recursive=True) if child.name() != "postgres"
        )
        used = web.memory_info().rss
    on = f"{jumps} jumps, {jumping.note}"
    note = f"{on}; page drawing beside it: {beside / 2**20:.0f} MB"
    return [Figure("web process, resident memory", used / 2**20, "MB", "≤ 400 MB", note)]
