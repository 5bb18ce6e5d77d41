"""Bytes that are proven by their hash."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from pathlib import Path

from pipeline.evidence.errors import BlobCorrupt

Stamp = tuple[int, int, int, int]


def require_hash(found: str, expected: str, what: str) -> None:
    """Raises BlobCorrupt when the sha256 of stored bytes is another one; `what` names them: "The stored file …"."""
    if found != expected:
        raise BlobCorrupt(
            f"{what} has changed since it was ingested. Ingest the original again to mend it.",
            expected=expected,
            found=found,
        )


class ProvenFiles:
    """Compares a file with its hash when it is first asked for, and again whenever it has changed since.

    Hashing a 200 MB filing costs half a second, and a pane asks for ten pages of it at once.
    """

    def __init__(self) -> None:
        self._proven: dict[Path, Stamp] = {}
        self._lock = threading.Lock()

    def prove(self, path: Path, sha256: str) -> None:
        """Raises BlobCorrupt, or OSError when the file cannot be read."""
        stamp = stamp_of(path)
        with self._lock:
            if self._proven.get(path) == stamp:
                return
        with path.open("rb") as file:
            require_hash(hashlib.file_digest(file, "sha256").hexdigest(), sha256, f"The stored file {path}")
        with self._lock:
            self._proven[path] = stamp

    def touch(self, path: Path) -> None:
        """Note the use of a proven file as its access time, which is no change of it. Raises OSError."""
        proven = stamp_of(path)
        os.utime(path, ns=(time.time_ns(), proven[2]))
        touched = stamp_of(path)
        with self._lock:
            if self._proven.get(path) == proven and touched[:3] == proven[:3]:
                self._proven[path] = touched


def stamp_of(path: Path) -> Stamp:
    """What is another one after a file was written to or replaced: who sets its time of change back is seen by the time
    of that, which nobody can set. Raises OSError."""
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns
