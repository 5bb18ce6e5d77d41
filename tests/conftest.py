"""Fixtures that every test may use: the real data beside the project, and a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import FLAGS, system_chromium

pytest_plugins = ["tests.database", "tests.object_server"]

ALONE: Final = ("browser", "pane_app")
"""Fixtures of tests that look at a page: it has to be drawn within seconds."""
ALONE_IN: Final = (
    "tests/processes",
    "tests/reading",
    "tests/workers",
    "tests/test_app.py",
    "tests/test_end_to_end.py",
    "tests/test_many_hosts.py",
    "tests/test_reread.py",
    "tests/viewer/test_page_images.py",
)
"""Tests that start, wait for and kill processes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that are to have the machine for themselves; the others run on both cores."""
    for item in items:
        where = item.nodeid.partition("::")[0]
        names = getattr(item, "fixturenames", ())
        if where.startswith(ALONE_IN) or any(name in names for name in ALONE):
            item.add_marker("alone")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real filings and gold beside the project; skips where it is absent."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the real data is not here ({folder})")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium: the system's, else Playwright's own."""
    with sync_playwright() as playwright:
        instance = playwright.chromium.launch(executable_path=system_chromium(), args=list(FLAGS))
        yield instance
        instance.close()
