"""The library's state: the same as long as nothing changes, another after any change."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.cover import CoverField
from pipeline.store import collection_members, collections, covers, documents, tenants
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.library_state import library_state
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import StoredFiling, store_filing

Change = Callable[[Connection, StoredFiling, UUID], object]

CHANGES: dict[str, Change] = {
    "a new filing": lambda conn, filing, user: store_filing(conn),
    "a version that supersedes": lambda conn, filing, user: store_filing(
        conn, document_id=filing.document_id, supersedes=filing.version_id
    ),
    "a deletion": lambda conn, filing, user: documents.delete(conn, filing.document_id),
    "a restriction": lambda conn, filing, user: documents.set_restricted(conn, filing.document_id, True),
    "a grant": lambda conn, filing, user: documents.grant(conn, filing.document_id, user),
    "an edited cover": lambda conn, filing, user: covers.edit(
        conn, filing.version_id, user, CoverField.FISCAL_YEAR, 2024
    ),
    "a title": lambda conn, filing, user: conn.execute("update documents set title = 'Another'"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_any_change_of_the_library_is_another_state(
    connection: Connection, tenant: Scope, change: Change
) -> None:
    filing = store_filing(connection)
    before = library_state(connection)
    change(connection, filing, tenant.user_id)
    assert library_state(connection) != before


def test_what_closes_a_filing_or_opens_it_is_another_state(connection: Connection, tenant: Scope) -> None:
    filing, later = store_filing(connection), store_filing(connection)
    made = collections.create(connection, tenant.user_id, "Closed")
    collections.put(connection, made, [filing.document_id], tenant.user_id)
    states = [library_state(connection)]
    for change in (
        lambda: collection_members.close(connection, made, []),
        lambda: collection_members.add(connection, made, tenant.user_id),
        lambda: collections.put(connection, made, [later.document_id], tenant.user_id),
        lambda: collections.take_out(connection, made, [filing.document_id]),
        lambda: collection_members.remove(connection, made, tenant.user_id),
    ):
        change()
        states.append(library_state(connection))
    assert len(set(states)) == len(states)


def test_an_open_collection_leaves_it(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    before = library_state(connection)
    made = collections.create(connection, tenant.user_id, "Open")
    collections.put(connection, made, [filing.document_id], tenant.user_id)
    assert library_state(connection) == before


def test_the_same_row_written_twice_in_a_transaction_is_two_states(connection: Connection) -> None:
    store_filing(connection)
    states = []
    for title in ("One", "Two", "One"):
        connection.execute("update documents set title = %s", (title,))
        states.append(library_state(connection))
    assert len(set(states)) == 3


def test_what_is_taken_back_is_the_state_before(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
    with database.scoped(tenant) as conn:
        before = library_state(conn)
        documents.set_restricted(conn, filing.document_id, True)
        conn.rollback()
    with database.scoped(tenant) as conn:
        assert library_state(conn) == before


def test_another_tenants_filings_are_no_part_of_it(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
        before = library_state(conn)
    with database.scoped(new_tenant(database)) as conn:
        store_filing(conn)
    with database.scoped(tenant) as conn:
        assert library_state(conn) == before


def test_each_user_has_his_own(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        store_filing(conn)
        before = library_state(conn)
    with database.scoped(Scope(tenant.tenant_id, uuid4())) as conn:
        assert library_state(conn) != before


def test_reading_it_and_adding_a_user_leave_it(connection: Connection, tenant: Scope) -> None:
    store_filing(connection)
    before = library_state(connection)
    tenants.ensure(connection, Scope(tenant.tenant_id, uuid4()), tenant_name="T", user_name="Another")
    documents.list_all(connection, tenant.user_id)
    assert library_state(connection) == before
