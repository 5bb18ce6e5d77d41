"""What killed processes left in the tables: runs that no job brings on, and pieces of files that nobody reads."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from psycopg.rows import class_row

from pipeline.store.connect import Connection
from pipeline.store.ingests import IngestKind

_LOCK = 0x50494E43_53574550  # "PINC" "SWEP"


@dataclass(frozen=True, slots=True)
class StrandedRun:
    """An unfinished run whose job is gone. `user_id` asked for it, None for one of before users were kept."""

    id: UUID
    kind: IngestKind
    sha256: str | None
    user_id: UUID | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", IngestKind(self.kind))


def only_sweeper(conn: Connection) -> bool:
    """True when no other process sweeps, in whatever tenant; nobody else does until this transaction ends."""
    row = conn.execute("select pg_try_advisory_xact_lock(%s)", (_LOCK,)).fetchone()
    return bool(row and row[0])


def stranded(conn: Connection, silent_for: float) -> list[StrandedRun]:
    """The tenant's runs that nobody would ever bring on: unfinished, not heard of for so many seconds, and their job is
    gone. They are held until the transaction ends, so that each is queued again once.

    A job is deleted after its run's end is stored, so that one without the other means a failure in between.
    """
    with conn.cursor(row_factory=class_row(StrandedRun)) as cursor:
        return cursor.execute(
            """
            select i.id, i.kind, i.sha256, i.user_id from ingests i
            where i.finished_at is null
              and coalesce(i.heartbeat_at, i.queued_at) < clock_timestamp() - make_interval(secs => %s)
              and not exists (
                  select from procrastinate_jobs j where j.id = i.job_id and j.status in ('todo', 'doing'))
            order by i.queued_at, i.id for update skip locked
            """,
            (silent_for,),
        ).fetchall()


def give_job(conn: Connection, ingest_id: UUID, job_id: int) -> None:
    """From now on this job brings the run on, whoever had it in hand."""
    conn.execute(
        "update ingests set job_id = %s, worker = null, heartbeat_at = null, stage = null, done = 0, total = 0 "
        "where id = %s",
        (job_id, ingest_id),
    )


def remove_parts(conn: Connection, older_than: float) -> int:
    """Forget finished pieces of files that no unfinished run reads and no failed one may read again, if they were made
    more than so many seconds ago; how many there were."""
    return conn.execute(
        """
        delete from ingest_parts p
        where p.created_at < clock_timestamp() - make_interval(secs => %s)
          and not exists (
              select from ingests i where i.sha256 = p.sha256 and (i.finished_at is null or i.keeps_bytes))
        """,
        (older_than,),
    ).rowcount
