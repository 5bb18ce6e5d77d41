"""Whether the library has changed since somebody read it."""

from __future__ import annotations

from pipeline.store.connect import Connection

LibraryState = tuple[int | None, ...]
"""Equal for two readings only when every row of the tenant's documents, versions, covers, edits and grants was the same
in both: each row has its place and the transaction that wrote it."""

_TABLES = ("documents", "versions", "covers", "cover_edits", "document_grants")
_ROWS = "select bit_xor(hashtidextended(ctid, xmin::text::bigint)), count(*) from {}"
_STATE = "select * from " + ", ".join(
    f"({_ROWS.format(table)}) t{number} (hash{number}, rows{number})" for number, table in enumerate(_TABLES)
)


def library_state(conn: Connection) -> LibraryState:
    """What the tenant's library is now, in a millisecond for a thousand filings."""
    row = conn.execute(_STATE.encode()).fetchone()
    assert row is not None
    return tuple(row)
