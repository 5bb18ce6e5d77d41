"""Filings that come into the library inside a collection, so that one of a closed collection is never for everybody.

Who may know of a collection may bring new filings into it: of a closed one, its members and admins. That only narrows
who reads them. What is in the library already is put into a closed collection, and taken out, by admins alone.
"""

from __future__ import annotations

from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.errors import InvalidCollection, NotCollected, NotFound
from pipeline.permissions import Permission
from pipeline.store import access, access_changes, collections
from pipeline.store.access_changes import AccessAction
from pipeline.store.collections import HeldCollection
from pipeline.store.connect import Connection
from pipeline.store.documents import KNOWS_COLLECTION, MAY_READ


def require(conn: Connection, collection_id: UUID) -> None:
    """Whoever asks may bring new filings into the collection. Needs Permission.COLLECT. Raises NotFound, for a closed
    one that the transaction's user is not to know of too."""
    access.require(conn, Permission.COLLECT)
    if _held(conn, collection_id) is None:
        raise NotFound("There is no such collection.")


def named(conn: Connection, name: str, user_id: UUID) -> UUID:
    """The collection of this name, to bring filings into. Raises NotFound, and InvalidCollection where an open and a
    closed one have it: the wrong one of the two could not be taken back."""
    found = collections.of_name(conn, name, user_id)
    if not found:
        raise NotFound(f"There is no collection “{name}”. `pincite collections` lists them.")
    if len(found) > 1:
        raise InvalidCollection(
            f"There are two collections “{found[0].name}”, an open and a closed one. Rename one of them first."
        )
    return found[0].id


def place(conn: Connection, collection_id: UUID, document_id: UUID, source_name: str) -> None:
    """Put a new document, of which there is no version yet, into the collection, in the transaction that adds its first
    one. Raises NotCollected where the collection is gone, and NotFound for any other document."""
    access.require(conn, Permission.COLLECT)
    held = _held(conn, collection_id)
    if held is None:
        raise NotCollected(
            f"The collection that {source_name} was to come into is gone. Nothing of it was stored: add it again, into "
            "another one.",
            source=source_name,
        )
    rows = conn.execute(
        """
        insert into collection_documents (collection_id, document_id)
        select %s, d.id from documents d
        where d.id = %s and not exists (select from versions v where v.document_id = d.id)
        returning document_id
        """,
        (collection_id, document_id),
    ).fetchall()
    if not rows:
        raise NotFound("There is no such new document.")
    if held.is_closed:
        access_changes.note(conn, AccessAction.PUT_IN, held.subject([document_id]))


def join(conn: Connection, collection_id: UUID, document_id: UUID, source_name: str) -> None:
    """Have a filing that was in the library already be in the collection: it is put into an open one, if the
    transaction's user may read it. Nothing is changed where it is in it. Else raises NotCollected, because others have
    read it, or may."""
    access.require(conn, Permission.COLLECT)
    held = _held(conn, collection_id)
    if held is None:
        raise NotCollected(
            f"{source_name} is in the library already, and the collection that it was to come into is gone. Nothing "
            "was changed.",
            source=source_name,
        )
    values = {
        "collection": collection_id,
        "document": document_id,
        "user_id": None,
        "is_closed": held.is_closed,
    }
    conn.execute(
        f"""
        insert into collection_documents (collection_id, document_id)
        select %(collection)s, d.id from documents d where d.id = %(document)s and not %(is_closed)s and {MAY_READ}
        on conflict do nothing
        """.encode(),
        values,
    )
    is_there = conn.execute(
        "select from collection_documents where collection_id = %(collection)s and document_id = %(document)s",
        values,
    ).rowcount
    if not is_there:
        raise NotCollected(
            f"{source_name} is in the library already, and not in “{held.name}”. Only an admin puts a filing that is "
            "there into a closed collection, and nobody one that they may not read. Nothing was changed: ask an admin.",
            source=source_name,
        )


def _held(conn: Connection, collection_id: UUID) -> HeldCollection | None:
    """The collection, which nobody closes, opens or deletes until the transaction ends."""
    with conn.cursor(row_factory=class_row(HeldCollection)) as cursor:
        return cursor.execute(
            f"""
            select c.id, c.name, c.is_closed from collections c
            where c.id = %(collection_id)s and {KNOWS_COLLECTION} for share of c
            """.encode(),
            {"collection_id": collection_id, "user_id": None},
        ).fetchone()
