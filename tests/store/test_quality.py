"""Numbers over time count the newest check of each checker, the worst of each layer, and every handle taken out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.generation import Generation
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.packet import Packet
from pipeline.store import answers, documents, quality, quality_cases
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.quality import Checked, CheckedCount, first_week
from pipeline.store.quality_cases import CaseFilter, CaseRow
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.store.filing import StoredFiling, store_filing
from tests.store.many_answers import CHECKS, CLAIMS, make_answers

WEDNESDAY = datetime(2026, 11, 25, 12, tzinfo=UTC)
MONDAY = date(2026, 11, 23)
PASSED, FAILED, AMBIGUOUS, NOT_RUN = (
    CheckOutcome.PASSED,
    CheckOutcome.FAILED,
    CheckOutcome.AMBIGUOUS,
    CheckOutcome.NOT_RUN,
)


def check(kind: CheckKind, outcome: CheckOutcome, checker: str = "code", reason: str | None = None) -> Check:
    return Check(kind, outcome, f"{kind} {outcome}", checker, reason)


def cited(filing: StoredFiling, *checks: Check, quote: int = 1) -> Citation:
    passage = filing.passages[1]
    return Citation(CitationId(Handle(1), quote), passage.id, f"quote {quote}", (), checks)


def saved(
    conn: Connection,
    scope: Scope,
    filing: StoredFiling,
    claims: Sequence[tuple[Sequence[Citation], Sequence[Check], Sequence[str]]],
    at: datetime = WEDNESDAY,
    model: str | None = "writer",
) -> Answer:
    """Store an answer of these claims: citations, the claim's own checks, and handles that were taken out."""
    answer = Answer(
        uuid4(),
        "What were net sales?",
        "model" if model else "extractive",
        model,
        at,
        tuple(
            Claim(number, "Net sales fell.", tuple(citations), tuple(checks), removed=tuple(removed))
            for number, (citations, checks, removed) in enumerate(claims, start=1)
        ),
        Packet.of([(filing.passages[1], filing.parsed.title, 0.5)]),
        generation=Generation("answer-1") if model else None,
    )
    answers.save(conn, scope.user_id, answer)
    return answer


def counts(conn: Connection, checked: Checked) -> list[CheckedCount]:
    return [row for row in quality.count_checked(conn, MONDAY) if row.checked is checked]


