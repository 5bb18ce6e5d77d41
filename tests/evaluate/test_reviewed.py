"""Reviewers' final verdicts, layer by layer, beside what the checker found and where the marks are."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest

from pipeline.cli.resolving import resolver
from pipeline.evaluate.resolved import ResolvedPlace, key_of
from pipeline.evaluate.reviewed_claims import read_reviewed
from pipeline.evaluate.reviewed_report import ReviewedReport
from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.answer import Answer, Check, CheckKind, CheckOutcome, Citation, Claim
from pipeline.evidence.generation import Generation
from pipeline.evidence.handle import CitationId, Handle
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import MeasuredFigure
from pipeline.evidence.packet import Packet
from pipeline.evidence.review import ReviewReason, ReviewRole, ReviewVerdict
from pipeline.evidence.text import PageRange, TextRange
from pipeline.settings import Settings
from pipeline.store import answers, reviewers
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.reviewed import judge
from tests.store.filing import StoredFiling, store_filing
from viewer.marking import MarkedPlace, mark

ROW = "Total net sales 81,797 82,959"
PASSED, FAILED, NOT_RUN = CheckOutcome.PASSED, CheckOutcome.FAILED, CheckOutcome.NOT_RUN
YES, PARTLY, NO = ReviewVerdict.SUPPORTED, ReviewVerdict.PARTLY, ReviewVerdict.NOT_SUPPORTED
PLACE, UNSURE = ReviewVerdict.WRONG_LOCATION, ReviewVerdict.CANT_TELL


def saved(
    conn: Connection, scope: Scope, filing: StoredFiling, found: list[CheckOutcome], model: str = "writer"
) -> UUID:
    """An answer with a claim for each outcome of the check of support; all cite the first figure of the row."""
    passage = filing.passages[1]
    start = passage.text.index("81,797")
    citation = Citation(CitationId(Handle(1)), passage.id, "81,797", (TextRange(start, start + 6),))
    answer = Answer(
        uuid4(),
        "What were net sales?",
        "model",
        model,
        datetime.now(UTC),
        tuple(
            Claim(
                number,
                "Net sales were 81,797.",
                (citation,),
                (Check(CheckKind.SUPPORT, outcome, "…", "pincite-rules-1"),),
            )
            for number, outcome in enumerate(found, start=1)
        ),
        Packet.of([(passage, filing.parsed.title, 0.5)]),
        generation=Generation("answer-1"),
    )
    answers.save(conn, scope.user_id, answer)
    return answer.id


def shown(filing: StoredFiling) -> object:
    """A resolver that finds every citation where it says that it is."""

    def resolve(conn: Connection, answer: Answer) -> Mapping[str, ResolvedPlace]:
        return {
            key_of(claim.number, one.id): ResolvedPlace(
                "ready",
                filing.version_id,
                filing.document_id,
                filing.sha256,
                1,
                one.quote,
                one.quote,
                tuple(PageRange(1, span) for span in one.ranges),
            )
            for claim in answer.claims
            for one in claim.citations
        }

    return resolve


def figures(report: ReviewedReport, layer: Layer) -> dict[str, MeasuredFigure]:
    (measured,) = [one for one in report.measured if one.layer is layer]
    return {figure.key: figure for figure in measured.figures}


def counted(figure: MeasuredFigure) -> tuple[int | None, int]:
    return figure.count, figure.total


def test_the_checker_is_held_against_final_verdicts(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        answer = saved(
            conn, tenant, filing, [PASSED, PASSED, PASSED, FAILED, FAILED, NOT_RUN, PASSED, PASSED]
        )
        anna, ben, carla = (reviewers.add(conn, name) for name in ("Anna", "Ben", "Carla"))
        for claim, verdict in enumerate([YES, YES, NO, NO, YES, YES, PLACE, UNSURE], start=1):
            judge(conn, answer, claim, anna, verdict)
        judge(conn, answer, 1, ben, YES)
        judge(conn, answer, 2, ben, NO)  # nobody decides
        judge(conn, answer, 3, ben, YES)
        judge(conn, answer, 3, carla, NO, role=ReviewRole.ADJUDICATOR)
    report = ReviewedReport(read_reviewed(database, tenant, shown(filing)))  # type: ignore[arg-type]
    assert (len(report.reviewed.claims), report.reviewed.disputed) == (7, 1)
    support = figures(report, Layer.SUPPORT)
    # Of 1 yes/yes, 3 no/yes, 4 no/no, 5 yes/no, 6 yes/not judged: reviewers first.
    assert counted(support["agrees"]) == (2, 5)
    assert counted(support["base_rate"]) == (3, 5)
    assert counted(support["false_support"]) == (1, 2)
    assert counted(support["false_failure"]) == (1, 2)
    assert support["macro_f1"].value == pytest.approx((2 * 1 / (3 + 2) + 2 * 1 / (2 + 2)) / 2)
    assert support["base_f1"].value == pytest.approx((2 * 3 / (5 + 3)) / 2)
    assert sum(report.confusion.values()) == 7
    assert "reviewers, down · checker, across" in report.words


def test_each_reason_fails_its_own_layer_and_says_nothing_of_the_others(
    database: Database, tenant: Scope
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        answer = saved(conn, tenant, filing, [PASSED] * 5)
        anna = reviewers.add(conn, "Anna")
        said = [
            (PLACE, ReviewReason.OTHER_PAGE), (PLACE, ReviewReason.OTHER_ROW), (NO, None), (PARTLY, None),
            (UNSURE, None),
        ]  # fmt: skip
        for claim, (verdict, reason) in enumerate(said, start=1):
            judge(conn, answer, claim, anna, verdict, reason=reason)
    report = ReviewedReport(read_reviewed(database, tenant, shown(filing)))  # type: ignore[arg-type]
    assert counted(figures(report, Layer.IDENTITY)["right"]) == (2, 3)
    assert counted(figures(report, Layer.IDENTITY)["chain"]) == (5, 5)
    assert counted(figures(report, Layer.SUPPORT)["right"]) == (1, 2)
    assert counted(figures(report, Layer.LOCATION)["right"]) == (2, 3)


def test_marks_are_compared_with_the_places_that_reviewers_marked(database: Database, tenant: Scope) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        answer = saved(conn, tenant, filing, [PASSED] * 3)
        at = filing.passages[1].text.index(ROW)
        first, second = at + ROW.index("81,797"), at + ROW.index("82,959")
        anna = reviewers.add(conn, "Anna")
        for claim, span in enumerate(
            [TextRange(first, first + 6), TextRange(second, second + 6), TextRange(first, second + 6)],
            start=1,
        ):
            verdict = judge(conn, answer, claim, anna, PLACE, reason=ReviewReason.OTHER_ROW)
            place = MarkedPlace(uuid4(), CitationId(Handle(1)), filing.version_id, 1, span, SnapUnit.CELLS)
            mark(conn, Scope(tenant.tenant_id, anna.id), verdict.id, [place])
        prose = judge(conn, answer, 1, reviewers.add(conn, "Ben"), PLACE, reason=ReviewReason.OTHER_PAGE)
        elsewhere = MarkedPlace(
            uuid4(), CitationId(Handle(1)), filing.version_id, 2, TextRange(0, 14), SnapUnit.WORDS
        )
        mark(conn, Scope(tenant.tenant_id, prose.reviewer_id), prose.id, [elsewhere])
    report = ReviewedReport(read_reviewed(database, tenant, shown(filing)))  # type: ignore[arg-type]
    location = figures(report, Layer.LOCATION)
    assert counted(location["page"]) == (3, 4)
    assert counted(location["occurrence"]) == (2, 3)
    assert location["text_covered"].value == pytest.approx((1 + 0 + 0.5) / 3)
    assert location["text_iou"].value == pytest.approx((1 + 0 + 0.5) / 3)


def test_claims_are_told_by_model_and_what_is_removed_is_not_measured(
    database: Database, tenant: Scope, settings: Settings
) -> None:
    with database.scoped(tenant) as conn:
        filing = store_filing(conn)
        anna = reviewers.add(conn, "Anna")
        for model in ("one", "other"):
            judge(conn, saved(conn, tenant, filing, [PASSED], model), 1, anna, YES)
    report = ReviewedReport(read_reviewed(database, tenant, resolver(settings, tenant)))
    groups = report.to_json()["groups"]
    assert [(one["by"], one["name"], one["claims"]) for one in groups] == [
        ("model", "one", 1),
        ("model", "other", 1),
    ]
    # The filing's bytes are in no store here: its citations mark nothing, and nothing is wrong of them.
    assert counted(figures(report, Layer.IDENTITY)["chain"]) == (2, 2)
    assert report.words.startswith("2 reviewed claims decided; 0 more on which reviewers differ.")
