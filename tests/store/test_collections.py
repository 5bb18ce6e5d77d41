"""Collections of filings: named once, filled only with what may be read, and gone without their filings."""

from __future__ import annotations

import pytest

from pipeline.evidence.errors import InvalidCollection, NotFound
from pipeline.store import collections, documents
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import store_filing


def test_a_filing_is_put_into_a_collection_once(connection: Connection, tenant: Scope) -> None:
    first, second = store_filing(connection), store_filing(connection)
    made = collections.create(connection, tenant.user_id, "  Audit   2026 ")
    both = [first.document_id, second.document_id, first.document_id]
    assert collections.put(connection, made, both, tenant.user_id) == 2
    assert collections.put(connection, made, both, tenant.user_id) == 0
    (listed,) = collections.list_all(connection, tenant.user_id)
    assert (listed.name, listed.filings, listed.withheld) == ("Audit 2026", 2, 0)
    assert collections.of_documents(connection, tenant.user_id)[first.document_id] == {made}
    assert collections.take_out(connection, made, [first.document_id]) == 1
    assert collections.filings(connection, made, tenant.user_id) == [second.document_id]
    assert collections.find(connection, "audit  2026", tenant.user_id) is not None


@pytest.mark.parametrize("name", ["", "  ", "x" * 81, "a\x00b", "AUDIT"])
def test_a_name_that_is_no_name_or_taken_is_refused(connection: Connection, tenant: Scope, name: str) -> None:
    made = collections.create(connection, tenant.user_id, "Audit")
    other = collections.create(connection, tenant.user_id, "Other")
    with pytest.raises(InvalidCollection):
        collections.create(connection, tenant.user_id, name)
    with pytest.raises(InvalidCollection):
        collections.rename(connection, other, name)
    collections.rename(connection, made, "audit")
    assert [one.name for one in collections.list_all(connection, tenant.user_id)] == ["audit", "Other"]


def test_what_may_not_be_read_is_neither_put_in_nor_asked(connection: Connection, tenant: Scope) -> None:
    restricted, plain = store_filing(connection, restricted=True), store_filing(connection)
    made = collections.create(connection, tenant.user_id, "Mixed")
    with pytest.raises(NotFound, match="1 of the 2 filings"):
        collections.put(connection, made, [restricted.document_id, plain.document_id], tenant.user_id)
    assert collections.filings(connection, made, tenant.user_id) == []
    collections.put(connection, made, [plain.document_id], tenant.user_id)
    documents.set_restricted(connection, plain.document_id, True)
    listed = collections.get(connection, made, tenant.user_id)
    assert (listed.filings, listed.withheld) == (0, 1)
    assert collections.filings(connection, made, tenant.user_id) == []


def test_a_collection_goes_without_its_filings_and_a_filing_without_its_collection(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    kept, gone = (collections.create(connection, tenant.user_id, name) for name in ("Kept", "Gone"))
    for one in (kept, gone):
        collections.put(connection, one, [filing.document_id], tenant.user_id)
    collections.delete(connection, gone)
    assert documents.get(connection, filing.document_id, tenant.user_id).may_read
    documents.delete(connection, filing.document_id)
    assert collections.get(connection, kept, tenant.user_id).filings == 0
    for act in (
        lambda: collections.delete(connection, gone),
        lambda: collections.rename(connection, gone, "New"),
        lambda: collections.put(connection, gone, [], tenant.user_id),
        lambda: collections.filings(connection, gone, tenant.user_id),
    ):
        with pytest.raises(NotFound):
            act()


def test_another_tenants_collection_looks_like_none(
    database: Database, connection: Connection, tenant: Scope
) -> None:
    made = collections.create(connection, tenant.user_id, "Ours")
    connection.commit()
    foreign = new_tenant(database)
    with database.scoped(foreign) as conn:
        assert collections.list_all(conn, foreign.user_id) == []
        with pytest.raises(NotFound):
            collections.get(conn, made, foreign.user_id)
        collections.create(conn, foreign.user_id, "Ours")
