"""Queueing: bytes, runs and jobs come together or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from pipeline.evidence.errors import AccessDenied, DataFolderUnusable, NotFound
from pipeline.jobs import (
    BATCH_FILES,
    cancel,
    queue_files,
    queue_samples,
    queue_upload,
    release_bytes,
    start_reread,
)
from pipeline.limits import Limits
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingests import IngestKind, IngestState
from pipeline.store.scope import Scope
from tests.store.filing import store_filing
from tests.store.members import signed_in


@pytest.fixture
def own(tmp_path: Path) -> Settings:
    """Settings with a blob folder of the test's own."""
    return Settings(home=tmp_path / "home", limits=Limits(bytes=1_000))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "filings"
    made.mkdir()
    return made


def blobs(settings: Settings) -> set[str]:
    return {path.name for path in (settings.home / "blobs").rglob("*") if path.is_file()}


def jobs(database: Database, scope: Scope) -> int:
    with database.scoped(scope) as conn:
        row = conn.execute(
            "select count(*) from procrastinate_jobs where args ->> 'tenant_id' = %s", (str(scope.tenant_id),)
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_a_folder_is_queued_in_batches_and_in_order(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    paths = [folder / f"{number:03}.txt" for number in range(BATCH_FILES + 3)]
    for path in paths:
        path.write_text(f"filing {path.name}")
    paths[1].write_text("")
    paths[2].write_bytes(bytes(1_001))
    queued = queue_files(own, database, tenant, iter(paths))
    first = next(queued)
    assert jobs(database, tenant) == BATCH_FILES - 2, "the first batch waits before the second is read"
    results = [first, *queued]
    assert [result.path for result in results] == paths
    assert [result.error.kind for result in results if result.error] == ["SourceEmpty", "SourceTooLarge"]
    with database.scoped(tenant) as conn:
        waiting = ingests.list_waiting(conn, 100)
        failed = ingests.list_finished(conn, 100)
    assert [row.source_name for row in waiting] == [path.name for path in [paths[0], *paths[3:]]]
    assert all(row.byte_size and row.job_id and row.keeps_bytes for row in waiting)
    assert {row.error_type for row in failed} == {"SourceEmpty", "SourceTooLarge"}
    assert blobs(own) == {row.sha256 for row in waiting}
    cancel(own, database, tenant, [row.id for row in waiting])
    assert not blobs(own)
    assert jobs(database, tenant) == 0


def test_bytes_that_cannot_be_kept_queue_nothing(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    own.home.mkdir()
    (own.home / "blobs").write_text("a file where the folder should be")
    path = folder / "a.txt"
    path.write_text("filing")
    with pytest.raises(DataFolderUnusable):
        list(queue_files(own, database, tenant, [path]))
    assert jobs(database, tenant) == 0
    with database.scoped(tenant) as conn:
        assert ingests.list_recent(conn) == []


def test_a_batch_that_fails_half_way_leaves_no_bytes(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    path = folder / "a.txt"
    path.write_text("filing")
    nobody = Scope(uuid4(), uuid4())
    with pytest.raises(Exception, match="foreign key"):  # there is no such tenant
        list(queue_files(own, database, nobody, [path]))
    assert not blobs(own)
    assert jobs(database, nobody) == 0


def test_nobody_who_signed_in_adds_a_file_of_the_server(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    """The key that signs links is one, and so are other workspaces' filings."""
    key = folder / "link.key"
    key.write_text("a key")
    admin = signed_in(database, tenant, Role.ADMIN)
    with pytest.raises(AccessDenied):
        list(queue_files(own, database, admin, [key]))
    assert not blobs(own)
    assert jobs(database, tenant) == 0


def test_an_unknown_version_to_supersede_is_refused_before_anything_is_kept(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    path = folder / "a.txt"
    path.write_text("filing")
    with pytest.raises(NotFound):
        list(queue_files(own, database, tenant, [path], supersedes=uuid4()))
    assert not blobs(own)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no file can have such a name")
def test_files_of_every_name_wait_under_names_that_are_nothing_but_names(
    own: Settings, database: Database, tenant: Scope, folder: Path
) -> None:
    names = {
        b"\xff\xfe.pdf": "\ufffd\ufffd.pdf",
        b"half \xed\xa0\x80.pdf": "half \ufffd\ufffd\ufffd.pdf",
        b"two\nlines.pdf": "two\ufffdlines.pdf",
        b"bell\x07\x1b[2J.pdf": "bell\ufffd\ufffd[2J.pdf",
        "report\u202efdp.exe".encode(): "report\ufffdfdp.exe",
        "U\u0308bersicht.pdf".encode(): "Übersicht.pdf",
        "年".encode() * 83 + b".pdf": "年" * 78 + ".pdf",
        b"x" * 251 + b".pdf": "x" * 146 + ".pdf",
        b"NUL.pdf": "_NUL.pdf",
        b"-rf": "_-rf",
        b"C:\\secret\\10-k.pdf": "C_secret_10-k.pdf",
        b"...": "filing",
        b" ": "filing",
    }
    folder.mkdir(exist_ok=True)
    paths = [Path(os.fsdecode(os.fsencode(folder) + b"/" + name)) for name in names]
    for number, path in enumerate(paths):
        path.write_text(f"filing {number}" if number % 4 else "")  # each fourth is refused
    queued = list(queue_files(own, database, tenant, paths))
    with database.scoped(tenant) as conn:
        rows = {row.id: row for row in (*ingests.list_waiting(conn, 100), *ingests.list_finished(conn, 100))}
    assert [rows[one.ingest_id].source_name for one in queued] == list(names.values())
    for one in queued:
        said = f"{one.path} {one.error.message if one.error else ''}"
        assert said.isprintable(), "no terminal's cursor moves, and no word is turned"


def test_an_upload_waits_under_its_safe_name(own: Settings, database: Database, tenant: Scope) -> None:
    queued = queue_upload(own, database, tenant, "../10-k.pdf", b"bytes")
    with database.scoped(tenant) as conn:
        row = ingests.get(conn, queued.ingest_id)
    assert (row.source_name, row.byte_size, row.state) == ("_10-k.pdf", 5, IngestState.QUEUED)
    cancel(own, database, tenant, [queued.ingest_id])


def test_bytes_of_a_version_are_never_released(own: Settings, database: Database, tenant: Scope) -> None:
    store = open_blobs(own).of(tenant.tenant_id)
    kept, unwanted = store.put(b"a version's"), store.put(b"nobody's")
    with database.scoped(tenant) as conn:
        version_id = store_filing(conn).version_id
        conn.execute("update versions set sha256 = %s where id = %s", (kept, version_id))
    release_bytes(database, store, tenant, [kept, unwanted])
    assert blobs(own) == {kept}


def test_a_version_of_another_tenant_cannot_be_read_again(
    own: Settings, database: Database, tenant: Scope
) -> None:
    with pytest.raises(NotFound):
        start_reread(own, database, tenant, uuid4())


def test_nobody_stops_what_is_done_to_a_filing_that_they_may_not_read(
    own: Settings, database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        version_id = store_filing(conn).version_id
    run = start_reread(own, database, tenant, version_id)
    with database.scoped(tenant) as conn:
        conn.execute("update documents set restricted = true")
    cancel(own, database, tenant, [run])
    with database.scoped(tenant) as conn:
        assert ingests.get(conn, run).state is IngestState.QUEUED
        conn.execute("update documents set restricted = false")
    cancel(own, database, tenant, [run])
    with database.scoped(tenant) as conn:
        assert ingests.get(conn, run).state is not IngestState.QUEUED


def test_samples_are_queued_once_in_the_life_of_a_data_folder(
    own: Settings, database: Database, tenant: Scope
) -> None:
    own.home.mkdir()
    queue_samples(own, database, tenant)
    with database.scoped(tenant) as conn:
        (row,) = ingests.list_recent(conn)
    assert row.kind is IngestKind.SAMPLES
    cancel(own, database, tenant, [row.id])
    queue_samples(own, database, tenant)
    assert jobs(database, tenant) == 0, "samples that were cancelled don't come back"
