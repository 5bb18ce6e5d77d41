"""What the Ask page says of reviewers under a claim, and to whom."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from pipeline.evidence.review import ReviewRole, ReviewVerdict
from pipeline.store import answers, assignments, documents, reviewers, reviews
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from tests.reviewed import judge
from tests.viewer.filing import Stored
from tests.viewer.review.asking import two_claims
from viewer.resolver import resolve_answer
from viewer.review.card_views import reviewer_lines
from viewer.source_files import SourceFiles
from viewer.views import answer_view, summary


@pytest.fixture
def answer_id(database: Database, tenant: Scope, report: Stored) -> UUID:
    return two_claims(database, tenant, report)


@pytest.fixture
def conn(answer_id: UUID, connection: Connection) -> Connection:
    """A transaction that begins once the answer is stored."""
    return connection


def people(conn: Connection) -> list[Reviewer]:
    return [reviewers.add(conn, name) for name in ("Anna Meyer", "Ben Ito", "Carla Osei")]


def line(conn: Connection, user_id: UUID, answer_id: UUID, claim: int = 1) -> dict[str, Any]:
    return reviewer_lines(conn, user_id, answers.get(conn, answer_id))[claim]


def test_a_claim_that_nobody_judged_says_so_and_leads_to_its_review(
    conn: Connection, tenant: Scope, answer_id: UUID
) -> None:
    found = line(conn, tenant.user_id, answer_id, 2)
    assert (found["words"], found["tone"], found["by"]) == ("Not reviewed", "none", None)
    assert found["address"] == f"/review?answer={answer_id}&claim=2"


def test_a_reader_sees_who_judged_when_and_why(conn: Connection, tenant: Scope, answer_id: UUID) -> None:
    anna, ben, carla = people(conn)
    judge(conn, answer_id, 1, anna)
    found = line(conn, tenant.user_id, answer_id)
    assert (found["words"], found["tone"], found["by"]) == ("Supported", "ok", "Anna Meyer")
    assert found["at"].startswith("2026-11-30")
    judge(conn, answer_id, 1, ben, ReviewVerdict.NOT_SUPPORTED, comment="Digits swapped.")
    found = line(conn, tenant.user_id, answer_id)
    assert (found["words"], found["tone"]) == ("Reviewers differ", "warn")
    assert {(one["of"], one["text"]) for one in found["details"]} == {
        ("Anna Meyer", "Supported."),
        ("Ben Ito", "Not supported. A figure differs. “Digits swapped.”"),
    }
    judge(conn, answer_id, 1, carla, ReviewVerdict.PARTLY, role=ReviewRole.ADJUDICATOR)
    found = line(conn, tenant.user_id, answer_id)
    assert (found["words"], found["by"], len(found["details"])) == ("Partly supported", "Carla Osei", 3)


def test_whoever_reviews_does_not_learn_on_the_ask_page_what_others_said(
    conn: Connection, tenant: Scope, answer_id: UUID
) -> None:
    anna, ben, carla = people(conn)
    judge(conn, answer_id, 1, anna, ReviewVerdict.NOT_SUPPORTED, comment="Digits swapped.")
    judge(conn, answer_id, 2, ben)
    hidden = line(conn, ben.id, answer_id)
    assert (hidden["words"], hidden["by"]) == ("Not reviewed by you", None)
    assert "swapped" not in str(hidden)
    assert line(conn, anna.id, answer_id, 2) | {"address": ""} == hidden | {"address": ""}
    assert line(conn, ben.id, answer_id, 2)["words"] == "Supported"
    assert line(conn, carla.id, answer_id)["words"] == "Not supported"
    assignments.assign(conn, tenant.user_id, [carla.id], 1, each=1)
    assert line(conn, carla.id, answer_id)["words"] == "Not reviewed by you"


def test_what_others_said_is_told_once_the_review_of_a_claim_is_complete(
    conn: Connection, tenant: Scope, answer_id: UUID
) -> None:
    anna, ben, carla = people(conn)
    judge(conn, answer_id, 2, ben)
    assignments.assign(conn, tenant.user_id, [anna.id, carla.id], 1, each=2)
    judge(conn, answer_id, 1, anna)
    assert line(conn, ben.id, answer_id)["words"] == "Not reviewed by you", "Carla has not judged it"
    last = judge(conn, answer_id, 1, carla, ReviewVerdict.PARTLY)
    assert line(conn, ben.id, answer_id)["words"] == "Reviewers differ"
    reviews.withdraw(conn, carla.id, last.id)
    assert line(conn, ben.id, answer_id)["words"] == "Not reviewed by you"


def test_a_decided_claim_is_told_to_all_but_those_who_are_to_judge_it(
    conn: Connection, tenant: Scope, answer_id: UUID
) -> None:
    anna, ben, carla = people(conn)
    me, dora = reviewers.get(conn, tenant.user_id), reviewers.add(conn, "Dora Lind")
    judge(conn, answer_id, 2, me)
    assignments.assign(conn, me.id, [anna.id, ben.id, dora.id], 1, each=3)
    judge(conn, answer_id, 1, anna)
    judge(conn, answer_id, 1, ben, ReviewVerdict.PARTLY)
    assert line(conn, me.id, answer_id)["words"] == "Not reviewed by you"
    judge(conn, answer_id, 1, carla, role=ReviewRole.ADJUDICATOR)
    assert line(conn, me.id, answer_id)["words"] == "Supported"
    assert line(conn, dora.id, answer_id)["words"] == "Not reviewed by you"


def test_a_reviewers_word_is_not_counted_as_a_checkers_nor_told_of_a_withheld_claim(
    conn: Connection, tenant: Scope, answer_id: UUID, report: Stored, files: SourceFiles
) -> None:
    anna, *_ = people(conn)
    judge(conn, answer_id, 1, anna)

    def shown() -> dict[str, Any]:
        resolved = resolve_answer(conn, tenant, answer_id, files=files)
        return answer_view(resolved, reviewer_lines(conn, tenant.user_id, resolved.answer))

    view = shown()
    assert view["claims"][0]["review"]["words"] == "Supported"
    assert ("ok", "1 supported") not in summary(view)
    documents.set_restricted(conn, report.document_id, True)
    assert [claim["review"] for claim in shown()["claims"]] == [None, None]
    documents.delete(conn, report.document_id)
    assert [claim["review"] for claim in shown()["claims"]] == [None, None]
