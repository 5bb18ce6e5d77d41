"""The process of an ingest: in line for a core, reporting as it goes, and stopping when asked."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from pipeline.evidence.errors import IngestInterrupted, PinciteError
from pipeline.ingest import IngestReport, Library, Progress, ingest
from pipeline.jobs import SAMPLES, SAMPLES_LOADED, SAMPLES_PENDING, UPLOADS
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestRow
from pipeline.store.locks import FileLock
from pipeline.store.scope import Scope

HEARTBEAT = 0.5
"""Seconds between two reports of an ingest to the database; each also asks whether it was cancelled."""


def ingest_here(
    library: Library,
    path: Path,
    *,
    supersedes: UUID | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> IngestReport:
    """Ingest one file in this process, reporting to the library's list of ingests. Raises as `ingest` does."""
    with library.database.scoped(library.scope) as conn:
        ingest_id = ingests.start(conn, source_name=path.name, path=str(path), supersedes=supersedes)
    return _perform(library, ingest_id, path, supersedes, progress, stop or threading.Event())


class _Reporter:
    """Passes progress on, and tells the database twice a second that the ingest lives and how far it is."""

    def __init__(
        self, library: Library, ingest_id: UUID, progress: Progress | None, stop: threading.Event
    ) -> None:
        self._library = library
        self._id = ingest_id
        self._progress = progress
        self._stop = stop
        self._state = ("starting", 0, 1)
        self._ended = threading.Event()
        self._beat = threading.Thread(target=self._run, name="heartbeat", daemon=True)

    @contextmanager
    def running(self) -> Iterator[None]:
        self._report()
        self._beat.start()
        try:
            yield
        finally:
            self._ended.set()
            self._beat.join()

    def __call__(self, stage: str, done: int, total: int) -> None:
        self._state = (stage, done, total)
        if self._progress:
            self._progress(stage, done, total)

    def _run(self) -> None:
        while not self._ended.wait(HEARTBEAT):
            self._report()

    def _report(self) -> None:
        with self._library.database.scoped(self._library.scope) as conn:
            if ingests.progress(conn, self._id, *self._state):
                self._stop.set()


def _perform(
    library: Library,
    ingest_id: UUID,
    path: Path,
    supersedes: UUID | None,
    progress: Progress | None,
    stop: threading.Event,
) -> IngestReport:
    reporter = _Reporter(library, ingest_id, progress, stop)
    try:
        with reporter.running():
            report = ingest(library, path, supersedes=supersedes, progress=reporter, interrupted=stop.is_set)
    except PinciteError as error:
        _fail(library, ingest_id, error.kind, error.message)
        raise
    except BaseException as error:
        _fail(library, ingest_id, type(error).__name__, f"Reading {path.name} failed unexpectedly: {error}")
        raise
    with library.database.scoped(library.scope) as conn:
        ingests.finish(conn, ingest_id, report.version.id)
    return report


def _fail(library: Library, ingest_id: UUID, error_type: str, message: str) -> None:
    with library.database.scoped(library.scope) as conn:
        ingests.fail(conn, ingest_id, error_type, message)


@contextmanager
def _turn(library: Library, home: Path, row: IngestRow, stop: threading.Event) -> Iterator[None]:
    """Wait for one of the machine's places: one for each two cores, so that the app keeps answering.

    Raises IngestInterrupted when the ingest is cancelled meanwhile.
    """
    places = [
        FileLock(home / f"ingest.{number}.lock") for number in range(max((os.cpu_count() or 2) // 2, 1))
    ]
    while not (place := next((place for place in places if place.try_exclusive()), None)):
        with library.database.scoped(library.scope) as conn:
            cancelled = ingests.get(conn, row.id).cancel_requested
        if cancelled or stop.wait(HEARTBEAT):
            stopped = IngestInterrupted(
                f"{row.source_name} was stopped while it waited for its turn. Nothing of it was stored.",
                source=row.source_name,
            )
            _fail(library, row.id, stopped.kind, stopped.message)
            raise stopped
    try:
        yield
    finally:
        place.release()


def _work(library: Library, settings: Settings, ingest_id: UUID, stop: threading.Event) -> None:
    """One queued ingest, in its turn. An uploaded file is removed afterwards: its bytes are stored, or refused."""
    with library.database.scoped(library.scope) as conn:
        row = ingests.get(conn, ingest_id)
    path = Path(row.path)
    try:
        with _turn(library, settings.home, row, stop):
            _perform(library, ingest_id, path, row.supersedes, None, stop)
    finally:
        if path.parent.parent == settings.home / UPLOADS:
            path.unlink(missing_ok=True)
            path.parent.rmdir()


def _load_samples(library: Library, settings: Settings, stop: threading.Event) -> None:
    from pipeline.samples import build

    versions: dict[Path, UUID] = {}
    try:
        for sample in build(settings.home / SAMPLES):
            replaced = versions[sample.supersedes] if sample.supersedes else None
            report = ingest_here(library, sample.path, supersedes=replaced, stop=stop)
            versions[sample.path] = report.version.id
        (settings.home / SAMPLES_LOADED).touch()
    finally:
        (settings.home / SAMPLES_PENDING).unlink(missing_ok=True)


def main(arguments: list[str]) -> int:
    """The process that `start_ingest` and `load_samples` start: TENANT USER, and an ingest's id or "samples"."""
    from pipeline.index.embedding import embedder_for

    tenant_id, user_id, job = UUID(arguments[0]), UUID(arguments[1]), arguments[2]
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    settings = Settings.from_environment()
    database = Database.open(settings)
    try:
        library = Library(
            database,
            open_blobs(settings).of(tenant_id),
            Scope(tenant_id, user_id),
            embedder_for(settings),
        )
        if job == SAMPLES:
            _load_samples(library, settings, stop)
        else:
            _work(library, settings, UUID(job), stop)
    except PinciteError:
        return 1  # the library's list of ingests has its words
    finally:
        database.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
