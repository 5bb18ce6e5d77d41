"""Putting ingests into the queue, and taking them out again. `pipeline.workers.worker` is what works on them.

Nothing here, and nothing that this imports, parses anything: the web process stays free of parsers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from uuid import UUID, uuid4

from pipeline.allowance import use_file
from pipeline.evidence.errors import (
    AccessDenied,
    AllowanceUsedUp,
    DataFolderUnusable,
    IngestInterrupted,
    InvalidCollection,
    NotFound,
    SourceError,
    SourceMissing,
    StoreError,
)
from pipeline.offered import Offered, read_file, safe_name, upload
from pipeline.settings import Settings
from pipeline.store import (
    documents,
    ingest_history,
    ingest_parts,
    ingests,
    orphans,
    placements,
    queue,
    versions,
)
from pipeline.store.blobs import BlobStore, open_blobs
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.ingests import IngestKind, IngestRow, IngestState, NewIngest
from pipeline.store.queue import NewJob
from pipeline.store.scope import Scope

INGEST: Final = "ingest"
"""The task that reads a run's bytes into the library."""
BUILD_SAMPLES: Final = "samples"
"""The task that builds the sample filings and queues them; also the folder where it builds them."""

SAMPLES_LOADED: Final = "samples.loaded"
"""A file in the data folder that says that the samples were queued; samples that were deleted don't come back."""

MOST_ATTEMPTS: Final = 3
"""How often a run is taken up when something kills its process: by then it is the file, not bad luck."""

BATCH_FILES: Final = 64
BATCH_BYTES: Final = 64_000_000
"""Files are queued together up to this many and this large: one transaction each would cost a large folder minutes,
and one for all would keep the workers waiting and the bytes in memory."""


@dataclass(frozen=True, slots=True)
class Queued:
    """What became of an offered file: it waits as `ingest_id`, or was refused with `error` (and is listed so)."""

    path: Path
    ingest_id: UUID
    error: SourceError | None = None


@dataclass(frozen=True, slots=True)
class _Destination:
    """Where what is read of a file goes: in the place of a version, or into a collection, or neither."""

    supersedes: UUID | None = None
    collection_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class _Claim:
    """A run together with the bytes that it is about."""

    run: NewIngest
    offered: Offered
    line: str
    queue: str


def queue_files(
    settings: Settings,
    database: Database,
    scope: Scope,
    paths: Iterable[Path],
    *,
    supersedes: UUID | None = None,
    collection_id: UUID | None = None,
    queue_name: str = queue.SHARED,
) -> Iterator[Queued]:
    """Queue the files in order, batch by batch; what became of each, as soon as its batch is queued. Their filings come
    into the library inside the collection, where one is named.

    Raises AccessDenied for somebody who signed in: this machine's files are its operator's, the key of links and other
    workspaces' filings among them. Raises StoreError when the bytes or the jobs cannot be stored, NotFound for an
    unknown version to supersede or collection, and AccessDenied for a version that the user may not read;
    InvalidCollection where both are named, AllowanceUsedUp once the user has added as much as they may: what came
    before is queued.
    """
    if scope.sign_in_id is not None:
        raise AccessDenied(
            "Files on the server are its operator's to add. Upload yours from your own machine."
        )
    destination = _Destination(supersedes, collection_id)
    _require_open(database, scope, destination)
    batch: list[Offered | SourceError] = []
    size = 0
    for path in paths:
        try:
            offered = read_file(path, settings.limits)
        except SourceError as error:
            batch.append(error)
        else:
            try:
                use_file(settings, database, scope, len(offered.data))
            except AllowanceUsedUp:
                yield from _queue_batch(settings, database, scope, batch, destination, queue_name)
                raise
            batch.append(offered)
            size += len(offered.data)
        if len(batch) == BATCH_FILES or size >= BATCH_BYTES:
            yield from _queue_batch(settings, database, scope, batch, destination, queue_name)
            batch, size = [], 0
    yield from _queue_batch(settings, database, scope, batch, destination, queue_name)


def queue_upload(
    settings: Settings,
    database: Database,
    scope: Scope,
    name: str,
    data: bytes,
    *,
    supersedes: UUID | None = None,
    collection_id: UUID | None = None,
) -> Queued:
    """Queue a file that a browser sent. Raises as `queue_files` does."""
    destination = _Destination(supersedes, collection_id)
    _require_open(database, scope, destination)
    offered: Offered | SourceError
    try:
        offered = upload(name, data, settings.limits)
    except SourceError as error:
        offered = error
    else:
        use_file(settings, database, scope, len(data))
    (queued,) = _queue_batch(settings, database, scope, [offered], destination, queue.SHARED)
    return queued


def _require_open(database: Database, scope: Scope, destination: _Destination) -> None:
    """Nobody puts anything in the place of what they may not read, or into a collection that they do not know of."""
    if destination == _Destination():
        return
    if destination.supersedes is not None and destination.collection_id is not None:
        raise InvalidCollection(
            "A file that takes the place of another is in that one's collections. Leave out one of the two."
        )
    with database.scoped(scope) as conn:
        if destination.supersedes is not None:
            documents.require_readable(conn, destination.supersedes, scope.user_id)
        if destination.collection_id is not None:
            placements.require(conn, destination.collection_id)


