"""Removing a filing: what hangs on it is told before, and what is left says what happened."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.cover import CoverField
from pipeline.evidence.errors import AccessDenied, BeingRead, ConsequencesChanged, NotFound
from pipeline.store import (
    answers,
    collections,
    consequences,
    covers,
    documents,
    ingest_history,
    ingests,
    removals,
)
from pipeline.store.connect import Connection
from pipeline.store.ingests import IngestKind, IngestState, NewIngest
from pipeline.store.scope import Scope
from tests.store.filing import StoredFiling, answer_from, store_answer, store_filing
from tests.store.marked import judge, mark, withdraw


def run(conn: Connection, filing: StoredFiling, scope: Scope, reread: UUID | None = None) -> UUID:
    """A run of the filing's bytes that is over."""
    new = NewIngest(
        uuid4(), "halden.pdf", "/halden.pdf", sha256=filing.sha256, user_id=scope.user_id, reread=reread
    )
    ingests.add(conn, new)
    ingests.take(conn, new.id, "worker")
    ingests.finish(conn, new.id, filing.version_id)
    return new.id


def test_the_consequences_count_everything_that_hangs_on_a_filing(
    connection: Connection, tenant: Scope
) -> None:
    filing, other = store_filing(connection), store_filing(connection)
    newer = store_filing(connection, supersedes=filing.version_id, document_id=filing.document_id)
    answer = store_answer(connection, tenant, filing)
    store_answer(connection, tenant, other)
    mark(connection, judge(connection, tenant.user_id, answer), filing)
    withdrawn = judge(connection, tenant.user_id, answer, 2)
    mark(connection, withdrawn, filing)
    withdraw(connection, withdrawn)
    covers.edit(connection, newer.version_id, tenant.user_id, CoverField.FORM, "10-K")
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FORM, "10-K")
    covers.edit(connection, filing.version_id, tenant.user_id, CoverField.FORM, None)
    collection = collections.create(connection, tenant.user_id, "Audit")
    collections.put(connection, collection, [filing.document_id, other.document_id], tenant.user_id)
    told = consequences.of_document(connection, filing.document_id, tenant.user_id)
    assert (told.answers, told.claims, told.citations) == (1, 2, 3)
    assert (told.verdicts, told.reviewers, told.annotations) == (1, 1, 1)
    assert (told.cover_fields, told.collections, told.being_read) == (1, ("Audit",), ())
    assert {version.id for version in told.versions} == {newer.version_id, filing.version_id}
    assert told.byte_size == 2 * 1234
    alone = consequences.of_document(connection, other.document_id, tenant.user_id)
    assert (alone.verdicts, alone.claims) == (0, 2)


def test_a_verdict_that_was_changed_and_a_place_of_the_same_bytes_count_once(
    connection: Connection, tenant: Scope
) -> None:
    """A filing that was removed and came back is marked under its former version."""
    gone = store_filing(connection)
    answer = store_answer(connection, tenant, gone)
    mark(connection, judge(connection, tenant.user_id, answer), gone)
    removals.remove(connection, gone.document_id, tenant.user_id)
    back = store_filing(connection, sha256=gone.sha256)
    told = consequences.of_document(connection, back.document_id, tenant.user_id)
    assert (told.claims, told.annotations) == (0, 1)
    other = store_answer(connection, tenant, back)
    judge(connection, tenant.user_id, other)
    judge(connection, tenant.user_id, other)
    assert consequences.of_document(connection, back.document_id, tenant.user_id).verdicts == 1


