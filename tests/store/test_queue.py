"""The queue in Postgres: made from the installed package, upgraded with it, and used inside our transactions."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from pipeline.evidence.errors import AccessDenied, MigrationFailed
from pipeline.settings import Settings
from pipeline.store import migrations, queue, queue_schema
from pipeline.store.connect import Connection, connect
from pipeline.store.database import Database
from pipeline.store.embedded import EmbeddedServer
from pipeline.store.queue import NewJob
from pipeline.store.scope import LOCAL, Scope
from tests.database import new_plain_database, new_tenant

SHAPE = """
    select p.proname || pg_get_function_identity_arguments(p.oid) from pg_proc p
    where p.pronamespace = %(schema)s::regnamespace
    union
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = %(schema)s::regnamespace and c.relkind = 'r'
    union
    select tgrelid::regclass || tgname from pg_trigger
    where not tgisinternal and tgrelid::regclass::text like 'procrastinate%%'
    union
    select c.relname || ' on ' || i.indrelid::regclass from pg_class c join pg_index i on i.indexrelid = c.oid
    where c.relnamespace = %(schema)s::regnamespace
"""


def shape(conn: Connection) -> set[str]:
    rows = conn.execute(SHAPE, {"schema": queue_schema.SCHEMA}).fetchall()
    return {row[0] for row in rows}


def count(conn: Connection) -> int:
    row = conn.execute("select count(*) from procrastinate_jobs").fetchone()
    assert row is not None
    return int(row[0])


def job(scope: Scope, **more: str) -> NewJob:
    return NewJob("ingest", scope, uuid4(), **more)


def test_a_job_is_queued_with_the_transaction_or_not_at_all(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        before = count(conn)
    with suppress(RuntimeError), database.scoped(tenant) as conn:
        (job_id,) = queue.defer(conn, [job(tenant)])
        assert queue.is_known(conn, job_id)
        raise RuntimeError
    with database.scoped(tenant) as conn:
        assert count(conn) == before
        first, second = queue.defer(conn, [job(tenant), job(tenant)])
        assert first < second
        assert queue.withdraw(conn, [first]) == {first}
        assert not queue.is_known(conn, first)
        assert queue.withdraw(conn, [first, second]) == {second}


def test_another_tenants_job_is_neither_known_nor_withdrawn_nor_made(
    database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        (job_id,) = queue.defer(conn, [job(tenant)])
    with database.scoped(new_tenant(database)) as conn:
        assert not queue.is_known(conn, job_id)
        assert queue.withdraw(conn, [job_id]) == set()
        with pytest.raises(AccessDenied):
            queue.defer(conn, [job(tenant)])
    with database.scoped(tenant) as conn:
        assert queue.withdraw(conn, [job_id]) == {job_id}


def test_jobs_carry_ids_and_nothing_else(connection: Connection, tenant: Scope) -> None:
    wanted = job(tenant, line="a line")
    (job_id,) = queue.defer(connection, [wanted])
    row = connection.execute("select args, lock from procrastinate_jobs where id = %s", (job_id,)).fetchone()
    assert row is not None
    assert {UUID(value) for value in row[0].values()} == {
        wanted.scope.tenant_id,
        wanted.scope.user_id,
        wanted.ingest_id,
    }
    assert row[1] == f"{queue.SHARED}:a line"
    queue.withdraw(connection, [job_id])


def test_a_silent_worker_is_not_alive(connection: Connection) -> None:
    before = queue.living_workers(connection)
    connection.execute("insert into procrastinate_workers default values")
    assert queue.living_workers(connection) == before + 1
    connection.execute("update procrastinate_workers set last_heartbeat = now() - interval '1 minute'")
    assert queue.living_workers(connection) == 0
    connection.execute("delete from procrastinate_workers")


def test_a_plain_role_makes_and_uses_the_queue(plain_postgres_url: str, tmp_path: Path) -> None:
    opened = Database.open(Settings(home=tmp_path, database_url=plain_postgres_url))
    try:
        with opened.scoped(LOCAL) as conn:
            (job_id,) = queue.defer(conn, [job(LOCAL)])
            assert queue.withdraw(conn, [job_id])
            assert queue.living_workers(conn) == 0
    finally:
        opened.close()


@pytest.fixture
def old_package(tmp_path: Path) -> Path:
    """The package as it was before its last migrations: its schema is what its own migrations make."""
    folder = tmp_path / "sql"
    shutil.copytree(queue_schema.package_folder() / "migrations", folder / "migrations")
    files = sorted((folder / "migrations").glob("*.sql"))
    for late in files[-4:]:
        late.unlink()
    (folder / "schema.sql").write_text("\n".join(file.read_text() for file in files[:-4]))
    return folder


def test_an_older_queue_is_brought_to_what_a_new_one_is(
    plain_server: EmbeddedServer, old_package: Path
) -> None:
    package = queue_schema.package_folder()
    with connect(new_plain_database(plain_server, "old_queue", with_vector=True)) as conn:
        conn.execute("create schema pincite_migrations")
        queue_schema.bring_up_to_date(conn, old_package)
        old = shape(conn)
        migrations.bring_up_to_date(conn)
        upgraded = shape(conn)
        assert queue_schema.missing(conn, package) == []
    with connect(new_plain_database(plain_server, "new_queue", with_vector=True)) as conn:
        migrations.bring_up_to_date(conn)
        new = shape(conn)
    assert old != new
    assert new <= upgraded


def test_a_queue_of_a_newer_package_is_refused(plain_server: EmbeddedServer, old_package: Path) -> None:
    with connect(new_plain_database(plain_server, "newer_queue", with_vector=True)) as conn:
        migrations.bring_up_to_date(conn)
        with pytest.raises(MigrationFailed, match="newer than the"):
            queue_schema.missing(conn, old_package)


def test_a_broken_file_of_the_package_leaves_nothing(plain_server: EmbeddedServer, old_package: Path) -> None:
    (old_package / "schema.sql").write_text("create table procrastinate_jobs (id int); select nonsense;")
    with connect(new_plain_database(plain_server, "broken_queue", with_vector=True)) as conn:
        conn.execute("create schema pincite_migrations")
        with pytest.raises(MigrationFailed, match=r"schema\.sql failed"):
            queue_schema.bring_up_to_date(conn, old_package)
        with pytest.raises(psycopg.errors.UndefinedTable):
            conn.execute(
                sql.SQL("select * from {}.procrastinate_jobs").format(sql.Identifier(queue_schema.SCHEMA))
            )
