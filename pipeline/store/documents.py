"""Documents: what the library lists, and who may read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from psycopg.rows import class_row

from pipeline.evidence.document import TitleSource
from pipeline.evidence.errors import AccessDenied, NotFound
from pipeline.permissions import Permission, Role
from pipeline.store import access, access_changes
from pipeline.store.access_changes import AccessAction
from pipeline.store.connect import Connection

_USER = "coalesce(%(user_id)s::uuid, nullif(current_setting('pincite.user_id', true), '')::uuid)"
_IS_CLOSED = """exists (
    select from collection_documents x join collections k on k.id = x.collection_id
    where x.document_id = d.id and k.is_closed)"""


def may_read(user: str) -> str:
    """SQL: whether the user whose id is the SQL `user` may read document `d`. The only place that says so.

    A restricted one needs a grant of its own. One in closed collections needs a membership of any of them, or a grant.
    """
    return f"""((not d.restricted and (not {_IS_CLOSED} or exists (
        select from collection_members w join collections k on k.id = w.collection_id
        join collection_documents x on x.collection_id = w.collection_id
        where x.document_id = d.id and k.is_closed and w.user_id = {user})))
    or exists (select from document_grants g where g.document_id = d.id and g.user_id = {user}))"""


MAY_READ = may_read(_USER)
"""SQL: whether user %(user_id)s, or with null the scope's, may read document `d`."""

IS_FOR_SOME = f"(d.restricted or {_IS_CLOSED})"
"""SQL: whether document `d` is for some of the tenant's users only, and not for all."""

KNOWS_COLLECTION = f"""(not c.is_closed or current_setting('pincite.role', true) = '{Role.ADMIN}' or exists (
    select from collection_members w where w.collection_id = c.id and w.user_id = {_USER}))"""
"""SQL: whether user %(user_id)s, or with null the scope's, may know that there is collection `c`: a closed one is known
to its members and to admins. That opens none of its filings to an admin."""

IS_SUPERSEDED = "exists (select from versions newer where newer.supersedes = v.id)"
"""SQL: whether another version has taken the place of version `v`."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document as the library lists it, by its current version. Titles, names and counts are None where the user may
    not read it; the version's facts are None as long as nothing of it is stored. `restricted`: it is for some of the
    tenant's users only, by itself or by the closed collections that it is in.
    """

    document_id: UUID
    version_id: UUID | None
    title: str | None
    source_name: str | None
    media_type: str | None
    pages: int | None
    blocks: int | None
    passages: int | None
    created_at: datetime
    superseded_versions: int
    restricted: bool
    may_read: bool

    def to_json(self) -> dict[str, object]:
        return {
            "document_id": str(self.document_id),
            "version_id": str(self.version_id) if self.version_id else None,
            "title": self.title,
            "source_name": self.source_name,
            "media_type": self.media_type,
            "pages": self.pages,
            "blocks": self.blocks,
            "passages": self.passages,
            "created_at": self.created_at.isoformat(),
            "superseded_versions": self.superseded_versions,
            "restricted": self.restricted,
            "may_read": self.may_read,
        }


_ROWS = f"""
    select d.id as document_id, v.id as version_id,
           case when d.may_read then coalesce(v.title, d.title) end as title,
           case when d.may_read then coalesce(v.source_name, d.source_name) end as source_name,
           v.media_type, case when d.may_read then v.page_count end as pages,
           case when d.may_read then v.block_count end as blocks,
           case when d.may_read then v.passage_count end as passages,
           coalesce(v.created_at, d.created_at) as created_at,
           (select count(*) from versions v where v.document_id = d.id and d.may_read and {IS_SUPERSEDED})
               as superseded_versions,
           d.is_for_some as restricted, d.may_read
    from (
        select d.*, {MAY_READ} as may_read, {IS_FOR_SOME} as is_for_some from documents d {{chosen}} offset 0
    ) d
    left join lateral (
        select * from versions v where v.document_id = d.id and not {IS_SUPERSEDED} order by created_at desc limit 1
    ) v on true
    order by title nulls last, created_at, document_id
"""
"""SQL: "offset 0" has the rights asked once a filing, and not again wherever they are used."""


def add(
    conn: Connection, *, title: str, title_source: TitleSource, source_name: str, restricted: bool = False
) -> UUID:
    """A new document without a version; its id."""
    document_id = uuid4()
    conn.execute(
        "insert into documents (id, title, title_source, source_name, restricted) values (%s, %s, %s, %s, %s)",
        (document_id, title, title_source.value, source_name, restricted),
    )
    return document_id


