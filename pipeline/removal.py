"""Removing a filing from the library: its rows in one transaction, then the bytes that nothing needs any more."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from pipeline.evidence.errors import StoreError
from pipeline.jobs import release_bytes
from pipeline.store import removals
from pipeline.store.blobs import BlobStore
from pipeline.store.consequences import Consequences
from pipeline.store.database import Database
from pipeline.store.scope import Scope


@dataclass(frozen=True, slots=True)
class Removed:
    """A filing that is gone, with what hung on it. `problem`: why its bytes are still stored, None where they are not.
    The next removal tries to free them again."""

    consequences: Consequences
    problem: str | None


def remove_filing(
    database: Database, blobs: BlobStore, scope: Scope, document_id: UUID, told: Consequences | None = None
) -> Removed:
    """Remove a document with all its versions. `told` is what was said before of the consequences: nothing happens if
    there are more by now.

    Raises NotFound, AccessDenied, BeingRead, ConsequencesChanged, or DatabaseUnavailable; nothing is removed then.
    """
    with database.scoped(scope) as conn:
        consequences = removals.remove(conn, document_id, scope.user_id, told)
    try:
        free_removed(database, blobs, scope)
    except StoreError as error:
        return Removed(consequences, error.message)
    return Removed(consequences, None)


def free_removed(database: Database, blobs: BlobStore, scope: Scope) -> None:
    """Free the bytes of filings that were removed, those too that could not be freed before. Raises StoreError."""
    with database.scoped(scope) as conn:
        hashes = removals.unfreed(conn)
    release_bytes(database, blobs, scope, hashes)
    with database.scoped(scope) as conn:
        removals.freed(conn, hashes)
