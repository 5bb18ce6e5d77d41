"""Collections: filings that belong together for somebody's work, by a name. A filing may be in several."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection as Several
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

import psycopg
from psycopg.rows import class_row

from pipeline.evidence.errors import InvalidCollection, NotFound
from pipeline.permissions import Permission, Role
from pipeline.store import access, access_changes
from pipeline.store.access_changes import AccessAction
from pipeline.store.connect import Connection
from pipeline.store.documents import KNOWS_COLLECTION, MAY_READ

LONGEST_NAME: Final = 80
"""Characters of a name: more of them would not fit beside a filter."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection with how many filings are in it that the user may read, and how many others. A closed one's filings
    are for its members, of whom there are `members`. `may_change`: whether it is the transaction's user's to change."""

    id: UUID
    name: str
    filings: int
    withheld: int
    created_by: str
    created_at: datetime
    is_closed: bool = False
    members: int = 0
    may_change: bool = True

    @property
    def label(self) -> str:
        """How it is told from an open one of the same name."""
        return f"{self.name} (closed)" if self.is_closed else self.name

    def to_json(self) -> dict[str, object]:
        return {
            "collection_id": str(self.id),
            "name": self.name,
            "filings": self.filings,
            "withheld": self.withheld,
            "created_by": self.created_by,
            "created_at": self.created_at.isoformat(),
            "is_closed": self.is_closed,
            "members": self.members,
        }


_COLLECTIONS: Final = f"""
    select c.id, c.name, u.name as created_by, c.created_at, c.is_closed,
           (select count(*) from collection_members w where w.collection_id = c.id) as members,
           not c.is_closed or current_setting('pincite.role', true) = '{Role.ADMIN}' as may_change,
           count(*) filter (where r.may_read) as filings, count(*) filter (where not r.may_read) as withheld
    from collections c join users u on u.id = c.created_by
    left join (
        select m.collection_id, {MAY_READ} as may_read
        from collection_documents m join documents d on d.id = m.document_id {{inside}} offset 0
    ) r on r.collection_id = c.id
    where {KNOWS_COLLECTION} {{chosen}}
    group by c.tenant_id, c.id, u.name order by lower(c.name), c.is_closed, c.id
"""
"""SQL: "offset 0" has the rights asked once a filing, and not again for each count."""


def list_all(conn: Connection, user_id: UUID) -> list[Collection]:
    """The tenant's collections by name, without the closed ones that the user is not to know of."""
    with conn.cursor(row_factory=class_row(Collection)) as cursor:
        statement = _COLLECTIONS.format(inside="", chosen="")
        return cursor.execute(statement.encode(), {"user_id": user_id}).fetchall()


def get(conn: Connection, collection_id: UUID, user_id: UUID) -> Collection:
    """Raises NotFound, for a closed one that the user is not to know of too."""
    statement = _COLLECTIONS.format(
        inside="where m.collection_id = %(collection_id)s", chosen="and c.id = %(collection_id)s"
    )
    with conn.cursor(row_factory=class_row(Collection)) as cursor:
        row = cursor.execute(
            statement.encode(), {"user_id": user_id, "collection_id": collection_id}
        ).fetchone()
    if row is None:
        raise _unknown()
    return row


def find(conn: Connection, name: str, user_id: UUID) -> Collection | None:
    """The collection of this name, capitals or not; the open one where a closed one has the same."""
    return min(of_name(conn, name, user_id), key=lambda one: one.is_closed, default=None)


def of_name(conn: Connection, name: str, user_id: UUID) -> list[Collection]:
    """The collections of this name, capitals or not, that the user may know of: an open and a closed one at most."""
    wanted = _folded(name).lower()
    return [one for one in list_all(conn, user_id) if one.name.lower() == wanted]


def create(conn: Connection, user_id: UUID, name: str) -> UUID:
    """A new open collection without filings; its id. Raises InvalidCollection."""
    access.require(conn, Permission.COLLECT)
    collection_id, checked = uuid4(), _checked(name)
    _named(
        conn,
        "insert into collections (id, name, created_by) values (%s, %s, %s)",
        (collection_id, checked, user_id),
        checked,
    )
    return collection_id


def rename(conn: Connection, collection_id: UUID, name: str) -> None:
    """Raises InvalidCollection, and NotFound for a collection that is gone."""
    checked = _checked(name)
    held = hold(conn, collection_id)
    _named(conn, "update collections set name = %s where id = %s", (checked, collection_id), checked)
    if held.is_closed:
        access_changes.note(conn, AccessAction.RENAMED, {**held.subject(), "to": checked})


def delete(conn: Connection, collection_id: UUID) -> None:
    """Take a collection apart; its filings stay, and those of a closed one are for everybody from then on, unless
    another closed one holds them. Raises NotFound."""
    held = hold(conn, collection_id)
    if held.is_closed:
        access_changes.note(conn, AccessAction.DELETED, held.subject(everything_in(conn, collection_id)))
    conn.execute("delete from collections where id = %s", (collection_id,))


