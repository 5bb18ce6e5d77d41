"""Files that were dropped on the Library page, on disk until their ingest has read them."""

from __future__ import annotations

import re
import shutil
import time
from pathlib import Path
from typing import Final
from uuid import uuid4

from pipeline.evidence.errors import DataFolderUnusable
from pipeline.jobs import UPLOADS

ABANDONED_AFTER: Final = 24 * 3600.0
"""Seconds. No filing waits so long for its turn and is still read."""
_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f"\\/:*?<>|]+')
_MOST_NAME: Final = 150


def keep(home: Path, name: str, data: bytes) -> Path:
    """Write an upload into a folder of its own, under its own name. Raises DataFolderUnusable."""
    folder = home / UPLOADS / uuid4().hex
    path = folder / safe_name(name)
    try:
        folder.mkdir(parents=True, mode=0o700)
        path.write_bytes(data)
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise DataFolderUnusable(
            f"{name} cannot be kept in {home}: {error.strerror}. Free some space, or point at the file by its path."
        ) from error
    return path


def sweep(home: Path) -> None:
    """Remove what an ingest that was killed has left behind; one that ends by itself removes its own file."""
    folder = home / UPLOADS
    if not folder.is_dir():
        return
    for upload in folder.iterdir():
        if time.time() - upload.stat().st_mtime > ABANDONED_AFTER:
            shutil.rmtree(upload, ignore_errors=True)


def safe_name(name: str) -> str:
    """The browser's file name without what a file system or a shell would read as more than a name."""
    cleaned = _UNSAFE.sub("_", name).strip(" .")
    if len(cleaned) <= _MOST_NAME:
        return cleaned or "filing"
    suffix = Path(cleaned).suffix[:10]
    return cleaned[: _MOST_NAME - len(suffix)] + suffix
