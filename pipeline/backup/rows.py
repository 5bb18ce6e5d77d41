"""Rows of all tenants out of a database and into another one, in COPY's text form, which every Postgres reads."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import psycopg
from psycopg import sql

from pipeline.backup.catalog import StoredTable
from pipeline.backup.tally import Tally
from pipeline.evidence.errors import ConfigurationError, DatabaseUnavailable
from pipeline.store.connect import Connection, connect

_SETTINGS: Final = {
    "client_encoding": "UTF8",
    "datestyle": "ISO, YMD",
    "timezone": "UTC",
    "intervalstyle": "postgres",
    "extra_float_digits": "1",
    "bytea_output": "hex",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
}
"""What the text form depends on, and what would end a long transaction."""

_LOCK_PATIENCE: Final = 1.0
"""Seconds that others may have to wait behind us for the table of tenants."""
_LOCK_ATTEMPTS: Final = 20


def settle(conn: Connection) -> None:
    """Make a session write and read rows as every other one does."""
    for name, value in _SETTINGS.items():
        conn.execute("select set_config(%s, %s, false)", (name, value))


def tenants_of(dsn: str, snapshot: str) -> list[str]:
    """All tenants in an exported snapshot, for a role that owns the tables and is bound by their policies.

    The policy is lifted in a transaction that is rolled back: nobody else ever sees the table without it. Raises
    ConfigurationError for a role that does not own the tables, DatabaseUnavailable when the table stays in use.
    """
    for _ in range(_LOCK_ATTEMPTS):
        with connect(dsn) as conn:
            try:
                return _unguarded_tenants(conn, snapshot)
            except psycopg.errors.LockNotAvailable:
                time.sleep(_LOCK_PATIENCE)
            except psycopg.errors.InsufficientPrivilege as error:
                raise ConfigurationError(
                    "A backup holds every tenant, and the role of DATABASE_URL does not own the tables. Run it with "
                    "the address of the role that made them, or of a superuser."
                ) from error
    raise DatabaseUnavailable("The table of tenants is in use all the time. Try again when less is going on.")


def _unguarded_tenants(conn: Connection, snapshot: str) -> list[str]:
    with conn.transaction(force_rollback=True):
        conn.execute("set transaction isolation level repeatable read")
        conn.execute(sql.SQL("set transaction snapshot {}").format(sql.Literal(snapshot)))
        conn.execute("select set_config('lock_timeout', %s, true)", (f"{round(_LOCK_PATIENCE * 1000)}ms",))
        conn.execute("alter table pincite.tenants no force row level security")
        found = conn.execute("select tenant_id::text from pincite.tenants order by 1").fetchall()
    return [row[0] for row in found]


def read_rows(
    conn: Connection, table: StoredTable, tenants: Sequence[str] | None, tally: Tally
) -> Iterator[bytes]:
    """The rows of a table, counted on their way. `tenants`: each is entered in turn where policies bind the role; None
    where they do not."""
    for tenant in tenants if tenants is not None and table.is_guarded else [None]:
        if tenant is not None:
            conn.execute("select set_config('pincite.tenant_id', %s, false)", (tenant,))
        statement = sql.SQL("copy (select {} from {}) to stdout").format(table.listed, table.identifier)
        with conn.cursor() as cursor, cursor.copy(statement) as copy:
            for piece in copy:
                tally.add(bytes(piece))
                yield bytes(piece)


def write_rows(conn: Connection, table: StoredTable, pieces: Iterable[bytes]) -> None:
    """Put rows into an empty table, as its owner whom no policy binds now."""
    statement = sql.SQL("copy {} ({}) from stdin").format(table.identifier, table.listed)
    with conn.cursor() as cursor, cursor.copy(statement) as copy:
        for piece in pieces:
            copy.write(piece)
