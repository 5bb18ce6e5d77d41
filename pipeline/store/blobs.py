"""The bytes of versions by their hash, in a folder or in an object store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from uuid import UUID

from pipeline.settings import Settings
from pipeline.store.blob_key import Method, StoredBlob
from pipeline.store.folder_blobs import FolderBlobs

BLOB_FOLDER = "blobs"
"""Folder of the data folder that holds the bytes, unless the settings name another place."""

CACHE_FOLDER = "cache/blobs"
"""Folder of the data folder for copies of what an object store holds."""


class BlobStore(Protocol):
    """One tenant's immutable byte strings. Written whole or not at all, verified when they are read.

    Each method also raises what its kind of store raises when it cannot do its work: DataFolderUnusable for a
    folder, BlobStoreUnavailable for an object store.
    """

    def put(self, data: bytes) -> str:
        """Store the bytes; their sha256. The same bytes again change nothing, and mend a damaged copy."""
        ...

    def get(self, sha256: str) -> bytes:
        """The bytes, checked against their hash. Raises BlobMissing or BlobCorrupt."""
        ...

    def path(self, sha256: str) -> Path:
        """A file of this machine with the bytes, checked against their hash. It is for reading at once: open it
        and keep it open, and never change it. Raises BlobMissing or BlobCorrupt.
        """
        ...

    def remove(self, sha256: str) -> None:
        """Forget the bytes; nothing happens when they are not there.

        `store.ingests.hold_bytes` and `bytes_are_claimed` tell when nobody needs them.
        """
        ...

    def listed(self) -> Iterator[StoredBlob]:
        """All that is stored, in no order, while others may add to it and remove from it."""
        ...

    def remove_unfinished(self, before: float) -> int:
        """Remove what was left half-written before then (seconds since 1970) by a process that was killed; how many.
        A store that never shows such a thing has none."""
        ...

    def signed_url(self, sha256: str, media_type: str, seconds: int, *, method: Method = "GET") -> str | None:
        """A link under which a browser gets the bytes as `media_type`, for whoever has it, for so many seconds. It is
        good for that method only.

        None when the store has no links, or would send these bytes as something else. Raises BlobMissing.
        """
        ...


class Blobs(Protocol):
    """The stores of all tenants, in one place."""

    def of(self, tenant_id: UUID) -> BlobStore: ...

    def prove(self, path: Path) -> None:
        """Compare a file that a store's `path` gave away with its hash again, if it has changed since. Raises
        BlobMissing or BlobCorrupt."""
        ...

    def tenants(self) -> list[UUID]:
        """Whose bytes lie here, the local tenant's too even where it has none yet. Raises as the stores do."""
        ...


def open_blobs(settings: Settings) -> Blobs:
    """The blobs that the settings name. Nothing is asked of an object store before it is used.

    Raises ConfigurationError for an object store that cannot be used as it is set up.
    """
    place = settings.storage.place or settings.home / BLOB_FOLDER
    if isinstance(place, Path):
        return FolderBlobs(place)
    from pipeline.store.blob_cache import BlobCache
    from pipeline.store.object_blobs import ObjectBlobs

    return ObjectBlobs(place, BlobCache(settings.home / CACHE_FOLDER, settings.storage.cache_bytes))