def list_all(conn: Connection, user_id: UUID) -> list[DocumentRow]:
    """Every document of the tenant, by title; those that the user may not read come last, without one."""
    with conn.cursor(row_factory=class_row(DocumentRow)) as cursor:
        return cursor.execute(_ROWS.format(chosen="").encode(), {"user_id": user_id}).fetchall()


def find(conn: Connection, document_ids: Sequence[UUID], user_id: UUID) -> list[DocumentRow]:
    """Those of the documents that are there, by title."""
    with conn.cursor(row_factory=class_row(DocumentRow)) as cursor:
        return cursor.execute(
            _ROWS.format(chosen="where d.id = any(%(ids)s)").encode(),
            {"user_id": user_id, "ids": list(document_ids)},
        ).fetchall()


def get(conn: Connection, document_id: UUID, user_id: UUID) -> DocumentRow:
    """One document. Raises NotFound."""
    rows = find(conn, [document_id], user_id)
    if not rows:
        raise _unknown(document_id)
    return rows[0]


def require_readable(conn: Connection, version_id: UUID, user_id: UUID) -> None:
    """Raises AccessDenied for a version that the user may not read, and NotFound for one that is not there."""
    row = conn.execute(
        f"select {MAY_READ} from versions v join documents d on d.id = v.document_id where v.id = %(version_id)s",
        {"version_id": version_id, "user_id": user_id},
    ).fetchone()
    if row is None:
        raise NotFound(f"There is no version {version_id}.")
    if not row[0]:
        raise AccessDenied("You do not have access to this document.")


def set_restricted(conn: Connection, document_id: UUID, restricted: bool) -> None:
    """Whether only users with a grant may read it. Needs Permission.ADMINISTER. Raises NotFound."""
    access.require(conn, Permission.ADMINISTER)
    _require_change(
        conn, "update documents set restricted = %s where id = %s", (restricted, document_id), document_id
    )
    action = AccessAction.RESTRICTED if restricted else AccessAction.UNRESTRICTED
    access_changes.note(conn, action, {"documents": [str(document_id)]})


def grant(conn: Connection, document_id: UUID, user_id: UUID) -> None:
    """Let a user of the tenant read a restricted document, or one of closed collections. Needs Permission.ADMINISTER.
    Raises NotFound."""
    access.require(conn, Permission.ADMINISTER)
    get(conn, document_id, user_id)
    added = conn.execute(
        "insert into document_grants (document_id, user_id) values (%s, %s) on conflict do nothing",
        (document_id, user_id),
    )
    if added.rowcount:
        access_changes.note(conn, AccessAction.GRANTED, _granted(document_id, user_id))


def revoke(conn: Connection, document_id: UUID, user_id: UUID) -> None:
    """Take a grant back; nothing happens without one. Needs Permission.ADMINISTER."""
    access.require(conn, Permission.ADMINISTER)
    gone = conn.execute(
        "delete from document_grants where document_id = %s and user_id = %s", (document_id, user_id)
    )
    if gone.rowcount:
        access_changes.note(conn, AccessAction.REVOKED, _granted(document_id, user_id))


def delete(conn: Connection, document_id: UUID) -> list[str]:
    """Remove a document with its versions; answers keep their citations, and runs that read it say that it was removed.
    Raises NotFound. `pipeline.store.removals` tells what hangs on it before.

    Returns the hashes of the bytes that no version of this tenant has any more.
    """
    rows = conn.execute(
        "select sha256, rendition_sha256 from versions where document_id = %s", (document_id,)
    ).fetchall()
    conn.execute(
        """
        update ingests i set removed_at = now()
        from versions v where v.document_id = %s and v.id in (i.version_id, i.reread)
        """,
        (document_id,),
    )
    _require_change(conn, "delete from documents where id = %s", (document_id,), document_id)
    hashes = {value for row in rows for value in row if value}
    kept = conn.execute(
        "select rendition_sha256 from versions where rendition_sha256 = any(%s)", (list(hashes),)
    )
    return sorted(hashes - {value for (value,) in kept})


def _granted(document_id: UUID, user_id: UUID) -> dict[str, object]:
    return {"documents": [str(document_id)], "user_id": str(user_id)}


def _require_change(conn: Connection, statement: str, values: tuple[Any, ...], document_id: UUID) -> None:
    if conn.execute(statement.encode(), values).rowcount == 0:
        raise _unknown(document_id)


def _unknown(document_id: UUID) -> NotFound:
    return NotFound(f"There is no document {document_id}.")
