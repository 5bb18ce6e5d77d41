"""Runs that bring a file into the library. Their state is derived from what they reported, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from psycopg.rows import class_row

from pipeline.evidence.errors import NotFound
from pipeline.store import backup_hold
from pipeline.store.connect import Connection


class IngestState(StrEnum):
    """`interrupted`: its worker has not been heard of for 10 seconds; the next one takes it up again. `removed`: what
    it stored has been removed from the library since."""

    QUEUED = "queued"
    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    CANCELLED = "cancelled"
    READY = "ready"
    REMOVED = "removed"


UNFINISHED = frozenset({IngestState.QUEUED, IngestState.RUNNING, IngestState.INTERRUPTED})


class IngestKind(StrEnum):
    """What a run reads: a file, a sample filing, or a stored version once more (`reread`).

    `samples` reads nothing: it builds the sample filings and queues them.
    """

    FILE = "file"
    SAMPLES = "samples"
    SAMPLE = "sample"
    REREAD = "reread"


class Standing(StrEnum):
    """What a worker learns when it reports a run: go on, stop because somebody cancelled it, or let go of it.

    `lost`: another worker has it in hand by now, or it is gone.
    """

    OURS = "ours"
    CANCELLED = "cancelled"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class IngestRow:
    """One run. `done` of `total` units of its `stage`; times are with time zone.

    `path`: where the file came from, for words; `collection_id`: what its filing comes into the library in. Its bytes
    are in the blob store under `sha256` while `keeps_bytes`, or by its version. `attempts`: how often it was taken up
    without being handed back.
    """

    id: UUID
    kind: IngestKind
    source_name: str
    path: str
    sha256: str | None
    byte_size: int | None
    supersedes: UUID | None
    follows: UUID | None
    reread: UUID | None
    collection_id: UUID | None
    user_id: UUID | None
    job_id: int | None
    attempts: int
    worker: str | None
    keeps_bytes: bool
    queued_at: datetime
    started_at: datetime | None
    heartbeat_at: datetime | None
    finished_at: datetime | None
    stage: str | None
    done: int
    total: int
    version_id: UUID | None
    error_type: str | None
    error_message: str | None
    cancel_requested: bool
    state: IngestState

    def __post_init__(self) -> None:
        object.__setattr__(self, "state", IngestState(self.state))
        object.__setattr__(self, "kind", IngestKind(self.kind))

    def came_after(self, stored_at: datetime) -> bool:
        """True when a version that was stored then was there before this run was begun."""
        return stored_at < (self.started_at or self.queued_at)


@dataclass(frozen=True, slots=True)
class NewIngest:
    """A run to be queued. Without `sha256` it has no bytes of its own: it was refused, or reads none."""

    id: UUID
    source_name: str
    path: str
    kind: IngestKind = IngestKind.FILE
    sha256: str | None = None
    byte_size: int | None = None
    supersedes: UUID | None = None
    follows: UUID | None = None
    reread: UUID | None = None
    user_id: UUID | None = None
    collection_id: UUID | None = None


_SELECT = """
    select id, kind, source_name, path, sha256, byte_size, supersedes, follows, reread, collection_id, user_id,
           job_id, attempts, worker, keeps_bytes, queued_at, started_at, heartbeat_at, finished_at, stage, done, total,
           version_id, error_type, error_message, cancel_requested, ingest_state(i) as state
    from ingests i
