"""The tenants of these tests have something to lose."""

from __future__ import annotations

from pipeline.store.database import Database
from tests.isolation.conftest import World
from tests.isolation.snapshot import tables_of


def test_the_other_tenant_has_something_in_every_table(world: World, database: Database) -> None:
    with database.scoped(world.theirs.scope) as conn:
        empty = [
            table
            for table in tables_of(conn)
            if conn.execute(f"select from {table} limit 1".encode()).fetchone() is None
        ]
    assert empty == [], "fill them in tests/isolation/building.py"


def test_invented_ids_are_nobodys_and_the_shape_is_the_same(world: World, database: Database) -> None:
    theirs, invented = world.theirs, world.invented
    assert invented.version.id != theirs.version.id
    assert invented.answer.packet.entries[0].passage.id.version == str(invented.version.id)
    assert invented.answer.claims[0].text == theirs.answer.claims[0].text
    with database.scoped(theirs.scope) as conn:
        for table in ("documents", "versions", "answers", "verdicts", "users"):
            column = "answer_id" if table == "packet_entries" else "id"
            ids = [invented.document_id, invented.version.id, invented.answer.id, invented.scope.user_id]
            query = f"select count(*) from {table} where {column} = any(%s)"
            assert conn.execute(query.encode(), (ids,)).fetchone() == (0,)
