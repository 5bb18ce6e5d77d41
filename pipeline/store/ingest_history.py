"""Every run that brought a filing in, read it again, or failed to: when, by which parser, for whom, and its outcome."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from pipeline.store.connect import Connection
from pipeline.store.documents import MAY_READ
from pipeline.store.ingests import IngestKind, IngestState
from pipeline.store.removals import MAY_KNOW


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One run, with what became of it. `title` and `document_id` are those of the filing that it is about, None where
    there is none, or no more; `parser_version` is what read it; `removed_by` says who removed what it stored."""

    id: UUID
    kind: IngestKind
    source_name: str
    path: str
    state: IngestState
    queued_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    attempts: int
    byte_size: int | None
    parser_version: str | None
    error_type: str | None
    error_message: str | None
    asked_by: str | None
    document_id: UUID | None
    version_id: UUID | None
    title: str | None
    was_there: bool
    removed_at: datetime | None
    removed_by: str | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", IngestState(self.state))
        object.__setattr__(self, "kind", IngestKind(self.kind))


@dataclass(frozen=True, slots=True)
class History:
    """Some of `total` runs, the newest first. `withheld` more are about filings that the user may not read."""

    rows: tuple[HistoryRow, ...]
    total: int
    withheld: int


def find(
    conn: Connection,
    user_id: UUID,
    limit: int,
    offset: int = 0,
    *,
    states: Collection[IngestState] = (),
    document_id: UUID | None = None,
) -> History:
    """The runs of the tenant, or of one document, in any of `states` (none: all)."""
    values = {
        "user_id": user_id,
        "limit": limit,
        "offset": offset,
        "states": [state.value for state in states] or None,
        "document_id": document_id,
    }
    counts = conn.execute(
        f"{_RUNS} select count(*) filter (where may_know), count(*) filter (where not may_know) from runs".encode(),
        values,
    ).fetchone()
    with conn.cursor(row_factory=class_row(HistoryRow)) as cursor:
        rows = cursor.execute(
            f"""
            {_RUNS} select {_COLUMNS} from runs where may_know
            order by queued_at desc, id limit %(limit)s offset %(offset)s
            """.encode(),
            values,
        ).fetchall()
    total, withheld = counts or (0, 0)
    return History(tuple(rows), total, withheld)


def withheld(conn: Connection, user_id: UUID, run_ids: Collection[UUID]) -> set[UUID]:
    """Those of the runs that are about filings that the user may not read, or will not: their files' names are not told
    either."""
    rows = conn.execute(
        f"{_RUNS} select id from runs where not may_know and id = any(%(ids)s)".encode(),
        {"user_id": user_id, "states": None, "document_id": None, "ids": list(run_ids)},
    )
    return {run_id for (run_id,) in rows}


_COLUMNS: Final = ", ".join(HistoryRow.__dataclass_fields__)

# The name of a file that is to take a filing's place, or that failed with a filing's bytes, tells of that filing.
_BETRAYS_NOTHING: Final = f"""not exists (
    select from versions kin join documents d on d.id = kin.document_id
    where (kin.id = i.supersedes or kin.sha256 = i.sha256) and not {MAY_READ})"""

# A run that has not stored anything is nobody's filing yet, and everybody's to see, but for one into a closed
# collection: that is seen by its members and by whoever began it, and where the collection is gone, by the latter.
_IS_FOR_ALL: Final = """(i.collection_id is null or i.user_id is not distinct from %(user_id)s or exists (
    select from collections c where c.id = i.collection_id and (not c.is_closed or exists (
        select from collection_members w where w.collection_id = c.id and w.user_id = %(user_id)s))))"""

# A run whose filing was removed was in the same transaction as its removal: their times are the same.
_RUNS: Final = f"""
with runs as (
    select i.id, i.kind, i.source_name, i.path, ingest_state(i) as state, i.queued_at, i.started_at, i.finished_at,
           i.attempts, i.byte_size, i.parser_version, i.error_type, i.error_message, asker.name as asked_by,
           d.id as document_id, v.id as version_id, v.title, i.removed_at, remover.name as removed_by,
           coalesce(i.kind <> 'reread' and v.created_at < coalesce(i.started_at, i.queued_at), false) as was_there,
           case when d.id is not null then {MAY_READ} when r.id is not null then {MAY_KNOW} else {_IS_FOR_ALL} end
               and {_BETRAYS_NOTHING} as may_know
    from ingests i
    left join users asker on asker.id = i.user_id
    left join versions v on v.id = coalesce(i.version_id, i.reread)
    left join documents d on d.id = v.document_id
    left join removals r on r.created_at = i.removed_at
        and r.versions @> jsonb_build_array(jsonb_build_object('sha256', i.sha256))
    left join users remover on remover.id = r.user_id
    where (%(states)s::text[] is null or ingest_state(i) = any(%(states)s))
      and (%(document_id)s::uuid is null or d.id = %(document_id)s or r.document_id = %(document_id)s)
)
"""
