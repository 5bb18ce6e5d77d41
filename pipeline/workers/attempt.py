"""One attempt at one run of the queue: taken, reported while it lasts, and ended in the words of its outcome."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol, TypeVar
from uuid import UUID

from pipeline.evidence.errors import (
    BlobStoreUnavailable,
    DatabaseUnavailable,
    DataFolderUnusable,
    IngestInterrupted,
    MemoryExceeded,
    NotFound,
    PinciteError,
    ProcessKilled,
    SourceError,
    StoreError,
    TimeExceeded,
)
from pipeline.jobs import MOST_ATTEMPTS, cancelled, release_bytes
from pipeline.store import ingests, versions
from pipeline.store.blobs import BlobStore
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.ingests import IngestRow, Standing
from pipeline.store.scope import Scope

REPORT_EVERY: Final = 0.5
"""Seconds between two reports of a run to the database; each also asks whether it was cancelled."""

_MAY_BE_BACK: Final = (ProcessKilled, DatabaseUnavailable, BlobStoreUnavailable)
"""What the next attempt may not meet any more."""
_PAUSE: Final = timedelta(seconds=10)
"""Before the next attempt when a store was away: three attempts then span its restart."""

KEPT_DAYS: Final = 7.0
"""How long the bytes of a failed run stay for another try."""

_AGAIN_AFTER: Final = 0.5
"""Seconds between two attempts to write an outcome while the database is away."""

Result = TypeVar("Result")
Progress = Callable[[str, int, int], None]
Stopped = Callable[[], bool]


class Work(Protocol):
    """What is done for a run: its version's id, or None when the run itself is replaced. Raises PinciteError."""

    def __call__(self, row: IngestRow, progress: Progress, stopped: Stopped) -> UUID | None: ...


