"""The record of openings: one row for what is sent again and again, titles for whoever may read them, admins only."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from pipeline.evidence.errors import AccessDenied
from pipeline.store import collection_members, collections, documents, openings
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.openings import OpeningFilter, OpeningKind, Outcome
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import StoredFiling, store_filing

EVERYTHING = OpeningFilter()


@pytest.fixture
def filing(connection: Connection) -> StoredFiling:
    return store_filing(connection)


def test_what_is_sent_again_within_ten_minutes_is_one_row(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    for page_index in (3, 3, 4):
        openings.note(connection, OpeningKind.PAGE, version_id=filing.version_id, page_index=page_index)
    openings.note(connection, OpeningKind.PAGE, Outcome.DENIED, version_id=filing.version_id, page_index=3)
    openings.note(connection, OpeningKind.FRAME, version_id=filing.version_id)
    openings.note(connection, OpeningKind.FRAME, version_id=filing.version_id)
    found = openings.find(connection, tenant.user_id, EVERYTHING, 10)
    assert found.total == len(found.rows) == 4
    connection.execute("update openings set span = span - interval '10 minutes'")
    openings.note(connection, OpeningKind.FRAME, version_id=filing.version_id)
    assert openings.find(connection, tenant.user_id, EVERYTHING, 10).total == 5


def test_a_row_says_who_was_sent_what(connection: Connection, tenant: Scope, filing: StoredFiling) -> None:
    answer_id = uuid4()
    openings.note_all(connection, OpeningKind.ANSWER, [(answer_id, filing.version_id), (answer_id, None)])
    first, second = openings.find(connection, tenant.user_id, EVERYTHING, 10).rows
    of_filing, of_answer = (first, second) if first.document_id else (second, first)
    assert (of_filing.user_id, of_filing.person) == (tenant.user_id, "Analyst")
    assert (of_filing.document_id, of_filing.version_id) == (filing.document_id, filing.version_id)
    assert (of_filing.title, of_filing.is_gone) == ("Halden Instruments plc · Annual report", False)
    assert (of_answer.answer_id, of_answer.document_id, of_answer.title) == (answer_id, None, None)


def test_pages_that_nobody_looked_at_are_told_when_they_are_asked_for(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    openings.note(connection, OpeningKind.PAGE, Outcome.AHEAD, version_id=filing.version_id, page_index=4)
    assert openings.find(connection, tenant.user_id, EVERYTHING, 10).total == 0
    ahead = openings.find(connection, tenant.user_id, OpeningFilter(outcome=Outcome.AHEAD), 10)
    assert [one.page_index for one in ahead.rows] == [4]


def test_it_is_found_by_person_filing_answer_outcome_and_time(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    answer_id, now = uuid4(), datetime.now(UTC)
    openings.note(connection, OpeningKind.PAGE, version_id=filing.version_id, page_index=0)
    openings.note(connection, OpeningKind.ANSWER, Outcome.DENIED, answer_id=answer_id)

    def total(only: OpeningFilter) -> int:
        return openings.find(connection, tenant.user_id, only, 10).total

    assert total(OpeningFilter(user_id=tenant.user_id)) == 2
    assert total(OpeningFilter(user_id=uuid4())) == 0
    assert total(OpeningFilter(document_id=filing.document_id)) == 1
    assert total(OpeningFilter(answer_id=answer_id)) == 1
    assert total(OpeningFilter(outcome=Outcome.DENIED)) == 1
    assert total(OpeningFilter(since=now - timedelta(minutes=1))) == 2
    assert total(OpeningFilter(since=now + timedelta(minutes=1))) == 0
    assert total(OpeningFilter(until=now - timedelta(minutes=1))) == 0


def test_a_title_is_withheld_from_an_admin_who_may_not_read_the_filing(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    openings.note(connection, OpeningKind.FILE, version_id=filing.version_id)
    made = collections.create(connection, tenant.user_id, "Closed")
    collections.put(connection, made, [filing.document_id], tenant.user_id)
    collection_members.close(connection, made, [])
    (row,) = openings.find(connection, tenant.user_id, EVERYTHING, 10).rows
    assert (row.title, row.is_gone, row.document_id) == (None, False, filing.document_id)
    collection_members.add(connection, made, tenant.user_id)
    documents.delete(connection, filing.document_id)
    (row,) = openings.find(connection, tenant.user_id, EVERYTHING, 10).rows
    assert (row.title, row.is_gone) == (None, True)


def test_only_admins_of_the_same_tenant_read_it(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        openings.note(conn, OpeningKind.ANSWER, answer_id=uuid4())
    other = new_tenant(database)
    with database.scoped(other) as conn:
        assert openings.find(conn, other.user_id, EVERYTHING, 10).total == 0
    with database.scoped(tenant) as conn:
        conn.execute("select set_config('pincite.role', 'reviewer', true)")
        with pytest.raises(AccessDenied):
            openings.find(conn, tenant.user_id, EVERYTHING, 10)


def test_noting_costs_no_more_than_a_look_at_an_index(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    """A scan of the record, which grows with every page that is looked at, would take longer than this by far."""
    connection.execute(
        """
        insert into openings (user_id, kind, outcome, version_id, page_index, span)
        select %s, 'page', 'opened', gen_random_uuid(), n, date_bin('10 minutes', now(), 'epoch')
        from generate_series(1, 20000) n
        """,
        (tenant.user_id,),
    )

    def seconds(page_index: int) -> float:
        started = time.perf_counter()
        openings.note(connection, OpeningKind.PAGE, version_id=filing.version_id, page_index=page_index)
        return time.perf_counter() - started

    assert sorted(seconds(index) for index in range(40))[20] < 0.005
