"""Restoring a backup into an empty place: the bytes first, then all rows in one transaction, in which they appear."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from psycopg import sql

from pipeline.backup import emptiness, rows
from pipeline.backup.archive import Archive, opened
from pipeline.backup.catalog import StoredTable, stored_tables
from pipeline.backup.making import told
from pipeline.backup.manifest import LISTING, Manifest
from pipeline.backup.owner import owner_address
from pipeline.backup.progress import Course
from pipeline.backup.schema import build
from pipeline.backup.tally import Tally
from pipeline.evidence.errors import InvalidBackup
from pipeline.settings import Settings
from pipeline.store import restored
from pipeline.store.blobs import Blobs, open_blobs
from pipeline.store.connect import Connection, connect, describe
from pipeline.store.database import Database


@dataclass(frozen=True, slots=True)
class Restored:
    """A backup that was restored. `fingerprint` is its own; `sign_ins` were open when it was made and are ended."""

    path: Path
    fingerprint: str
    manifest: Manifest
    sign_ins: int
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "file": str(self.path),
            "fingerprint": self.fingerprint,
            "seconds": round(self.seconds, 3),
            "sign_ins_ended": self.sign_ins,
            **told(self.manifest),
        }


def restore(settings: Settings, path: Path, course: Course, *, fingerprint: str | None = None) -> Restored:
    """Put a backup into the empty library that the settings name: all of it is there afterwards, or nothing.

    `fingerprint`: what the backup's should be. Raises InvalidBackup, NotEmpty, MigrationFailed for a backup of a newer
    Pincite, BackupInterrupted, DataFolderUnusable, DatabaseUnavailable, ExtensionMissing or BlobStoreUnavailable.
    """
    started = time.monotonic()
    with opened(path) as archive:
        if fingerprint is not None and archive.fingerprint != fingerprint.lower():
            raise InvalidBackup(
                f"{path} is not the backup that was meant: its fingerprint is {archive.fingerprint}. Look for the file "
                "that was written then."
            )
        course.begin("verifying the backup", archive.size)
        archive.verify(course.advance)
        blobs = open_blobs(settings)
        with emptiness.required(settings, blobs, archive.blobs), owner_address(settings) as dsn:
            sign_ins = _fill(settings, dsn, blobs, archive, course)
        course.begin("bringing the schema up to date")
        Database.open(settings).close()
        return Restored(path, archive.fingerprint, archive.manifest, sign_ins, time.monotonic() - started)


def _fill(settings: Settings, dsn: str, blobs: Blobs, archive: Archive, course: Course) -> int:
    """How many sign-ins were ended."""
    with connect(dsn) as conn:
        rows.settle(conn)
        with (
            emptiness.empty_database(conn, describe(dsn)),
            _files_put(blobs, archive, course),
            conn.transaction(),
        ):
            build(conn, archive.manifest, describe(dsn))
            ended = _put_rows(conn, archive, course)
            course.begin("finishing")
            return ended


@contextmanager
def _files_put(blobs: Blobs, archive: Archive, course: Course) -> Iterator[None]:
    """The backup's files in the store, each for every tenant that has it; gone again when the block raises."""
    owners = _owners(archive)
    course.begin("copying filings", archive.manifest.files.bytes)
    put: list[tuple[UUID, str]] = []
    try:
        for sha256 in archive.blobs:
            data = b"".join(archive.blob(sha256))
            for tenant_id in owners.get(sha256, ()):
                put.append((tenant_id, sha256))
                blobs.of(tenant_id).put(data)
                blobs.of(tenant_id).get(sha256)  # read back, and compared with its hash
            course.advance(len(data))
        yield
    except BaseException:
        for tenant_id, sha256 in put:
            blobs.of(tenant_id).remove(sha256)
        raise


def _owners(archive: Archive) -> Mapping[str, list[UUID]]:
    """Whose each file is. Raises InvalidBackup when the list names other files than there are."""
    owners: dict[str, list[UUID]] = defaultdict(list)
    text = b"".join(archive.unpacked(LISTING)).decode("ascii", "replace")
    for line in text.splitlines():
        try:
            tenant, sha256, _ = line.split("\t")
            owners[sha256].append(UUID(tenant))
        except ValueError:
            raise InvalidBackup(f"{archive.path} has a list of files that cannot be read.") from None
    if owners.keys() != set(archive.blobs):
        raise InvalidBackup(f"{archive.path} lists other files than it holds. Take another backup.")
    return owners


def _put_rows(conn: Connection, archive: Archive, course: Course) -> int:
    """Fill the tables, compare them with what was written, and leave behind what was of the old place only."""
    tables = _matched(conn, archive.manifest)
    for table, _ in tables:
        _guard(conn, table, "no force", "disable")
    for table, file in tables:
        course.begin(f"filling the table {table.name}")
        rows.write_rows(conn, table, _told(archive.unpacked(file), course))
    for table, _ in tables:
        _require_equal(conn, table, archive)
    for number in archive.manifest.sequences:
        conn.execute(
            sql.SQL("select setval({}, %s, %s)").format(sql.Literal(f"{number.space}.{number.name}")),
            (number.last, number.is_called),
        )
    ended = restored.leave_behind(conn)
    for table, _ in tables:
        _guard(conn, table, "force", "enable")
    return ended


def _matched(conn: Connection, manifest: Manifest) -> list[tuple[StoredTable, str]]:
    """The backup's tables in the order of this database's, with the columns that were written, and their members.
    Raises InvalidBackup for what this schema has no place for."""
    known = {(table.space, table.name): table for table in stored_tables(conn)}
    written = {(table.space, table.name): table for table in manifest.tables}
    for key, table in written.items():
        if key not in known or not set(table.columns) <= set(known[key].columns):
            raise InvalidBackup(
                f"The backup has rows of {table.space}.{table.name} that the schema of {manifest.migrations[-1].name} "
                "has no place for. Restore it with the Pincite that made it."
            )
    return [
        (StoredTable(*key, written[key].columns, table.is_guarded), written[key].file)
        for key, table in known.items()
        if key in written
    ]


def _guard(conn: Connection, table: StoredTable, force: str, triggers: str) -> None:
    """Whether policies bind the owner too, and whether triggers fire, until the transaction ends or this is undone."""
    if table.is_guarded:
        conn.execute(sql.SQL("alter table {} {} row level security").format(table.identifier, sql.SQL(force)))
    conn.execute(sql.SQL("alter table {} {} trigger user").format(table.identifier, sql.SQL(triggers)))


def _require_equal(conn: Connection, table: StoredTable, archive: Archive) -> None:
    tally = Tally()
    for _ in rows.read_rows(conn, table, None, tally):
        pass
    meant = next(one for one in archive.manifest.tables if (one.space, one.name) == (table.space, table.name))
    if (tally.rows, tally.digest) != (meant.rows, meant.digest):
        raise InvalidBackup(
            f"The table {table.space}.{table.name} is not what the backup's was: {tally.rows} rows instead of "
            f"{meant.rows}, or other ones. Nothing was restored. Restore it with the Pincite that made it."
        )


def _told(pieces: Iterator[bytes], course: Course) -> Iterator[bytes]:
    for piece in pieces:
        course.advance(len(piece))
        yield piece
