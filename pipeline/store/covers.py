"""What each version is, as its filing says and as an analyst says it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from pipeline.evidence.cover import Cover, CoverField, CoverSource
from pipeline.evidence.cover_title import titled
from pipeline.evidence.document import TitleSource
from pipeline.store import documents
from pipeline.store.connect import Connection

EDITED = """coalesce((
    select jsonb_object_agg(latest.field, latest.value) from (
        select distinct on (e.field) e.field, e.value from cover_edits e
        where e.version_id = {version} order by e.field, e.id desc
    ) latest where latest.value is not null), '{{}}')"""
"""SQL: the fields of a version's cover that an analyst said, as one JSON object; format with the `version`."""


def put(conn: Connection, version_id: UUID, cover: Cover) -> None:
    """Store what a version's filing says; in the place of what it said when it was read before."""
    conn.execute(
        """
        insert into covers (version_id, as_read) values (%s, %s)
        on conflict (tenant_id, version_id) do update set as_read = excluded.as_read
        """,
        (version_id, Jsonb(cover.to_json())),
    )


def of_versions(conn: Connection, version_ids: Collection[UUID]) -> dict[UUID, Cover]:
    """The cover of each version, with what an analyst said of it. One that was stored without has an empty one."""
    rows = conn.execute(
        f"""
        select v.id, c.as_read, {EDITED.format(version="v.id")}
        from versions v left join covers c on c.version_id = v.id where v.id = any(%s)
        """.encode(),
        (list(version_ids),),
    )
    return {version_id: merged(as_read or {}, edits) for version_id, as_read, edits in rows}


def merged(as_read: dict[str, Any], edits: dict[str, Any]) -> Cover:
    """A cover as JSON, with the fields that an analyst said, as `EDITED` gives them, in the place of those read."""
    if not edits:
        return Cover.from_json(as_read)
    whole = {**Cover.from_json(as_read).to_json(), **edits}
    whole["sources"] = {**whole["sources"], **dict.fromkeys(edits, CoverSource.ANALYST.value)}
    return Cover.from_json(whole)


def edit(conn: Connection, version_id: UUID, user_id: UUID, field: CoverField, value: object | None) -> None:
    """Have an analyst's word count for a field: `value` as the cover's JSON has it, or None to go back to what was
    read. The titles of the version and its document follow."""
    _say(conn, version_id, user_id, field, None if value is None else Jsonb(value))


def empty(conn: Connection, version_id: UUID, user_id: UUID, field: CoverField) -> None:
    """Have an analyst say that the filing has no such thing: what was read of it was wrong. The titles follow."""
    _say(conn, version_id, user_id, field, Jsonb([] if field is CoverField.REGISTRANTS else None))


def _say(conn: Connection, version_id: UUID, user_id: UUID, field: CoverField, value: Jsonb | None) -> None:
    """Raises NotFound, and AccessDenied where the user may not read the filing, perhaps since its cover was opened."""
    documents.require_readable(conn, version_id, user_id)
    conn.execute(
        "insert into cover_edits (version_id, field, value, user_id) values (%s, %s, %s, %s)",
        (version_id, field.value, value, user_id),
    )
    renew_title(conn, version_id)


def as_read(conn: Connection, version_id: UUID) -> Cover | None:
    """A version's cover without what an analyst said; None for a version that was stored before covers were read."""
    row = conn.execute("select as_read from covers where version_id = %s", (version_id,)).fetchone()
    return Cover.from_json(row[0]) if row else None


def is_edited(conn: Connection, version_id: UUID) -> bool:
    """Whether an analyst said anything of the version's cover, withdrawn or not."""
    row = conn.execute(
        "select exists (select from cover_edits where version_id = %s)", (version_id,)
    ).fetchone()
    return bool(row and row[0])


def renew_title(conn: Connection, version_id: UUID) -> None:
    """Call a version by its cover, and its document too if nothing has taken the version's place.

    A version stored before covers were keeps its title until its cover gives one. Passages keep the title that they
    were stored with, as words to be found by.
    """
    row = conn.execute(
        f"""
        select v.source_name, c.as_read, {EDITED.format(version="v.id")}
        from versions v left join covers c on c.version_id = v.id where v.id = %s
        """.encode(),
        (version_id,),
    ).fetchone()
    if row is None:
        return
    source_name, as_read, edits = row
    title, source = titled(merged(as_read or {}, edits), source_name)
    if as_read is None and source is TitleSource.FILE_NAME:
        return
    conn.execute("update versions set title = %s where id = %s", (title, version_id))
    conn.execute(
        """
        update documents d set title = %s, title_source = %s from versions v
        where v.id = %s and d.id = v.document_id and not exists (select from versions n where n.supersedes = v.id)
        """,
        (title, source.value, version_id),
    )
