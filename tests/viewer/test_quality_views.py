"""Numbers over time: what counts as a failing citation, which line a week belongs to, and what the alert says."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from datetime import date, timedelta

import pytest

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.store.quality import Checked, CheckedCount
from viewer.quality_csv import HEAD, quality_csv
from viewer.quality_series import NO_MODEL, Standing, citation_rate, series_of
from viewer.quality_views import LAYERS, QualityView, models, quality_view
from viewer.rates import Rate

THIS = date(2026, 11, 23)
FIRST = THIS - timedelta(weeks=3)
EXISTENCE, VERBATIM, FIGURES, SUPPORT = (
    CheckKind.EXISTENCE,
    CheckKind.VERBATIM,
    CheckKind.FIGURES,
    CheckKind.SUPPORT,
)
PASSED, FAILED, AMBIGUOUS, NOT_RUN = (
    CheckOutcome.PASSED,
    CheckOutcome.FAILED,
    CheckOutcome.AMBIGUOUS,
    CheckOutcome.NOT_RUN,
)


def counted(
    outcomes: Mapping[CheckKind, CheckOutcome],
    count: int = 1,
    *,
    checked: Checked = Checked.CITATION,
    week: date = THIS,
    model: str | None = "writer",
    prompt: str | None = "answer-1",
    claim_fails: bool = False,
    removed: int = 0,
    reasons: Mapping[CheckKind, str] | None = None,
    parser: str | None = "parser 1",
) -> CheckedCount:
    return CheckedCount(
        week,
        model,
        prompt,
        checked,
        outcomes,
        reasons or {},
        claim_fails,
        parser,
        "renderer 1",
        count,
        removed,
    )


def view(*rows: CheckedCount, alert_rate: float = 0.03) -> QualityView:
    return quality_view(rows, FIRST, THIS, alert_rate)


def test_a_citation_fails_in_any_layer_of_its_own_or_of_its_claim() -> None:
    rows = [
        counted({VERBATIM: PASSED}, 90),
        counted({VERBATIM: FAILED}, 3),
        counted({VERBATIM: PASSED}, 2, claim_fails=True),
        counted({VERBATIM: AMBIGUOUS}, 4),
        counted({VERBATIM: NOT_RUN}, 1),
        counted({FIGURES: FAILED}, 2, checked=Checked.CLAIM, claim_fails=True),
    ]
    assert citation_rate(rows) == Rate(5, 100)


def test_a_handle_that_was_taken_out_is_a_failing_citation() -> None:
    rows = [
        counted({EXISTENCE: PASSED}, 8),
        counted({EXISTENCE: FAILED}, 1, checked=Checked.CLAIM, removed=2),
    ]
    assert citation_rate(rows) == Rate(2, 10)
    (source, *_) = view(*rows).layers
    assert (source.kind, source.rate, source.noun) == (EXISTENCE, Rate(2, 10), "citations")
    (kind,) = view(*rows).kinds
    assert (kind.kind, kind.words, kind.count) == (EXISTENCE, "Unknown handle", 2)


def test_a_claim_that_cites_nothing_counts_as_one_citation() -> None:
    nothing = Checked.CLAIM_WITHOUT_CITATION
    assert citation_rate([counted({FIGURES: FAILED}, 3, checked=nothing, claim_fails=True)]) == Rate(3, 3)
    assert citation_rate([counted({FIGURES: PASSED}, 3, checked=nothing)]) == Rate(0, 3)
    taken_out = counted({EXISTENCE: FAILED, FIGURES: FAILED}, 3, checked=nothing, claim_fails=True, removed=4)
    assert citation_rate([taken_out]) == Rate(4, 4), "its handles are counted already"


def test_what_was_not_judged_is_not_among_what_may_fail() -> None:
    rows = [
        counted({SUPPORT: outcome}, count, checked=Checked.CLAIM)
        for outcome, count in ((PASSED, 6), (FAILED, 1), (AMBIGUOUS, 3), (NOT_RUN, 90))
    ]
    support = next(layer for layer in view(*rows).layers if layer.kind is SUPPORT)
    assert (support.label, support.rate, support.ambiguous, support.not_run) == (
        "Support",
        Rate(1, 10),
        3,
        90,
    )


def test_every_check_has_a_layer() -> None:
    assert {layer.kind for layer in view().layers} == set(CheckKind) == set(LAYERS)


def test_a_layer_is_told_week_by_week() -> None:
    rows = [counted({VERBATIM: FAILED}, week=FIRST), counted({VERBATIM: PASSED}, 4)]
    quote = next(layer for layer in view(*rows).layers if layer.kind is VERBATIM)
    assert quote.weeks == (Rate(1, 1), Rate(0, 4))
    assert view(*rows).weeks == (FIRST, FIRST + timedelta(weeks=1), FIRST + timedelta(weeks=2), THIS)


def test_there_is_a_line_for_each_model_and_prompt_the_last_used_first() -> None:
    rows = [
        counted({VERBATIM: PASSED}, 5, week=FIRST, prompt="answer-9"),
        counted({VERBATIM: PASSED}, 1, prompt="answer-10"),
        counted({VERBATIM: PASSED}, 2, model="other"),
        counted({VERBATIM: PASSED}, 9, week=FIRST, model=None, prompt=None),
        counted({FIGURES: PASSED}, 1, checked=Checked.CLAIM, model="silent"),
    ]
    names = [(one.name, one.is_newest) for one in series_of(rows, THIS, 0.03)]
    assert names == [
        ("other, answer-1", True),
        ("writer, answer-10", True),
        (NO_MODEL, True),
        ("writer, answer-9", False),
    ]
    assert models(rows) == ["other", "silent", "writer"]


def test_of_two_prompts_used_in_one_week_the_one_with_the_higher_number_is_the_newest() -> None:
    rows = [counted({VERBATIM: PASSED}, prompt=f"answer-{number}") for number in (9, 10)]
    assert {one.prompt: one.is_newest for one in series_of(rows, THIS, 0.03)} == {
        "answer-9": False,
        "answer-10": True,
    }


@pytest.mark.parametrize(
    ("failed", "passed", "week", "standing"),
    [
        (0, 40, THIS, Standing.BELOW),
        (3, 97, THIS, Standing.BELOW),
        (1, 9, THIS, Standing.PERHAPS_ABOVE),
        (10, 90, THIS, Standing.ABOVE),
        (10, 90, THIS - timedelta(weeks=1), Standing.ABOVE),
        (10, 90, THIS - timedelta(weeks=2), None),
    ],
)
def test_the_alert_speaks_of_the_last_week_and_is_sure_only_where_the_whole_interval_lies_above(
    failed: int, passed: int, week: date, standing: Standing | None
) -> None:
    rows = [
        counted({VERBATIM: FAILED}, 900, week=FIRST),
        counted({VERBATIM: FAILED}, failed, week=week),
        counted({VERBATIM: PASSED}, passed, week=week),
    ]
    (one,) = series_of(rows, THIS, 0.03)
    assert one.standing is standing


def test_failures_are_counted_by_kind_and_by_who_wrote_them() -> None:
    rows = [
        counted({VERBATIM: FAILED}, 2, reasons={VERBATIM: "paraphrase"}),
        counted({VERBATIM: FAILED}, 3, reasons={VERBATIM: "paraphrase"}, model="other"),
        counted({FIGURES: FAILED}, 4, checked=Checked.CLAIM, reasons={FIGURES: "wrong_scale"}),
        counted({SUPPORT: FAILED}, 4, checked=Checked.CLAIM),
        counted({VERBATIM: AMBIGUOUS}, 9),
    ]
    found = view(*rows)
    assert [(kind.kind, kind.words, dict(kind.counts)) for kind in found.kinds] == [
        (VERBATIM, "Paraphrase", {"writer, answer-1": 2, "other, answer-1": 3}),
        (FIGURES, "Wrong scale", {"writer, answer-1": 4}),
        (SUPPORT, "No kind named", {"writer, answer-1": 4}),
    ]
    assert found.failures == 13


def test_citations_are_told_apart_by_the_versions_that_read_their_filing() -> None:
    rows = [
        counted({VERBATIM: PASSED}, 3),
        counted({VERBATIM: FAILED}, 1, parser="parser 2"),
        counted({VERBATIM: FAILED}, 1, parser=None),
        counted({FIGURES: FAILED}, 5, checked=Checked.CLAIM, parser="parser 1, parser 2"),
    ]
    assert [(one.parser, one.rate) for one in view(*rows).versions] == [
        ("parser 1", Rate(0, 3)),
        ("parser 2", Rate(1, 1)),
    ]


def test_the_table_for_spreadsheets_has_every_count_and_computes_nothing() -> None:
    rows = [
        counted({VERBATIM: FAILED}, 2, reasons={VERBATIM: "paraphrase"}, model="=cmd|' /C calc'!A0"),
        counted({FIGURES: PASSED}, 3, checked=Checked.CLAIM, model=None, prompt=None, parser="@sum"),
    ]
    lines = list(csv.DictReader(io.StringIO(quality_csv(rows))))
    assert len(HEAD) == len(set(HEAD))
    assert [(line["week"], line["of"], line["count"]) for line in lines] == [
        ("2026-11-23", "citation", "2"),
        ("2026-11-23", "claim", "3"),
    ]
    assert (lines[0]["verbatim"], lines[0]["verbatim_reason"]) == ("failed", "paraphrase")
    assert (lines[1]["verbatim"], lines[1]["model"], lines[1]["figures"]) == ("", "", "passed")
    assert lines[0]["model"].startswith("'=")
    assert lines[1]["parser_version"] == "'@sum"
