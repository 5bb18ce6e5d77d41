"""Statements that forget the tenant, name another's, or try to pass by its policy: on every table, by the role that the
application works as."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import errors, sql

from pipeline.store.connect import Connection
from pipeline.store.database import Database
from tests.isolation import snapshot
from tests.isolation.conftest import Tried, World
from tests.isolation.snapshot import tables_of

FORGOTTEN: dict[str, str | None] = {
    "reset": None,
    "empty": "",
    "garbage": "all",
    "nil": "00000000-0000-0000-0000-000000000000",
    "nobody's": "7d3f0c52-9c3e-4d6e-9a55-1f1f6b7f0e11",
    "a list": "{%s,%s}",
}
"""Values of `pincite.tenant_id` that are no tenant's."""

READS: Sequence[tuple[str, str]] = (
    ("counted", "select count(*) from {}"),
    ("found by its tenant", "select count(*) from {} where tenant_id = {theirs}"),
    ("locked", "select count(*) from (select from {} for share) held"),
    ("joined", "select count(*) from {} a join {} b using (tenant_id)"),
    (
        "in a sub-select",
        "select count(*) from (with all_rows as materialized (select * from {}) table all_rows) x",
    ),
    ("sampled", "select count(*) from {} tablesample system (100)"),
)
WRITES: Sequence[tuple[str, str]] = (
    ("changed", "update {} set tenant_id = tenant_id"),
    ("removed", "delete from {}"),
    ("removed and told", "delete from {} returning *"),
    ("merged", "merge into {} t using (select 1) s on true when matched then delete"),
)


def test_a_forgotten_tenant_has_no_rows(world: World, database: Database, tried: Tried) -> None:
    count = 0
    with database.scoped(world.ours.scope) as conn:
        tables = tables_of(conn)
        for name, value in FORGOTTEN.items():
            statements = (*READS, *WRITES) if name == "reset" else (READS[0], WRITES[1])
            for table in tables:
                for words, statement in statements:
                    assert _rows(conn, world, value, table, statement) == 0, (table, words, value)
                    count += 1
    tried.count("tables × statements that forget the tenant", len(tables), count)


def test_another_tenant_named_in_a_statement_has_no_rows(
    world: World, database: Database, tried: Tried
) -> None:
    count = 0
    theirs = sql.Literal(world.theirs.scope.tenant_id)
    with database.scoped(world.ours.scope) as conn:
        tables = tables_of(conn)
        for table in tables:
            name = sql.Identifier(table)
            for statement in (
                "select from {} where tenant_id = {}",
                "update {} set tenant_id = tenant_id where tenant_id = {} returning 1",
                "delete from {} where tenant_id = {} returning 1",
            ):
                with conn.transaction(force_rollback=True):
                    assert conn.execute(sql.SQL(statement).format(name, theirs)).fetchall() == [], table
                count += 1
            with conn.transaction(force_rollback=True):
                told = _outcome(conn, sql.SQL("update {} set tenant_id = {}").format(name, theirs))
            assert told in ("42501", "23503"), (table, told)  # the policy, or a reference that would break
            count += 1
    tried.count("tables × statements that name another", len(tables), count)


def test_a_row_of_theirs_is_written_like_a_row_of_nobodys(
    world: World, database: Database, tried: Tried
) -> None:
    """Neither a key that is taken nor a reference that holds tells that there is something."""
    count = 0
    with database.scoped(world.theirs.scope) as conn:
        tables = tables_of(conn)
        rows = {table: _a_row(conn, table) for table in tables}
        columns = {table: _columns(conn, table) for table in tables}
    ours = str(world.ours.scope.tenant_id)
    with database.scoped(world.ours.scope) as conn:
        for table in tables:
            row, invented = rows[table], world.invention.of(rows[table])
            for tenant in (row["tenant_id"], ours):
                for ending in ("", "on conflict do nothing", "returning tenant_id"):
                    told = {
                        _written(conn, table, columns[table], {**one, "tenant_id": tenant}, ending)
                        for one in (row, invented)
                    }
                    assert len(told) == 1, (table, ending, told)
                    assert tenant == ours or told == {"42501"}, (table, told)
                    count += 1
    tried.count("tables × rows with another's ids", len(tables), count)


