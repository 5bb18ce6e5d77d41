"""Fixtures that every test may use: the real data beside the project, and a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import FLAGS, system_chromium

pytest_plugins = ["tests.database", "tests.object_server"]


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