def put(conn: Connection, collection_id: UUID, document_ids: Several[UUID], user_id: UUID) -> int:
    """Put filings into a collection; how many were not in it before. From then on the filings of a closed one are for
    its members. Raises NotFound where the collection is gone, or a filing is none that the user may read: nothing is
    put then."""
    wanted = list(dict.fromkeys(document_ids))
    held = hold(conn, collection_id)
    readable = conn.execute(
        f"select d.id from documents d where d.id = any(%(ids)s) and {MAY_READ} for share of d".encode(),
        {"ids": wanted, "user_id": user_id},
    ).fetchall()
    if missing := set(wanted) - {document_id for (document_id,) in readable}:
        raise NotFound(
            f"{len(missing)} of the {len(wanted)} filings are not in the library any more, or may not be read. Nothing "
            "was changed: choose again."
        )
    rows = conn.execute(
        """
        insert into collection_documents (collection_id, document_id) select %s, unnest(%s::uuid[])
        on conflict do nothing returning document_id
        """,
        (collection_id, wanted),
    ).fetchall()
    _note_filings(conn, held, AccessAction.PUT_IN, rows)
    return len(rows)


def take_out(conn: Connection, collection_id: UUID, document_ids: Several[UUID]) -> int:
    """Take filings out of a collection; how many were in it. Those that leave their last closed one are for everybody
    from then on."""
    try:
        held = hold(conn, collection_id)
    except NotFound:
        return 0
    rows = conn.execute(
        "delete from collection_documents where collection_id = %s and document_id = any(%s) returning document_id",
        (collection_id, list(document_ids)),
    ).fetchall()
    _note_filings(conn, held, AccessAction.TAKEN_OUT, rows)
    return len(rows)


def of_documents(conn: Connection, user_id: UUID) -> dict[UUID, frozenset[UUID]]:
    """The collections that each filing of the tenant is in, as far as the user knows of them; a filing that is in none
    is missing."""
    found: dict[UUID, set[UUID]] = defaultdict(set)
    for document_id, collection_id in conn.execute(
        f"""
        select m.document_id, m.collection_id from collection_documents m join collections c on c.id = m.collection_id
        where {KNOWS_COLLECTION}
        """.encode(),
        {"user_id": user_id},
    ):
        found[document_id].add(collection_id)
    return {document_id: frozenset(ids) for document_id, ids in found.items()}


def filings(conn: Connection, collection_id: UUID, user_id: UUID) -> list[UUID]:
    """The filings of a collection that the user may ask, by title. Raises NotFound."""
    get(conn, collection_id, user_id)
    rows = conn.execute(
        f"""
        select d.id from documents d join collection_documents m on m.document_id = d.id
        where m.collection_id = %(collection_id)s and {MAY_READ}
          and exists (select from versions v where v.document_id = d.id)
        order by d.title, d.id
        """.encode(),
        {"collection_id": collection_id, "user_id": user_id},
    )
    return [document_id for (document_id,) in rows]


def everything_in(conn: Connection, collection_id: UUID) -> list[UUID]:
    """Every filing of a collection, whoever may read it."""
    rows = conn.execute(
        "select document_id from collection_documents where collection_id = %s order by document_id",
        (collection_id,),
    )
    return [document_id for (document_id,) in rows]


@dataclass(frozen=True, slots=True)
class HeldCollection:
    """A collection that stays as it is until the transaction ends."""

    id: UUID
    name: str
    is_closed: bool

    def subject(self, documents: Iterable[UUID] | None = None) -> dict[str, object]:
        """What a change of access says that it was about."""
        told: dict[str, object] = {"collection_id": str(self.id), "collection": self.name}
        return told if documents is None else {**told, "documents": [str(one) for one in documents]}


def hold(conn: Connection, collection_id: UUID) -> HeldCollection:
    """The collection, locked for a change. Needs Permission.COLLECT, of a closed one Permission.ADMINISTER. Raises
    NotFound, for a closed one that the transaction's user is not to know of too."""
    access.require(conn, Permission.COLLECT)
    with conn.cursor(row_factory=class_row(HeldCollection)) as cursor:
        held = cursor.execute(
            f"""
            select c.id, c.name, c.is_closed from collections c
            where c.id = %(collection_id)s and {KNOWS_COLLECTION} for update of c
            """.encode(),
            {"collection_id": collection_id, "user_id": None},
        ).fetchone()
    if held is None:
        raise _unknown()
    if held.is_closed:
        access.require(conn, Permission.ADMINISTER)
    return held


def _note_filings(
    conn: Connection, held: HeldCollection, action: AccessAction, rows: Iterable[tuple[UUID]]
) -> None:
    moved = sorted(document_id for (document_id,) in rows)
    if held.is_closed and moved:
        access_changes.note(conn, action, held.subject(moved))


def _folded(name: str) -> str:
    return " ".join(name.split())


def _checked(name: str) -> str:
    folded = _folded(name)
    if not folded:
        raise InvalidCollection("A collection needs a name.")
    if len(folded) > LONGEST_NAME:
        raise InvalidCollection(
            f"A collection's name has {LONGEST_NAME} characters at most, and this one {len(folded)}."
        )
    if not folded.isprintable():
        raise InvalidCollection("A collection's name is letters, digits and signs that can be seen.")
    return folded


def _named(conn: Connection, statement: str, values: tuple[object, ...], name: str) -> bool:
    """Whether a row was written. A name that is taken leaves the transaction as it was. Raises InvalidCollection."""
    try:
        with conn.transaction():
            return conn.execute(statement.encode(), values).rowcount > 0
    except psycopg.errors.UniqueViolation as error:
        raise InvalidCollection(f"There is a collection “{name}” already: choose another name.") from error


def _unknown() -> NotFound:
    return NotFound("There is no such collection.")
