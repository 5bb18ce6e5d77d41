"""The web process's memory after the app was used with its longest filing."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import psutil

from tests.bench.figure import Figure
from tests.bench.jumps import chromium, jump, stored_answer
from tests.serving import served

PAGES = ("", "library", "filings")


def measure(home: Path, version_id: UUID) -> list[Figure]:
    """Each page of the app is opened, and an answer's citations one after the other all over the filing."""
    version, answer = stored_answer(home, version_id)
    with served(home, environment={"PINCITE_WORKERS": "0"}) as server, chromium() as browser:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        for name in PAGES:
            page.goto(f"{server.url}/{name}")
            page.wait_for_load_state("networkidle")
        page.goto(f"{server.url}/?answer={answer.id}")
        jumps = len(jump(page))
        web = psutil.Process(server.process.pid)
        beside = sum(
            child.memory_info().rss for child in web.children(recursive=True) if child.name() != "postgres"
        )
        used = web.memory_info().rss
    on = f"{jumps} jumps, {version.source_name}, {version.page_count} pages"
    note = f"{on}; page drawing beside it: {beside / 2**20:.0f} MB"
    return [Figure("web process, resident memory", used / 2**20, "MB", "≤ 400 MB", note)]
