"""The queue of jobs in Postgres (Procrastinate): putting jobs in, taking them out, and who works on them.

A job names a task and ids, nothing else: what a person sees of it is in `ingests`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID

import psycopg
from procrastinate import SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager

from pipeline.evidence.errors import AccessDenied
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope

SHARED = "ingests"
"""The queue of everything that no command waits for. Workers take from all queues."""

HEARTBEAT = 1.0
"""Seconds between two signs of life of a worker."""
SILENCE = 5.0
"""Seconds without a sign of life after which a worker may be dead: five beats, so that a busy machine misses some."""

_IS_OWN: Final = "args ->> 'tenant_id' = pincite.current_tenant()::text"
"""SQL: the queue's tables belong to all tenants, because workers take from them whatever comes first."""

# It is given a connection each time, and so never opens one.
_manager = JobManager(SyncPsycopgConnector())


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to be queued: `task` on the ingest, for the scope. Of the jobs of one `line` one runs after the other."""

    task: str
    scope: Scope
    ingest_id: UUID
    queue: str = SHARED
    line: str | None = None


def defer(conn: Connection, jobs: Sequence[NewJob]) -> list[int]:
    """Queue the jobs with the transaction, in order; their ids. Workers learn of them when it is committed. Raises
    AccessDenied for a job of another tenant than the transaction's."""
    if not jobs:
        return []
    row = conn.execute("select pincite.current_tenant()").fetchone()
    if row is None or any(job.scope.tenant_id != row[0] for job in jobs):
        raise AccessDenied("A job is queued in its own tenant.")
    with _own_errors():
        queued = _manager.batch_defer_jobs([_job(job) for job in jobs], connection=conn)
    return [job.id for job in queued if job.id is not None]


def withdraw(conn: Connection, job_ids: Sequence[int]) -> set[int]:
    """Take the tenant's waiting jobs out with the transaction; those of them that did wait. The others are in hand, or
    gone."""
    rows = conn.execute(
        f"delete from procrastinate_jobs where id = any(%s) and status = 'todo' and {_IS_OWN} returning id".encode(),
        (list(job_ids),),
    ).fetchall()
    return {row[0] for row in rows}


def is_known(conn: Connection, job_id: int) -> bool:
    """True when the tenant's job waits or is being worked on: a finished one is deleted."""
    row = conn.execute(
        "select exists (select from procrastinate_jobs "
        f"where id = %s and status in ('todo', 'doing') and {_IS_OWN})".encode(),
        (job_id,),
    ).fetchone()
    return bool(row and row[0])


def living_workers(conn: Connection) -> int:
    """How many workers have shown a sign of life lately, on whatever host."""
    row = conn.execute(
        "select count(*) from procrastinate_workers "
        "where last_heartbeat > clock_timestamp() - make_interval(secs => %s)",
        (SILENCE,),
    ).fetchone()
    return int(row[0]) if row else 0


def _job(job: NewJob) -> Job:
    return Job(
        queue=job.queue,
        lock=f"{job.queue}:{job.line}" if job.line else None,
        queueing_lock=None,
        task_name=job.task,
        task_kwargs={
            "tenant_id": str(job.scope.tenant_id),
            "user_id": str(job.scope.user_id),
            "ingest_id": str(job.ingest_id),
        },
    )


@contextmanager
def _own_errors() -> Iterator[None]:
    """Errors of the connection as psycopg raises them, for the transaction around to understand."""
    try:
        yield
    except ConnectorException as error:
        if isinstance(error.__cause__, psycopg.Error):
            raise error.__cause__ from None
        raise
