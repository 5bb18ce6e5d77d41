"""A worker: takes runs from the queue, a bounded number at once, and takes up again what a dead worker left."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final
from uuid import UUID

from procrastinate import App, JobContext
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import DeleteJobCondition, Job, Status
from procrastinate.manager import JobManager
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from procrastinate.worker import Worker as QueueWorker

from pipeline.evidence.errors import DatabaseUnavailable, DataFolderUnusable, NotFound
from pipeline.jobs import BUILD_SAMPLES, INGEST, replace_samples_run
from pipeline.reading.request import IngestTask
from pipeline.reading.supervisor import end_readings, read_in_child
from pipeline.settings import Settings
from pipeline.store import ingests, queue
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestRow
from pipeline.store.queue_connection import QueueConnection
from pipeline.store.scope import LOCAL, Scope
from pipeline.workers.attempt import Attempt, Event, LetGo, Progress, Stopped, Tell
from pipeline.workers.sweeper import Sweeper

GRACE: Final = 2.0
"""Seconds that a run may still take when its worker is asked to end; then it is handed back."""
POLL: Final = 1.0
"""Seconds between two looks into the queue. New jobs are told at once; those that are handed back are not."""
DEAD_AFTER: Final = 2.0
"""Seconds for which a silent worker has to be seen silent. When the database itself was away, every worker looks silent
at first, and those that live have spoken by then."""
LOST_AFTER: Final = 10.0
"""Seconds for which a job has to be ours without being in hand: the answer that gave it to us was lost."""
FORGET_WORKERS_AFTER: Final = 86_400.0
"""Seconds after which the queue forgets a silent worker. Much later than needed: it must never forget a living one."""
RESTART_AFTER: Final = 1.0


class Worker:
    """Works on the given queues, or on all. `tell` hears of every event, from several threads."""

    def __init__(
        self, settings: Settings, database: Database, *, queues: Sequence[str] | None = None, tell: Tell
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._settings = settings
        self._database = database
        self._queues = queues
        self._tell = tell
        self._blobs = open_blobs(settings)
        self._in_hand: set[int] = set()

    def run(self, stop: threading.Event) -> None:
        """Work until `stop` is set. Runs in hand then have GRACE seconds to end, and are handed back."""
        self._say("started", f"Worker {self.name} waits for filings, {self._settings.workers} at once.")
        threading.Thread(target=self._announce, name="announcement", daemon=True).start()
        if self._queues is None:
            keep = self._settings.operation.keep_openings
            Sweeper(self._database, self._blobs, stop, self._tell, keep).start()
        while not stop.is_set():
            try:
                asyncio.run(self._work(stop))
            except (ConnectorException, OSError) as error:
                if stop.is_set():
                    break
                self._say(
                    "restarting",
                    f"The queue cannot be reached, and is tried again: {error.__cause__ or error}",
                )
                stop.wait(RESTART_AFTER)
        end_readings()
        self._say("stopped", f"Worker {self.name} has ended.")

    def _announce(self) -> None:
        """Say which parsers read here, so that the library can tell what others read. Each reading says it as well."""
        from pipeline.reading.announcement import announce_readers

        with suppress(DatabaseUnavailable):
            announce_readers(self._database, LOCAL)

    async def _work(self, stop: threading.Event) -> None:
        connection = QueueConnection(self._database)
        app = App(connector=connection)
        app.job_manager = _OwnJobs(connection)
        again = _TakenUpAgain()
        app.task(name=INGEST, pass_context=True, retry=again)(self._ingest)
        app.task(name=BUILD_SAMPLES, pass_context=True, retry=again)(self._build_samples)
        async with app.open_async():
            worker = QueueWorker(
                app,
                queues=self._queues,
                name=self.name,
                concurrency=self._settings.workers,
                fetch_job_polling_interval=POLL,
                delete_jobs=DeleteJobCondition.ALWAYS,
                shutdown_graceful_timeout=GRACE,
                install_signal_handlers=False,
                update_heartbeat_interval=queue.HEARTBEAT,
                stalled_worker_timeout=FORGET_WORKERS_AFTER,
            )
            watch = asyncio.create_task(self._watch(worker, connection, stop))
            try:
                await worker.run()  # type: ignore[no-untyped-call]
            finally:
                watch.cancel()
                with suppress(asyncio.CancelledError):
                    await watch

    async def _watch(self, worker: QueueWorker, connection: QueueConnection, stop: threading.Event) -> None:
        """Ends the worker when it is asked to, and has jobs taken up again that nobody works on."""
        silent, lost = _SeenFor(DEAD_AFTER), _SeenFor(LOST_AFTER)
        try:
            while not stop.is_set():
                await asyncio.sleep(queue.HEARTBEAT / 2)
                for job in silent.of(await self._of_silent_workers(worker)):
                    if await connection.requeue(job):
                        self._say("stalled", f"{job.call_string} of a dead worker is taken up again.")
                for job in lost.of(await self._not_in_hand(worker)):
                    await connection.requeue(job)
        finally:
            worker.stop()  # type: ignore[no-untyped-call]
        await asyncio.sleep(GRACE)
        connection.give_up()

    async def _of_silent_workers(self, worker: QueueWorker) -> list[Job]:
        jobs = await worker.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=queue.SILENCE)
        return [
            job
            for job in jobs
            if job.id not in self._in_hand and (self._queues is None or job.queue in self._queues)
        ]

    async def _not_in_hand(self, worker: QueueWorker) -> list[Job]:
        if worker.worker_id is None:
            return []
        jobs = await worker.app.job_manager.list_jobs_async(
            status=Status.DOING.value, worker_id=worker.worker_id
        )
        return [job for job in jobs if job.id not in self._in_hand]

    def _ingest(self, context: JobContext, tenant_id: str, user_id: str, ingest_id: str) -> None:
        self._attempt(context, Scope(UUID(tenant_id), UUID(user_id)), UUID(ingest_id), self._read)

    def _build_samples(self, context: JobContext, tenant_id: str, user_id: str, ingest_id: str) -> None:
        self._attempt(context, Scope(UUID(tenant_id), UUID(user_id)), UUID(ingest_id), self._build)

    def _attempt(
        self,
        context: JobContext,
        scope: Scope,
        ingest_id: UUID,
        act: Callable[[Scope, IngestRow, Progress, Stopped], UUID | None],
    ) -> None:
        blobs = self._blobs.of(scope.tenant_id)
        attempt = Attempt(
            self._database, blobs, scope, ingest_id, self.name, context.should_abort, self._tell
        )
        job_id = context.job.id
        assert job_id is not None  # it was fetched from the queue
        self._in_hand.add(job_id)
        try:
            attempt.perform(lambda row, progress, stopped: act(scope, row, progress, stopped))
        finally:
            self._in_hand.discard(job_id)

    def _read(self, scope: Scope, row: IngestRow, progress: Progress, stopped: Stopped) -> UUID:
        superseded = self._superseded(scope, row)
        task = IngestTask(
            row.id, row.sha256 or "", row.source_name, superseded, row.reread, row.collection_id
        )
        return read_in_child(self._settings, scope, task, progress, stopped)

    def _superseded(self, scope: Scope, row: IngestRow) -> UUID | None:
        """The version whose place the run's takes. Raises NotFound when the run that it follows left none."""
        if row.follows is None:
            return row.supersedes
        with self._database.scoped(scope) as conn:
            followed = ingests.get_many(conn, [row.follows]).get(row.follows)
        if followed is None or followed.version_id is None:
            name = followed.source_name if followed else "a filing that is gone"
            raise NotFound(
                f"{row.source_name} takes the place of {name}, which was not read. "
                "Try it again once that one is in the library."
            )
        return followed.version_id

    def _build(self, scope: Scope, row: IngestRow, progress: Progress, stopped: Stopped) -> None:
        from pipeline.samples import build

        progress("building", 0, 1)
        try:
            built = build(self._settings.home / BUILD_SAMPLES)
        except OSError as error:
            raise DataFolderUnusable(
                f"The sample filings cannot be written into {self._settings.home}: {error.strerror or error}. "
                "Make it writable, free some space, or set PINCITE_HOME to another folder."
            ) from error
        samples = [(sample.path, sample.supersedes) for sample in built]
        replace_samples_run(self._settings, self._database, scope, row.id, samples)

    def _say(self, kind: str, words: str) -> None:
        self._tell(Event(kind, words, {"worker": self.name}))


class _OwnJobs(JobManager):
    """Ends jobs only while they are this worker's: one that was thought dead may find that another has its jobs."""

    def __init__(self, connection: QueueConnection) -> None:
        super().__init__(connection)
        self._connection = connection

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """The job is deleted: what became of it stands in its run."""
        await self._connection.execute_query_async(
            "delete from procrastinate_jobs where id = %(id)s and worker_id = %(worker_id)s and status = 'doing'",
            id=job.id,
            worker_id=job.worker_id,
        )

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Priority, queue and lock stay as they are: nothing here changes them."""
        await self._connection.requeue(job, retry_at)


class _TakenUpAgain(BaseRetryStrategy):
    """Exactly the attempts that let go of their run."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        return RetryDecision(retry_at=exception.at) if isinstance(exception, LetGo) else None


class _SeenFor:
    """Picks the jobs that were seen, with the same worker, at each look for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: dict[tuple[int | None, int | None], float] = {}

    def of(self, jobs: Sequence[Job]) -> list[Job]:
        now = time.monotonic()
        self._since = {key: self._since.get(key, now) for key in ((job.id, job.worker_id) for job in jobs)}
        return [job for job in jobs if now - self._since[job.id, job.worker_id] >= self._seconds]
