"""Filings that were removed: what hung on them, who did it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from psycopg.rows import class_row
from psycopg.types.json import Jsonb

from pipeline.evidence.errors import BeingRead, ConsequencesChanged, NotFound
from pipeline.permissions import Permission
from pipeline.store import access, access_changes, consequences, documents, ingests
from pipeline.store.access_changes import AccessAction
from pipeline.store.connect import Connection
from pipeline.store.consequences import Consequences


@dataclass(frozen=True, slots=True)
class Removal:
    """A filing that was removed. `title` is None where its readers were named, and the user was none of them."""

    id: UUID
    document_id: UUID
    title: str | None
    versions: Sequence[dict[str, Any]]
    consequences: dict[str, Any]
    removed_by: str
    created_at: datetime


MAY_KNOW: Final = """(not coalesce((r.consequences ->> 'is_restricted')::boolean, false)
    or r.user_id = %(user_id)s or r.consequences -> 'readers' ? %(user_id)s::text)"""
"""SQL: whether user %(user_id)s could read what removal `r` removed, or removed it."""


def remove(
    conn: Connection, document_id: UUID, user_id: UUID, told: Consequences | None = None
) -> Consequences:
    """Remove a document with all its versions, and write down who did it and what hung on it.

    The caller frees the bytes of `unfreed` once this is committed. With `told`, nothing happens if more would be lost
    by now than was told. Needs Permission.REMOVE. Raises NotFound, AccessDenied, BeingRead, or ConsequencesChanged.
    """
    access.require(conn, Permission.REMOVE)
    if not conn.execute("select from documents where id = %s for update", (document_id,)).rowcount:
        raise NotFound("There is no such filing any more. Somebody else may have removed it.")
    # Whoever would queue these bytes waits, and finds them gone; whoever has queued them is seen below.
    for (sha256,) in conn.execute(
        "select sha256 from versions where document_id = %s order by sha256", (document_id,)
    ).fetchall():
        ingests.hold_bytes(conn, sha256)
    now = consequences.of_document(conn, document_id, user_id)
    if now.being_read:
        raise BeingRead(
            f"{', '.join(now.being_read)} is being read, or waits to be, and belongs to this filing. Cancel that in "
            "the Library, or let it end; then remove the filing."
        )
    if told is not None and now.grew_since(told):
        raise ConsequencesChanged(
            "More hangs on this filing by now than you were told. Nothing was removed: look again."
        )
    hashes = documents.delete(conn, document_id)
    values = now.to_json() | {"readers": [str(reader) for reader in now.readers], "unfreed": hashes}
    conn.execute(
        """
        insert into removals (id, document_id, title, versions, consequences, user_id)
        values (%s, %s, %s, %s, %s, %s)
        """,
        (uuid4(), document_id, now.title, Jsonb(values.pop("versions")), Jsonb(values), user_id),
    )
    if now.is_restricted:
        access_changes.note(conn, AccessAction.REMOVED, {"documents": [str(document_id)]})
    return now


def unfreed(conn: Connection) -> list[str]:
    """The hashes of bytes of removed filings that nobody has said to be gone."""
    rows = conn.execute(
        f"select distinct sha256 from removals, jsonb_array_elements_text({_UNFREED}) as bytes (sha256) order by 1"
    )
    return [row[0] for row in rows]


def freed(conn: Connection, hashes: Sequence[str]) -> None:
    """Say that bytes of removed filings are gone, or claimed by whoever added them again."""
    conn.execute(
        f"""
        update removals set consequences = jsonb_set(consequences, '{{unfreed}}', {_UNFREED} - %s::text[])
        where {_UNFREED} ?| %s::text[]
        """.encode(),
        (list(hashes), list(hashes)),
    )


def of_document(conn: Connection, document_id: UUID, user_id: UUID) -> Removal | None:
    """How a document was removed that the user could read; None for any other."""
    rows = _rows(
        conn, f"where r.document_id = %(document_id)s and {MAY_KNOW}", user_id, document_id=document_id
    )
    return rows[0] if rows else None


def list_recent(conn: Connection, user_id: UUID, limit: int) -> list[Removal]:
    """The newest removals."""
    return _rows(conn, "order by r.created_at desc, r.id limit %(limit)s", user_id, limit=limit)


def _rows(conn: Connection, clauses: str, user_id: UUID, **values: object) -> list[Removal]:
    statement = f"""
        select r.id, r.document_id, case when {MAY_KNOW} then r.title end as title, r.versions, r.consequences,
               u.name as removed_by, r.created_at
        from removals r join users u on u.id = r.user_id {clauses}
    """
    with conn.cursor(row_factory=class_row(Removal)) as cursor:
        return cursor.execute(statement.encode(), {"user_id": user_id, **values}).fetchall()


_UNFREED: Final = "coalesce(consequences -> 'unfreed', '[]')"