def test_answers_and_runs_outlive_a_filing_and_say_who_removed_it(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    verdict = judge(connection, tenant.user_id, answer)
    mark(connection, verdict, filing)
    run(connection, filing, tenant)
    run(connection, filing, tenant, reread=filing.version_id)
    told = consequences.of_document(connection, filing.document_id, tenant.user_id)
    removals.remove(connection, filing.document_id, tenant.user_id, told)
    assert answers.get(connection, answer.id).claims[0].citations
    assert connection.execute("select count(*) from annotations").fetchone() == (1,)
    history = ingest_history.find(connection, tenant.user_id, 10)
    assert [(row.state, row.removed_by) for row in history.rows] == [(IngestState.REMOVED, "Analyst")] * 2
    assert {row.parser_version for row in history.rows} == {"parser 1"}
    of_it = ingest_history.find(connection, tenant.user_id, 10, document_id=filing.document_id)
    assert of_it.total == 2
    removal = removals.of_document(connection, filing.document_id, tenant.user_id)
    assert removal is not None
    assert (removal.title, removal.removed_by) == (told.title, "Analyst")
    assert removal.consequences["claims"] == 2
    assert removals.unfreed(connection) == [filing.sha256]
    removals.freed(connection, [filing.sha256])
    assert removals.unfreed(connection) == []
    with pytest.raises(NotFound):
        removals.remove(connection, filing.document_id, tenant.user_id)


def more_claims(conn: Connection, scope: Scope, filing: StoredFiling) -> None:
    answers.save(conn, scope.user_id, answer_from(filing))


def another_collection(conn: Connection, scope: Scope, filing: StoredFiling) -> None:
    made = collections.create(conn, scope.user_id, "New")
    collections.put(conn, made, [filing.document_id], scope.user_id)


def another_version(conn: Connection, _: Scope, filing: StoredFiling) -> None:
    store_filing(conn, supersedes=filing.version_id, document_id=filing.document_id)


@pytest.mark.parametrize("change", [more_claims, another_collection, another_version])
def test_nothing_is_removed_when_more_would_be_lost_than_was_told(
    connection: Connection, tenant: Scope, change: Callable[[Connection, Scope, StoredFiling], None]
) -> None:
    filing = store_filing(connection)
    told = consequences.of_document(connection, filing.document_id, tenant.user_id)
    change(connection, tenant, filing)
    with pytest.raises(ConsequencesChanged, match="Nothing was removed"):
        removals.remove(connection, filing.document_id, tenant.user_id, told)
    assert documents.get(connection, filing.document_id, tenant.user_id).version_id


def test_less_than_was_told_is_no_reason_to_stop(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    another_collection(connection, tenant, filing)
    told = consequences.of_document(connection, filing.document_id, tenant.user_id)
    connection.execute("delete from collections")
    removals.remove(connection, filing.document_id, tenant.user_id, told)


@pytest.mark.parametrize("how", ["bytes", "reread", "supersedes"])
def test_a_filing_that_is_being_read_is_not_removed(connection: Connection, tenant: Scope, how: str) -> None:
    filing = store_filing(connection)
    new = NewIngest(
        uuid4(),
        "again.pdf",
        "/again.pdf",
        kind=IngestKind.REREAD if how == "reread" else IngestKind.FILE,
        sha256=filing.sha256 if how == "bytes" else "ab" * 32,
        reread=filing.version_id if how == "reread" else None,
        supersedes=filing.version_id if how == "supersedes" else None,
    )
    ingests.add(connection, new)
    with pytest.raises(BeingRead, match=r"again\.pdf"):
        removals.remove(connection, filing.document_id, tenant.user_id)
    ingests.request_cancel(connection, [new.id])
    removals.remove(connection, filing.document_id, tenant.user_id)


def test_whoever_may_not_read_a_filing_neither_removes_it_nor_learns_its_name(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection, restricted=True)
    run(connection, filing, tenant)
    other = uuid4()
    connection.execute("insert into users (id, name) values (%s, 'Other')", (other,))
    documents.grant(connection, filing.document_id, other)
    with pytest.raises(AccessDenied):
        removals.remove(connection, filing.document_id, tenant.user_id)
    hidden = ingest_history.find(connection, tenant.user_id, 10)
    assert (hidden.rows, hidden.withheld) == ((), 1)
    removals.remove(connection, filing.document_id, other)
    for user_id, title in ((tenant.user_id, None), (other, "Halden Instruments plc · Annual report")):
        (listed,) = removals.list_recent(connection, user_id, 10)
        assert listed.title == title
        assert (removals.of_document(connection, filing.document_id, user_id) is None) is (title is None)
        assert ingest_history.find(connection, user_id, 10).total == (title is not None)


def test_the_history_is_paged_and_told_by_outcome(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    runs = [run(connection, filing, tenant) for _ in range(3)]
    failed = NewIngest(uuid4(), "bad.pdf", "/bad.pdf", user_id=tenant.user_id)
    ingests.add(connection, failed)
    ingests.fail(connection, failed.id, "NoPages", "It has no page.")
    whole = ingest_history.find(connection, tenant.user_id, 2, 2)
    assert (len(whole.rows), whole.total) == (2, 4)
    (row,) = ingest_history.find(connection, tenant.user_id, 10, states=[IngestState.FAILED]).rows
    assert (row.id, row.error_message, row.asked_by, row.document_id) == (
        failed.id,
        "It has no page.",
        "Analyst",
        None,
    )
    of_it = ingest_history.find(connection, tenant.user_id, 10, document_id=filing.document_id)
    assert {row.id for row in of_it.rows} == {*runs}
    assert all(row.was_there for row in of_it.rows), "the version is older than its runs"
    connection.execute("update versions set created_at = clock_timestamp()")
    later = ingest_history.find(connection, tenant.user_id, 10, document_id=filing.document_id)
    assert not any(row.was_there for row in later.rows)