def test_a_table_is_copied_without_another_tenants_rows(
    world: World, database: Database, tried: Tried
) -> None:
    with database.scoped(world.ours.scope) as conn:
        tables = tables_of(conn)
        for table in tables:
            with conn.cursor() as cursor, cursor.copy(f"copy {table} to stdout".encode()) as copy:
                text = b"".join(bytes(block) for block in copy).decode()
            assert str(world.theirs.scope.tenant_id) not in text, table
            assert world.theirs.word not in text, table
            with conn.transaction(force_rollback=True):
                refused = _is_refused(conn, table)
            assert refused, f"rows are copied into {table} past its policy"
    tried.count("tables × copies", len(tables), 2 * len(tables))


def _rows(conn: Connection, world: World, value: str | None, table: str, statement: str) -> int:
    """How many rows a statement reaches under a setting; none where the setting is no id, or the statement refused."""
    written = value and value.replace("%s", str(world.theirs.scope.tenant_id))
    with conn.transaction(force_rollback=True):
        try:
            if written is None:
                conn.execute("reset pincite.tenant_id")
            else:
                conn.execute("select set_config('pincite.tenant_id', %s, true)", (written,))
            name = sql.Identifier(table)
            done = conn.execute(
                sql.SQL(statement).format(name, name, theirs=sql.Literal(world.theirs.scope.tenant_id))
            )
            return int((done.fetchone() or (0,))[0]) if statement.startswith("select") else done.rowcount
        except (errors.InvalidTextRepresentation, errors.InsufficientPrivilege):
            return 0


def _outcome(conn: Connection, statement: sql.Composed) -> str:
    """The state that Postgres answers a statement with; "00000" where it does it."""
    try:
        conn.execute(statement)
    except psycopg.Error as error:
        return f"{error.sqlstate}"
    return "00000"


def _a_row(conn: Connection, table: str) -> dict[str, Any]:
    found = conn.execute(f"select to_jsonb(t) from {table} t limit 1".encode()).fetchone()
    assert found is not None
    row: dict[str, Any] = found[0]
    return row


def _columns(conn: Connection, table: str) -> list[str]:
    rows = conn.execute(
        "select column_name from information_schema.columns where table_schema = 'pincite' and table_name = %s "
        "and is_generated = 'NEVER' order by ordinal_position",
        (table,),
    )
    return [name for (name,) in rows]


def _written(conn: Connection, table: str, columns: list[str], row: dict[str, Any], ending: str) -> str:
    """What Postgres says to a row, and by which constraint; all of it is taken back."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    statement = sql.SQL(
        "insert into {table} ({names}) overriding system value "
        "select {names} from jsonb_populate_record(null::{table}, {row}) {ending}"
    ).format(
        table=sql.Identifier(table), names=names, row=sql.Literal(json.dumps(row)), ending=sql.SQL(ending)
    )
    try:
        with conn.transaction(force_rollback=True):
            done = conn.execute(statement)
            return f"written {done.rowcount}"
    except errors.InsufficientPrivilege:
        return "42501"
    except psycopg.Error as error:
        return f"{error.sqlstate} {error.diag.constraint_name}"


def _is_refused(conn: Connection, table: str) -> bool:
    """Whether rows are kept from being copied into a table past its policy."""
    try:
        with conn.cursor() as cursor, cursor.copy(f"copy {table} from stdin".encode()) as copy:
            copy.write("")
    except errors.FeatureNotSupported:
        return True
    return False


def test_the_forgetful_statements_reach_what_is_ones_own(world: World, database: Database) -> None:
    """Without this, they could reach nothing for another reason."""
    own = str(world.theirs.scope.tenant_id)
    with database.scoped(world.theirs.scope) as conn:
        before = snapshot.of_tenant(conn, world.theirs.scope.tenant_id)
        for words, statement in READS:
            assert _rows(conn, world, own, "documents", statement) >= 1, words
        assert snapshot.of_tenant(conn, world.theirs.scope.tenant_id) == before
