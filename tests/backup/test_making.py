"""A backup is whole, or there is none; and it is refused once anything of it has changed."""

from __future__ import annotations

import hashlib
import io
import json
import random
import stat
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pipeline.backup.archive import opened
from pipeline.backup.making import Made, make
from pipeline.backup.manifest import FINGERPRINT, MANIFEST
from pipeline.backup.restoring import restore
from pipeline.evidence.errors import (
    BackupExists,
    BackupInterrupted,
    BackupRunning,
    ConfigurationError,
    InvalidBackup,
    LibraryDamaged,
    MigrationFailed,
)
from pipeline.removal import free_removed
from pipeline.settings import Settings
from pipeline.store import backup_hold, documents, removals
from pipeline.store.blobs import open_blobs
from pipeline.store.connect import connect
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL
from tests.backup.conftest import NewPlace
from tests.backup.library import OTHER, Library, build, course, seen
from tests.workers.test_worker import wait_for

MUTATIONS = 150


def verified(path: Path) -> str:
    with opened(path) as archive:
        archive.verify(lambda _: None)
        return archive.fingerprint


def with_manifest(path: Path, target: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The same backup, whose manifest somebody has rewritten, with its hash."""
    rewritten = b""
    with tarfile.open(path) as source, tarfile.open(target, "w") as copy:
        for entry in source:
            file = source.extractfile(entry)
            assert file is not None
            data = file.read()
            if entry.name == MANIFEST:
                value = json.loads(data)
                change(value)
                data = rewritten = json.dumps(value).encode()
            elif entry.name == FINGERPRINT:
                data = hashlib.sha256(rewritten).hexdigest().encode()
            entry.size = len(data)
            copy.addfile(entry, io.BytesIO(data))
    return target


def test_a_backup_holds_every_tenant_and_each_different_file_once(library: Library, made: Made) -> None:
    files = made.manifest.files
    assert made.to_json()["tenants"] == 2
    assert made.to_json()["answers"] == 4
    assert (files.count, files.different, files.left_out) == (7, 4, ()), (
        "one waits, three are in both tenants"
    )
    assert verified(made.path) == made.fingerprint
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600


def test_a_backup_holds_no_key_and_no_password(library: Library, made: Made) -> None:
    held = made.path.read_bytes()
    assert library.settings.database_url is not None
    assert b"link.key" not in held
    assert b"an analyst's own password" not in held


def test_a_backup_never_takes_another_files_place(library: Library, tmp_path: Path) -> None:
    target = tmp_path / "letters.tar"
    target.write_text("Dear Sir")
    with pytest.raises(BackupExists):
        make(library.settings, target, course())
    assert target.read_text() == "Dear Sir"


@pytest.mark.parametrize("stage", ["copying filings", "closing"])
def test_a_backup_that_is_stopped_leaves_nothing(library: Library, tmp_path: Path, stage: str) -> None:
    with pytest.raises(BackupInterrupted):
        make(library.settings, tmp_path / "stopped.tar", course(stop_at=stage))
    assert list(tmp_path.iterdir()) == []


def test_whatever_is_changed_cut_off_or_put_in_is_noticed(made: Made, tmp_path: Path) -> None:
    """A few bytes of a tar archive mean nothing: padding, and times. What the library is made of is then the same."""
    whole, chance, changed = made.path.read_bytes(), random.Random(8), tmp_path / "changed.tar"
    refused = 0
    for number in range(MUTATIONS):
        data, at = bytearray(whole), chance.randrange(len(whole))
        match number % 5:
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                del data[at:]
            case 2:
                data[at : at + 512] = bytes(len(data[at : at + 512]))
            case 3:
                data[at:at] = bytes(512)
            case _:
                del data[at : at + 512]
        changed.write_bytes(data)
        try:
            assert verified(changed) == made.fingerprint
        except InvalidBackup:
            refused += 1
    assert refused > 0.9 * MUTATIONS


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 no backup", bytes(10240)], ids=["empty", "pdf", "zeros"])
def test_what_is_no_backup_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(InvalidBackup):
        verified(path)
    with pytest.raises(InvalidBackup, match="cannot be read"):
        verified(tmp_path / "nothing")


def _more_rows(manifest: dict[str, Any]) -> None:
    next(table for table in manifest["tables"] if table["name"] == "answers")["rows"] += 1


def _other_column(manifest: dict[str, Any]) -> None:
    manifest["tables"][0]["columns"][0] = "no_such_column"


def _other_table(manifest: dict[str, Any]) -> None:
    manifest["tables"][0]["name"] = "pg_authid"


def _injected(manifest: dict[str, Any]) -> None:
    manifest["tables"][0]["columns"][0] = "id) from stdin; drop table answers; --"


def _another_format(manifest: dict[str, Any]) -> None:
    manifest["format"] = "pincite-backup-9"


def _bomb(manifest: dict[str, Any]) -> None:
    manifest["tables"][0]["member"]["unpacked"] //= 2


@pytest.mark.parametrize(
    "change", [_more_rows, _other_column, _other_table, _injected, _another_format, _bomb]
)
def test_a_rewritten_manifest_restores_nothing(
    made: Made, new_place: NewPlace, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    place = new_place()
    with pytest.raises(InvalidBackup):
        restore(place, with_manifest(made.path, tmp_path / "rewritten.tar", change), course())
    assert [*open_blobs(place).of(LOCAL.tenant_id).listed()] == []
    with pytest.raises(InvalidBackup, match="fingerprint"):
        restore(
            place, with_manifest(made.path, tmp_path / "same.tar", lambda _: None), course(), fingerprint="ab"
        )


def test_a_backup_of_a_newer_pincite_says_to_update(made: Made, new_place: NewPlace, tmp_path: Path) -> None:
    def newer(manifest: dict[str, Any]) -> None:
        manifest["migrations"].append({"name": "9999_future", "checksum": "0" * 64})

    with pytest.raises(MigrationFailed, match=r"newer Pincite.*9999_future.*Update Pincite"):
        restore(new_place(), with_manifest(made.path, tmp_path / "newer.tar", newer), course())


def test_damaged_filings_are_named_and_left_out_only_when_asked(new_place: NewPlace, tmp_path: Path) -> None:
    library = build(new_place(), tmp_path)
    folder = library.settings.home / "blobs"
    copies = sorted(folder.rglob("*"), key=lambda path: path.name)
    digest = next(path.name for path in copies if path.is_file() and path.read_bytes().startswith(b"%PDF"))
    for path in folder.rglob(digest):
        path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(LibraryDamaged, match=r"1 stored files.*Form 10-K.*--without-damaged"):
        make(library.settings, tmp_path / "refused.tar", course())
    made = make(library.settings, tmp_path / "without.tar", course(), without_damaged=True)
    assert made.manifest.files.left_out == (digest,)
    elsewhere = library.at(new_place())
    restore(elsewhere.settings, made.path, course())
    states = {
        evidence["state"]
        for answer in seen(elsewhere)[str(OTHER.tenant_id)]["answers"]
        for evidence in answer["evidence"].values()
    }
    assert states == {"unavailable", "ready"}


def test_one_tenants_damaged_copy_is_mended_from_anothers(new_place: NewPlace, tmp_path: Path) -> None:
    library = build(new_place(), tmp_path)
    before = seen(library)
    folder = library.settings.home / "blobs" / str(OTHER.tenant_id)
    for path in folder.rglob("*"):
        if path.is_file():
            path.write_bytes(b"gone bad")
    made = make(library.settings, tmp_path / "mended.tar", course())
    elsewhere = library.at(new_place())
    restore(elsewhere.settings, made.path, course())
    assert seen(elsewhere) == before


def test_bytes_stay_while_they_are_copied_and_go_afterwards(new_place: NewPlace, tmp_path: Path) -> None:
    library = build(new_place(), tmp_path)
    blobs = open_blobs(library.settings).of(OTHER.tenant_id)
    assert library.settings.database_url is not None
    with library.opened() as database:
        with database.scoped(OTHER) as conn:
            for row in documents.list_all(conn, OTHER.user_id):
                removals.remove(conn, row.document_id, OTHER.user_id, None)
            hashes = removals.unfreed(conn)
        with connect(library.settings.database_url) as copying:
            assert backup_hold.hold_all(copying)
            free_removed(database, blobs, OTHER)
            assert len(list(blobs.listed())) == len(hashes) == 3
        with database.scoped(OTHER) as conn:
            wait_for(lambda: backup_hold.may_free(conn), "the end of the copying session")


def test_two_backups_at_once_are_one_too_many(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipeline.backup.making._HOLD_PATIENCE", 0.05)
    assert library.settings.database_url is not None
    with connect(library.settings.database_url) as first:
        assert backup_hold.hold_all(first)
        with pytest.raises(BackupRunning):
            make(library.settings, tmp_path / "second.tar", course())
    assert list(tmp_path.iterdir()) == []


def test_a_role_that_cannot_see_all_tenants_makes_no_backup(
    library: Library, plain_server: EmbeddedServer, tmp_path: Path
) -> None:
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    assert library.settings.database_url is not None
    name = conninfo_to_dict(library.settings.database_url)["dbname"]
    with connect(make_conninfo(plain_server.start().owner_dsn, dbname=name)) as owner:
        owner.execute("create role reader login password 'reader' in role analyst noinherit")
        owner.execute("grant usage on schema pincite, pincite_migrations, procrastinate to reader")
        for schema in ("pincite", "pincite_migrations", "procrastinate"):
            owner.execute(f"grant select on all tables in schema {schema} to reader".encode())
    url = make_conninfo(library.settings.database_url, user="reader", password="reader")
    settings = Settings(home=library.settings.home, database_url=url)
    with pytest.raises(ConfigurationError, match="does not own the tables"):
        make(settings, tmp_path / "part.tar", course())
    assert list(tmp_path.iterdir()) == []
