"""Runs of a measure are stored, found by what they measured, and compared; their cases keep to a user's rights."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.evidence.layer import Layer
from pipeline.evidence.measured_change import Direction
from pipeline.evidence.measurement import (
    OF_REVIEWERS,
    Address,
    ClaimAddress,
    MeasuredCase,
    MeasuredFigure,
    PageAddress,
    Unit,
)
from pipeline.evidence.review import ReviewVerdict
from pipeline.store import documents, evaluation_cases, evaluations, reviewers
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.evaluation_cases import CaseAccess
from pipeline.store.evaluations import Evaluation
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.reviewed import judge
from tests.store.filing import store_answer, store_filing

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def run(right: int, total: int, at: datetime = NOON, **parts: object) -> Evaluation:
    figure = MeasuredFigure("page", "right page", Unit.SHARE, right / total, total, 0.1, 0.9, right)
    whole = Evaluation(
        uuid4(),
        Layer.LOCATION,
        "location",
        "gold.jsonl",
        "0" * 64,
        {"scope": "all"},
        {"parser": "p 3"},
        (figure,),
        at,
        2.5,
    )
    return replace(whole, **parts)  # type: ignore[arg-type]


def cases_of(right: int, total: int) -> list[MeasuredCase]:
    return [MeasuredCase("page", f"q{n}", "right", "…", float(n < right)) for n in range(total)]


def test_a_run_comes_back_as_it_was_stored(connection: Connection) -> None:
    stored = run(3, 4)
    evaluations.put(connection, stored, {"whole": ["report"]}, cases_of(3, 4))
    assert evaluations.get(connection, stored.id) == stored
    assert evaluations.named(connection, str(stored.id)[:8]) == stored
    assert evaluations.report_of(connection, stored.id) == {"whole": ["report"]}


def test_the_run_before_is_of_the_same_layer_measure_gold_and_arguments(connection: Connection) -> None:
    first, later = run(3, 4), run(2, 4, NOON + timedelta(hours=3))
    others = [
        run(1, 4, NOON + timedelta(hours=1), layer=Layer.IDENTITY),
        run(1, 4, NOON + timedelta(hours=1), measure="quotes"),
        run(1, 4, NOON + timedelta(hours=1), gold_name="other.jsonl"),
        run(1, 4, NOON + timedelta(hours=2), arguments={"scope": "filing"}),
    ]
    for one in [later, first, *others]:
        evaluations.put(connection, one, {}, [])
    assert evaluations.before(connection, later) == first
    assert evaluations.before(connection, first) is None
    assert {one.id for one in evaluations.newest(connection)} == {later.id, *(one.id for one in others)}
    assert [one.id for one in evaluations.recent(connection, 2)] == [later.id, others[-1].id]
    assert evaluations.recent(connection, 9, measure="quotes") == [others[1]]


def test_two_runs_are_compared_case_by_case(connection: Connection) -> None:
    first, later = run(9, 10), run(2, 10, NOON + timedelta(hours=1))
    evaluations.put(connection, first, {}, cases_of(9, 10))
    evaluations.put(connection, later, {}, cases_of(2, 10))
    (change,) = evaluations.compared(connection, first, later)
    assert (change.direction, change.paired) == (Direction.REGRESSION, True)
    assert change.worse == tuple(f"q{n}" for n in range(2, 9))


def test_cases_come_worst_first_and_by_pages(connection: Connection, tenant: Scope) -> None:
    stored = run(2, 4)
    other = [MeasuredCase("label", "q0", "right", "…", 1.0), MeasuredCase("label", "q1", "unmeasured", "…")]
    evaluations.put(connection, stored, {}, [*cases_of(2, 4), *other])
    page = evaluation_cases.of_run(connection, tenant.user_id, stored.id, "page", limit=3)
    assert ([row.case_id for row in page.rows], page.total) == (["q2", "q3", "q0"], 4)
    assert (
        evaluation_cases.of_run(connection, tenant.user_id, stored.id, "page", limit=3, offset=3)
        .rows[0]
        .score
        == 1
    )
    assert [
        row.case_id for row in evaluation_cases.of_run(connection, tenant.user_id, stored.id, "label").rows
    ] == ["q0", "q1"]


def test_the_words_of_a_case_keep_to_the_rights_on_its_filing(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    answer = store_answer(connection, tenant, filing)
    addressed: dict[str, Address | None] = {
        "claim": ClaimAddress(answer.id, 1, "E1"),
        "page": PageAddress(filing.document_id, 1),
        "nowhere": None,
        "lost claim": ClaimAddress(uuid4(), 1),
        "lost page": PageAddress(uuid4(), 0),
    }
    stored = run(1, 5)
    evaluations.put(
        connection,
        stored,
        {},
        [MeasuredCase("page", name, "wrong", "81,797", 0.0, to) for name, to in addressed.items()],
    )

    def access() -> dict[str, tuple[CaseAccess, str | None, bool]]:
        rows = evaluation_cases.of_run(connection, tenant.user_id, stored.id).rows
        return {row.case_id: (row.access, row.words, row.address is not None) for row in rows}

    gone, open_, withheld = (
        (CaseAccess.GONE, None, False),
        (CaseAccess.OPEN, "81,797", True),
        (CaseAccess.WITHHELD, None, False),
    )
    nowhere = (CaseAccess.OPEN, "81,797", False)
    assert access() == {
        "claim": open_,
        "page": open_,
        "nowhere": nowhere,
        "lost claim": gone,
        "lost page": gone,
    }
    documents.set_restricted(connection, filing.document_id, True)
    assert access() == {
        "claim": withheld,
        "page": withheld,
        "nowhere": nowhere,
        "lost claim": gone,
        "lost page": gone,
    }
    documents.grant(connection, filing.document_id, tenant.user_id)
    assert access()["claim"] == open_


def test_a_measurement_of_reviewers_hides_claims_that_the_user_is_to_judge(
    connection: Connection, tenant: Scope
) -> None:
    answer = store_answer(connection, tenant, store_filing(connection))
    anna, me = reviewers.add(connection, "Anna Meyer"), reviewers.get(connection, tenant.user_id)
    judge(connection, answer.id, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    case = MeasuredCase("page", f"{answer.id}:1", "no", "Claim 1.", 0.0, ClaimAddress(answer.id, 1, "E1"))
    of_reviewers, of_checkers = run(0, 1, measure=OF_REVIEWERS), run(0, 1)
    for stored in (of_reviewers, of_checkers):
        evaluations.put(connection, stored, {}, [case])

    def told(stored: Evaluation) -> tuple[list[str], int, int]:
        page = evaluation_cases.of_run(connection, me.id, stored.id)
        return [row.outcome for row in page.rows], page.total, page.hidden

    assert told(of_reviewers) == (["no"], 1, 0), "whoever only reads sees it"
    judge(connection, answer.id, 2, me)
    assert told(of_reviewers) == ([], 0, 1)
    assert told(of_checkers) == (["no"], 1, 0)
    judge(connection, answer.id, 1, me)
    assert told(of_reviewers) == (["no"], 1, 0)


def test_another_tenants_run_does_not_exist(database: Database, tenant: Scope) -> None:
    stored = run(1, 2)
    with database.scoped(tenant) as conn:
        evaluations.put(conn, stored, {}, cases_of(1, 2))
    with database.scoped(new_tenant(database)) as conn:
        with pytest.raises(NotFound):
            evaluations.get(conn, stored.id)
        with pytest.raises(NotFound):
            evaluations.report_of(conn, stored.id)
        assert evaluations.newest(conn) == []


def test_an_id_that_names_no_run_or_several_is_refused(connection: Connection) -> None:
    for _ in range(17):  # two of them begin alike
        evaluations.put(connection, run(1, 2), {}, [])
    begins = [str(one.id)[0] for one in evaluations.recent(connection, 17)]
    twice = next(digit for digit in begins if begins.count(digit) > 1)
    for beginning in (twice, "", "nothing", "%"):
        with pytest.raises(NotFound):
            evaluations.named(connection, beginning)
