"""The files of the blob store, handed out by path to whoever may see their version."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import UUID

from pipeline.evidence.errors import (
    BlobCorrupt,
    BlobMissing,
    BlobStoreUnavailable,
    DatabaseDamaged,
    DataFolderUnusable,
    StoreError,
)
from pipeline.store.blob_key import Method
from pipeline.store.blobs import Blobs
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.proven_files import require_hash
from pipeline.store.scope import LOCAL

LINK_SECONDS: Final = 120
"""How long a link of the store's own is good for: time for a browser to begin each part of a long PDF. A right to the
file may be outlived by as much."""


_NOBODY_S: Final = "0" * 64
"""No bytes have this hash."""


_MEND: Final = "Add the same file to the library again to mend it; what cites it stays as it is."


class SourceFiles:
    """Verified files of every tenant. The caller has checked that the tenant has a version with these bytes."""

    def __init__(self, blobs: Blobs, *, links: bool = True) -> None:
        self._blobs = blobs
        self._links = links

    def check(self) -> None:
        """Raises StoreError when the place of the blobs cannot be read. Nothing has to be stored there yet."""
        if isinstance(self._blobs, FolderBlobs):
            self._blobs.check()
            return
        with suppress(BlobMissing):
            self._blobs.of(LOCAL.tenant_id).signed_url(_NOBODY_S, "", LINK_SECONDS)

    def path(self, tenant_id: UUID, sha256: str) -> Path:
        """The file of a blob. Raises BlobMissing, BlobCorrupt, or BlobStoreUnavailable."""
        return self._blobs.of(tenant_id).path(sha256)

    def prove(self, path: Path) -> None:
        """Compare a file that was handed out with its hash, if it has changed since. Raises BlobMissing or
        BlobCorrupt."""
        self._blobs.prove(path)

    def contents(self, path: Path) -> bytes:
        """The bytes of a file that was handed out, proven themselves. Raises BlobMissing or BlobCorrupt."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BlobMissing(f"The stored file {path} cannot be read: {error.strerror or error}.") from error
        require_hash(hashlib.sha256(data).hexdigest(), path.name, f"The stored file {path}")
        return data

    def link(self, tenant_id: UUID, sha256: str, media_type: str, method: Method) -> str | None:
        """A short-lived link of the store's own to a blob, under which a browser shows it as `media_type`; None where
        the file has to be handed out from here. Raises BlobMissing or BlobStoreUnavailable."""
        if not self._links:
            return None
        return self._blobs.of(tenant_id).signed_url(sha256, media_type, LINK_SECONDS, method=method)


def file_problem(error: StoreError) -> str:
    """Words for the analyst, who is told of the filing and not of the server's folders and addresses."""
    match error:
        case BlobMissing():
            return f"The stored file is gone, so the page is not shown. {_MEND}"
        case BlobCorrupt():
            return (
                "Unavailable: checksum mismatch. The stored file does not match its checksum, so the page is not "
                f"shown: expected {_short(error.expected)}, found {_short(error.found)}. {_MEND}"
            )
        case DatabaseDamaged():
            return (
                "Unavailable: the database no longer matches its checksum where this stands, so it is not shown. Tell "
                "whoever runs Pincite: a backup has it."
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
