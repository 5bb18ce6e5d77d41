"""Closed collections: whose filings are for their members only. Only an admin closes and opens them and says who is in.

An admin who is no member reads nothing of it. They may make themselves one, as anybody can read in the record then.
"""

from __future__ import annotations

from collections.abc import Collection as Several
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import psycopg
from psycopg.rows import class_row

from pipeline.evidence.errors import InvalidCollection, NotFound
from pipeline.permissions import Permission
from pipeline.store import access, access_changes
from pipeline.store.access_changes import AccessAction
from pipeline.store.collections import HeldCollection, everything_in, hold
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class CollectionMember:
    """Who may read a closed collection's filings, since when, and by whom (None: a user who is no more)."""

    user_id: UUID
    name: str
    added_by: str | None
    added_at: datetime


def list_all(conn: Connection, collection_id: UUID) -> list[CollectionMember]:
    """The members of a closed collection by name; nobody of an open one. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    with conn.cursor(row_factory=class_row(CollectionMember)) as cursor:
        return cursor.execute(
            """
            select w.user_id, u.name, a.name as added_by, w.added_at
            from collection_members w join users u on u.id = w.user_id left join users a on a.id = w.added_by
            where w.collection_id = %s order by lower(u.name), u.id
            """,
            (collection_id,),
        ).fetchall()


def candidates(conn: Connection) -> dict[UUID, str]:
    """Who can be made a member, by name: the tenant's members with their addresses; every user where nobody signs in.
    Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    rows = conn.execute(
        """
        select u.id, u.name, m.email from users u left join memberships m on m.user_id = u.id
        where m.user_id is not null and m.ended_at is null
           or m.user_id is null and u.id = nullif(current_setting('pincite.user_id', true), '')::uuid
           or not exists (select from memberships)
        order by lower(u.name), u.id
        """
    )
    return {user_id: f"{name} · {email}" if email else name for user_id, name, email in rows}


def close(conn: Connection, collection_id: UUID, members: Several[UUID]) -> None:
    """Keep a collection's filings for its members: from the next request on nobody else may read them. Needs
    Permission.ADMINISTER. Raises NotFound for an unknown collection or user, and InvalidCollection for one that is
    closed already, or whose name another closed one has."""
    access.require(conn, Permission.ADMINISTER)
    held = hold(conn, collection_id)
    if held.is_closed:
        raise InvalidCollection(f"The collection “{held.name}” is closed already.")
    _set_closed(conn, held, True)
    filings = everything_in(conn, collection_id)
    access_changes.note(conn, AccessAction.CLOSED, held.subject(filings))
    for user_id in dict.fromkeys(members):
        add(conn, collection_id, user_id)


def open_again(conn: Connection, collection_id: UUID) -> None:
    """Have everybody read a closed collection's filings again, unless another closed one holds them. Its members are
    forgotten. Needs Permission.ADMINISTER. Raises NotFound, and InvalidCollection for one that is open, or whose name
    an open one has."""
    held = _hold_closed(conn, collection_id)
    _set_closed(conn, held, False)
    conn.execute("delete from collection_members where collection_id = %s", (collection_id,))
    access_changes.note(conn, AccessAction.OPENED, held.subject(everything_in(conn, collection_id)))


def add(conn: Connection, collection_id: UUID, user_id: UUID) -> bool:
    """Let a user of the tenant read a closed collection's filings; False for one who could already. Needs
    Permission.ADMINISTER. Raises NotFound for an unknown collection or user, and InvalidCollection for an open one."""
    held = _hold_closed(conn, collection_id)
    name = _name(conn, user_id)
    added = conn.execute(
        """
        insert into collection_members (collection_id, user_id, added_by)
        values (%s, %s, nullif(current_setting('pincite.user_id', true), '')::uuid) on conflict do nothing
        """,
        (collection_id, user_id),
    ).rowcount
    if added:
        _note(conn, AccessAction.MEMBER_ADDED, held, user_id, name)
    return added > 0


def remove(conn: Connection, collection_id: UUID, user_id: UUID) -> bool:
    """Keep a closed collection's filings from a member from the next request on; False for one who was none. Needs
    Permission.ADMINISTER. Raises NotFound for an unknown collection or user, and InvalidCollection for an open one."""
    held = _hold_closed(conn, collection_id)
    name = _name(conn, user_id)
    gone = conn.execute(
        "delete from collection_members where collection_id = %s and user_id = %s", (collection_id, user_id)
    ).rowcount
    if gone:
        _note(conn, AccessAction.MEMBER_REMOVED, held, user_id, name)
    return gone > 0


def forget(conn: Connection, user_id: UUID) -> None:
    """Take every closed collection and every grant from a user who leaves, so that whoever comes back begins without.
    Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    held = conn.execute(
        """
        delete from collection_members w using collections c
        where c.id = w.collection_id and w.user_id = %s returning c.id, c.name, c.is_closed
        """,
        (user_id,),
    ).fetchall()
    granted = conn.execute(
        "delete from document_grants where user_id = %s returning document_id", (user_id,)
    ).fetchall()
    name = _name(conn, user_id)
    for collection in held:
        _note(conn, AccessAction.MEMBER_REMOVED, HeldCollection(*collection), user_id, name)
    if granted:
        documents = [str(document_id) for (document_id,) in granted]
        access_changes.note(
            conn,
            AccessAction.REVOKED,
            {"user_id": str(user_id), "member": name, "documents": documents},
        )


def _hold_closed(conn: Connection, collection_id: UUID) -> HeldCollection:
    access.require(conn, Permission.ADMINISTER)
    held = hold(conn, collection_id)
    if not held.is_closed:
        raise InvalidCollection(f"The collection “{held.name}” is open: everybody may read its filings.")
    return held


def _set_closed(conn: Connection, held: HeldCollection, is_closed: bool) -> None:
    """Raises InvalidCollection where the name is taken among those that it joins."""
    try:
        with conn.transaction():
            conn.execute("update collections set is_closed = %s where id = %s", (is_closed, held.id))
    except psycopg.errors.UniqueViolation as error:
        others = "a closed collection" if is_closed else "an open collection"
        raise InvalidCollection(
            f"There is {others} “{held.name}” already: rename one of the two first."
        ) from error


def _name(conn: Connection, user_id: UUID) -> str:
    row = conn.execute("select name from users where id = %s", (user_id,)).fetchone()
    if row is None:
        raise NotFound("There is no such user in this workspace.")
    return str(row[0])


def _note(conn: Connection, action: AccessAction, held: HeldCollection, user_id: UUID, name: str) -> None:
    access_changes.note(conn, action, {**held.subject(), "user_id": str(user_id), "member": name})
