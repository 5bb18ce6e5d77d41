"""Files that are there whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


def write_whole(place: Path, chunks: Iterable[bytes]) -> None:
    """Write a file and the folders above it; an error of ours or of `chunks` leaves nothing behind. Raises OSError.

    The file survives a power cut once this returns.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    descriptor, unfinished = tempfile.mkstemp(prefix=".unfinished-", dir=place.parent)
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


def _sync_folder(folder: Path) -> None:
    """Make a rename in the folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
