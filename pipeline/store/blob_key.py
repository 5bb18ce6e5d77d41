"""Where a tenant's bytes lie in a store, the same in a folder and in a bucket."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from pipeline.evidence.errors import BlobMissing
from pipeline.store.scope import LOCAL

Method = Literal["GET", "HEAD"]
"""What a signed link to a blob may be used for: to get the bytes, or to hear of them only."""

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class StoredBlob:
    """Bytes that lie in a store, as they are listed: not read, so not proven. `changed_at`: seconds since 1970."""

    sha256: str
    byte_size: int
    changed_at: float


def is_hash(name: str) -> bool:
    return _SHA256.fullmatch(name) is not None


def tenant_of(folder: str) -> UUID | None:
    """The tenant whose blobs lie in a folder of this name at the root of a store; None for any other folder."""
    try:
        tenant_id = UUID(folder)
    except ValueError:
        return None
    return tenant_id if str(tenant_id) == folder else None


def blob_key(tenant_id: UUID, sha256: str) -> str:
    """The place of a blob below the root of its store: `<tenant>/ab/cd/<sha256>`, with "/" between its parts.

    Each tenant has its own copy, so that removing one tenant's never takes another's: row-level security hides
    whether somebody else needs the same bytes. The local tenant's lie at the root, where they were when there was
    no other. Raises BlobMissing for what is no hash.
    """
    if not _SHA256.fullmatch(sha256):
        raise BlobMissing(f"{sha256!r} is not the hash of a stored file.")
    place = f"{sha256[:2]}/{sha256[2:4]}/{sha256}"
    return place if tenant_id == LOCAL.tenant_id else f"{tenant_id}/{place}"
