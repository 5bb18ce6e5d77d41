"""Whether the library has changed since somebody read it."""

from __future__ import annotations

from pipeline.store.connect import Connection

LibraryState = tuple[str | int | None, ...]
"""Equal for two readings only when both were of the same user's scope, and every row of the tenant's documents,
versions, covers, edits and grants, and of its closed collections with their filings and members, was the same: each row
has its place and the transaction that wrote it."""

_CLOSED = "select k.id from collections k where k.is_closed"
_TABLES = (
    "documents r",
    "versions r",
    "covers r",
    "cover_edits r",
    "document_grants r",
    "collections r where r.is_closed",
    f"collection_documents r where r.collection_id in ({_CLOSED})",
    "collection_members r",
)
_ROWS = "select bit_xor(hashtidextended(r.ctid, r.xmin::text::bigint)), count(*) from {}"
_STATE = "select current_setting('pincite.user_id', true), * from " + ", ".join(
    f"({_ROWS.format(table)}) t{number} (hash{number}, rows{number})" for number, table in enumerate(_TABLES)
)


def library_state(conn: Connection) -> LibraryState:
    """What the tenant's library is now, in a millisecond for a thousand filings."""
    row = conn.execute(_STATE.encode()).fetchone()
    assert row is not None
    return tuple(row)
