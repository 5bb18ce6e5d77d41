"""Fixtures that every test may use: the real data beside the project, and a real browser."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

pytest_plugins = ["tests.database"]

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


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
    system = (
        os.environ.get("PINCITE_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    )
    with sync_playwright() as playwright:
        instance = playwright.chromium.launch(executable_path=system, args=list(CHROMIUM_FLAGS))
        yield instance
        instance.close()
