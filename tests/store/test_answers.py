"""Answers come back as they were saved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast
from uuid import uuid4

import psycopg
import pytest

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.errors import NotFound
from pipeline.evidence.generation import Generation
from pipeline.store import answering, answers
from pipeline.store.answering import Begun
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import answer_from, store_answer, store_filing


def test_an_answer_comes_back_value_by_value(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    assert answers.get(connection, answer.id) == answer


def test_an_answer_without_claims_says_why(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    answer = replace(answer_from(filing), claims=(), not_in_sources="Not in the sources.")
    answers.save(connection, tenant.user_id, answer)
    assert answers.get(connection, answer.id).not_in_sources == "Not in the sources."


def test_a_check_made_again_replaces_its_result(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    connection.execute(
        "insert into checks (answer_id, claim_number, citation_id, kind, outcome, detail, checker) "
        "values (%s, 1, null, 'support', 'passed', 'read again', 'code 1')",
        (answer.id,),
    )
    first = answers.get(connection, answer.id).claims[0]
    assert [check.outcome for check in first.checks] == [CheckOutcome.PASSED, CheckOutcome.PASSED]


def test_recent_answers_are_the_users_own_newest_first(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    older = answer_from(filing)
    newer = replace(answer_from(filing), created_at=older.created_at.replace(year=2027))
    for answer in (older, newer):
        answers.save(connection, tenant.user_id, answer)
    assert [row.id for row in answers.recent(connection, tenant.user_id, 10)] == [newer.id, older.id]
    assert [row.claims for row in answers.recent(connection, tenant.user_id, 1)] == [2]
    assert answers.recent(connection, uuid4(), 10) == []


def test_an_unknown_and_a_foreign_answer_look_the_same(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        foreign = store_answer(conn, tenant, store_filing(conn)).id
    with database.scoped(new_tenant(database)) as conn:
        for answer_id in (foreign, uuid4()):
            with pytest.raises(NotFound, match=f"^There is no answer {answer_id}.$"):
                answers.get(conn, answer_id)


def test_nothing_is_saved_of_an_answer_that_fails_half_way(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        answer = store_answer(conn, tenant, store_filing(conn))
    other = replace(answer, id=uuid4())

    def save_both() -> None:
        with database.scoped(tenant) as conn:
            answers.save(conn, tenant.user_id, other)
            answers.save(conn, tenant.user_id, answer)

    with pytest.raises(psycopg.errors.UniqueViolation):
        save_both()
    with database.scoped(tenant) as conn, pytest.raises(NotFound):
        answers.get(conn, other.id)


@pytest.mark.parametrize("statement", range(1, 7))
def test_a_claim_that_is_stored_while_its_answer_is_read_is_read_whole_or_not_at_all(
    database: Database, tenant: Scope, statement: int
) -> None:
    with database.scoped(tenant) as conn:
        answer = answer_from(store_filing(conn))
        begun = Begun(answer.id, answer.question, "test-model", answer.created_at, Generation("answer-1"))
        answering.begin(conn, tenant.user_id, begun)
        answering.add_packet(conn, answer.id, answer.packet)

    def store() -> None:
        with database.scoped(tenant) as conn:
            answering.add_claim(conn, answer.id, answer.claims[0])

    with database.scoped(tenant) as conn:
        between = Between(conn, statement, store)
        read = answers.get(cast("Connection", between), answer.id).claims
    assert read in ((), answer.claims[:1])
    assert between.is_done or statement > 4


class Between:
    """A connection on which something happens elsewhere before its `number`th statement."""

    def __init__(self, conn: Connection, number: int, happens: Callable[[], None]) -> None:
        self.is_done = False
        self._conn = conn
        self._left = number
        self._happens = happens

    def execute(self, *arguments: Any) -> Any:
        self._left -= 1
        if not self._left:
            self._happens()
            self.is_done = True
        return self._conn.execute(*arguments)


def test_an_answer_can_be_removed_with_everything_under_it(connection: Connection, tenant: Scope) -> None:
    answer = store_answer(connection, tenant, store_filing(connection))
    connection.execute("delete from answers where id = %s", (answer.id,))
    for table in ("packet_entries", "claims", "citations", "checks"):
        assert connection.execute(f"select count(*) from {table}".encode()).fetchone() == (0,)
