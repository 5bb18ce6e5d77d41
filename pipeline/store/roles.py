"""The role that the application works as: one that row-level security binds."""

from __future__ import annotations

from psycopg import errors, sql

from pipeline.evidence.errors import ConfigurationError
from pipeline.store import queue_schema
from pipeline.store.address import APP_ROLE
from pipeline.store.connect import Connection

_ROLE = sql.Identifier(APP_ROLE)
_SCHEMAS = ("pincite", queue_schema.SCHEMA)
_LOCK = 0x50494E43_524F4C45  # "PINC" "ROLE": two starts that grant at once would trip over each other's rows
_GRANTS = (
    "grant usage on schema {schema} to {role}",
    "grant select, insert, update, delete on all tables in schema {schema} to {role}",
    "grant usage on all sequences in schema {schema} to {role}",
)


def escapes_row_security(conn: Connection) -> bool:
    """True when policies do not bind the connected role: a superuser, or one with BYPASSRLS."""
    row = conn.execute(
        "select rolsuper or rolbypassrls from pg_roles where rolname = session_user"
    ).fetchone()
    return bool(row and row[0])


def ensure(conn: Connection, password: str | None) -> None:
    """Create the app's role if need be, and let it use the tables. `password` lets it connect by itself.

    Raises ConfigurationError when the connected role may not create it.
    """
    if _exists(conn) and _may_use_everything(conn):  # the usual start: nothing to lock
        return
    conn.execute("select pg_advisory_lock(%s)", (_LOCK,))
    try:
        if not _exists(conn):
            _create(conn, password)
        if not _may_use_everything(conn):
            _grant_everything(conn)
    finally:
        if not conn.closed:
            conn.execute("select pg_advisory_unlock(%s)", (_LOCK,))


def assume(conn: Connection) -> None:
    """Work as the app's role from now on, on this connection."""
    conn.execute(sql.SQL("set role {}").format(_ROLE))


def _grant_everything(conn: Connection) -> None:
    with conn.transaction():
        for schema in _SCHEMAS:
            for grant in _GRANTS:
                conn.execute(sql.SQL(grant).format(schema=sql.Identifier(schema), role=_ROLE))


def _exists(conn: Connection) -> bool:
    return conn.execute("select 1 from pg_roles where rolname = %s", (APP_ROLE,)).fetchone() is not None


def _create(conn: Connection, password: str | None) -> None:
    login = sql.SQL("login password {}").format(sql.Literal(password)) if password else sql.SQL("nologin")
    rights = sql.SQL("nosuperuser nobypassrls nocreatedb nocreaterole")
    try:
        conn.execute(sql.SQL("create role {} {} {}").format(_ROLE, rights, login))
        conn.execute(sql.SQL("grant {} to session_user").format(_ROLE))
    except (errors.DuplicateObject, errors.UniqueViolation):
        return  # another process was faster
    except errors.InsufficientPrivilege as error:
        raise ConfigurationError(
            "The role of DATABASE_URL passes by row-level security and may not create another one. "
            f"Have an administrator run: CREATE ROLE {APP_ROLE} NOLOGIN; GRANT {APP_ROLE} TO <that role>;"
        ) from error


def _may_use_everything(conn: Connection) -> bool:
    row = conn.execute(
        """
        select not exists (
            select from pg_namespace
            where nspname = any(%(schemas)s) and not has_schema_privilege(%(role)s, oid, 'usage'))
        and not exists (
            select from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = any(%(schemas)s) and case
                when c.relkind in ('r', 'v') then not has_table_privilege(%(role)s, c.oid, 'insert')
                when c.relkind = 'S' then not has_sequence_privilege(%(role)s, c.oid, 'usage')
                else false end)
        """,
        {"role": APP_ROLE, "schemas": list(_SCHEMAS)},
    ).fetchone()
    return bool(row and row[0])
