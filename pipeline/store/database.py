"""The database of one process: the embedded server or the user's own, migrated, pooled, and always scoped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from pgvector.psycopg import register_vector
from psycopg_pool import ConnectionPool, PoolTimeout

from pipeline.evidence.errors import (
    DatabaseDamaged,
    DatabaseUnavailable,
    DataFolderUnusable,
    SignInEnded,
    StoreError,
)
from pipeline.settings import Settings
from pipeline.store import access, migrations, roles, tenants
from pipeline.store.connect import Connection, connect, describe, notice_silence, noticing_silence
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import LOCAL, Scope

POOL_SIZE = 8
"""Connections of one process at most: the web process, an ingest and a few commands share an embedded server of 60."""
POOL_PATIENCE = 15.0
"""Seconds to wait for a free connection."""


class Database:
    """An open database. Every statement runs inside `scoped`, so that nothing is ever read without a tenant."""

    def __init__(
        self, dsn: Callable[[], str], *, assumes_role: bool, server: EmbeddedServer | None, where: str
    ) -> None:
        self._find = dsn
        self._not_found: StoreError | None = None
        self.assumes_role = assumes_role
        """True when such a connection has to become the app's role first."""
        self._pool = _pool(self.dsn, assume_role=assumes_role)
        self._server = server
        self._where = where

    @classmethod
    def open(cls, settings: Settings) -> Database:
        """Start or join the embedded server, or connect to DATABASE_URL; bring the schema up to date.

        Raises DatabaseUnavailable, ExtensionMissing, MigrationFailed, ConfigurationError or DataFolderUnusable.
        """
        database = (
            cls._open_own(settings.database_url)
            if settings.database_url
            else cls._open_embedded(settings.home)
        )
        try:
            with database.scoped(LOCAL) as conn:
                tenants.ensure_local(conn)
        except BaseException:
            database.close()
            raise
        return database

    @classmethod
    def _open_embedded(cls, home: Path) -> Database:
        server = EmbeddedServer(home)
        address = server.start()
        try:
            _prepare(address.owner_dsn, app_password=address.app_password)
            # The address is asked for at each new connection: a server that was killed is started again by then.
            return cls(server.app_dsn, assumes_role=False, server=server, where=describe(address.app_dsn))
        except BaseException:
            server.close()
            raise

    @classmethod
    def _open_own(cls, dsn: str) -> Database:
        return cls(lambda: dsn, assumes_role=_prepare(dsn), server=None, where=describe(dsn))

    def dsn(self) -> str:
        """Where a connection of one's own goes now. Takes as long as starting an embedded server that was killed.

        Raises what such a start raises.
        """
        try:
            found = self._find()
        except StoreError as error:
            self._not_found = error
            raise
        self._not_found = None
        return found

    @contextmanager
    def scoped(self, scope: Scope) -> Iterator[Connection]:
        """One transaction that sees the scope's tenant and nothing else: committed at the end, or rolled back.

        Raises SignInEnded before anything is read, when the scope's sign-in or membership is over. Raises
        DatabaseUnavailable when the server is gone or goes away, DataFolderUnusable when its disk is full.
        """
        try:
            with self._pool.connection() as conn:
                if not access.enter(conn, scope):
                    raise SignInEnded("You are signed out here, or your access has ended. Sign in again.")
                yield conn
        except PoolTimeout as error:
            if (why := self._not_found) is not None:  # heard by the pool only, which goes on trying
                raise type(why)(why.message) from error
            raise DatabaseUnavailable(
                f"No connection to the database at {self._where} within {POOL_PATIENCE:.0f} seconds. Try again."
            ) from error
        except (psycopg.errors.DiskFull, psycopg.errors.IoError) as error:
            raise DataFolderUnusable(
                f"The database at {self._where} cannot write: {error.diag.message_primary}. Free some space."
            ) from error
        except (psycopg.errors.AdminShutdown, psycopg.errors.CrashShutdown) as error:
            raise DatabaseUnavailable(f"The database at {self._where} was shut down. Try again.") from error
        except (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted) as error:
            raise DatabaseDamaged(
                f"The database at {self._where} is damaged: {error.diag.message_primary}. What it holds there is not "
                "shown. Have its operator restore the last backup."
            ) from error
        except psycopg.errors.ReadOnlySqlTransaction as error:
            raise DatabaseUnavailable(
                f"The database at {self._where} can only be read just now. Try again once it can be written to."
            ) from error
        except psycopg.OperationalError as error:
            how = f"could not go on ({error.diag.message_primary})" if error.sqlstate else "broke"
            raise DatabaseUnavailable(
                f"The connection to the database at {self._where} {how}. Try again."
            ) from error

    def connections(self) -> dict[str, int]:
        """How many of this process's connections are open and free, and how many of its threads wait for one."""
        now = self._pool.get_stats()
        return {
            "open": now["pool_size"],
            "free": now["pool_available"],
            "waited for": now.get("requests_waiting", 0),
        }

    def close(self) -> None:
        """Give the connections back, and stop the embedded server if nobody else uses it."""
        self._pool.close()
        if self._server is not None:
            self._server.close()


def _prepare(dsn: str, *, app_password: str | None = None) -> bool:
    """Migrate; True when the connected role has to become the app's role, because policies do not bind it."""
    with connect(dsn) as conn:
        migrations.bring_up_to_date(conn, server=describe(dsn))
        if not roles.escapes_row_security(conn):
            return False
        roles.ensure(conn, app_password)
        return True


def _pool(dsn: Callable[[], str], *, assume_role: bool) -> ConnectionPool[Connection]:
    def configure(conn: Connection) -> None:
        conn.autocommit = True
        notice_silence(conn)
        migrations.use_schema(conn)
        register_vector(conn)
        if assume_role:
            roles.assume(conn)
        conn.autocommit = False

    pool = ConnectionPool(
        lambda: noticing_silence(dsn()),
        connection_class=psycopg.Connection,
        min_size=1,
        max_size=POOL_SIZE,
        timeout=POOL_PATIENCE,
        max_idle=120,
        reconnect_timeout=60,
        num_workers=2,
        configure=configure,
        check=ConnectionPool.check_connection,
        name="pincite",
        open=False,
    )
    pool.open()
    return pool
