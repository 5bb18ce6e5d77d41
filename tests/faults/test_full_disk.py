"""A disk that is full or read-only: said in words, nothing half there, and everything goes on once there is room."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from pipeline.evidence.errors import DataFolderUnusable
from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.storage import Storage
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.faults.invariants import leftovers, violations
from tests.faults.written_filings import filing
from tests.store.small_disk import small_disk


def test_a_full_folder_is_said_and_leaves_nothing_half_there(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "blobs", megabytes=4) as folder:
        settings, written = stored_in(folder, tmp_path), filing(2, seed=9)
        acknowledged = queue_upload(settings, database, tenant, written.name, written.data)
        (folder / "ballast").write_bytes(bytes(os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize))
        refused = filing(3, seed=9)
        with pytest.raises(DataFolderUnusable, match="No space left on device"):
            queue_upload(settings, database, tenant, refused.name, refused.data)
        with database.scoped(tenant) as conn:
            assert [row.id for row in ingests.list_recent(conn)] == [acknowledged.ingest_id]
        (folder / "ballast").unlink()
        queue_upload(settings, database, tenant, refused.name, refused.data)
        assert violations(database, open_blobs(settings), tenant) == []
        assert leftovers(database, open_blobs(settings), tenant) == []
        assert not list(folder.rglob(".unfinished-*"))


def test_a_folder_that_became_read_only_is_said_and_leaves_no_run_without_bytes(
    database: Database, tenant: Scope, tmp_path: Path
) -> None:
    with small_disk(tmp_path / "blobs", megabytes=4) as folder:
        settings, written = stored_in(folder, tmp_path), filing(1, seed=10)
        _remount(folder, "ro")
        with pytest.raises(DataFolderUnusable, match="Read-only file system"):
            queue_upload(settings, database, tenant, written.name, written.data)
        with database.scoped(tenant) as conn:
            assert ingests.list_recent(conn) == []
        _remount(folder, "rw")
        queue_upload(settings, database, tenant, written.name, written.data)
        assert violations(database, open_blobs(settings), tenant) == []
        assert leftovers(database, open_blobs(settings), tenant) == []


def stored_in(folder: Path, home: Path) -> Settings:
    return Settings(home=home, storage=Storage.from_environment({"PINCITE_BLOBS": str(folder)}))


def _remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)
