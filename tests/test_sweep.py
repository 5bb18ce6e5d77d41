"""Sweeping: what nothing names goes once it is old enough, what something names stays, and lost runs are taken up."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner

from pipeline.cli import main
from pipeline.evidence.errors import AccessDenied, BlobMissing
from pipeline.jobs import INGEST, queue_upload
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import ingests, openings, orphans, queue
from pipeline.store.blobs import Blobs, BlobStore, open_blobs
from pipeline.store.database import Database
from pipeline.store.ingest_parts import StoredParts
from pipeline.store.ingests import NewIngest
from pipeline.store.openings import OpeningFilter, OpeningKind
from pipeline.store.scope import LOCAL, Scope
from pipeline.sweep import sweep
from tests.database import new_tenant
from tests.faults.invariants import leftovers
from tests.store.members import signed_in

DAY = 86_400.0


@pytest.fixture
def home(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path)


@pytest.fixture
def blobs(home: Settings) -> Blobs:
    return open_blobs(home)


@pytest.fixture
def own(blobs: Blobs, tenant: Scope) -> BlobStore:
    return blobs.of(tenant.tenant_id)


@pytest.fixture
def upload(home: Settings, database: Database, tenant: Scope) -> UUID:
    """A run that waits, with its bytes and its job."""
    return queue_upload(home, database, tenant, "report.txt", b"A report that waits to be read.").ingest_id


def has(blobs: BlobStore, sha256: str) -> bool:
    try:
        blobs.get(sha256)
    except BlobMissing:
        return False
    return True


def test_bytes_that_nothing_names_go_once_they_are_old_and_named_ones_stay(
    database: Database, tenant: Scope, blobs: Blobs, own: BlobStore, upload: UUID
) -> None:
    unnamed = own.put(b"Stored by a process that was killed before its commit.")
    assert sweep(database, blobs).blobs == 0
    assert has(own, unnamed), "whoever stored it may be about to name it"
    swept = sweep(database, blobs, safe_age=0.0)
    assert (swept.blobs, swept.blob_bytes, swept.problems) == (1, 54, ())
    assert not has(own, unnamed)
    with database.scoped(tenant) as conn:
        assert has(own, ingests.get(conn, upload).sha256 or "")


def test_each_tenants_bytes_are_looked_up_among_its_own_rows(
    database: Database, tenant: Scope, blobs: Blobs, own: BlobStore, upload: UUID
) -> None:
    other = blobs.of(new_tenant(database).tenant_id)
    with database.scoped(tenant) as conn:
        named_by_one = ingests.get(conn, upload).sha256 or ""
    assert other.put(own.get(named_by_one)) == named_by_one
    assert sweep(database, blobs, safe_age=0.0).blobs == 1
    assert has(own, named_by_one)
    assert not has(other, named_by_one)


def test_half_written_files_go_once_they_are_old(
    database: Database, tenant: Scope, blobs: Blobs, own: BlobStore, home: Settings
) -> None:
    beside = next((home.home / "blobs").rglob(own.put(b"whole"))).parent
    old, young = beside / ".unfinished-old", beside / ".unfinished-young"
    for path in (old, young):
        path.write_bytes(b"half a fil")
    os.utime(old, (time.time() - DAY, time.time() - DAY))
    assert sweep(database, blobs).unfinished_files == 1
    assert (old.exists(), young.exists()) == (False, True)


def test_pieces_of_a_file_stay_while_a_run_may_use_them(
    database: Database, tenant: Scope, blobs: Blobs, upload: UUID
) -> None:
    with database.scoped(tenant) as conn:
        read = ingests.get(conn, upload).sha256 or ""
    for sha256 in (read, "f" * 64):
        StoredParts(database, tenant, sha256, "parser-1", "segments").put(0, b"a piece")
    assert sweep(database, blobs).parts == 0
    assert sweep(database, blobs, safe_age=0.0).parts == 1
    assert StoredParts(database, tenant, read, "parser-1", "segments").get(0) == b"a piece"


def test_a_run_whose_job_is_lost_is_queued_again_once(
    database: Database, tenant: Scope, blobs: Blobs, upload: UUID
) -> None:
    assert sweep(database, blobs, safe_age=0.0).stranded == 0, "its job waits"
    with database.scoped(tenant) as conn:
        assert ingests.take(conn, upload, "host:1:a")
        conn.execute("delete from procrastinate_jobs where id = %s", (ingests.get(conn, upload).job_id,))
    assert leftovers(database, blobs, tenant) == [f"No job brings the run {upload} on."]
    assert sweep(database, blobs, safe_age=60.0).stranded == 0, "somebody was heard of a moment ago"
    assert [sweep(database, blobs, safe_age=0.0).stranded for _ in range(2)] == [1, 0]
    with database.scoped(tenant) as conn:
        row = ingests.get(conn, upload)
        task, line = conn.execute(
            "select task_name, lock from procrastinate_jobs where id = %s", (row.job_id,)
        ).fetchone() or ("", "")
    assert (task, line) == (INGEST, f"{queue.SHARED}:{tenant.tenant_id}:{row.sha256}")
    assert (row.worker, row.attempts, row.state) == (None, 1, ingests.IngestState.QUEUED)
    assert leftovers(database, blobs, tenant) == []


def test_bytes_that_are_being_named_meanwhile_stay(
    database: Database, tenant: Scope, blobs: Blobs, own: BlobStore
) -> None:
    """Somebody adds a file again whose bytes a killed process left, while a sweep runs."""
    sha256 = own.put(b"left behind, and then added again")
    held, named = threading.Event(), threading.Event()

    def add_again() -> None:
        with database.scoped(tenant) as conn:
            ingests.hold_bytes(conn, sha256)
            held.set()
            time.sleep(0.4)  # the sweep has looked by now, and waits for what is held
            ingests.add(conn, NewIngest(uuid4(), "a.txt", "a.txt", sha256=sha256, user_id=tenant.user_id))
        named.set()

    adding = threading.Thread(target=add_again)
    adding.start()
    assert held.wait(10)
    sweep(database, blobs, safe_age=0.0)
    adding.join()
    assert named.is_set()
    assert has(own, sha256)


def test_one_process_sweeps_at_a_time(database: Database, blobs: Blobs) -> None:
    with database.scoped(LOCAL) as conn:
        assert orphans.only_sweeper(conn)
        swept = sweep(database, blobs, safe_age=0.0)
    assert not swept.is_done
    assert "Another process is sweeping" in swept.words
    assert sweep(database, blobs, safe_age=DAY).is_done


def test_the_command_says_what_was_collected(settings: Settings, database: Database) -> None:
    open_blobs(settings).of(LOCAL.tenant_id).put(b"named by nothing, and told of")
    environment = {"PINCITE_HOME": str(settings.home)}
    spared, swept = (
        CliRunner().invoke(main, ["sweep", "--json", *arguments], env=environment)
        for arguments in ([], ["--older-than", "0"])
    )
    assert (spared.exit_code, json.loads(spared.output)["blobs"]) == (0, 0)
    assert (swept.exit_code, json.loads(swept.output)["is_done"]) == (0, True)
    assert json.loads(swept.output)["blobs"] >= 1


def test_the_record_of_openings_is_kept_for_ever_or_for_its_days(
    database: Database, tenant: Scope, blobs: Blobs, upload: UUID
) -> None:
    with database.scoped(tenant) as conn:
        for days in (0, 29, 31):
            openings.note(conn, OpeningKind.FILE, document_id=uuid4())
            conn.execute(
                "update openings set opened_at = now() - make_interval(days => %s) where opened_at = now()",
                (days,),
            )

    def kept() -> int:
        with database.scoped(tenant) as conn:
            return openings.find(conn, tenant.user_id, OpeningFilter(), 10).total

    assert (sweep(database, blobs).openings, kept()) == (0, 3)
    swept = sweep(database, blobs, keep_openings=30)
    assert (swept.openings, swept.found_any, kept()) == (1, True, 2)
    assert "Deleted 1 rows of the record" in swept.words
    with database.scoped(signed_in(database, tenant, Role.REVIEWER)) as conn, pytest.raises(AccessDenied):
        openings.forget(conn, 1)