"""


def add(conn: Connection, run: NewIngest, *, job_id: int | None = None) -> None:
    """Write down a run that waits. Its bytes, if it has any, are claimed; a version's own are its version's."""
    conn.execute(
        """
        insert into ingests (id, kind, source_name, path, sha256, byte_size, supersedes, follows, reread,
                             collection_id, user_id, job_id, keeps_bytes, queued_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, clock_timestamp())
        """,
        (
            run.id,
            run.kind,
            run.source_name,
            run.path,
            run.sha256,
            run.byte_size,
            run.supersedes,
            run.follows,
            run.reread,
            run.collection_id,
            run.user_id,
            job_id,
            run.sha256 is not None and run.reread is None,
        ),
    )


def take(conn: Connection, ingest_id: UUID, worker: str) -> bool:
    """Begin an attempt; False when there is nothing left to do. A run that was cancelled meanwhile is not taken."""
    taken = conn.execute(
        """
        update ingests
        set worker = %s, attempts = attempts + 1, started_at = coalesce(started_at, clock_timestamp()),
            heartbeat_at = clock_timestamp(), stage = 'starting', done = 0, total = 1
        where id = %s and finished_at is null and not cancel_requested
        """,
        (worker, ingest_id),
    )
    return taken.rowcount == 1


def progress(conn: Connection, ingest_id: UUID, worker: str, stage: str, done: int, total: int) -> Standing:
    """Report that the run lives and how far it is, and learn whether to go on."""
    row = conn.execute(
        """
        update ingests set heartbeat_at = clock_timestamp(), stage = %s, done = %s, total = %s
        where id = %s and worker = %s and finished_at is null returning cancel_requested
        """,
        (stage, done, total, ingest_id, worker),
    ).fetchone()
    if row is None:
        return Standing.LOST
    return Standing.CANCELLED if row[0] else Standing.OURS


def hand_back(conn: Connection, ingest_id: UUID, worker: str, *, counted: bool) -> None:
    """Let the run wait for another worker. An attempt that nothing went wrong with is not counted.

    Nothing happens when another worker has it in hand by now.
    """
    conn.execute(
        """
        update ingests
        set worker = null, heartbeat_at = null, stage = null, done = 0, total = 0,
            attempts = attempts - case when %s then 0 else 1 end
        where id = %s and worker = %s and finished_at is null
        """,
        (counted, ingest_id, worker),
    )


def finish(conn: Connection, ingest_id: UUID, version_id: UUID) -> None:
    """The version is stored, now or before, and holds the bytes from here on; the run keeps which parser had read it.
    Raises NotFound."""
    _change(
        conn,
        ingest_id,
        "finished_at = clock_timestamp(), version_id = %s, keeps_bytes = false, error_type = null, "
        "error_message = null, parser_version = (select parser_version from versions where id = %s)",
        version_id,
        version_id,
    )


def fail(
    conn: Connection, ingest_id: UUID, error_type: str, error_message: str, *, keep_bytes: bool = False
) -> None:
    """The run ended without a version: by its error, or because it was asked to stop. Raises NotFound.

    With `keep_bytes` it can be tried again without the file.
    """
    _change(
        conn,
        ingest_id,
        "finished_at = clock_timestamp(), error_type = %s, error_message = %s, keeps_bytes = keeps_bytes and %s",
        error_type,
        error_message,
        keep_bytes,
    )


def queue_again(conn: Connection, ingest_id: UUID, job_id: int) -> None:
    """A run that failed waits once more, as if it were new. Raises NotFound."""
    _change(
        conn,
        ingest_id,
        "finished_at = null, error_type = null, error_message = null, worker = null, heartbeat_at = null, "
        "started_at = null, stage = null, done = 0, total = 0, attempts = 0, cancel_requested = false, "
        "queued_at = clock_timestamp(), job_id = %s",
        job_id,
    )


def request_cancel(conn: Connection, ingest_ids: Sequence[UUID]) -> None:
    """Ask runs to stop; those in hand learn of it with their next progress. Nothing happens to runs that are over."""
    conn.execute(
        "update ingests set cancel_requested = true where id = any(%s) and finished_at is null",
        (list(ingest_ids),),
    )


def stop_waiting(conn: Connection, stopped: Sequence[tuple[UUID, str]], error_type: str) -> None:
    """Runs that waited are over, each with its words."""
    ids, words = [ingest_id for ingest_id, _ in stopped], [message for _, message in stopped]
    conn.execute(
        """
        update ingests i
        set cancel_requested = true, finished_at = clock_timestamp(), keeps_bytes = false, error_type = %s,
            error_message = s.message
        from unnest(%s::uuid[], %s::text[]) as s (id, message) where i.id = s.id and i.finished_at is null
        """,
        (error_type, ids, words),
    )


def remove(conn: Connection, ingest_id: UUID) -> None:
    """Forget a run; nothing happens when it is not there."""
    conn.execute("delete from ingests where id = %s", (ingest_id,))


def forget_bytes(conn: Connection, days: float) -> list[str]:
    """Give up the claims of runs that failed longer ago; the hashes that they were on."""
    rows = conn.execute(
        """
        update ingests set keeps_bytes = false
        where keeps_bytes and finished_at < clock_timestamp() - make_interval(secs => %s) returning sha256
        """,
        (days * 86_400.0,),
    ).fetchall()
    return [row[0] for row in rows]


def get(conn: Connection, ingest_id: UUID) -> IngestRow:
    """Raises NotFound."""
    rows = _rows(conn, "where id = %s", ingest_id)
    if not rows:
        raise _unknown(ingest_id)
    return rows[0]


def get_many(conn: Connection, ingest_ids: Sequence[UUID]) -> dict[UUID, IngestRow]:
    """Those that are there, by their ids."""
    return {row.id: row for row in _rows(conn, "where id = any(%s)", list(ingest_ids))}


def list_recent(conn: Connection, limit: int = 50) -> list[IngestRow]:
    """The tenant's runs, newest first."""
    return _rows(conn, "order by queued_at desc, id limit %s", limit)


