"""Row-level security, from the point of view of every table there is and will be."""

from __future__ import annotations

from uuid import UUID, uuid4

import psycopg
import pytest

from pipeline.store import passages, versions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.readable import readable
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import store_answer, store_filing


def tables(conn: Connection) -> list[str]:
    rows = conn.execute(
        "select table_name from information_schema.tables "
        "where table_schema = 'pincite' and table_type = 'BASE TABLE' order by 1"
    ).fetchall()
    return [name for (name,) in rows]


def test_every_table_has_a_tenant_and_forced_row_security(connection: Connection) -> None:
    names = tables(connection)
    assert len(names) >= 15
    for name in names:
        enabled, forced = connection.execute(
            "select relrowsecurity, relforcerowsecurity from pg_class where oid = %s::regclass", (name,)
        ).fetchone() or (False, False)
        assert enabled, f"{name} has no row-level security"
        assert forced, f"{name} does not force row-level security on its owner"
        not_null = connection.execute(
            "select attnotnull from pg_attribute where attrelid = %s::regclass and attname = 'tenant_id'",
            (name,),
        ).fetchone()
        assert not_null == (True,), f"{name} has no tenant"


def test_every_policy_reads_and_writes_the_tenant_only(connection: Connection) -> None:
    policies = connection.execute(
        "select tablename, permissive, cmd, qual, with_check from pg_policies "
        "where schemaname = 'pincite' and policyname = 'own_tenant'"
    ).fetchall()
    assert sorted(name for name, *_ in policies) == tables(connection), "one policy a table"
    for name, permissive, command, using, check in policies:
        assert (permissive, command) == ("PERMISSIVE", "ALL"), name
        assert "pincite.tenant_id" in using, name
        assert using == check, name


def test_the_one_other_policy_shows_a_proved_identity_its_memberships(connection: Connection) -> None:
    others = connection.execute(
        "select tablename, policyname, cmd, qual from pg_policies "
        "where schemaname = 'pincite' and policyname <> 'own_tenant'"
    ).fetchall()
    assert [row[:3] for row in others] == [("memberships", "own_identity", "SELECT")]
    assert "pincite.issuer" in others[0][3]


def test_no_view_or_function_passes_by_it(connection: Connection) -> None:
    views = connection.execute(
        "select relname, coalesce(reloptions::text, '') from pg_class "
        "where relnamespace = 'pincite'::regnamespace and relkind in ('v', 'm')"
    ).fetchall()
    assert all("security_invoker=true" in options for _, options in views), views
    definers = connection.execute(
        "select proname from pg_proc where pronamespace = 'pincite'::regnamespace and prosecdef"
    ).fetchall()
    assert definers == []


def test_every_reference_carries_the_tenant(connection: Connection) -> None:
    references = connection.execute(
        """
        select c.conrelid::regclass::text, c.conname,
               exists (select from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'tenant_id'
                       and a.attnum = any(c.conkey))
        from pg_constraint c where c.contype = 'f' and c.connamespace = 'pincite'::regnamespace
        """
    ).fetchall()
    assert len(references) >= 15
    assert [(table, name) for table, name, carried in references if not carried] == []


def test_the_app_works_as_a_role_that_policies_bind(connection: Connection) -> None:
    row = connection.execute(
        "select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user"
    ).fetchone()
    assert row == ("pincite_app", False, False, False, False)
    with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
        connection.execute("create table pincite.mine (n int)")


def test_without_a_tenant_there_are_no_rows(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
        names = tables(conn)
        conn.execute("select set_config('pincite.tenant_id', '', true)")
        for name in names:
            assert conn.execute(f"select count(*) from {name}".encode()).fetchone() == (0,), name


def test_a_foreign_tenant_sees_nothing_of_a_whole_library(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        store_answer(conn, tenant, filing)
        own = {name: count(conn, name, tenant.tenant_id) for name in tables(conn)}
    with database.scoped(new_tenant(database)) as conn:
        foreign = {name: count(conn, name, tenant.tenant_id) for name in tables(conn)}
    filled = {name for name, number in own.items() if number}
    assert filled >= {"documents", "versions", "pages", "tables", "blocks", "passages"}
    assert filled >= {"answers", "packet_entries", "claims", "citations", "checks"}
    assert set(foreign.values()) == {0}


def test_a_foreign_tenant_cannot_write_into_it(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
    stranger = new_tenant(database)
    with database.scoped(stranger) as conn:
        assert conn.execute("update documents set title = 'mine'").rowcount == 0
        assert conn.execute("delete from versions").rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege), conn.transaction():
            conn.execute(
                "insert into documents (tenant_id, id, title, title_source, source_name) values (%s, %s, '', '', '')",
                (tenant.tenant_id, uuid4()),
            )
        with pytest.raises(psycopg.errors.ForeignKeyViolation), conn.transaction():
            conn.execute(
                "insert into document_grants (document_id, user_id) values (%s, %s)",
                (filing.document_id, stranger.user_id),
            )


def test_a_search_by_a_foreign_tenant_finds_nothing_even_when_it_names_the_version(
    database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        assert passages.lexical(conn, ["sales"], [filing.version_id], 5)
    with database.scoped(new_tenant(database)) as conn:
        assert passages.lexical(conn, ["sales"], [filing.version_id], 5) == []
        assert passages.nearest(conn, filing.vectors[0], filing.model, [filing.version_id], 5) == []
        assert passages.get_many(conn, [passage.id for passage in filing.passages]) == []
        assert readable(conn).of([filing.version_id]) == []
        assert versions.find_by_sha256(conn, filing.sha256) is None


def test_two_tenants_may_hold_the_same_bytes(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        first = store_filing(conn)
    with database.scoped(new_tenant(database)) as conn:
        second = store_filing(conn, sha256=first.sha256)
    assert first.version_id != second.version_id


def test_the_scope_ends_with_its_transaction(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
        conn.commit()
        assert count(conn, "documents", tenant.tenant_id) == 0


def count(conn: Connection, table: str, tenant_id: UUID) -> int:
    row = conn.execute(f"select count(*) from {table} where tenant_id = %s".encode(), (tenant_id,)).fetchone()
    assert row is not None
    return int(row[0])
