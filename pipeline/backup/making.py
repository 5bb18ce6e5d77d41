"""Making a backup: all tenants' rows as of one moment, and the bytes that those rows name, while the app runs on."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

import psycopg
from psycopg import sql

from pipeline.backup import rows
from pipeline.backup.archive import ArchiveWriter, opened, written
from pipeline.backup.catalog import StoredTable, sequences, stored_tables
from pipeline.backup.manifest import LISTING, Applied, Files, Manifest, Sequence, Table
from pipeline.backup.owner import owner_address
from pipeline.backup.progress import Course
from pipeline.backup.tally import Tally
from pipeline.evidence.errors import (
    BackupRunning,
    BlobCorrupt,
    BlobMissing,
    DatabaseDamaged,
    LibraryDamaged,
)
from pipeline.settings import Settings
from pipeline.store import backup_hold, claimed_bytes, roles
from pipeline.store.blobs import Blobs, open_blobs
from pipeline.store.claimed_bytes import ClaimedBytes
from pipeline.store.connect import Connection, connect

_HOLD_PATIENCE: Final = 10.0
"""Seconds to wait for those who are removing bytes just now; a backup that runs already takes longer."""

_NAMED_AT_MOST: Final = 5


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was written. `fingerprint`: of its contents; whoever keeps it apart can tell later that nobody has
    rewritten the file."""

    path: Path
    bytes: int
    fingerprint: str
    manifest: Manifest
    seconds: float

    def to_json(self) -> dict[str, Any]:
        return {
            "file": str(self.path),
            "bytes": self.bytes,
            "fingerprint": self.fingerprint,
            "seconds": round(self.seconds, 3),
            **told(self.manifest),
        }


def told(manifest: Manifest) -> dict[str, Any]:
    """What scripts are told of a backup's contents."""
    return {
        "made_at": manifest.made_at,
        "schema": manifest.migrations[-1].name if manifest.migrations else None,
        "tenants": manifest.rows("tenants"),
        "documents": manifest.rows("documents"),
        "versions": manifest.rows("versions"),
        "answers": manifest.rows("answers"),
        "verdicts": manifest.rows("verdicts"),
        "rows": sum(table.rows for table in manifest.tables),
        "files": manifest.files.count,
        "file_bytes": manifest.files.bytes,
        "left_out": list(manifest.files.left_out),
    }


def make(settings: Settings, target: Path, course: Course, *, without_damaged: bool = False) -> Made:
    """Write a backup to the file `target`; nothing of it is left when this raises. The database's schema is up to
    date. With `without_damaged`, files that are gone or damaged are left out and named instead of refused.

    Raises BackupExists, BackupRunning, LibraryDamaged, DatabaseDamaged, BackupInterrupted, DataFolderUnusable,
    DatabaseUnavailable, BlobStoreUnavailable, or ConfigurationError for a role that cannot see all tenants.
    """
    started = time.monotonic()
    with owner_address(settings) as dsn, written(target) as archive, connect(dsn) as conn:
        _hold(conn)
        with _snapshot(conn, dsn) as tenants:
            tables = [_add_table(archive, conn, table, tenants, course) for table in stored_tables(conn)]
            claimed = _claimed(conn, tenants)
            migrations, queue, numbers = _schema(conn)
        files = _add_files(archive, open_blobs(settings), claimed, course, without_damaged=without_damaged)
        course.begin("closing the file")
        archive.finish(
            Manifest(
                pincite=importlib.metadata.version("pincite"),
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                migrations=migrations,
                queue=queue,
                tables=tuple(tables),
                sequences=numbers,
                files=files,
            )
        )
    with opened(target) as read:
        return Made(
            target, target.stat().st_size, read.fingerprint, read.manifest, time.monotonic() - started
        )


def _hold(conn: Connection) -> None:
    deadline = time.monotonic() + _HOLD_PATIENCE
    while not backup_hold.hold_all(conn):
        if time.monotonic() > deadline:
            raise BackupRunning("Another backup of this library is being made. Wait until it has ended.")
        time.sleep(0.1)


@contextmanager
def _snapshot(conn: Connection, dsn: str) -> Iterator[list[str] | None]:
    """One moment of the database for everything that is read inside; the tenants, where each has to be entered."""
    rows.settle(conn)
    try:
        with conn.transaction():
            conn.execute("set transaction isolation level repeatable read, read only")
            row = conn.execute("select pg_export_snapshot()").fetchone()
            assert row is not None
            yield None if roles.escapes_row_security(conn) else rows.tenants_of(dsn, str(row[0]))
    except (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted) as error:
        raise DatabaseDamaged(
            f"The database cannot be read whole: {error.diag.message_primary}. Restore the last backup that was made "
            "before."
        ) from error