def list_in_hand(conn: Connection, limit: int) -> list[IngestRow]:
    """Unfinished runs that a worker took up, oldest first: running, or interrupted."""
    return _rows(
        conn,
        "where finished_at is null and worker is not null and ingest_state(i) <> 'cancelled' "
        "order by started_at, id limit %s",
        limit,
    )


def list_waiting(conn: Connection, limit: int) -> list[IngestRow]:
    """The runs that wait, next first."""
    return _rows(
        conn,
        "where finished_at is null and worker is null and not cancel_requested order by queued_at, id limit %s",
        limit,
    )


def list_finished(conn: Connection, limit: int) -> list[IngestRow]:
    """Runs that are over, the latest first."""
    return _rows(conn, "where finished_at is not null order by finished_at desc, id limit %s", limit)


def list_unfinished(conn: Connection) -> list[UUID]:
    """The ids of all runs that are not over, oldest first."""
    rows = conn.execute("select id from ingests where finished_at is null order by queued_at, id").fetchall()
    return [row[0] for row in rows]


def count_by_state(conn: Connection) -> dict[IngestState, int]:
    """How many unfinished runs are in each state; a state without any is missing."""
    rows = conn.execute(
        "select ingest_state(i), count(*) from ingests i where finished_at is null group by 1"
    ).fetchall()
    return {IngestState(state): count for state, count in rows}


def samples_are_coming(conn: Connection) -> bool:
    """True while the sample filings are being built or read."""
    row = conn.execute(
        """
        select exists (
            select from ingests i
            where finished_at is null and kind in ('samples', 'sample')
              and ingest_state(i) in ('queued', 'running', 'interrupted'))
        """
    ).fetchone()
    return bool(row and row[0])


# Bytes ---------------------------------------------------------------------------------------------


def hold_bytes(conn: Connection, sha256: str) -> None:
    """Keep everybody else of the tenant from queueing or removing these bytes until the transaction ends.

    Several are held in the order of their hashes, so that two transactions never wait for each other.
    """
    conn.execute("select pg_advisory_xact_lock(hashtextextended(current_tenant()::text || %s, 0))", (sha256,))


def unclaimed_bytes(conn: Connection, hashes: Sequence[str]) -> list[str]:
    """Those that no version is made of, and that no run which could still read them names; none while a backup copies
    what was claimed when it began."""
    if not backup_hold.may_free(conn):
        return []
    rows = conn.execute(
        """
        select sha256 from unnest(%s::text[]) as candidate (sha256)
        where not exists (select from versions v where v.sha256 = candidate.sha256)
          and not exists (select from versions v where v.rendition_sha256 = candidate.sha256)
          and not exists (select from ingests i where i.sha256 = candidate.sha256 and i.keeps_bytes)
        """,
        (list(hashes),),
    ).fetchall()
    return [row[0] for row in rows]


def bytes_are_claimed(conn: Connection, sha256: str) -> bool:
    """True when a version is made of these bytes, or a run that could still read them names them."""
    return not unclaimed_bytes(conn, [sha256])


def _rows(conn: Connection, clauses: str, *values: Any) -> list[IngestRow]:
    with conn.cursor(row_factory=class_row(IngestRow)) as cursor:
        return cursor.execute((_SELECT + clauses).encode(), values).fetchall()


def _change(conn: Connection, ingest_id: UUID, assignments: str, *values: Any) -> None:
    statement = f"update ingests set {assignments} where id = %s"
    if conn.execute(statement.encode(), (*values, ingest_id)).rowcount == 0:
        raise _unknown(ingest_id)


def _unknown(ingest_id: UUID) -> NotFound:
    return NotFound(f"There is no ingest {ingest_id}.")
