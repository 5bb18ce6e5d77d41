"""Blobs as files of a folder: of one machine, or of a disk that several share."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import UUID

from pipeline.evidence.errors import BlobMissing, DataFolderUnusable
from pipeline.store.blob_key import Method, StoredBlob, blob_key, is_hash, tenant_of
from pipeline.store.proven_files import ProvenFiles, require_hash
from pipeline.store.scope import LOCAL
from pipeline.store.whole_files import UNFINISHED, write_whole


class FolderBlobs:
    """The blobs of all tenants under `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._proven = ProvenFiles()

    def check(self) -> None:
        """Raises DataFolderUnusable when the folder cannot be read or written; one that is not there can be made."""
        place = next((one for one in (self.folder, *self.folder.parents) if one.exists()), self.folder)
        if not place.is_dir() or not os.access(place, os.R_OK | os.W_OK | os.X_OK):
            raise DataFolderUnusable(
                f"The folder of the stored files, {self.folder}, cannot be read and written."
            )

    def of(self, tenant_id: UUID) -> FolderBlobStore:
        return FolderBlobStore(self.folder, tenant_id, self._proven)

    def prove(self, path: Path) -> None:
        _prove(self._proven, path, path.name)

    def tenants(self) -> list[UUID]:
        """Raises DataFolderUnusable."""
        with _listing(self.folder):
            names = [path.name for path in self.folder.glob("*-*") if path.is_dir()]
        others = [tenant_id for tenant_id in map(tenant_of, names) if tenant_id is not None]
        return [LOCAL.tenant_id, *(one for one in others if one != LOCAL.tenant_id)]


class FolderBlobStore:
    """One tenant's blobs. A BlobStore."""

    def __init__(self, folder: Path, tenant_id: UUID, proven: ProvenFiles) -> None:
        self._folder = folder
        self._tenant_id = tenant_id
        self._proven = proven

    def put(self, data: bytes) -> str:
        """Raises DataFolderUnusable when the disk is full or the folder read-only."""
        sha256 = hashlib.sha256(data).hexdigest()
        try:
            if not self._is_sound(sha256):
                write_whole(self._place(sha256), [data])
        except OSError as error:
            raise DataFolderUnusable(
                f"{len(data):,} bytes cannot be stored in {self._folder}: {error.strerror or error}. "
                "Free some space, make it writable, or set PINCITE_HOME or PINCITE_BLOBS to another folder."
            ) from error
        return sha256

    def get(self, sha256: str) -> bytes:
        place = self._place(sha256)
        try:
            data = place.read_bytes()
        except OSError as error:
            raise _missing(place, error) from error
        require_hash(hashlib.sha256(data).hexdigest(), sha256, f"The stored file {place}")
        return data

    def path(self, sha256: str) -> Path:
        place = self._place(sha256)
        _prove(self._proven, place, sha256)
        return place

    def remove(self, sha256: str) -> None:
        """Raises DataFolderUnusable."""
        try:
            self._place(sha256).unlink(missing_ok=True)
        except OSError as error:
            raise DataFolderUnusable(
                f"The stored file {sha256} cannot be removed: {error.strerror or error}."
            ) from error

    def listed(self) -> Iterator[StoredBlob]:
        """Raises DataFolderUnusable."""
        for place, status in self._files():
            if is_hash(place.name):
                yield StoredBlob(place.name, status.st_size, status.st_mtime)

    def remove_unfinished(self, before: float) -> int:
        """Raises DataFolderUnusable."""
        left = [place for place, status in self._files() if _was_left(place, status, before)]
        with _listing(self._folder):
            for place in left:
                place.unlink(missing_ok=True)
        return len(left)

    def signed_url(self, sha256: str, media_type: str, seconds: int, *, method: Method = "GET") -> str | None:
        """A folder has no links of its own."""
        return None

    def _place(self, sha256: str) -> Path:
        return self._folder / blob_key(self._tenant_id, sha256)

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        with _listing(self._folder):
            for place in self._place("0" * 64).parents[2].glob("[0-9a-f][0-9a-f]/[0-9a-f][0-9a-f]/*"):
                with suppress(FileNotFoundError):  # removed as we look
                    yield place, place.stat()

    def _is_sound(self, sha256: str) -> bool:
        try:
            return hashlib.sha256(self._place(sha256).read_bytes()).hexdigest() == sha256
        except FileNotFoundError:
            return False


def _prove(proven: ProvenFiles, place: Path, sha256: str) -> None:
    try:
        proven.prove(place, sha256)
    except OSError as error:
        raise _missing(place, error) from error


def _was_left(place: Path, status: os.stat_result, before: float) -> bool:
    return place.name.startswith(UNFINISHED) and status.st_mtime < before


@contextmanager
def _listing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataFolderUnusable(
            f"The stored files in {folder} cannot be looked through: {error.strerror or error}. "
            "Make the folder readable and writable."
        ) from error


def _missing(place: Path, error: OSError) -> BlobMissing:
    if isinstance(error, FileNotFoundError):
        return BlobMissing(f"The stored file {place} is gone. Ingest the original again to bring it back.")
    return BlobMissing(f"The stored file {place} cannot be read: {error.strerror or error}.")
