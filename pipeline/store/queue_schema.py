"""The queue's own tables, made and brought up to date from the SQL files that the installed Procrastinate brings.

They lie in a schema of their own and name jobs by ids only, so they need no tenant.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
from pathlib import Path

import psycopg

from pipeline.evidence.errors import MigrationFailed
from pipeline.store.connect import Connection

SCHEMA = "procrastinate"


def package_folder() -> Path:
    """Where the package keeps its SQL; found without importing it, which every command would pay for.

    Raises MigrationFailed when the package is missing.
    """
    found = importlib.util.find_spec("procrastinate")
    if found is None or not found.submodule_search_locations:
        raise MigrationFailed("The package procrastinate, which brings the queue, is not installed.")
    return Path(next(iter(found.submodule_search_locations))) / "sql"


def missing(conn: Connection, folder: Path) -> list[str]:
    """The package's migrations that this database has not seen, in order.

    Raises MigrationFailed when the database has seen some that the package does not know.
    """
    known = sorted(path.name for path in (folder / "migrations").glob("*.sql"))
    if not known:
        raise MigrationFailed(
            f"There are no migrations of the queue in {folder}: the installation is incomplete."
        )
    if conn.execute("select to_regclass('pincite_migrations.queue')").fetchone() == (None,):
        return known
    seen = dict(conn.execute("select name, package_version from pincite_migrations.queue").fetchall())
    unknown = sorted(seen.keys() - set(known))
    if unknown:
        raise MigrationFailed(
            f"The queue of this database was made by Procrastinate {seen[unknown[-1]]}, which is newer than the "
            f"installed {_package_version()}. Update Pincite."
        )
    return [name for name in known if name not in seen]


def bring_up_to_date(conn: Connection, folder: Path) -> list[str]:
    """Make the tables, or apply what is missing; the names of the package's migrations that this covered.

    The caller holds the lock of the migrations. Raises MigrationFailed, or InsufficientPrivilege of psycopg.
    """
    names = missing(conn, folder)
    if not names:
        return []
    is_new = conn.execute("select to_regclass('pincite_migrations.queue')").fetchone() == (None,)
    with conn.transaction():
        conn.execute(f"create schema if not exists {SCHEMA}")
        conn.execute(
            "create table if not exists pincite_migrations.queue (name text primary key, "
            "package_version text not null, applied_at timestamptz not null default now())"
        )
        # The package's statements name no schema; what they make lands in the first one.
        conn.execute(f"set local search_path = {SCHEMA}")
        for file in [folder / "schema.sql"] if is_new else [folder / "migrations" / name for name in names]:
            _apply(conn, file)
        for name in names:
            conn.execute(
                "insert into pincite_migrations.queue (name, package_version) values (%s, %s)",
                (name, _package_version()),
            )
    return names


def _apply(conn: Connection, file: Path) -> None:
    try:
        conn.execute(file.read_bytes())
    except psycopg.errors.InsufficientPrivilege:
        raise
    except psycopg.Error as error:
        raise MigrationFailed(f"The queue's {file.name} failed and was rolled back: {error}") from error


def _package_version() -> str:
    return importlib.metadata.version("procrastinate")
