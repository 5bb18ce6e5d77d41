"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

UNFINISHED: Final = ".unfinished-"
"""How the names begin of files that are being written, or were when their process was killed."""


def write_whole(place: Path, chunks: Iterable[bytes]) -> None:
    """Write a file and the folders above it; an error of ours or of `chunks` leaves nothing behind. Raises OSError.

    The file survives a power cut once this returns.
    """
    _make_folder(place.parent)
    descriptor, unfinished = tempfile.mkstemp(prefix=UNFINISHED, dir=place.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        Path(unfinished).replace(place)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise
    _sync_folder(place.parent)


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, each of which survives a power cut as well."""
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Make a rename in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
