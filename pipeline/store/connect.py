"""Connecting to a Postgres server, with an error that says where it should be and what to do."""

from __future__ import annotations

import os
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pipeline.evidence.errors import DatabaseUnavailable

CONNECT_TIMEOUT = 10
"""Seconds to wait for an address that does not answer."""

_SILENCE = {
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""Ask a silent peer for a sign of life after half a minute, and give up on it 15 seconds later (milliseconds for what
was sent and never acknowledged). The kernel's own patience is two hours, for which a thread would wait, and a host
that lost its power would hold its locks."""

Connection: TypeAlias = psycopg.Connection[Any]


def connect(dsn: str) -> Connection:
    """An autocommit connection. Raises DatabaseUnavailable, which never contains the password."""
    where = describe(dsn)
    patience = conninfo_to_dict(dsn).get("connect_timeout", CONNECT_TIMEOUT)
    try:
        return psycopg.connect(
            make_conninfo(noticing_silence(dsn), connect_timeout=patience), autocommit=True
        )
    except psycopg.OperationalError as error:
        raise DatabaseUnavailable(
            f"No connection to the database at {where}: {_reason(error, dsn)} {_advice(str(error))}"
        ) from None


def noticing_silence(dsn: str) -> str:
    """The address with our patience for a server that has vanished, where it does not name its own."""
    return make_conninfo(
        dsn, **{name: value for name, value in _SILENCE.items() if name not in conninfo_to_dict(dsn)}
    )


def notice_silence(conn: Connection) -> None:
    """Have the server give up on us in the same time: it then rolls back, and gives our locks to others."""
    conn.execute(
        "select set_config('tcp_' || name, value, false) from unnest(%s::text[], %s::text[]) as s (name, value)",
        ([name.removeprefix("tcp_") for name in _SILENCE], [str(value) for value in _SILENCE.values()]),
    )


def describe(dsn: str) -> str:
    """Host, port and database of an address, for messages. Raises DatabaseUnavailable when it is malformed."""
    try:
        parameters = conninfo_to_dict(dsn)
    except psycopg.ProgrammingError:
        # The parser's own message may quote the password.
        raise DatabaseUnavailable(
            "DATABASE_URL is not a Postgres address. Write it as postgresql://user:password@host:5432/database."
        ) from None
    host = (
        parameters.get("host") or parameters.get("hostaddr") or os.environ.get("PGHOST") or "the local socket"
    )
    port = parameters.get("port") or os.environ.get("PGPORT") or "5432"
    database = (
        parameters.get("dbname") or os.environ.get("PGDATABASE") or parameters.get("user") or "the default"
    )
    return f"{host}:{port} (database {database})"


def _reason(error: psycopg.OperationalError, dsn: str) -> str:
    words = " ".join(str(error).split())
    password = conninfo_to_dict(dsn).get("password")
    return words.replace(str(password), "…") if password else words


def _advice(words: str) -> str:
    if "authentication failed" in words or "no password supplied" in words:
        return "Check the user name and password in DATABASE_URL."
    if "does not exist" in words:
        return "Create it, or correct DATABASE_URL."
    if "too many" in words or "remaining connection slots" in words:
        return "Raise max_connections, or close other clients."
    return "Check that the server runs and DATABASE_URL names its host and port, or unset it to use the embedded one."
