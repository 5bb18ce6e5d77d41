"""What uses a filing: told as far as the user may know it."""

from __future__ import annotations

from uuid import uuid4

from pipeline.evidence.annotation import OrphanReason
from pipeline.store import filing_use
from pipeline.store.connect import Connection
from pipeline.store.filing_use import FilingUse
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, store_answer, store_filing
from tests.store.marked import judge, mark, withdraw


def use(conn: Connection, filing: StoredFiling, scope: Scope, latest: int = 5) -> FilingUse:
    return filing_use.of_document(conn, filing.document_id, [filing.version_id], scope.user_id, latest)


def test_claims_and_answers_are_counted_and_the_users_own_ones_named(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    other = Scope(tenant.tenant_id, uuid4())
    connection.execute("insert into users (id, name) values (%s, 'Other')", (other.user_id,))
    mine = [store_answer(connection, tenant, filing) for _ in range(2)]
    store_answer(connection, other, filing)
    store_answer(connection, tenant, store_filing(connection))
    judge(connection, tenant.user_id, mine[0])
    found = use(connection, filing, tenant)
    assert (found.answers, found.claims, found.judged) == (3, 6, 1)
    assert {one.id for one in found.latest} == {one.id for one in mine}
    assert [one.claims for one in found.latest] == [2, 2]
    assert len(use(connection, filing, tenant, latest=1).latest) == 1


def test_what_another_marked_is_told_only_to_whoever_judged_the_claim(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    other = uuid4()
    connection.execute("insert into users (id, name) values (%s, 'Other')", (other,))
    mark(connection, judge(connection, other, answer), filing)
    assert use(connection, filing, tenant).marks == {}
    mine = judge(connection, tenant.user_id, answer)
    assert len(use(connection, filing, tenant).marks[filing.version_id]) == 1
    mark(connection, mine, filing)
    assert len(use(connection, filing, tenant).marks[filing.version_id]) == 2
    withdraw(connection, mine)
    assert use(connection, filing, tenant).marks == {}


def test_a_marked_place_that_was_lost_says_why(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    mark(connection, judge(connection, tenant.user_id, store_answer(connection, tenant, filing)), filing)
    connection.execute("update versions set reading = 2 where id = %s", (filing.version_id,))
    (placed,) = use(connection, filing, tenant).marks[filing.version_id]
    assert placed.orphan is OrphanReason.NOT_LOOKED
