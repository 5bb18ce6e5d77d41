"""Every figure's cases: what failed by a check or a verdict, narrowed by what was clicked; and the verdicts in the
counts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.generation import Generation
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.layer import Layer
from pipeline.evidence.packet import Packet
from pipeline.evidence.review import ReviewReason, ReviewRole, ReviewVerdict, reviewed
from pipeline.store import (
    answers,
    assignments,
    documents,
    quality,
    quality_cases,
    reviewers,
    reviews,
    thresholds,
)
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.quality import SEVERAL, Checked, CheckedCount
from pipeline.store.quality_cases import CaseFilter, CaseRow
from pipeline.store.reviewers import Reviewer
from pipeline.store.scope import Scope
from pipeline.store.thresholds import InvalidThreshold
from tests.database import new_tenant
from tests.reviewed import judge, make_reviewed
from tests.store.filing import StoredFiling, store_filing

NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
MONDAY = date(2026, 11, 23)
PASSED, FAILED = CheckOutcome.PASSED, CheckOutcome.FAILED


@pytest.fixture
def filing(connection: Connection) -> StoredFiling:
    return store_filing(connection)


@pytest.fixture
def anna(connection: Connection) -> Reviewer:
    return reviewers.add(connection, "Anna")


def asked(
    conn: Connection,
    scope: Scope,
    filing: StoredFiling,
    *failing: CheckKind,
    model: str | None = "writer",
    at: datetime = NOON,
) -> UUID:
    """Store an answer of one claim that cites one passage; these checks of it failed, the others passed."""
    passage = filing.passages[1]

    def made(*kinds: CheckKind) -> tuple[Check, ...]:
        return tuple(
            Check(kind, FAILED if kind in failing else PASSED, f"{kind} said", "code", f"{kind}_reason")
            for kind in kinds
        )

    citation = Citation(
        CitationId(Handle(1)),
        passage.id,
        "81,797",
        (),
        made(CheckKind.EXISTENCE, CheckKind.VERBATIM, CheckKind.LOCATION),
    )
    claim = Claim(1, "Net sales were 81,797.", (citation,), made(CheckKind.FIGURES, CheckKind.SUPPORT))
    generation = Generation("answer-1") if model else None
    method = "model" if model else "extractive"
    packet = Packet.of([(passage, filing.parsed.title, 0.5)])
    answer = Answer(uuid4(), "How much?", method, model, at, (claim,), packet, generation=generation)
    answers.save(conn, scope.user_id, answer)
    return answer.id


def found(conn: Connection, scope: Scope, **only: Any) -> list[CaseRow]:
    cases = quality_cases.failures(conn, scope.user_id, CaseFilter(MONDAY, **only), 50)
    assert cases.total == len(cases.rows)
    return list(cases.rows)


def test_a_case_is_found_by_everything_that_a_figure_is_of(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    first = asked(connection, tenant, filing, CheckKind.VERBATIM, CheckKind.FIGURES)
    second = asked(connection, tenant, filing, CheckKind.LOCATION, model=None)
    before = asked(connection, tenant, filing, CheckKind.SUPPORT, at=NOON - timedelta(weeks=1))

    def ids(**only: Any) -> set[tuple[UUID, CheckKind | None]]:
        return {(row.answer_id, row.kind) for row in found(connection, tenant, **only)}

    quote, figures, place = (
        (first, CheckKind.VERBATIM),
        (first, CheckKind.FIGURES),
        (second, CheckKind.LOCATION),
    )
    assert ids() == {quote, figures, place}
    assert ids(layer=Layer.LOCATION) == {quote, place}
    assert ids(kind=CheckKind.FIGURES) == {figures}
    assert ids(reason="verbatim_reason") == {quote}
    assert ids(model="writer") == {quote, figures}
    assert ids(model="", prompt="") == {place}
    assert ids(prompt="answer-2") == set()
    assert ids(parser_version="parser 1", media_type="application/pdf") == {quote, figures, place}
    assert ids(parser_version="parser 2") == set()
    assert ids(form="10-K") == set()
    assert ids(form="") == {quote, figures, place}
    assert ids(week=MONDAY - timedelta(weeks=1)) == {(before, CheckKind.SUPPORT)}


def test_what_reviewers_found_right_is_no_failure_unless_it_is_asked_for(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, CheckKind.VERBATIM, CheckKind.FIGURES)
    judge(connection, answer_id, 1, anna, ReviewVerdict.PARTLY)
    assert found(connection, tenant) == []
    raw = found(connection, tenant, even_overruled=True)
    assert {(row.kind, row.verdict) for row in raw} == {
        (CheckKind.FIGURES, ReviewVerdict.PARTLY),
        (CheckKind.VERBATIM, ReviewVerdict.PARTLY),
    }


def test_a_verdict_is_a_case_where_no_check_of_its_layer_failed(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    sound = asked(connection, tenant, filing)
    judge(connection, sound, 1, anna, ReviewVerdict.NOT_SUPPORTED, comment="The row prints 21,213.")
    (case,) = found(connection, tenant)
    assert (case.layer, case.kind, case.reason, case.by) == (Layer.SUPPORT, None, "figure", "Anna")
    assert (case.detail, case.citations) == ("The row prints 21,213.", ["E1"])
    assert found(connection, tenant, reason="figure") == [case]
    assert found(connection, tenant, kind=CheckKind.FIGURES) == []
    failing = asked(connection, tenant, filing, CheckKind.FIGURES)
    judge(connection, failing, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    of_both = [row for row in found(connection, tenant) if row.answer_id == failing]
    assert [(row.kind, row.verdict) for row in of_both] == [(CheckKind.FIGURES, ReviewVerdict.NOT_SUPPORTED)]


@pytest.mark.parametrize(
    ("reason", "layer"),
    [(ReviewReason.OTHER_FILING, Layer.IDENTITY), (ReviewReason.OTHER_ROW, Layer.LOCATION)],
)
def test_a_wrong_location_fails_the_layer_of_its_reason_and_leaves_the_checks_of_the_others(
    connection: Connection,
    tenant: Scope,
    filing: StoredFiling,
    anna: Reviewer,
    reason: ReviewReason,
    layer: Layer,
) -> None:
    answer_id = asked(connection, tenant, filing, CheckKind.SUPPORT)
    judge(connection, answer_id, 1, anna, ReviewVerdict.WRONG_LOCATION, reason=reason)
    assert {(row.layer, row.kind) for row in found(connection, tenant)} == {
        (layer, None),
        (Layer.SUPPORT, CheckKind.SUPPORT),
    }


def test_a_disputed_claim_is_left_to_its_checks_and_says_so(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, CheckKind.FIGURES)
    judge(connection, answer_id, 1, anna)
    judge(connection, answer_id, 1, reviewers.add(connection, "Ben"), ReviewVerdict.NOT_SUPPORTED)
    (case,) = found(connection, tenant)
    assert (case.kind, case.verdict, case.is_disputed) == (CheckKind.FIGURES, None, True)
    (claim,) = counts(connection, Checked.CLAIM)
    assert (claim.verdict, claim.is_disputed) == (None, True)
    carla = reviewers.add(connection, "Carla")
    judge(connection, answer_id, 1, carla, role=ReviewRole.ADJUDICATOR)
    assert found(connection, tenant) == []
    (claim,) = counts(connection, Checked.CLAIM)
    assert (claim.verdict, claim.is_disputed) == (ReviewVerdict.SUPPORTED, False)


def test_claims_are_found_by_what_reviewers_and_the_checker_said(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    missed = asked(connection, tenant, filing)
    judge(connection, missed, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    caught = asked(connection, tenant, filing, CheckKind.SUPPORT)
    judge(connection, caught, 1, anna, ReviewVerdict.NOT_SUPPORTED)

    def ids(verdict: ReviewVerdict, outcome: CheckOutcome | None) -> list[UUID]:
        only = CaseFilter(MONDAY)
        rows = quality_cases.judged(connection, tenant.user_id, verdict, outcome, only, 9).rows
        return [row.answer_id for row in rows]

    assert ids(ReviewVerdict.NOT_SUPPORTED, PASSED) == [missed]
    assert ids(ReviewVerdict.NOT_SUPPORTED, FAILED) == [caught]
    assert set(ids(ReviewVerdict.NOT_SUPPORTED, None)) == {missed, caught}
    assert ids(ReviewVerdict.SUPPORTED, PASSED) == []


def test_a_reviewers_comment_is_withheld_with_what_it_is_about(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing)
    judge(connection, answer_id, 1, anna, ReviewVerdict.NOT_SUPPORTED, comment="It prints 21,213.")
    documents.set_restricted(connection, filing.document_id, True)
    (case,) = found(connection, tenant)
    assert (case.detail, case.titles) == (None, [])


def test_one_who_is_to_judge_a_claim_is_told_nothing_of_what_others_said(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    sound, failing = asked(connection, tenant, filing), asked(connection, tenant, filing, CheckKind.FIGURES)
    me = tenant.user_id
    assert assignments.assign(connection, me, [me, anna.id], 2, each=2).claims == 2
    before = [replace(row, is_blind=True) for row in found(connection, tenant)]
    judge(connection, sound, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    judge(connection, failing, 1, anna)
    assert found(connection, tenant) == before
    only = CaseFilter(MONDAY)
    assert quality_cases.judged(connection, me, ReviewVerdict.NOT_SUPPORTED, None, only, 9).rows == ()
    assert assignments.to_judge(connection, me, sound) == {1}
    for answer_id in (sound, failing):
        judge(connection, answer_id, 1, reviewers.get(connection, me), ReviewVerdict.CANT_TELL)
    assert assignments.to_judge(connection, me, sound) == set()
    assert [(row.is_blind, row.is_disputed) for row in found(connection, tenant)] == [(False, True)]


def test_whoever_has_judged_a_claim_is_told_nothing_of_the_others_before_judging_them(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    mine, theirs = (asked(connection, tenant, filing, CheckKind.FIGURES) for _ in range(2))
    me = reviewers.get(connection, tenant.user_id)
    judge(connection, theirs, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    assert {row.answer_id for row in found(connection, tenant) if row.is_blind} == set()
    judge(connection, mine, 1, me)
    assert {row.answer_id for row in found(connection, tenant) if row.is_blind} == {theirs}
    judge(connection, theirs, 1, me)
    assert {row.answer_id for row in found(connection, tenant) if row.is_blind} == set()


def test_cases_are_turned_over_in_pages(connection: Connection, tenant: Scope, filing: StoredFiling) -> None:
    for _ in range(5):
        asked(connection, tenant, filing, CheckKind.FIGURES)
    pages = [
        quality_cases.failures(connection, tenant.user_id, CaseFilter(MONDAY), 2, offset)
        for offset in (0, 2, 4)
    ]
    assert [len(page.rows) for page in pages] == [2, 2, 1]
    assert len({row.answer_id for page in pages for row in page.rows}) == 5
    assert {page.total for page in pages} == {5}


def counts(conn: Connection, checked: Checked) -> list[CheckedCount]:
    return [row for row in quality.count_checked(conn, MONDAY) if row.checked is checked]


def test_counts_tell_verdict_form_and_kind_of_file(
    connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing)
    judge(connection, answer_id, 1, anna, ReviewVerdict.WRONG_LOCATION, reason=ReviewReason.OTHER_PAGE)
    asked(connection, tenant, filing)
    connection.execute(
        'update covers set as_read = as_read || \'{"form": "10-K"}\' where version_id = %s',
        (filing.version_id,),
    )
    for checked in (Checked.CITATION, Checked.CLAIM):
        rows = {row.verdict: row for row in counts(connection, checked)}
        assert set(rows) == {None, ReviewVerdict.WRONG_LOCATION}
        told = rows[ReviewVerdict.WRONG_LOCATION]
        assert (told.verdict_reason, told.count) == (ReviewReason.OTHER_PAGE, 1)
        assert {(row.form, row.media_type) for row in rows.values()} == {("10-K", "application/pdf")}


def test_a_claim_of_filings_of_several_forms_has_no_one_form(
    connection: Connection, tenant: Scope, filing: StoredFiling
) -> None:
    other = store_filing(connection)
    for version_id, form in ((filing.version_id, "10-K"), (other.version_id, "10-Q")):
        connection.execute(
            "update covers set as_read = as_read || jsonb_build_object('form', %s::text) where version_id = %s",
            (form, version_id),
        )
    exists = (Check(CheckKind.EXISTENCE, PASSED, "there", "code"),)
    cited = tuple(
        Citation(CitationId(Handle(number)), one.passages[1].id, "81,797", (), exists)
        for number, one in enumerate((filing, other), start=1)
    )
    claim = Claim(1, "Both print it.", cited, (Check(CheckKind.FIGURES, PASSED, "printed", "code"),))
    packet = Packet.of([(one.passages[1], "Halden", 0.5) for one in (filing, other)])
    answers.save(
        connection, tenant.user_id, Answer(uuid4(), "Both?", "extractive", None, NOON, (claim,), packet)
    )
    assert {row.form for row in counts(connection, Checked.CITATION)} == {"10-K", "10-Q"}
    (told,) = counts(connection, Checked.CLAIM)
    assert (told.form, told.media_type) == (SEVERAL, "application/pdf")


def test_the_counts_of_many_claims_are_what_their_verdicts_come_to(
    connection: Connection, tenant: Scope
) -> None:
    """The rule stands twice, in Python and in SQL: both give the same for every claim."""
    make_reviewed(connection, tenant, 400, until=NOON, span="2 days", first=0.7, second=0.6)
    by_claim: dict[tuple[UUID, int], list[Any]] = {}
    for one in reviews.counting(connection):
        by_claim.setdefault((one.answer_id, one.claim), []).append(one)
    expected: dict[ReviewVerdict, int] = {}
    for judgements in by_claim.values():
        verdict = reviewed(judgements).verdict
        if verdict is not None:
            expected[verdict] = expected.get(verdict, 0) + 1
    told: dict[ReviewVerdict, int] = {}
    for row in counts(connection, Checked.CLAIM):
        if row.verdict is not None:
            told[row.verdict] = told.get(row.verdict, 0) + row.count
    assert told == expected
    assert len(told) == len(ReviewVerdict)
    disputed = sum(row.count for row in counts(connection, Checked.CLAIM) if row.is_disputed)
    assert disputed == sum(reviewed(one).verdict is None for one in by_claim.values()) > 0


def test_the_newest_threshold_of_a_layer_counts_and_says_whose_it_is(
    connection: Connection, tenant: Scope
) -> None:
    assert thresholds.current(connection) == {}
    for layer, rate in ((None, 0.05), (Layer.SUPPORT, 0.02), (None, 0.04)):
        thresholds.put(connection, tenant.user_id, layer, rate)
    told = thresholds.current(connection)
    assert {layer: one.rate for layer, one in told.items()} == {None: 0.04, Layer.SUPPORT: 0.02}
    assert told[None].user == "Analyst"


@pytest.mark.parametrize("rate", [0, 1, -0.1, 1.5, float("nan"), float("inf")])
def test_a_threshold_is_a_share(connection: Connection, tenant: Scope, rate: float) -> None:
    with pytest.raises(InvalidThreshold):
        thresholds.put(connection, tenant.user_id, None, rate)


def test_another_tenants_cases_and_thresholds_are_none(
    database: Database, connection: Connection, tenant: Scope, filing: StoredFiling, anna: Reviewer
) -> None:
    answer_id = asked(connection, tenant, filing, CheckKind.FIGURES)
    judge(connection, answer_id, 1, anna, ReviewVerdict.NOT_SUPPORTED)
    thresholds.put(connection, tenant.user_id, None, 0.5)
    connection.commit()
    stranger = new_tenant(database)
    with database.scoped(stranger) as conn:
        assert found(conn, stranger) == []
        assert thresholds.current(conn) == {}
