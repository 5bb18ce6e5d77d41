"""A command that ingests: its files go into a queue of their own, and are worked on here until all are done.

Workers elsewhere take from that queue as well, and all of it should this process die.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from pipeline.evidence import errors
from pipeline.evidence.errors import (
    DatabaseUnavailable,
    IngestInterrupted,
    NotFound,
    PinciteError,
    SourceMissing,
    StoreError,
)
from pipeline.jobs import Queued, cancel, cancelled, queue_files
from pipeline.settings import Settings
from pipeline.store import ingests, versions
from pipeline.store.database import Database
from pipeline.store.ingests import IngestRow, IngestState
from pipeline.store.scope import Scope
from pipeline.store.versions import VersionRow
from pipeline.workers.worker import Worker

LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the runs."""
LOOKED_AT: Final = 200
"""Runs looked at together: those whose outcome is told next, in the order of the files."""
DATABASE_PATIENCE: Final = 120.0
"""Seconds for which the database may be away: recovery after a crash takes less."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a file: its version, or the name and words of an error."""

    path: Path
    version: VersionRow | None = None
    already_stored: bool = False
    error_type: str = ""
    error_message: str = ""

    @classmethod
    def of_error(cls, path: Path, error: PinciteError) -> Outcome:
        return cls(path, error_type=error.kind, error_message=error.message)

    @property
    def ends_all(self) -> bool:
        """True when the next file would fare no better: the store is what failed."""
        kind = getattr(errors, self.error_type, None)
        return isinstance(kind, type) and issubclass(kind, StoreError)

    def to_json(self) -> dict[str, Any]:
        version = self.version
        if version is None:
            return {
                "path": str(self.path),
                "error": {"type": self.error_type, "message": self.error_message},
            }
        return {
            "path": str(self.path),
            "document_id": str(version.document_id),
            "version_id": str(version.id),
            "title": version.title,
            "media_type": version.media_type,
            "pages": version.page_count,
            "blocks": version.block_count,
            "passages": version.passage_count,
            "seconds": round(version.seconds, 2),
            "state": "ready",
            "already_stored": self.already_stored,
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the command is: runs in hand, files told of, files in all."""

    in_hand: Sequence[IngestRow]
    told: int
    total: int


Source = tuple[Path, SourceMissing | None]
"""A file, or a folder without one and the error that says so."""


class Interrupts:
    """What the terminal asked for. `stop`: cancel what is ours. `leave`: go at once, and leave the rest queued."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.leave = threading.Event()

    def __call__(self, *_: object) -> None:
        (self.leave if self.stop.is_set() else self.stop).set()


class Foreground:
    """One command's files."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        scope: Scope,
        interrupts: Interrupts,
        watch: Callable[[Standing], None],
    ) -> None:
        self._settings = settings
        self._database = database
        self._scope = scope
        self._interrupts = interrupts
        self._watch = watch
        self._queue = f"command-{uuid4().hex[:12]}"
        self._waiting: deque[Queued | Outcome] = deque()
        self._told = 0
        self._away_since: float | None = None

    def ingest(
        self, sources: Sequence[Source], supersedes: UUID | None, collection_id: UUID | None = None
    ) -> Iterator[Outcome]:
        """What became of each file, in the order of the sources. Raises StoreError."""
        ending = threading.Event()
        worker = Worker(self._settings, self._database, queues=[self._queue], tell=lambda _: None)
        with ThreadPoolExecutor(1, "worker") as executor:
            working = executor.submit(worker.run, ending)
            try:
                self._enqueue(sources, supersedes, collection_id)
                yield from self._follow(working)
            finally:
                ending.set()

    def _enqueue(
        self, sources: Sequence[Source], supersedes: UUID | None, collection_id: UUID | None
    ) -> None:
        paths = (path for path, error in sources if error is None and not self._interrupts.stop.is_set())
        queued = queue_files(
            self._settings,
            self._database,
            self._scope,
            paths,
            supersedes=supersedes,
            collection_id=collection_id,
            queue_name=self._queue,
        )
        for path, error in sources:
            if error is not None:
                self._waiting.append(Outcome.of_error(path, error))
                continue
            try:
                entry = next(queued, None)
            except PinciteError as refusal:
                self._waiting.append(Outcome.of_error(path, refusal))
                return
            if entry is None:  # interrupted
                return
            self._waiting.append(entry)

    def _follow(self, working: Future[None]) -> Iterator[Outcome]:
        total = len(self._waiting)
        is_cancelled = False
        while self._waiting and not self._interrupts.leave.is_set():
            if self._interrupts.stop.is_set() and not is_cancelled:
                self._cancel_all()
                is_cancelled = True
            rows = self._look()
            if rows is not None:
                for outcome in self._outcomes(rows):
                    yield outcome
                    if outcome.ends_all:
                        self._interrupts.stop.set()
                in_hand = [row for row in rows.values() if row.state is IngestState.RUNNING]
                self._watch(Standing(in_hand, self._told, total))
            if working.done():
                working.result()  # raises what ended it
            if self._waiting:
                self._interrupts.leave.wait(LOOK_EVERY)

    def _look(self) -> dict[UUID, IngestRow] | None:
        """The runs that are told of next; None while the database is away."""
        next_ones = [
            entry.ingest_id for entry in islice(self._waiting, LOOKED_AT) if isinstance(entry, Queued)
        ]
        try:
            with self._database.scoped(self._scope) as conn:
                rows = ingests.get_many(conn, next_ones)
        except DatabaseUnavailable:
            self._away_since = self._away_since or time.monotonic()
            if time.monotonic() - self._away_since > DATABASE_PATIENCE:
                raise
            return None
        self._away_since = None
        return rows

    def _outcomes(self, rows: dict[UUID, IngestRow]) -> Iterator[Outcome]:
        """Those that stand at the head of the line and are over."""
        while self._waiting:
            entry = self._waiting[0]
            outcome: Outcome | None
            if isinstance(entry, Outcome):
                outcome = entry
            elif entry.ingest_id not in rows:
                if len(rows) >= LOOKED_AT:
                    return  # not looked at yet
                outcome = Outcome.of_error(
                    entry.path, NotFound(f"{entry.path} was deleted while it was read.")
                )
            else:
                row = rows[entry.ingest_id]
                if row.state in ingests.UNFINISHED:
                    return
                outcome = self._outcome(entry.path, row)
            self._waiting.popleft()
            self._told += 1
            if outcome is not None:
                yield outcome

    def _outcome(self, path: Path, row: IngestRow) -> Outcome | None:
        """What to say of a run that is over; None when it was cancelled before anybody had begun it."""
        if row.version_id is None:
            if row.state is IngestState.CANCELLED and row.started_at is None:
                return None
            return Outcome(
                path,
                error_type=row.error_type or IngestInterrupted.__name__,
                error_message=row.error_message or cancelled(row.source_name).message,
            )
        with self._database.scoped(self._scope) as conn:
            version = versions.get(conn, row.version_id)
        return Outcome(path, version, already_stored=row.came_after(version.created_at))

    def _cancel_all(self) -> None:
        ids = [entry.ingest_id for entry in self._waiting if isinstance(entry, Queued)]
        for first in range(0, len(ids), LOOKED_AT):
            if self._interrupts.leave.is_set():
                return
            cancel(self._settings, self._database, self._scope, ids[first : first + LOOKED_AT])