class LetGo(Exception):
    """The run is not ended: the queue gives it to a worker again, now or at `at`."""

    def __init__(self, at: datetime | None = None) -> None:
        super().__init__("handed back")
        self.at = at


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a worker says about itself or a run: `kind` and words, and facts for scripts."""

    kind: str
    words: str
    facts: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"event": self.kind, "at": datetime.now(UTC).isoformat(timespec="milliseconds"), **self.facts}


Tell = Callable[[Event], None]


@dataclass(frozen=True, slots=True)
class Attempt:
    """`worker`: who makes it. `is_stopping`: true once the worker has to end."""

    database: Database
    blobs: BlobStore
    scope: Scope
    ingest_id: UUID
    worker: str
    is_stopping: Stopped
    tell: Tell

    def perform(self, work: Work) -> None:
        """Do the run's work and write down its outcome. Raises LetGo when the run has to be taken up again.

        An error that Pincite does not know is written down too, and raised.
        """
        try:
            self._perform(work)
        except StoreError as error:
            # What became of the run is not written down: its job must not end before that is.
            raise LetGo(datetime.now(UTC) + _PAUSE) from error

    def _perform(self, work: Work) -> None:
        row = self._take()
        if row is None:
            return
        report = _Report(self, row)
        try:
            with report.running():
                version_id = work(row, report, report.has_to_stop)
        except PinciteError as error:
            self._ended(row, error, report.standing)
        except Exception as error:
            words = f"Reading {row.source_name} failed unexpectedly: {error}"
            self._fail(row, type(error).__name__, words, keep_bytes=True)
            raise
        else:
            if version_id is not None:
                self._finish(row, version_id)

    def surely(self, act: Callable[[Connection], Result]) -> Result:
        """Do it in a transaction, also when the database is away or its disk full for a while; an ending worker does
        not wait. It is done twice where the word that it was done got lost. Raises StoreError."""
        while True:
            try:
                with self.database.scoped(self.scope) as conn:
                    return act(conn)
            except (DatabaseUnavailable, DataFolderUnusable):
                if self.is_stopping():
                    raise
            time.sleep(_AGAIN_AFTER)

    def _take(self) -> IngestRow | None:
        """The run, or None when nothing is left to do for it."""

        def take(conn: Connection) -> tuple[bool, IngestRow | None]:
            taken = ingests.take(conn, self.ingest_id, self.worker)
            return taken, ingests.get_many(conn, [self.ingest_id]).get(self.ingest_id)

        taken, row = self.surely(take)
        if row is None or row.finished_at is not None:
            return None
        if not taken:  # cancelled while it waited for somebody to take it up again
            self._cancel(row)
            return None
        if row.attempts > MOST_ATTEMPTS:
            killed = _killed_each_time(row.source_name)
            self._fail(row, killed.kind, killed.message, keep_bytes=True)
            return None
        self._say("taken", row, f"{row.source_name}: begun{_which_attempt(row)}", attempt=row.attempts)
        return row

    def _ended(self, row: IngestRow, error: PinciteError, standing: Standing) -> None:
        if standing is Standing.LOST:
            self._say("lost", row, f"{row.source_name}: left to the worker that has it now")
        elif isinstance(error, IngestInterrupted) and standing is Standing.CANCELLED:
            self._cancel(row)
        elif isinstance(error, IngestInterrupted) and self.is_stopping():
            self._hand_back(row, counted=False)
            raise LetGo from error
        elif isinstance(error, _MAY_BE_BACK) and row.attempts < MOST_ATTEMPTS:
            self._hand_back(row, counted=True, reason=error.message)
            is_away = not isinstance(error, ProcessKilled)
            raise LetGo(datetime.now(UTC) + _PAUSE * row.attempts if is_away else None) from error
        else:
            if isinstance(error, ProcessKilled):
                error = _killed_each_time(row.source_name)
            self._fail(row, error.kind, error.message, keep_bytes=_may_pass(error))

    def _finish(self, row: IngestRow, version_id: UUID) -> None:
        def finish(conn: Connection) -> bool:
            ingests.finish(conn, row.id, version_id)
            return row.came_after(versions.get(conn, version_id).created_at)

        try:
            was_there = self.surely(finish)
        except NotFound:  # deleted in this very moment, and the run with it
            return
        how = "already in the library" if was_there else "ready"
        self._say(
            "ready", row, f"{row.source_name}: {how}", version_id=str(version_id), already_stored=was_there
        )
        self._release(row)

    def _fail(self, row: IngestRow, kind: str, message: str, *, keep_bytes: bool) -> None:
        try:
            self.surely(lambda conn: ingests.fail(conn, row.id, kind, message, keep_bytes=keep_bytes))
        except NotFound:
            return
        self._say("failed", row, f"{kind}: {message}", error={"type": kind, "message": message})
        self._release(row)

    def _cancel(self, row: IngestRow) -> None:
        stopped = cancelled(row.source_name)
        self.surely(lambda conn: ingests.fail(conn, row.id, stopped.kind, stopped.message))
        self._say("cancelled", row, stopped.message)
        self._release(row)

    def _hand_back(self, row: IngestRow, *, counted: bool, reason: str = "the worker ends") -> None:
        self.surely(lambda conn: ingests.hand_back(conn, row.id, self.worker, counted=counted))
        self._say("handed_back", row, f"{row.source_name}: waits to be taken up again ({reason})")

    def _release(self, row: IngestRow) -> None:
        """Remove the bytes that the run no longer claims, and those of runs that failed long ago."""

        def forgotten(conn: Connection) -> list[str]:
            return ingests.forget_bytes(conn, KEPT_DAYS)

        with suppress(StoreError):  # the run is over, and a later sweep collects them
            hashes = {row.sha256, *self.surely(forgotten)}
            release_bytes(self.database, self.blobs, self.scope, (sha256 for sha256 in hashes if sha256))

    def _say(self, kind: str, row: IngestRow, words: str, **facts: Any) -> None:
        self.tell(Event(kind, words, {"ingest_id": str(row.id), "source_name": row.source_name, **facts}))


class _Report:
    """Passes on how far a run is, twice a second, and learns whether to go on. It outlives a database that is away."""

    def __init__(self, attempt: Attempt, row: IngestRow) -> None:
        self.standing = Standing.OURS
        self._attempt = attempt
        self._row = row
        self._state = ("starting", 0, 1)
        self._failure: BaseException | None = None
        self._ended = threading.Event()
        self._beat = threading.Thread(target=self._run, name=f"report {row.source_name}", daemon=True)

    @contextmanager
    def running(self) -> Iterator[None]:
        self._beat.start()
        try:
            yield
        finally:
            self._ended.set()
            self._beat.join()
        if self._failure is not None:
            raise self._failure

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._state = (stage, done, total)

    def has_to_stop(self) -> bool:
        return self.standing is not Standing.OURS or self._failure is not None or self._attempt.is_stopping()

    def _run(self) -> None:
        while not self._ended.wait(REPORT_EVERY):
            try:
                with self._attempt.database.scoped(self._attempt.scope) as conn:
                    self.standing = ingests.progress(conn, self._row.id, self._attempt.worker, *self._state)
            except StoreError:
                continue  # the next report may get through; a worker that stays silent loses the run, and learns it
            except Exception as error:  # noqa: BLE001
                self._failure = error
                return


def _killed_each_time(source_name: str) -> ProcessKilled:
    return ProcessKilled(
        f"{source_name} was begun {MOST_ATTEMPTS} times, and its process was killed or crashed each time. "
        "Look for a shortage of memory in the system's log, then try it again.",
        source=source_name,
    )


def _may_pass(error: PinciteError) -> bool:
    """True when the same bytes may succeed another time: the file is not what is wrong."""
    return not isinstance(error, SourceError) or isinstance(
        error, (ProcessKilled, TimeExceeded, MemoryExceeded)
    )


def _which_attempt(row: IngestRow) -> str:
    return f", attempt {row.attempts} of {MOST_ATTEMPTS}" if row.attempts > 1 else ""
