"""The files of the blob store, handed out by path to whoever may see their version."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

from pipeline.store.blobs import Blobs


class SourceFiles:
    """Verified files of every tenant. The caller has checked that the tenant has a version with these bytes."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def path(self, tenant_id: UUID, sha256: str) -> Path:
        """The file of a blob. Raises BlobMissing, BlobCorrupt, or BlobStoreUnavailable."""
        return self._blobs.of(tenant_id).path(sha256)
