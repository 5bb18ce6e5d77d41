"""What the role that the application works as may do beside its rows: it cannot become another, change a policy, read
the server's files, or learn from statistics, locks, notices and what a connection remembers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import errors

from pipeline.settings import Settings
from pipeline.store import ingests, queue, queue_schema
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.queue import NewJob
from tests.isolation.conftest import Tried, World

FUNCTIONS = {"current_tenant", "ingest_state", "is_interrupted", "protect", "sketch_of"}
"""Pincite's own functions in the database. None runs with the rights of its owner."""
SCHEMAS = ("pincite", queue_schema.SCHEMA)

REFUSED = (
    "set role pincite_owner",
    "set session authorization pincite_owner",
    "alter role pincite_app bypassrls",
    "alter role pincite_app superuser",
    "create role other",
    "alter table answers disable row level security",
    "alter table answers no force row level security",
    "create policy everything on answers using (true)",
    "drop policy own_tenant on answers",
    "alter policy own_tenant on answers using (true)",
    "call protect('answers')",
    "create or replace function pincite.current_tenant() returns uuid language sql return gen_random_uuid()",
    "drop function pincite.current_tenant()",
    "create view pincite.everything as select * from answers",
    "create table pincite.mine (n int)",
    "create table public.mine (n int)",
    "create schema mine",
    "create extension file_fdw",
    "create trigger mine before insert on answers for each row execute function suppress_redundant_updates_trigger()",
    "create rule mine as on insert to answers do nothing",
    "create index on answers (question)",
    "create function public.mine() returns int language sql security definer return 1",
    "create publication mine for table answers",
    "create statistics mine on tenant_id, user_id from answers",
    "truncate answers",
    "drop table answers",
    "alter table answers add column mine int",
    "copy answers to program 'true'",
    "copy answers to '/tmp/answers'",
    "copy answers from '/etc/passwd'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('.')",
    "select pg_stat_file('postgresql.conf')",
    "select lo_import('/etc/passwd')",
    "select pg_reload_conf()",
    "select * from pg_authid",
    "select * from pg_statistic",
    "select * from pg_largeobject",
    "load 'auto_explain'",
    "do language plpython3u 'pass'",
    "update pincite_migrations.applied set checksum = ''",
    "delete from pincite_migrations.queue",
    "reassign owned by pincite_owner to pincite_app",
    "comment on table answers is 'mine'",
    "lock table pg_class",
    "set local session_replication_role = replica",
    "set constraints all deferred; alter table answers drop constraint answers_pkey",
)

NOT_ALLOWED = ("42501", "42704", "0A000")
"""No right to it, no such thing for this role, or nothing that is done under a policy."""


def test_the_role_may_not_reach_beyond_its_rows(world: World, database: Database, tried: Tried) -> None:
    with database.scoped(world.ours.scope) as conn:
        for statement in REFUSED:
            with pytest.raises(psycopg.Error) as told, conn.transaction(force_rollback=True):
                conn.execute(statement.encode())
            assert told.value.sqlstate in NOT_ALLOWED, (statement, told.value)
    tried.count("statements that reach beyond rows", len(REFUSED), len(REFUSED))


def test_a_policy_that_is_switched_off_is_an_error_and_no_rows(world: World, database: Database) -> None:
    with database.scoped(world.ours.scope) as conn:
        for statement in (
            "select question from answers",
            "update answers set question = ''",
            "delete from answers",
        ):
            with conn.transaction(force_rollback=True):
                conn.execute("set local row_security = off")
                with pytest.raises(errors.InsufficientPrivilege):
                    conn.execute(statement.encode())


def test_every_function_of_the_database_is_known_and_runs_with_the_callers_rights(
    world: World, database: Database
) -> None:
    with database.scoped(world.ours.scope) as conn:
        rows = conn.execute(
            "select n.nspname, p.proname, p.prosecdef from pg_proc p join pg_namespace n on n.oid = p.pronamespace "
            "where n.nspname = any(%s)",
            (list(SCHEMAS),),
        ).fetchall()
    assert [name for _, name, is_definer in rows if is_definer] == []
    assert {name for schema, name, _ in rows if schema == "pincite"} == FUNCTIONS
    assert all(name.startswith("procrastinate_") for schema, name, _ in rows if schema == queue_schema.SCHEMA)


