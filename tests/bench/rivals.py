"""Click → highlight visible with `streamlit-pdf-viewer`, on the file and at the places of the pane's own jumps."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from playwright.sync_api import Browser

from tests.bench.browsing import SETTLE, chromium, window
from tests.bench.figure import Figure, quantile
from tests.bench.jumping_answer import Jumping, Target, stored_answer
from tests.serving import free_port

SLICE_JUMPS = 30
WHOLE_JUMPS = 5
"""Each draws every page of the file, for a quarter of a minute or longer."""
PATIENCE_MS = 240_000
START_SECONDS = 60
APP = Path(__file__).with_name("rival_app.py")

_LISTEN = """
() => {
  window.shown = [];
  const isVisible = (frame) => {
    const doc = frame.contentDocument;
    const mark = doc?.querySelector('[id^="annotation-"]');
    if (!mark) return false;
    const box = mark.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= doc.defaultView.innerHeight;
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest("button")) return;
    const clicked = event.timeStamp;
    const old = new Set(document.querySelectorAll("iframe"));
    const look = () => {
      const frame = [...document.querySelectorAll("iframe")].find((one) => !old.has(one) && isVisible(one));
      if (!frame) return requestAnimationFrame(look);
      requestAnimationFrame(() => window.shown.push(performance.now() - clicked));
    };
    requestAnimationFrame(look);
  }, true);
}
"""


def measure(home: Path, version_id: UUID, file: Path) -> list[Figure]:
    jumping = stored_answer(home, version_id)
    figures = []
    with tempfile.TemporaryDirectory(prefix="pincite-rivals-") as folder, chromium() as browser:
        places = Path(folder) / "places.json"
        places.write_text(json.dumps([_place(target) for target in jumping.targets]), "utf-8")
        for mode, count in (("slice", SLICE_JUMPS), ("whole", WHOLE_JUMPS)):
            with _served(file, places, mode) as url:
                figures += _figures(mode, _jumps(browser, url, count), jumping)
    return figures


def _figures(mode: str, milliseconds: list[float], jumping: Jumping) -> list[Figure]:
    name = {"slice": "a slice of five pages", "whole": "the whole file"}[mode]
    on = f"{len(milliseconds)} jumps, {jumping.note}"
    return [
        Figure(f"streamlit-pdf-viewer, {name}, {label}", quantile(milliseconds, share), "ms", note=on)
        for label, share in (("p50", 0.5), ("p95", 0.95))
    ]


def _jumps(browser: Browser, url: str, count: int) -> list[float]:
    with window(browser) as page:
        page.goto(url)
        page.get_by_role("button", name="Jump 0", exact=True).wait_for()
        time.sleep(SETTLE)
        page.evaluate(_LISTEN)
        for number in range(count):
            page.get_by_role("button", name=f"Jump {number}", exact=True).click()
            page.wait_for_function(f"window.shown.length > {number}", timeout=PATIENCE_MS)
            time.sleep(SETTLE)
        return [float(one) for one in page.evaluate("window.shown")]


@contextmanager
def _served(file: Path, places: Path, mode: str) -> Iterator[str]:
    port = free_port()
    options = ["--server.port", str(port), "--server.headless", "true", "--browser.gatherUsageStats", "false"]
    options += ["--server.fileWatcherType", "none", "--server.address", "127.0.0.1"]
    arguments = [str(APP), *options, "--", str(file), str(places), mode]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", *arguments], stdout=subprocess.DEVNULL
    )
    try:
        _await(f"http://127.0.0.1:{port}/_stcore/health")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _await(url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _place(target: Target) -> dict[str, float]:
    return {
        "page": target.page_index + 1,
        "x": target.box.x,
        "y": target.box.y,
        "width": target.box.width,
        "height": target.box.height,
    }
