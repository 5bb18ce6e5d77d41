"""The bytes of versions, on disk by their hash."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

from pipeline.evidence.errors import BlobCorrupt, BlobMissing, DataFolderUnusable

_SHA256 = re.compile(r"[0-9a-f]{64}")


class BlobStore:
    """Immutable byte strings under `folder`, each in `ab/cd/<sha256>`. Written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def under(cls, home: Path) -> BlobStore:
        """The store of a data folder."""
        return cls(home / "blobs")

    def put(self, data: bytes) -> str:
        """Store the bytes; their sha256. The same bytes again change nothing, and mend a damaged copy.

        Raises DataFolderUnusable when the disk is full or the folder read-only; nothing half-written stays.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        try:
            if not self._is_sound(sha256):
                self._write(data, self._place(sha256))
        except OSError as error:
            raise DataFolderUnusable(
                f"{len(data):,} bytes cannot be stored in {self.folder}: {error.strerror or error}. "
                "Free some space, make it writable, or set PINCITE_HOME to another folder."
            ) from error
        return sha256

    def get(self, sha256: str) -> bytes:
        """The bytes, checked against their hash. Raises BlobMissing or BlobCorrupt."""
        path = self.path(sha256)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BlobMissing(f"The stored file {path} cannot be read: {error.strerror or error}.") from error
        found = hashlib.sha256(data).hexdigest()
        if found != sha256:
            raise BlobCorrupt(
                f"The stored file {path} has changed since it was ingested. Ingest the original again to mend it.",
                expected=sha256,
                found=found,
            )
        return data

    def path(self, sha256: str) -> Path:
        """Where the bytes lie, unchecked. Raises BlobMissing."""
        path = self._place(sha256)
        if not path.is_file():
            raise BlobMissing(f"The stored file {path} is gone. Ingest the original again to bring it back.")
        return path

    def remove(self, sha256: str) -> None:
        """Forget the bytes; nothing happens when they are not there. Raises DataFolderUnusable."""
        try:
            self._place(sha256).unlink(missing_ok=True)
        except OSError as error:
            raise DataFolderUnusable(
                f"The stored file {sha256} cannot be removed: {error.strerror or error}."
            ) from error

    def _place(self, sha256: str) -> Path:
        if not _SHA256.fullmatch(sha256):
            raise BlobMissing(f"{sha256!r} is not the hash of a stored file.")
        return self.folder / sha256[:2] / sha256[2:4] / sha256

    def _is_sound(self, sha256: str) -> bool:
        try:
            return hashlib.sha256(self._place(sha256).read_bytes()).hexdigest() == sha256
        except FileNotFoundError:
            return False

    def _write(self, data: bytes, place: Path) -> None:
        place.parent.mkdir(parents=True, exist_ok=True)
        descriptor, unfinished = tempfile.mkstemp(prefix=".unfinished-", dir=place.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
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
