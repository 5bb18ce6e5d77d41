"""The role that the application works as: one that row-level security binds."""

from __future__ import annotations

from psycopg import errors, sql

from pipeline.evidence.errors import ConfigurationError
from pipeline.store.address import APP_ROLE
from pipeline.store.connect import Connection

_ROLE = sql.Identifier(APP_ROLE)


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
    if not _exists(conn):
        _create(conn, password)
    if not _may_use_everything(conn):
        conn.execute(sql.SQL("grant usage on schema pincite to {}").format(_ROLE))
        conn.execute(
            sql.SQL("grant select, insert, update, delete on all tables in schema pincite to {}").format(
                _ROLE
            )
        )


def assume(conn: Connection) -> None:
    """Work as the app's role from now on, on this connection."""
    conn.execute(sql.SQL("set role {}").format(_ROLE))


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
        select has_schema_privilege(%(role)s, 'pincite', 'usage') and not exists (
            select from pg_class
            where relnamespace = 'pincite'::regnamespace and relkind in ('r', 'v')
              and not has_table_privilege(%(role)s, oid, 'select'))
        """,
        {"role": APP_ROLE},
    ).fetchone()
    return bool(row and row[0])
