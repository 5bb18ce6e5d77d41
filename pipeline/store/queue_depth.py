"""How much waits in the queue, for whoever watches the installation. The queue's tables name no tenant."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.store import queue
from pipeline.store.connect import Connection


@dataclass(frozen=True, slots=True)
class QueueDepth:
    """Jobs that wait and that are in hand; seconds since the oldest waiting one was queued, 0 without any; workers
    that have lately shown a sign of life."""

    waiting: int
    in_hand: int
    oldest_seconds: float
    workers: int


def queue_depth(conn: Connection) -> QueueDepth:
    row = conn.execute(
        """
        select count(*) filter (where status = 'todo'), count(*) filter (where status = 'doing'),
               coalesce(extract(epoch from clock_timestamp() - (
                   select min(e.at) from procrastinate_events e join procrastinate_jobs waiting on waiting.id = e.job_id
                   where waiting.status = 'todo' and e.type in ('deferred', 'deferred_for_retry', 'scheduled'))), 0)
        from procrastinate_jobs where status in ('todo', 'doing')
        """
    ).fetchone()
    waiting, in_hand, oldest = row or (0, 0, 0)
    return QueueDepth(waiting, in_hand, max(0.0, float(oldest)), queue.living_workers(conn))
