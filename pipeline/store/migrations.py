"""Numbered plain SQL files, applied in order, once each, by one process at a time."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg import pq

from pipeline.evidence.errors import ExtensionMissing, MigrationFailed
from pipeline.store import queue_schema
from pipeline.store.connect import Connection, connect, describe

FOLDER = Path(__file__).parents[2] / "db" / "migrations"
"""Beside the packages, in a checkout and in an installed wheel alike."""

_LOCK = 0x50494E43495445  # "PINCITE"; advisory locks go with their session, so a killed migrator leaves none behind
_OLDEST_PGVECTOR = (0, 7)  # the first with halfvec
_HOW_TO_GET_IT = (
    "See https://github.com/pgvector/pgvector#installation, or unset DATABASE_URL to use the embedded server."
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One SQL file. The checksum tells whether it is still the file that was applied."""

    name: str
    statements: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.statements.encode()).hexdigest()


def read(folder: Path = FOLDER) -> list[Migration]:
    """The files in order of their numbers. Raises MigrationFailed when there are none."""
    found = [
        Migration(path.stem, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("[0-9]*.sql"))
    ]
    if not found:
        raise MigrationFailed(f"There are no migrations in {folder}: the installation is incomplete.")
    return found


def apply(dsn: str, folder: Path = FOLDER) -> list[str]:
    """Bring the schema up to date as the role of `dsn`; the names of the migrations that were applied now.

    Raises DatabaseUnavailable, ExtensionMissing, or MigrationFailed naming the file.
    """
    with connect(dsn) as conn:
        return bring_up_to_date(conn, folder, server=describe(dsn))


def bring_up_to_date(
    conn: Connection,
    folder: Path = FOLDER,
    *,
    server: str = "the server",
    only: frozenset[str] | None = None,
) -> list[str]:
    """The same on an open autocommit connection, the tables of the queue included. `only`: the migrations by name that
    an older library had, to be restored as it was."""
    migrations = [one for one in read(folder) if only is None or one.name in only]
    queue = queue_schema.package_folder()
    if not _missing(conn, migrations) and not queue_schema.missing(
        conn, queue
    ):  # the usual start: nothing to lock
        return []
    with alone(conn):
        try:
            _ensure_extension(conn, server)
            conn.execute("create schema if not exists pincite_migrations")
            conn.execute(
                "create table if not exists pincite_migrations.applied "
                "(name text primary key, checksum text not null, applied_at timestamptz not null default now())"
            )
            queue_schema.bring_up_to_date(conn, queue)
            use_schema(conn)
            return [_apply_one(conn, migration) for migration in _missing(conn, migrations)]
        except psycopg.errors.InsufficientPrivilege as error:
            raise MigrationFailed(
                f"The role of DATABASE_URL may not create the schema on {server}: {error.diag.message_primary}. "
                "Make it the database's owner, or grant it CREATE on the database."
            ) from error


@contextmanager
def alone(conn: Connection) -> Iterator[None]:
    """Nobody else brings this database's schema up to date until the block ends."""
    conn.execute("select pg_advisory_lock(%s)", (_LOCK,))
    try:
        yield
    finally:
        # In a failed transaction nothing can be said any more; the lock then goes with the connection.
        if not conn.closed and conn.info.transaction_status != pq.TransactionStatus.INERROR:
            conn.execute("select pg_advisory_unlock(%s)", (_LOCK,))


def has_begun(conn: Connection) -> bool:
    """True when a schema of ours, or one of the queue's, is in this database."""
    row = conn.execute(
        "select exists (select from pg_namespace where nspname in ('pincite', 'pincite_migrations', %s))",
        (queue_schema.SCHEMA,),
    ).fetchone()
    return bool(row and row[0])


def use_schema(conn: Connection) -> None:
    """Find our tables, the queue's, and pgvector's types wherever that server keeps them, without naming a schema."""
    conn.execute(
        """
        select set_config('search_path', 'pincite, ' || quote_ident(%s) || ', ' || quote_ident(n.nspname), false)
        from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'
        """,
        (queue_schema.SCHEMA,),
    )


def _missing(conn: Connection, migrations: list[Migration]) -> list[Migration]:
    """Those not applied yet. Raises MigrationFailed when an applied file has changed since, or is from the future."""
    if conn.execute("select to_regclass('pincite_migrations.applied')").fetchone() == (None,):
        return migrations
    applied = dict(conn.execute("select name, checksum from pincite_migrations.applied").fetchall())
    for migration in migrations:
        if applied.get(migration.name, migration.checksum) != migration.checksum:
            raise MigrationFailed(
                f"The migration {migration.name} was changed after it had been applied to this database. "
                "Restore the file, and put the change into a new one."
            )
    unknown = sorted(applied.keys() - {migration.name for migration in migrations})
    if unknown:
        raise MigrationFailed(
            f"The database was made by a newer Pincite: it has {', '.join(unknown)}, which is not here. Update Pincite."
        )
    return [migration for migration in migrations if migration.name not in applied]


def _apply_one(conn: Connection, migration: Migration) -> str:
    try:
        with conn.transaction():
            conn.execute(migration.statements.encode())
            conn.execute(
                "insert into pincite_migrations.applied (name, checksum) values (%s, %s)",
                (migration.name, migration.checksum),
            )
    except psycopg.errors.InsufficientPrivilege:
        raise
    except psycopg.Error as error:
        raise MigrationFailed(
            f"The migration {migration.name} failed and was rolled back: {error}"
        ) from error
    return migration.name


def _ensure_extension(conn: Connection, server: str) -> None:
    product = f"PostgreSQL {conn.info.server_version // 10000} at {server}"
    row = conn.execute(
        "select default_version, installed_version from pg_available_extensions where name = 'vector'"
    ).fetchone()
    if row is None:
        raise ExtensionMissing(f"{product} has no pgvector, which Pincite needs to search. {_HOW_TO_GET_IT}")
    version = row[1] or row[0]
    if tuple(int(part) for part in version.split(".")[:2]) < _OLDEST_PGVECTOR:
        raise ExtensionMissing(
            f"{product} has pgvector {version}, and Pincite needs 0.7 or newer. {_HOW_TO_GET_IT}"
        )
    try:
        conn.execute("create extension if not exists vector")
    except psycopg.errors.InsufficientPrivilege as error:
        raise ExtensionMissing(
            f"{product} has pgvector, and the role {conn.info.user} may not enable it. "
            f"Have an administrator run in database {conn.info.dbname}: CREATE EXTENSION vector;"
        ) from error
