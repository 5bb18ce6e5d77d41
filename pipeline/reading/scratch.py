"""A folder for what libraries write down while they read a file. It goes with the reading, however that ended."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

_PREFIX = "pincite-reading-"
_NAME = re.compile(rf"{_PREFIX}(\d+)-\w+")


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """An empty folder that only this user may look into."""
    _remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def use_scratch(folder: Path) -> None:
    """Have this process, and what it will start, write temporary files there."""
    tempfile.tempdir = str(folder)
    os.environ["TMPDIR"] = str(folder)


def _remove_abandoned() -> None:
    """Folders of processes that were killed before they could take them away."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        named = _NAME.fullmatch(folder.name)
        if named and not psutil.pid_exists(int(named[1])):
            shutil.rmtree(folder, ignore_errors=True)  # another user's stays
