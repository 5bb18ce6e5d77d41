"""A restored library is the one that was backed up, or there is none."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from pipeline.backup.making import Made, make
from pipeline.backup.restoring import restore
from pipeline.evidence.errors import BackupInterrupted, InvalidBackup, NotEmpty
from pipeline.settings import Settings
from pipeline.store import ingests, migrations
from pipeline.store.blobs import open_blobs
from pipeline.store.connect import connect
from pipeline.store.database import Database
from pipeline.store.ingests import IngestState
from pipeline.store.scope import LOCAL
from pipeline.workers.worker import Worker
from tests.backup.conftest import NewPlace
from tests.backup.library import OTHER, Library, course, picture, seen, sign_in
from tests.object_server import ObjectServer
from tests.workers.test_worker import wait_for


def files_of(settings: Settings) -> set[str]:
    blobs = open_blobs(settings)
    return {blob.sha256 for tenant_id in blobs.tenants() for blob in blobs.of(tenant_id).listed()}


def has_library(settings: Settings) -> bool:
    assert settings.database_url is not None
    with connect(settings.database_url) as conn:
        return migrations.has_begun(conn)


def test_an_empty_home_becomes_the_library_that_was_backed_up_and_its_queue_goes_on(
    library: Library, made: Made, tmp_path: Path
) -> None:
    elsewhere = library.at(Settings(home=tmp_path / "home"))
    restored = restore(elsewhere.settings, made.path, course(), fingerprint=made.fingerprint.upper())
    assert restored.manifest == made.manifest
    assert seen(elsewhere) == seen(library)
    assert picture(elsewhere) == picture(library)
    with elsewhere.opened() as database:
        stop = threading.Event()
        worker = threading.Thread(
            target=Worker(elsewhere.settings, database, tell=lambda _: None).run, args=(stop,)
        )
        worker.start()
        try:
            wait_for(lambda: _state(database) is IngestState.READY, "the reading of the queued file")
        finally:
            stop.set()
            worker.join()


def _state(database: Database) -> IngestState:
    with database.scoped(LOCAL) as conn:
        (run,) = ingests.list_recent(conn)
    return run.state


def test_a_library_on_a_server_of_ones_own_goes_to_another_with_all_its_tenants(
    library: Library, backup: Path, new_place: NewPlace
) -> None:
    elsewhere = library.at(new_place())
    restore(elsewhere.settings, backup, course())
    assert seen(elsewhere) == seen(library)
    assert elsewhere.settings.database_url is not None
    with connect(elsewhere.settings.database_url) as conn:
        unguarded = conn.execute(
            "select relname from pg_class where relnamespace = 'pincite'::regnamespace and relkind = 'r' "
            "and not (relrowsecurity and relforcerowsecurity)"
        ).fetchall()
        silent = conn.execute("select tgname from pg_trigger where tgenabled = 'D'").fetchall()
        hidden = conn.execute("select count(*) from pincite.answers").fetchone()
    assert (unguarded, silent, hidden) == ([], [], (0,)), "policies and triggers are as they were"


def test_a_backup_of_a_restored_library_has_the_same_rows(
    library: Library, made: Made, new_place: NewPlace, tmp_path: Path
) -> None:
    place = new_place()
    restore(place, made.path, course())
    again = make(place, tmp_path / "again.tar", course())
    of = {(table.space, table.name): (table.rows, table.digest) for table in again.manifest.tables}
    assert of == {(table.space, table.name): (table.rows, table.digest) for table in made.manifest.tables}
    assert again.manifest.files == made.manifest.files
    assert again.manifest.sequences == made.manifest.sequences


@pytest.mark.parametrize("stage", ["copying filings", "finishing"])
def test_what_is_stopped_leaves_nothing_and_can_be_done_again(
    library: Library, backup: Path, new_place: NewPlace, stage: str
) -> None:
    place = new_place()
    with pytest.raises(BackupInterrupted, match="Nothing of it was left"):
        restore(place, backup, course(stop_at=stage))
    assert (has_library(place), files_of(place)) == (False, set())
    restore(place, backup, course())
    assert seen(library.at(place)) == seen(library)


def test_an_empty_home_whose_restoring_was_stopped_is_empty_again(backup: Path, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    with pytest.raises(BackupInterrupted):
        restore(settings, backup, course(stop_at="filling"))
    assert not (settings.home / "postgres").exists()
    assert files_of(settings) == set()


def test_files_that_a_killed_restoring_left_are_in_nobodys_way(
    library: Library, backup: Path, new_place: NewPlace
) -> None:
    place = new_place()
    left = open_blobs(library.settings).of(OTHER.tenant_id)
    first = next(left.listed()).sha256
    open_blobs(place).of(OTHER.tenant_id).put(left.get(first))
    restore(place, backup, course())
    assert seen(library.at(place)) == seen(library)


def test_a_library_is_never_restored_over(library: Library, backup: Path, new_place: NewPlace) -> None:
    before = seen(library)
    with pytest.raises(NotEmpty, match="holds a library already"):
        restore(library.settings, backup, course())
    assert seen(library) == before
    place = new_place()
    open_blobs(place).of(LOCAL.tenant_id).put(b"somebody else's")
    with pytest.raises(NotEmpty, match="There are filings"):
        restore(place, backup, course())
    assert (has_library(place), len(files_of(place))) == (False, 1)


def test_another_backup_than_the_one_that_is_meant_is_refused(backup: Path, new_place: NewPlace) -> None:
    place = new_place()
    with pytest.raises(InvalidBackup, match="not the backup that was meant"):
        restore(place, backup, course(), fingerprint="0" * 64)
    assert not has_library(place)


def test_sign_ins_of_before_are_over(new_place: NewPlace, tmp_path: Path) -> None:
    place, elsewhere = new_place(), new_place()
    database = Database.open(place)
    with database.scoped(LOCAL) as conn:
        sign_in(conn, LOCAL)
    database.close()
    made = make(place, tmp_path / "signed-in.tar", course())
    assert restore(elsewhere, made.path, course()).sign_ins == 1
    database = Database.open(elsewhere)
    with database.scoped(LOCAL) as conn:
        row = conn.execute("select count(*), count(ended_at) from sign_ins").fetchone()
    database.close()
    assert row == (1, 1)


def test_an_older_library_is_restored_and_brought_up_to_date(new_place: NewPlace, tmp_path: Path) -> None:
    old, elsewhere = new_place(), new_place()
    names = [migration.name for migration in migrations.read()]
    first = [name for name in names if name < "0011"]
    assert old.database_url is not None
    with connect(old.database_url) as conn:
        migrations.bring_up_to_date(conn, only=frozenset(first))
        conn.execute("select set_config('pincite.tenant_id', %s, false)", (str(OTHER.tenant_id),))
        conn.execute("insert into tenants (name) values ('An old workspace')")
    made = make(old, tmp_path / "old.tar", course())
    assert [one.name for one in made.manifest.migrations] == first
    restore(elsewhere, made.path, course())
    database = Database.open(elsewhere)
    with database.scoped(OTHER) as conn:
        assert conn.execute("select name from tenants").fetchall() == [("An old workspace",)]
        applied = conn.execute("select name from pincite_migrations.applied order by 1").fetchall()
    database.close()
    assert [name for (name,) in applied] == names


def test_filings_of_an_object_store_go_to_a_folder_and_back(
    library: Library,
    backup: Path,
    new_place: NewPlace,
    object_server: ObjectServer,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name, value in object_server.environment("restored").items():
        monkeypatch.setenv(name, value)
    place = new_place()
    in_bucket = Settings.from_environment()
    in_bucket = Settings(home=place.home, database_url=place.database_url, storage=in_bucket.storage)
    restore(in_bucket, backup, course())
    assert files_of(in_bucket) == files_of(library.settings)
    made = make(in_bucket, tmp_path / "of-the-bucket.tar", course())
    elsewhere = library.at(new_place())
    restore(elsewhere.settings, made.path, course())
    assert seen(elsewhere) == seen(library)
