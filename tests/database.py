"""Fixtures with a real Postgres: one embedded server a test session, and a tenant of its own for each test."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from pipeline.settings import Settings
from pipeline.store import tenants
from pipeline.store.account import Account
from pipeline.store.cluster import Cluster
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.scope import Scope

PLAIN_ROLE, PLAIN_PASSWORD, PLAIN_DATABASE = "analyst", "an analyst's own password", "library"


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """The settings of the session's database: a fresh home."""
    return Settings(home=tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="session")
def database(settings: Settings) -> Iterator[Database]:
    """The session's database. Take a `tenant` to work in it."""
    opened = Database.open(settings)
    yield opened
    opened.close()


@pytest.fixture
def tenant(database: Database) -> Scope:
    """A tenant that no other test knows, with one user."""
    return new_tenant(database)


@pytest.fixture
def connection(database: Database, tenant: Scope) -> Iterator[Connection]:
    """A transaction of that tenant, committed after the test."""
    with database.scoped(tenant) as conn:
        yield conn


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A second Postgres, standing for one that the user runs."""
    home = tmp_path_factory.mktemp("own")
    server = EmbeddedServer(home)
    server.start()
    yield server
    # Its many databases are thrown away: there is no reason to write them to disk first.
    process_id = Cluster(home, Account.for_home(home)).process_id()
    if process_id is not None:
        os.kill(process_id, signal.SIGKILL)
    server.close()


@pytest.fixture(scope="session")
def plain_postgres_url(plain_server: EmbeddedServer) -> str:
    """A database of the user's own: the role owns it and is no superuser; pgvector is enabled."""
    return new_plain_database(plain_server, PLAIN_DATABASE, with_vector=True)


def new_tenant(database: Database) -> Scope:
    scope = Scope(uuid4(), uuid4())
    with database.scoped(scope) as conn:
        return tenants.ensure(conn, scope, tenant_name="Tenant under test", user_name="Analyst")


def new_plain_database(server: EmbeddedServer, name: str, *, with_vector: bool) -> str:
    """Create a database owned by a plain role on the server; its address."""
    owner_dsn = server.start().owner_dsn
    with psycopg.connect(owner_dsn, autocommit=True) as conn:
        if conn.execute("select 1 from pg_roles where rolname = %s", (PLAIN_ROLE,)).fetchone() is None:
            conn.execute(
                sql.SQL("create role {} login password {}").format(
                    sql.Identifier(PLAIN_ROLE), sql.Literal(PLAIN_PASSWORD)
                )
            )
        conn.execute(
            sql.SQL("create database {} owner {}").format(sql.Identifier(name), sql.Identifier(PLAIN_ROLE))
        )
    if with_vector:
        with psycopg.connect(owner_dsn, dbname=name, autocommit=True) as conn:
            conn.execute("create extension vector")
    return make_conninfo(owner_dsn, dbname=name, user=PLAIN_ROLE, password=PLAIN_PASSWORD)
