"""The filings that a question may be answered from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pipeline.evidence.cover import Cover
from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.store import covers, documents
from pipeline.store.connect import Connection
from pipeline.store.documents import DocumentRow
from pipeline.store.library_state import LibraryState, library_state

LIBRARIES = 8
"""Libraries, as users see them, whose filings a process keeps in mind: some 2 MB each for a thousand filings."""

_KEPT: dict[tuple[UUID, LibraryState], tuple[Filing, ...]] = {}


@dataclass(frozen=True, slots=True)
class Filing:
    """The current version of a document that the user may read, as the search sees it."""

    document_id: UUID
    version_id: UUID
    title: str
    page_count: int
    cover: Cover = field(default_factory=Cover)


def filings_in_scope(
    conn: Connection, user_id: UUID, document_ids: Sequence[UUID] | None = None
) -> tuple[Filing, ...]:
    """The chosen documents' current versions, in their order; of everything that the user may read, when None.

    Raises NotFound for a chosen document that does not exist or has nothing stored yet, AccessDenied for one that
    the user may not read.
    """
    if document_ids is None:
        return _all_filings(conn, user_id)
    return _with_covers(
        conn, [documents.get(conn, document_id, user_id) for document_id in dict.fromkeys(document_ids)]
    )


def _all_filings(conn: Connection, user_id: UUID) -> tuple[Filing, ...]:
    """Kept as long as the library stays as it is: reading a thousand filings with their covers takes 45 ms."""
    key = user_id, library_state(conn)
    found = _KEPT.get(key)
    if found is None:
        rows = [row for row in documents.list_all(conn, user_id) if row.may_read and row.version_id]
        found = _with_covers(conn, rows)
        while len(_KEPT) >= LIBRARIES:
            _KEPT.pop(next(iter(_KEPT)), None)
        _KEPT[key] = found
    return found


def _with_covers(conn: Connection, rows: Sequence[DocumentRow]) -> tuple[Filing, ...]:
    read = covers.of_versions(conn, [row.version_id for row in rows if row.version_id])
    return tuple(_filing(row, read) for row in rows)


def _filing(row: DocumentRow, read: Mapping[UUID, Cover]) -> Filing:
    if not row.may_read:
        raise AccessDenied(
            f"You do not have access to document {row.document_id}. Ask its owner, or leave it out."
        )
    if row.version_id is None or row.title is None or row.pages is None:
        raise NotFound(f"Nothing of document {row.document_id} is stored yet. Wait until it is ready.")
    return Filing(row.document_id, row.version_id, row.title, row.pages, read[row.version_id])