def test_a_citation_is_counted_with_every_layer_of_its_own_and_its_claims_failure(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    good = cited(filing, check(CheckKind.VERBATIM, PASSED), check(CheckKind.LOCATION, AMBIGUOUS))
    figures = check(CheckKind.FIGURES, FAILED, reason="wrong_scale")
    saved(connection, tenant, filing, [([good], [figures], []), ([good], [], [])])
    failing, sound = sorted(counts(connection, Checked.CITATION), key=lambda row: not row.claim_fails)
    assert (failing.week, failing.model, failing.prompt) == (MONDAY, "writer", "answer-1")
    assert failing.outcomes == {CheckKind.VERBATIM: PASSED, CheckKind.LOCATION: AMBIGUOUS}
    assert (failing.parser_version, failing.render_version) == ("parser 1", "pdfium 1")
    assert (failing.claim_fails, sound.claim_fails) == (True, False)
    assert (failing.count, sound.count) == (1, 1)
    (claim,) = counts(connection, Checked.CLAIM)
    assert claim.outcomes == {CheckKind.FIGURES: FAILED}
    assert claim.reasons == {CheckKind.FIGURES: "wrong_scale"}


@pytest.mark.parametrize("kind", [CheckKind.FIGURES, CheckKind.SUPPORT])
@pytest.mark.parametrize(("outcome", "fails"), [(FAILED, True), (AMBIGUOUS, False), (NOT_RUN, False)])
def test_a_claims_failing_figures_or_support_are_a_failure_of_its_citations(
    connection: Connection, tenant: Scope, kind: CheckKind, outcome: CheckOutcome, fails: bool
) -> None:
    filing = store_filing(connection)
    good = cited(filing, check(CheckKind.VERBATIM, PASSED))
    saved(connection, tenant, filing, [([good], [check(kind, outcome)], [])])
    assert [row.claim_fails for row in counts(connection, Checked.CITATION)] == [fails]


def test_the_worst_of_several_checkers_counts(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    pairs = ((PASSED, FAILED), (NOT_RUN, PASSED), (AMBIGUOUS, PASSED), (NOT_RUN, NOT_RUN))
    for rules, model in pairs:
        both = [check(CheckKind.SUPPORT, rules), check(CheckKind.SUPPORT, model, "model")]
        saved(connection, tenant, filing, [([cited(filing)], both, [])])
    found = {row.outcomes[CheckKind.SUPPORT]: row.count for row in quality.count_checked(connection, MONDAY)}
    assert found == {FAILED: 1, PASSED: 1, AMBIGUOUS: 1, NOT_RUN: 1}


def test_a_check_made_again_by_its_checker_takes_the_place_of_the_first(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    wrong = check(CheckKind.SUPPORT, FAILED, "model", "negation")
    answer = saved(connection, tenant, filing, [([cited(filing)], [wrong], [])])
    assert len(failures(connection, tenant.user_id)) == 1
    connection.execute(
        "insert into checks (answer_id, claim_number, kind, outcome, detail, checker) "
        "values (%s, 1, 'support', 'passed', 'read again', 'model')",
        (answer.id,),
    )
    (claim,) = quality.count_checked(connection, MONDAY)
    assert claim.outcomes == {CheckKind.SUPPORT: PASSED}
    assert claim.reasons == {}
    assert failures(connection, tenant.user_id) == ()


def test_each_handle_that_was_taken_out_is_counted_and_a_claim_that_cites_nothing_is_told_apart(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    unknown = check(CheckKind.EXISTENCE, FAILED, reason="unknown_handle")
    exists = cited(filing, check(CheckKind.EXISTENCE, PASSED))
    saved(connection, tenant, filing, [([exists], [unknown], ["E9", "E01"]), ([], [unknown], ["E7"])])
    (claim,) = counts(connection, Checked.CLAIM)
    (without,) = counts(connection, Checked.CLAIM_WITHOUT_CITATION)
    assert (claim.removed, without.removed) == (2, 1)
    assert [row.removed for row in counts(connection, Checked.CITATION)] == [0]
    assert not claim.claim_fails, "a handle that was taken out is no fault of the claim's other citations"


def test_a_week_begins_on_monday_at_midnight_utc(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    begins = datetime(2026, 11, 23, tzinfo=UTC)
    for at in (begins, begins + timedelta(days=6, hours=23), begins - timedelta(seconds=1)):
        saved(connection, tenant, filing, [([], [check(CheckKind.FIGURES, PASSED)], [])], at)
    assert [row.count for row in quality.count_checked(connection, MONDAY)] == [2]
    weeks = [row.week for row in quality.count_checked(connection, MONDAY - timedelta(weeks=1))]
    assert weeks == [MONDAY - timedelta(weeks=1), MONDAY]
    assert quality.last_asked(connection) == begins + timedelta(days=6, hours=23)


@pytest.mark.parametrize(
    ("weeks", "begins"),
    [
        (1, MONDAY),
        (0, MONDAY),
        (4, date(2026, 11, 2)),
        (9_999, MONDAY - timedelta(weeks=quality.MOST_WEEKS - 1)),
    ],
)
def test_the_last_weeks_include_this_one_and_are_bounded(weeks: int, begins: date) -> None:
    for day in (MONDAY, WEDNESDAY.date(), MONDAY + timedelta(days=6)):
        assert first_week(day, weeks) == begins


def test_another_tenants_checks_are_neither_counted_nor_listed(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        saved(conn, tenant, filing, [([cited(filing)], [check(CheckKind.FIGURES, FAILED)], [])])
    other = new_tenant(database)
    with database.scoped(other) as conn:
        assert quality.count_checked(conn, MONDAY) == []
        assert failures(conn, other.user_id) == ()
        assert quality.last_asked(conn) is None


def test_failures_come_newest_first_with_what_they_are_about(connection: Connection, tenant: Scope) -> None:
    filing = store_filing(connection)
    misquoted = cited(filing, check(CheckKind.VERBATIM, FAILED, reason="paraphrase"), quote=2)
    first = saved(connection, tenant, filing, [([cited(filing), misquoted], [], [])])
    second = saved(
        connection,
        tenant,
        filing,
        [([cited(filing), cited(filing, quote=2)], [check(CheckKind.FIGURES, FAILED)], [])],
        model="other",
    )
    connection.execute(
        "update checks set created_at = now() - interval '1 minute' where answer_id = %s", (first.id,)
    )
    newest, older = failures(connection, tenant.user_id)
    assert (newest.answer_id, newest.citation_id, newest.citations) == (second.id, None, ["E1", "E1b"])
    assert (older.answer_id, older.citation_id, older.citations) == (first.id, "E1b", ["E1b"])
    assert (older.kind, older.reason, older.detail) == ("verbatim", "paraphrase", "verbatim failed")
    assert (older.model, older.prompt, older.titles) == ("writer", "answer-1", [filing.parsed.title])
    first_of_two = quality_cases.failures(connection, tenant.user_id, CaseFilter(MONDAY), 1)
    assert ([row.answer_id for row in first_of_two.rows], first_of_two.total) == ([second.id], 2)
    named = quality_cases.failures(connection, tenant.user_id, CaseFilter(MONDAY, model="writer"), 10)
    assert [row.answer_id for row in named.rows] == [first.id]


def _removed(conn: Connection, filing: StoredFiling) -> None:
    documents.delete(conn, filing.document_id)


def _restricted(conn: Connection, filing: StoredFiling) -> None:
    documents.set_restricted(conn, filing.document_id, True)


@pytest.mark.parametrize("withhold", [_removed, _restricted])
def test_a_failure_is_listed_without_its_words_where_its_sources_may_not_be_read(
    connection: Connection, tenant: Scope, withhold: object
) -> None:
    filing, other = store_filing(connection), store_filing(connection)
    wrong = cited(filing, check(CheckKind.VERBATIM, FAILED))
    saved(connection, tenant, filing, [([wrong], [check(CheckKind.FIGURES, FAILED)], [])])
    assert callable(withhold)
    withhold(connection, other)
    assert all(row.detail and row.titles for row in failures(connection, tenant.user_id))
    withhold(connection, filing)
    assert [(row.detail, row.titles) for row in failures(connection, tenant.user_id)] == [
        (None, []),
        (None, []),
    ]


def failures(conn: Connection, user_id: UUID) -> tuple[CaseRow, ...]:
    return quality_cases.failures(conn, user_id, CaseFilter(MONDAY), 10).rows


def test_thousands_of_made_answers_are_counted_to_the_last_check(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    make_answers(connection, tenant.user_id, filing.version_id, 200, WEDNESDAY)
    rows = quality.count_checked(connection, MONDAY - timedelta(weeks=13))
    assert sum(row.count * len(row.outcomes) for row in rows) == 200 * CHECKS
    assert sum(row.count for row in rows if row.checked is Checked.CITATION) == 200 * CLAIMS
    failed = sum(row.count * list(row.outcomes.values()).count(FAILED) for row in rows)
    stored = connection.execute("select count(*) from checks where outcome = 'failed'").fetchone()
    assert stored is not None
    assert failed == stored[0] > 0


def test_an_answer_without_a_model_has_neither_model_nor_prompt(
    connection: Connection, tenant: Scope
) -> None:
    filing = store_filing(connection)
    saved(connection, tenant, filing, [([cited(filing)], [check(CheckKind.FIGURES, PASSED)], [])], model=None)
    saved(
        connection,
        tenant,
        filing,
        [([cited(filing)], [check(CheckKind.FIGURES, PASSED)], [])],
    )
    found = [(row.model, row.prompt) for row in quality.count_checked(connection, MONDAY)]
    assert found == [(None, None), ("writer", "answer-1")]
