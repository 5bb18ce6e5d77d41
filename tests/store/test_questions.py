"""Earlier questions: found by their words, told with what became of them, and only the own tenant's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.generation import Problem, ProblemKind, Stage
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.store import answers, questions
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import StoredFiling, store_filing

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
FAILED = (Check(CheckKind.FIGURES, CheckOutcome.FAILED, "21,231 is not there.", "code"),)
PASSED = (Check(CheckKind.FIGURES, CheckOutcome.PASSED, "1 of 1 found.", "code"),)


def asked(
    conn: Connection,
    user_id: UUID,
    question: str,
    claims: tuple[Claim, ...] = (),
    *,
    minutes: int = 0,
    filing: StoredFiling | None = None,
    problem: Problem | None = None,
) -> UUID:
    packet = Packet.of([(filing.passages[1], "Halden", 0.5)] if filing else [])
    answer = Answer(
        uuid4(),
        question,
        "extractive",
        None,
        NOON + timedelta(minutes=minutes),
        claims,
        packet,
        None if claims or problem else "Not in the sources.",
        problem=problem,
    )
    answers.save(conn, user_id, answer)
    return answer.id


def found(conn: Connection, user_id: UUID, words: str = "", *, everyones: bool = False) -> list[str]:
    return [row.question for row in questions.find(conn, user_id, words, 50, everyones=everyones).rows]


def other_user(conn: Connection, name: str = "Reviewer") -> UUID:
    user_id = uuid4()
    conn.execute("insert into users (id, name) values (%s, %s)", (user_id, name))
    return user_id


def test_every_word_has_to_stand_in_the_question_in_any_case(connection: Connection, tenant: Scope) -> None:
    for minutes, question in enumerate(
        ("What was revenue?", "How did Revenue and margin change?", "Who audits?")
    ):
        asked(connection, tenant.user_id, question, minutes=minutes)
    assert found(connection, tenant.user_id, "revenue") == [
        "How did Revenue and margin change?",
        "What was revenue?",
    ]
    assert found(connection, tenant.user_id, "MARGIN  revenue") == ["How did Revenue and margin change?"]
    assert found(connection, tenant.user_id, "margin audits") == []
    assert len(found(connection, tenant.user_id, "   ")) == 3


@pytest.mark.parametrize("sign", ["%", "_", "\\", "50%", "a_b", "c\\d", "'"])
def test_a_sign_of_the_search_means_itself(connection: Connection, tenant: Scope, sign: str) -> None:
    asked(connection, tenant.user_id, "Nothing of the kind, 50 ab cd?")
    asked(connection, tenant.user_id, f"Was it {sign} of sales?")
    assert found(connection, tenant.user_id, sign) == [f"Was it {sign} of sales?"]


def test_what_became_of_a_question_is_told_with_it(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    misquoted = Citation(
        CitationId(Handle(1)),
        filing.passages[1].id,
        "some words",
        (),
        (Check(CheckKind.VERBATIM, CheckOutcome.FAILED, "Not there.", "code"),),
    )
    claims = (
        Claim(1, "Right.", (), PASSED),
        Claim(2, "Wrong.", (), FAILED),
        Claim(3, "Misquoted and wrong.", (misquoted,), FAILED),
    )
    answer = asked(connection, tenant.user_id, "How much?", claims, filing=filing)
    (row,) = questions.find(connection, tenant.user_id, "", 50).rows
    assert (row.id, row.claims, row.failing, row.asked_by, row.is_own) == (answer, 3, 2, "Analyst", True)
    assert (row.method, row.model, row.not_in_sources, row.stage, row.problem) == (
        "extractive",
        None,
        None,
        None,
        None,
    )
    connection.execute(
        "insert into checks (answer_id, claim_number, kind, outcome, detail, checker) "
        "values (%s, 2, 'figures', 'passed', 'read again', 'code')",
        (answer,),
    )
    assert questions.find(connection, tenant.user_id, "", 50).rows[0].failing == 1


def test_an_answer_that_ended_early_is_being_written_or_was_interrupted_says_so(
    connection: Connection, tenant: Scope
) -> None:
    asked(connection, tenant.user_id, "Ended?", problem=Problem(ProblemKind.TIMEOUT, "Too slow."))
    going = asked(connection, tenant.user_id, "Being written?", minutes=1)
    gone = asked(connection, tenant.user_id, "Interrupted?", minutes=2)
    begun = (
        "update answers set finished_at = null, stage = %s, heartbeat_at = now() - %s::interval where id = %s"
    )
    connection.execute(begun, (Stage.WRITING.value, "0 seconds", going))
    connection.execute(begun, (Stage.WRITING.value, "1 minute", gone))
    rows = questions.find(connection, tenant.user_id, "", 50).rows
    assert [(row.stage, row.problem) for row in rows] == [
        (None, "interrupted"),
        ("writing", None),
        (None, "timeout"),
    ]


def test_everyones_questions_are_listed_only_when_they_are_asked_for(
    connection: Connection, tenant: Scope
) -> None:
    asked(connection, tenant.user_id, "Mine?")
    assert not questions.others_have_asked(connection, tenant.user_id)
    asked(connection, other_user(connection), "Theirs?", minutes=1)
    assert questions.others_have_asked(connection, tenant.user_id)
    assert found(connection, tenant.user_id) == ["Mine?"]
    rows = questions.find(connection, tenant.user_id, "", 50, everyones=True).rows
    assert [(row.question, row.asked_by, row.is_own) for row in rows] == [
        ("Theirs?", "Reviewer", False),
        ("Mine?", "Analyst", True),
    ]


def test_another_tenants_questions_are_nobodys(database: Database, tenant: Scope) -> None:
    other = new_tenant(database)
    with database.scoped(other) as conn:
        asked(conn, other.user_id, "Secret?")
    with database.scoped(tenant) as conn:
        assert questions.find(conn, tenant.user_id, "", 50, everyones=True).total == 0
        assert not questions.others_have_asked(conn, tenant.user_id)


def test_a_page_of_questions_tells_how_many_there_are(connection: Connection, tenant: Scope) -> None:
    for minutes in range(7):
        asked(connection, tenant.user_id, f"Question {minutes}?", minutes=minutes)
    first = questions.find(connection, tenant.user_id, "question", 3)
    last = questions.find(connection, tenant.user_id, "question", 3, offset=6)
    assert ([row.question for row in first.rows], first.total) == (
        ["Question 6?", "Question 5?", "Question 4?"],
        7,
    )
    assert ([row.question for row in last.rows], last.total) == (["Question 0?"], 7)
