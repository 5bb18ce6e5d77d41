"""The files of the blob store, handed out by path to whoever may see their version."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from pipeline.evidence.errors import (
    BlobCorrupt,
    BlobMissing,
    BlobStoreUnavailable,
    DataFolderUnusable,
    StoreError,
)
from pipeline.store.blobs import Blobs


class SourceFiles:
    """Verified files of every tenant. The caller has checked that the tenant has a version with these bytes."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def path(self, tenant_id: UUID, sha256: str) -> Path:
        """The file of a blob. Raises BlobMissing, BlobCorrupt, or BlobStoreUnavailable."""
        return self._blobs.of(tenant_id).path(sha256)


def file_problem(error: StoreError) -> str:
    """Words for the analyst, who is told of the filing and not of the server's folders and addresses."""
    match error:
        case BlobMissing():
            return "The stored file is gone, so the page is not shown."
        case BlobCorrupt():
            return (
                "The stored file does not match its checksum, so the page is not shown. "
                f"Expected {_short(error.expected)}, found {_short(error.found)}."
            )
        case BlobStoreUnavailable():
            return (
                "The store of the filings cannot be reached, so the page is not shown. Try again in a moment."
            )
        case DataFolderUnusable():
            return "The server has no room for a copy of the file, so the page is not shown."
        case _:
            return "The server cannot read the stored file, so the page is not shown. Try again in a moment."


def _short(sha256: str) -> str:
    return f"{sha256[:8]}…{sha256[-4:]}"
