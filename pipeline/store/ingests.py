"""Runs that bring a file into the library. Their state is derived from what they reported, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID, uuid4

from psycopg.rows import class_row

from pipeline.evidence.errors import NotFound
from pipeline.store.connect import Connection


class IngestState(StrEnum):
    """`interrupted`: it has not been heard of for 30 seconds, and will not be."""

    QUEUED = "queued"
    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    CANCELLED = "cancelled"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class IngestRow:
    """One run. `done` of `total` units of its `stage`; times are with time zone."""

    id: UUID
    source_name: str
    path: str
    sha256: str | None
    supersedes: UUID | None
    started_at: datetime
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


_SELECT = """
    select id, source_name, path, sha256, supersedes, started_at, heartbeat_at, finished_at, stage, done, total,
           version_id, error_type, error_message, cancel_requested, ingest_state(i) as state
    from ingests i
"""


def start(
    conn: Connection,
    *,
    source_name: str,
    path: str,
    sha256: str | None = None,
    supersedes: UUID | None = None,
) -> UUID:
    """Queue a run; its id. It counts as running from its first progress."""
    ingest_id = uuid4()
    conn.execute(
        "insert into ingests (id, source_name, path, sha256, supersedes) values (%s, %s, %s, %s, %s)",
        (ingest_id, source_name, path, sha256, supersedes),
    )
    return ingest_id


def progress(
    conn: Connection, ingest_id: UUID, stage: str, done: int, total: int, *, sha256: str | None = None
) -> bool:
    """Report that the run lives and how far it is; True when it was asked to stop. Raises NotFound."""
    row = conn.execute(
        """
        update ingests set heartbeat_at = clock_timestamp(), stage = %s, done = %s, total = %s,
               sha256 = coalesce(%s, sha256)
        where id = %s returning cancel_requested
        """,
        (stage, done, total, sha256, ingest_id),
    ).fetchone()
    if row is None:
        raise _unknown(ingest_id)
    return bool(row[0])


def finish(conn: Connection, ingest_id: UUID, version_id: UUID) -> None:
    """The version is stored, now or before. Raises NotFound."""
    _change(conn, ingest_id, "finished_at = clock_timestamp(), version_id = %s", version_id)


def fail(conn: Connection, ingest_id: UUID, error_type: str, error_message: str) -> None:
    """The run ended without a version: by its error, or because it was asked to stop. Raises NotFound."""
    _change(
        conn,
        ingest_id,
        "finished_at = clock_timestamp(), error_type = %s, error_message = %s",
        error_type,
        error_message,
    )


def request_cancel(conn: Connection, ingest_id: UUID) -> None:
    """Ask a run to stop; it learns of it with its next progress. Raises NotFound."""
    _change(conn, ingest_id, "cancel_requested = true")


def get(conn: Connection, ingest_id: UUID) -> IngestRow:
    """Raises NotFound."""
    with conn.cursor(row_factory=class_row(IngestRow)) as cursor:
        row = cursor.execute(_SELECT + "where id = %s", (ingest_id,)).fetchone()
    if row is None:
        raise _unknown(ingest_id)
    return row


def list_recent(conn: Connection, limit: int = 50) -> list[IngestRow]:
    """The tenant's runs, newest first."""
    with conn.cursor(row_factory=class_row(IngestRow)) as cursor:
        return cursor.execute(_SELECT + "order by started_at desc, id limit %s", (limit,)).fetchall()


def _change(conn: Connection, ingest_id: UUID, assignments: str, *values: Any) -> None:
    statement = f"update ingests set {assignments} where id = %s"
    if conn.execute(statement.encode(), (*values, ingest_id)).rowcount == 0:
        raise _unknown(ingest_id)


def _unknown(ingest_id: UUID) -> NotFound:
    return NotFound(f"There is no ingest {ingest_id}.")
