"""A worker's look for what was left behind."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from pipeline.workers import sweeper
from pipeline.workers.attempt import Event


def test_a_look_takes_up_lost_runs_and_sweeps_when_it_is_time(
    database: Database, tenant: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, told = Settings(home=tmp_path), list[Event]()
    queued = queue_upload(settings, database, tenant, "report.txt", b"A report that waits to be read.")
    with database.scoped(tenant) as conn:
        conn.execute(
            "delete from procrastinate_jobs where id = %s", (ingests.get(conn, queued.ingest_id).job_id,)
        )
        conn.execute(
            "update ingests set queued_at = queued_at - interval '1 minute' where id = %s",
            (queued.ingest_id,),
        )
    open_blobs(settings).of(tenant.tenant_id).put(b"named by nothing")
    monkeypatch.setattr(sweeper, "FIRST_SWEEP", 0.0)
    looking = sweeper.Sweeper(database, open_blobs(settings), threading.Event(), told.append)
    looking.look()
    looking.look()
    assert [event.kind for event in told] == ["stranded"], "what is young is spared"
    with database.scoped(tenant) as conn:
        assert ingests.get(conn, queued.ingest_id).state is ingests.IngestState.QUEUED
