"""The app as its users have it: served on the present data folder, and opened in a real browser."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from pipeline.evidence.errors import ConfigurationError, PinciteError

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE: Final = 60.0
"""Seconds that the server may take to answer."""

STOPPING: Final = 15.0
"""Seconds that it may take to stop before it is killed."""

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""None of the browser's own services is asked."""


class BrowserMissing(ConfigurationError):
    """There is no browser to measure with, or nothing to drive it."""


class AppFailed(PinciteError):
    """The app that was to be measured did not start."""


@contextmanager
def browser() -> Iterator[Browser]:
    """A Chromium: PINCITE_CHROMIUM, the system's, or Playwright's own. Raises BrowserMissing."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise BrowserMissing(
            "Usability is measured in a browser, which Playwright drives, and it is not installed. "
            "Run `uv sync --group dev`, then `python -m playwright install chromium`."
        ) from error
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=_system_chromium(), args=list(_FLAGS))
        except Error as error:
            raise BrowserMissing(
                "No Chromium could be started. Run `python -m playwright install chromium`, or name one in "
                f"PINCITE_CHROMIUM. It said: {error.message.splitlines()[0]}"
            ) from error
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def served() -> Iterator[str]:
    """The app's address, served for a while by a process of its own with the present environment. Raises AppFailed."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline.cli", "serve", "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(f"{url}/_stcore/health", process)
        yield url
    finally:
        _stop(process)


def _system_chromium() -> str | None:
    named = os.environ.get("PINCITE_CHROMIUM")
    return named or next((path for name in _NAMES if (path := shutil.which(name))), None)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AppFailed(
                f"The app ended with status {process.returncode} before it could be measured. "
                "Run `pincite serve` to see why."
            )
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise AppFailed(f"The app did not answer within {PATIENCE:.0f} seconds. Run `pincite serve` to see why.")


def _stop(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