def start_reread(settings: Settings, database: Database, scope: Scope, version_id: UUID) -> UUID:
    """Have a stored version read again in place, by the parser and renderer of today; the run's id. Raises NotFound,
    and AccessDenied for one that the user may not read."""
    with database.scoped(scope) as conn:
        documents.require_readable(conn, version_id, scope.user_id)
        version = versions.get(conn, version_id)
        run = NewIngest(
            uuid4(),
            version.source_name,
            version.source_name,
            kind=IngestKind.REREAD,
            sha256=version.sha256,
            byte_size=version.byte_size,
            reread=version_id,
            user_id=scope.user_id,
        )
        _add(conn, [run], [NewJob(INGEST, scope, run.id, line=_line(scope, version.sha256))])
    return run.id


def queue_samples(settings: Settings, database: Database, scope: Scope) -> None:
    """Have the sample filings built and read, once in the life of a data folder. Raises StoreError."""
    loaded = settings.home / SAMPLES_LOADED
    if loaded.exists():
        return
    run = NewIngest(uuid4(), "Sample filings", "", kind=IngestKind.SAMPLES, user_id=scope.user_id)
    with database.scoped(scope) as conn:
        _add(conn, [run], [NewJob(BUILD_SAMPLES, scope, run.id)])
    # After the commit: killed in between, the samples are queued twice, and found stored the second time.
    try:
        loaded.touch()
    except OSError as error:
        raise DataFolderUnusable(
            f"The data folder {settings.home} cannot be used: {error.strerror or error}. "
            "Make it writable, free some space, or set PINCITE_HOME to another folder."
        ) from error


def replace_samples_run(
    settings: Settings,
    database: Database,
    scope: Scope,
    samples_run: UUID,
    built: Sequence[tuple[Path, Path | None]],
) -> None:
    """Queue the built samples (path, and the path of the one whose place it takes) instead of the run that built them.

    They are read in order, one after the other. Raises StoreError.
    """
    ids: dict[Path, UUID] = {path: uuid4() for path, _ in built}
    claims = []
    for path, replaced in built:
        offered = read_file(path, settings.limits)
        run = _file_run(
            ids[path],
            offered,
            scope,
            IngestKind.SAMPLE,
            _Destination(),
            follows=ids[replaced] if replaced else None,
        )
        claims.append(_Claim(run, offered, f"{scope.tenant_id}:samples", queue.SHARED))
    with _storing(settings, database, scope, claims) as conn:
        ingests.remove(conn, samples_run)


def cancel(settings: Settings, database: Database, scope: Scope, ingest_ids: Sequence[UUID]) -> None:
    """Stop runs: those that wait at once, those in hand within their worker's next report. Others stay as they are,
    and so do those about what the user may not read."""
    with database.scoped(scope) as conn:
        withheld = ingest_history.withheld(conn, scope.user_id, ingest_ids)
        rows = [
            row
            for row in ingests.get_many(conn, ingest_ids).values()
            if row.state in ingests.UNFINISHED and row.id not in withheld
        ]
        withdrawn = queue.withdraw(conn, [row.job_id for row in rows if row.job_id is not None])
        waited = [row for row in rows if row.job_id in withdrawn]
        words = [(row.id, cancelled(row.source_name).message) for row in waited]
        ingests.stop_waiting(conn, words, IngestInterrupted.__name__)
        ingests.request_cancel(conn, [row.id for row in rows])
    blobs = open_blobs(settings).of(scope.tenant_id)
    release_bytes(database, blobs, scope, [row.sha256 for row in waited if row.sha256])


def try_again(database: Database, scope: Scope, ingest_id: UUID) -> None:
    """Queue a failed run once more. Raises NotFound, for one that is about what the user may not read too, and
    SourceMissing when its bytes are gone."""
    with database.scoped(scope) as conn:
        row = ingests.get(conn, ingest_id)
        if ingest_history.withheld(conn, scope.user_id, [ingest_id]):
            raise NotFound(f"There is no ingest {ingest_id}.")
        if row.sha256:
            ingests.hold_bytes(conn, row.sha256)
            row = ingests.get(conn, ingest_id)
        if row.state is not IngestState.FAILED:
            return
        if not can_be_tried_again(row):
            raise SourceMissing(
                f"The bytes of {row.source_name} are gone: add it again.", source=row.source_name
            )
        task = BUILD_SAMPLES if row.kind is IngestKind.SAMPLES else INGEST
        line = _line(scope, row.sha256) if row.sha256 else None
        (job_id,) = queue.defer(conn, [NewJob(task, scope, row.id, line=line)])
        ingests.queue_again(conn, row.id, job_id)