def _add_table(
    archive: ArchiveWriter,
    conn: Connection,
    table: StoredTable,
    tenants: list[str] | None,
    course: Course,
) -> Table:
    course.begin(f"copying the table {table.name}")
    tally = Tally()

    def pieces() -> Iterator[bytes]:
        for piece in rows.read_rows(conn, table, tenants, tally):
            course.advance(len(piece))
            yield piece

    name = f"tables/{table.space}.{table.name}.tsv.gz"
    member = archive.add_packed(name, pieces())
    return Table(
        space=table.space,
        name=table.name,
        columns=table.columns,
        rows=tally.rows,
        digest=tally.digest,
        member=member,
    )


def _claimed(conn: Connection, tenants: list[str] | None) -> list[ClaimedBytes]:
    if tenants is None:
        return claimed_bytes.all_claimed(conn)
    found: list[ClaimedBytes] = []
    for tenant in tenants:
        conn.execute("select set_config('pincite.tenant_id', %s, false)", (tenant,))
        found += claimed_bytes.all_claimed(conn)
    return found


def _schema(conn: Connection) -> tuple[tuple[Applied, ...], tuple[str, ...], tuple[Sequence, ...]]:
    applied = conn.execute("select name, checksum from pincite_migrations.applied order by name").fetchall()
    queue = conn.execute("select name from pincite_migrations.queue order by name").fetchall()
    numbers = []
    for space, name in sequences(conn):
        row = conn.execute(
            sql.SQL("select last_value, is_called from {}").format(sql.Identifier(space, name))
        ).fetchone()
        assert row is not None
        numbers.append(Sequence(space=space, name=name, last=row[0], is_called=row[1]))
    return (
        tuple(Applied(name=name, checksum=checksum) for name, checksum in applied),
        tuple(name for (name,) in queue),
        tuple(numbers),
    )


def _add_files(
    archive: ArchiveWriter,
    blobs: Blobs,
    claimed: Iterable[ClaimedBytes],
    course: Course,
    *,
    without_damaged: bool,
) -> Files:
    """Each different file once; a copy of another tenant's stands in for a damaged one."""
    sizes: dict[str, int] = {}
    damaged: dict[str, str] = {}
    wanted = list(claimed)
    course.begin("copying filings")
    for one in wanted:
        if one.sha256 in sizes:
            continue
        try:
            sizes[one.sha256] = _add_file(archive, blobs, one, course)
        except (BlobMissing, BlobCorrupt):
            damaged[one.sha256] = one.named
    left_out = {sha256: named for sha256, named in damaged.items() if sha256 not in sizes}
    if left_out and not without_damaged:
        raise LibraryDamaged(_damage_words(left_out))
    kept = [one for one in wanted if one.sha256 in sizes]
    lines = (f"{one.tenant_id}\t{one.sha256}\t{sizes[one.sha256]}\n".encode() for one in kept)
    return Files(
        count=len(kept),
        different=len(sizes),
        bytes=sum(sizes.values()),
        listing=archive.add_packed(LISTING, lines),
        left_out=tuple(sorted(left_out)),
    )


def _add_file(archive: ArchiveWriter, blobs: Blobs, one: ClaimedBytes, course: Course) -> int:
    """The size of a file that was added. Raises BlobMissing or BlobCorrupt, and adds nothing then."""
    path = blobs.of(UUID(one.tenant_id)).path(one.sha256)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        hashed = _Hashed(file, course)
        archive.add_blob(one.sha256, hashed, size)
    if hashed.sha256 != one.sha256:
        raise LibraryDamaged(f"The file of {one.named} changed while it was copied. Make the backup again.")
    return size


class _Hashed:
    """A file that is read once from its beginning to its end, and hashed on the way."""

    def __init__(self, file: IO[bytes], course: Course) -> None:
        self._file = file
        self._course = course
        self._digest = hashlib.sha256()

    def read(self, size: int) -> bytes:
        piece = self._file.read(size)
        self._digest.update(piece)
        self._course.advance(len(piece))
        return piece

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


def _damage_words(damaged: dict[str, str]) -> str:
    named = [f"{name} ({sha256[:12]}…)" for sha256, name in list(damaged.items())[:_NAMED_AT_MOST]]
    others = len(damaged) - len(named)
    what = "; ".join(named) + (f"; and {others} more" if others > 0 else "")
    return (
        f"{len(damaged)} stored files are gone or damaged, and a backup would not be whole: {what}. Add these filings "
        "again to mend them, or back up with --without-damaged to leave them out."
    )