def test_everybody_else_is_granted_nothing(world: World, database: Database) -> None:
    with database.scoped(world.ours.scope) as conn:
        rows = conn.execute(
            "select distinct table_schema, grantee, privilege_type from information_schema.role_table_grants "
            "where table_schema = any(%s) and grantee <> 'pincite_owner'",
            (list(SCHEMAS),),
        ).fetchall()
        assert {grantee for _, grantee, _ in rows} == {"pincite_app"}
        assert {kind for *_, kind in rows} == {"SELECT", "INSERT", "UPDATE", "DELETE"}
        public = conn.execute(
            "select nspname from pg_namespace where nspname = any(%s) and has_schema_privilege('public', oid, 'usage')",
            (list(SCHEMAS),),
        ).fetchall()
    assert public == []


def test_statistics_tell_nothing(world: World, database: Database) -> None:
    """Also not through an estimate: a function that tells what it sees is called behind the policy only."""
    with database.scoped(world.ours.scope) as conn:
        told: list[str] = []
        conn.add_notice_handler(lambda notice: told.append(notice.message_primary or ""))
        seen = conn.execute("select tablename from pg_stats where schemaname = 'pincite'").fetchall()
        assert seen == []
        with conn.transaction(force_rollback=True):
            conn.execute(
                "create function pg_temp.tell(words text) returns boolean language plpgsql cost 0.0000001 as "
                "$$ begin raise notice 'told %', words; return true; end $$"
            )
            conn.execute("select from documents where pg_temp.tell(title)")
            conn.execute("select from answers where pg_temp.tell(question) and tenant_id is not null")
    assert len(told) > 2
    assert world.theirs.word not in "".join(told)


def test_a_connection_remembers_nobody(world: World, database: Database) -> None:
    """It is given to the next tenant as it is."""
    with database.scoped(world.theirs.scope) as conn:
        conn.execute("select 1")
    with _as_it_is(database) as conn:
        for name in ("tenant_id", "user_id", "role", "issuer", "subject", "email"):
            row = conn.execute("select current_setting(%s, true)", (f"pincite.{name}",)).fetchone()
            assert row in ((None,), ("",)), name
        left = conn.execute(
            """
            select 'temporary table' from pg_class where relnamespace = pg_my_temp_schema()
            union all select 'listener' from pg_listening_channels()
            union all select 'cursor' from pg_cursors where is_holdable
            union all select 'lock' from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
            union all select 'prepared words' from pg_prepared_statements where position($1 in statement) > 0
            """.replace("$1", "%s"),
            (world.theirs.word,),
        ).fetchall()
        assert left == []


def test_no_tenant_waits_for_anothers_bytes(world: World, database: Database) -> None:
    """A lock that all tenants share would tell that another one has the same file in hand."""
    sha256 = world.theirs.version.sha256
    with database.scoped(world.theirs.scope) as theirs, database.scoped(world.ours.scope) as ours:
        ingests.hold_bytes(theirs, sha256)
        ours.execute("set local lock_timeout = '200ms'")
        ingests.hold_bytes(ours, sha256)
        with database.scoped(world.theirs.scope) as again:
            again.execute("set local lock_timeout = '200ms'")
            with pytest.raises(errors.LockNotAvailable):
                ingests.hold_bytes(again, sha256)
            again.rollback()


def test_the_queue_holds_ids_and_tells_numbers(world: World, database: Database, settings: Settings) -> None:
    with _as_it_is(database) as listening:
        for channel in ("procrastinate_any_queue_v1", "procrastinate_queue_v1#isolation"):
            listening.execute(f'listen "{channel}"'.encode())
        listening.commit()
        with database.scoped(world.theirs.scope) as conn:
            (job_id,) = queue.defer(conn, [NewJob("ingest", world.theirs.scope, uuid4(), queue="isolation")])
        told = [notice.payload for notice in listening.notifies(timeout=2, stop_after=2)]
        listening.execute("unlisten *")
        listening.commit()
    assert told, "somebody is told of a job"
    assert all(
        re.fullmatch(r'[\w{}":, ]+', words) and not re.search(r"[0-9a-f]{8}-", words) for words in told
    ), told
    with database.scoped(world.theirs.scope) as conn:
        queue.withdraw(conn, [job_id])
        for args, lock in conn.execute("select args, lock from procrastinate_jobs").fetchall():
            assert args.keys() == {"tenant_id", "user_id", "ingest_id"}
            assert all(UUID(value) for value in args.values())
            assert lock is None or re.fullmatch(r"[^:]+:[0-9a-f-]{36}:[0-9a-f]{64}", lock), lock


@contextmanager
def _as_it_is(database: Database) -> Iterator[Connection]:
    """A pooled connection before it is admitted to a tenant."""
    with database._pool.connection() as conn:
        yield conn
