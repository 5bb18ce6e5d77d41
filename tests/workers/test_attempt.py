"""One attempt at a run: what becomes of it when its worker's surroundings fail."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.errors import BlobStoreUnavailable, DatabaseUnavailable, PinciteError
from pipeline.store import ingests
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


def row_of(database: Database, scope: Scope, ingest_id: UUID) -> IngestRow:
    with database.scoped(scope) as conn:
        return ingests.get(conn, ingest_id)
