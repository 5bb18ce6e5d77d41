"""See that a Chromium is there: the system's, else Playwright's own, else Debian's package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

SYSTEM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
"""Quiet and offline: none of the browser's own services is asked."""


def system_chromium() -> str | None:
    """The path of the system's Chromium; PINCITE_CHROMIUM names another one."""
    named = os.environ.get("PINCITE_CHROMIUM")
    return named or next((path for name in SYSTEM_NAMES if (path := shutil.which(name))), None)


def playwright_chromium() -> str | None:
    """The path of the Chromium that Playwright downloaded, if it did."""
    try:
        with sync_playwright() as playwright:
            path = Path(playwright.chromium.executable_path)
    except Error:
        return None
    return str(path) if path.exists() else None


def _install() -> None:
    """Try Playwright's own download, then Debian's package."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    if playwright_chromium() or os.name == "nt" or not shutil.which("apt-get"):
        return
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    subprocess.run([*root, "apt-get", "update", "-qq"], check=False)
    subprocess.run([*root, "apt-get", "install", "-y", "-qq", "chromium"], check=False)


def main() -> int:
    if not system_chromium() and not playwright_chromium():
        _install()
    found = system_chromium() or playwright_chromium()
    if not found:
        print("No Chromium: install one, or name it in PINCITE_CHROMIUM.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
