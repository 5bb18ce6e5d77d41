"""One attempt at a run: what becomes of it when its worker's surroundings fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import (
    BlobStoreUnavailable,
    DatabaseUnavailable,
    DataFolderUnusable,
    ParseFailed,
    PinciteError,
    StoreError,
)
from pipeline.store import ingests
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.folder_blobs import FolderBlobs
from pipeline.store.ingests import IngestRow, IngestState, NewIngest
from pipeline.store.scope import Scope
from pipeline.workers.attempt import Attempt, LetGo, Progress, Stopped


@pytest.mark.parametrize(
    "error", [BlobStoreUnavailable("Nobody answers there."), DatabaseUnavailable("Nobody answers there.")]
)
def test_a_store_that_is_away_is_tried_again_and_then_said(
    database: Database, tenant: Scope, tmp_path: Path, error: PinciteError
) -> None:
    blobs = FolderBlobs(tmp_path).of(tenant.tenant_id)
    sha256 = blobs.put(b"the bytes of a filing")
    run = NewIngest(uuid4(), "report.pdf", "report.pdf", sha256=sha256, user_id=tenant.user_id)
    with database.scoped(tenant) as conn:
        ingests.add(conn, run)

    def work(row: IngestRow, progress: Progress, stopped: Stopped) -> UUID:
        raise error

    attempt = Attempt(database, blobs, tenant, run.id, "host:1:a", lambda: False, lambda event: None)
    for _ in range(2):
        with pytest.raises(LetGo):
            attempt.perform(work)
        assert row_of(database, tenant, run.id).state is IngestState.QUEUED
    attempt.perform(work)
    row = row_of(database, tenant, run.id)
    assert (row.state, row.error_type, row.error_message) == (
        IngestState.FAILED,
        error.kind,
        "Nobody answers there.",
    )
    assert blobs.get(sha256), "it can be tried again without the file"


@dataclass(frozen=True)
class Failing:
    """The database, whose next transactions fail with these errors after they were begun."""

    database: Database
    errors: list[StoreError]

    @contextmanager
    def scoped(self, scope: Scope) -> Iterator[Connection]:
        with self.database.scoped(scope) as conn:
            yield conn
            if self.errors:
                raise self.errors.pop(0)


def test_an_outcome_is_written_once_the_disk_has_room_again(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    run = added(database, tenant)
    failing = Failing(database, [])

    def work(row: IngestRow, progress: Progress, stopped: Stopped) -> UUID:
        failing.errors.append(DataFolderUnusable("The disk is full."))
        failing.errors.append(DatabaseUnavailable("Nobody answers there."))
        raise ParseFailed("Nothing can be read in it.", source=row.source_name)

    attempt_at(failing, tenant, run, tmp_path, is_stopping=False).perform(work)
    assert (row_of(database, tenant, run).error_type, failing.errors) == ("ParseFailed", [])


def test_a_worker_that_ends_before_an_outcome_is_written_lets_go_of_its_run(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    """Its job would end otherwise, and the run would wait for nobody for ever."""
    run = added(database, tenant)
    failing = Failing(database, [])

    def work(row: IngestRow, progress: Progress, stopped: Stopped) -> UUID:
        failing.errors.append(DataFolderUnusable("The disk is full."))
        raise ParseFailed("Nothing can be read in it.", source=row.source_name)

    with pytest.raises(LetGo):
        attempt_at(failing, tenant, run, tmp_path, is_stopping=True).perform(work)
    assert row_of(database, tenant, run).finished_at is None


def added(database: Database, scope: Scope) -> UUID:
    run = NewIngest(uuid4(), "report.pdf", "report.pdf", user_id=scope.user_id)
    with database.scoped(scope) as conn:
        ingests.add(conn, run)
    return run.id


def attempt_at(failing: Failing, scope: Scope, run: UUID, folder: Path, *, is_stopping: bool) -> Attempt:
    blobs = FolderBlobs(folder).of(scope.tenant_id)
    database = cast(Database, failing)
    return Attempt(database, blobs, scope, run, "host:1:a", lambda: is_stopping, lambda event: None)


def row_of(database: Database, scope: Scope, ingest_id: UUID) -> IngestRow:
    with database.scoped(scope) as conn:
        return ingests.get(conn, ingest_id)
