"""A worker's own connection to the queue, which outlives a database that goes away for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from typing import Any, TypeVar

import psycopg
from procrastinate import PsycopgConnector
from procrastinate.connector import Notify
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.psycopg_connector import wrap_exceptions
from procrastinate.sql import queries
from psycopg import sql

from pipeline.store import queue_schema
from pipeline.store.address import APP_ROLE
from pipeline.store.connect import noticing_silence
from pipeline.store.database import Database

Result = TypeVar("Result")

RETRY_AFTER = 0.25
"""Seconds between two attempts to reach the database."""
_ANSWER_PATIENCE = 5.0
"""Seconds to wait for a connection before the next attempt."""


class QueueConnection(PsycopgConnector):
    """Asks again while the database is away, until `give_up`. What it does may be done twice: workers check for it."""

    def __init__(self, database: Database) -> None:
        async def dsn() -> str:
            return noticing_silence(await asyncio.to_thread(database.dsn))

        async def configure(conn: psycopg.AsyncConnection[Any]) -> None:
            was = conn.autocommit
            await conn.set_autocommit(True)
            await conn.execute(sql.SQL("set search_path = {}").format(sql.Identifier(queue_schema.SCHEMA)))
            if database.assumes_role:
                await conn.execute(sql.SQL("set role {}").format(sql.Identifier(APP_ROLE)))
            await conn.set_autocommit(was)

        super().__init__(
            conninfo=dsn,
            configure=configure,
            min_size=1,
            max_size=4,
            timeout=_ANSWER_PATIENCE,
            reconnect_timeout=1.0,  # the next question asks for a connection anyway
            num_workers=1,
            name="pincite-queue",
        )
        self._gives_up = False

    def give_up(self) -> None:
        """From now on an error is an error: the worker stops."""
        self._gives_up = True

    async def requeue(self, job: Job, at: datetime | None = None) -> bool:
        """Let the job wait again, from now on or from `at`. False when it is no longer its worker's."""

        async def act() -> bool:
            async with self.pool.connection() as conn, conn.transaction():
                held = await conn.execute(
                    "select from procrastinate_jobs "
                    "where id = %s and status = 'doing' and worker_id is not distinct from %s for update",
                    (job.id, job.worker_id),
                )
                if held.rowcount == 0:
                    return False
                await self.execute_query_one_async_with_connection(
                    conn,
                    queries["retry_job"],
                    job_id=job.id,
                    retry_at=at or datetime.now(UTC),
                    new_priority=None,
                    new_queue_name=None,
                    new_lock=None,
                )
                return True

        return await self._patiently(wrap_exceptions()(act))

    async def execute_query_async(self, query: Any, **arguments: Any) -> None:
        parent = super().execute_query_async
        await self._patiently(lambda: parent(query, **arguments))

    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        parent = super().execute_query_one_async
        return await self._patiently(lambda: parent(query, **arguments))

    async def execute_query_all_async(self, query: Any, **arguments: Any) -> list[dict[str, Any]]:
        parent = super().execute_query_all_async
        return await self._patiently(lambda: parent(query, **arguments))

    async def listen_notify(self, on_notification: Notify, channels: Iterable[str]) -> None:
        channels = list(channels)
        parent = super().listen_notify
        await self._patiently(lambda: parent(on_notification, channels))

    async def _patiently(self, act: Callable[[], Awaitable[Result]]) -> Result:
        while True:
            try:
                return await act()
            except ConnectorException as error:
                if self._gives_up or not _is_away(error):
                    raise
            await asyncio.sleep(RETRY_AFTER)


def _is_away(error: ConnectorException) -> bool:
    """True when the server is gone, going or starting up, rather than unwilling."""
    cause = error.__cause__
    if not isinstance(cause, psycopg.OperationalError):
        return False
    return cause.sqlstate is None or cause.sqlstate.startswith(("57P", "08"))
