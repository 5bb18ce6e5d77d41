"""Files of the blob store, handed out by path once their checksum is proven."""

from __future__ import annotations

import threading
from pathlib import Path

from pipeline.evidence.errors import BlobMissing
from pipeline.store.blobs import BlobStore

_Stamp = tuple[int, int, int]


class SourceFiles:
    """Verifies a blob when it is first asked for, and again whenever its file has changed since.

    Hashing a 200 MB filing costs half a second, and a pane asks for ten pages of it at once.
    """

    def __init__(self, blobs: BlobStore) -> None:
        self._blobs = blobs
        self._verified: dict[str, _Stamp] = {}
        self._lock = threading.Lock()

    def path(self, sha256: str) -> Path:
        """The file of a blob. Raises BlobMissing or BlobCorrupt."""
        path = self._blobs.path(sha256)
        stamp = _stamp(path, sha256)
        with self._lock:
            if self._verified.get(sha256) == stamp:
                return path
        self._blobs.get(sha256)
        with self._lock:
            self._verified[sha256] = stamp
        return path


def _stamp(path: Path, sha256: str) -> _Stamp:
    try:
        status = path.stat()
    except OSError as error:
        raise BlobMissing(f"The stored file {sha256[:12]}… cannot be read: {error.strerror}.") from error
    return status.st_ino, status.st_size, status.st_mtime_ns