def take_up_stranded(database: Database, scope: Scope, silent_for: float) -> int:
    """Queue the tenant's runs again whose jobs are gone and that nobody was heard of for so many seconds; how many."""
    with database.scoped(scope) as conn:
        runs = orphans.stranded(conn, silent_for)
        jobs = [
            NewJob(
                BUILD_SAMPLES if run.kind is IngestKind.SAMPLES else INGEST,
                Scope(scope.tenant_id, run.user_id or scope.user_id),
                run.id,
                line=_line(scope, run.sha256) if run.sha256 else None,
            )
            for run in runs
        ]
        for run, job_id in zip(runs, queue.defer(conn, jobs), strict=True):
            orphans.give_job(conn, run.id, job_id)
    return len(runs)


def can_be_tried_again(row: IngestRow) -> bool:
    """True for a failed run whose bytes are still there, or that needs none of its own."""
    has_bytes = row.keeps_bytes or row.kind in (IngestKind.SAMPLES, IngestKind.REREAD)
    return row.state is IngestState.FAILED and has_bytes


def release_bytes(database: Database, blobs: BlobStore, scope: Scope, hashes: Iterable[str]) -> None:
    """Remove bytes, and what was read of them, that no version is made of and no run may still read.

    Raises StoreError.
    """
    ordered = sorted(set(hashes))
    for first in range(0, len(ordered), BATCH_FILES):
        some = ordered[first : first + BATCH_FILES]
        with database.scoped(scope) as conn:
            for sha256 in some:
                ingests.hold_bytes(conn, sha256)
            for sha256 in ingests.unclaimed_bytes(conn, some):
                ingest_parts.remove(conn, sha256)
                blobs.remove(sha256)


def cancelled(source_name: str) -> IngestInterrupted:
    """What is said of a run that somebody stopped."""
    return IngestInterrupted(
        f"Reading {source_name} was stopped. Nothing of it was stored.", source=source_name
    )


def _queue_batch(
    settings: Settings,
    database: Database,
    scope: Scope,
    batch: Sequence[Offered | SourceError],
    destination: _Destination,
    queue_name: str,
) -> list[Queued]:
    if not batch:
        return []
    results: list[Queued] = []
    claims: list[_Claim] = []
    refused: list[NewIngest] = []
    errors: list[SourceError] = []
    for offered in batch:
        ingest_id = uuid4()
        if isinstance(offered, SourceError):
            path = Path(offered.source)
            refused.append(
                NewIngest(
                    ingest_id,
                    safe_name(path.name),
                    offered.source,
                    user_id=scope.user_id,
                    collection_id=destination.collection_id,
                )
            )
            errors.append(offered)
            results.append(Queued(path, ingest_id, offered))
            continue
        run = _file_run(ingest_id, offered, scope, IngestKind.FILE, destination)
        claims.append(_Claim(run, offered, _line(scope, run.sha256 or ""), queue_name))
        results.append(Queued(Path(offered.path), ingest_id))
    with _storing(settings, database, scope, claims) as conn:
        for run, error in zip(refused, errors, strict=True):
            ingests.add(conn, run)
            ingests.fail(conn, run.id, error.kind, error.message)
    return results


@contextmanager
def _storing(
    settings: Settings, database: Database, scope: Scope, claims: Sequence[_Claim]
) -> Iterator[Connection]:
    """The bytes first, then runs and jobs in one transaction, with whatever the block adds to it.

    The bytes are held meanwhile, so that nobody removes them between the two.
    """
    blobs = open_blobs(settings).of(scope.tenant_id)
    put: list[str] = []
    try:
        with database.scoped(scope) as conn:
            for sha256, data in sorted(
                {claim.run.sha256 or "": claim.offered.data for claim in claims}.items()
            ):
                ingests.hold_bytes(conn, sha256)
                put.append(sha256)
                blobs.put(data)
            yield conn
            jobs = [NewJob(INGEST, scope, claim.run.id, claim.queue, claim.line) for claim in claims]
            _add(conn, [claim.run for claim in claims], jobs)
    except BaseException:
        with suppress(StoreError):  # what stops this is what stopped the rest, and that is what is said
            release_bytes(database, blobs, scope, put)
        raise


def _add(conn: Connection, runs: Sequence[NewIngest], jobs: Sequence[NewJob]) -> None:
    for run, job_id in zip(runs, queue.defer(conn, jobs), strict=True):
        ingests.add(conn, run, job_id=job_id)


def _file_run(
    ingest_id: UUID,
    offered: Offered,
    scope: Scope,
    kind: IngestKind,
    destination: _Destination,
    *,
    follows: UUID | None = None,
) -> NewIngest:
    return NewIngest(
        ingest_id,
        offered.name,
        offered.path,
        kind=kind,
        sha256=hashlib.sha256(offered.data).hexdigest(),
        byte_size=len(offered.data),
        supersedes=destination.supersedes,
        follows=follows,
        user_id=scope.user_id,
        collection_id=destination.collection_id,
    )


def _line(scope: Scope, sha256: str) -> str:
    """The same bytes are read once: whoever comes second finds them stored."""
    return f"{scope.tenant_id}:{sha256}"
