"""Numbers over time: what counts as a failing citation, which line a week belongs to, and what the alert says."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pytest

from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.layer import Layer
from pipeline.evidence.review import ReviewReason, ReviewVerdict
from pipeline.store.quality import Checked, CheckedCount
from viewer.quality_csv import HEAD, quality_csv
from viewer.quality_layers import KINDS_OF, LayerView, Standing, WeekRate, citation_rate, layer_rate
from viewer.quality_series import NO_FILING, NO_FORM, NO_MODEL, By, series_of
from viewer.quality_views import CHECKS, Alerts, CheckView, QualityView, models, quality_view
from viewer.rates import Rate

THIS = date(2026, 11, 23)
FIRST = THIS - timedelta(weeks=3)
EXISTENCE, VERBATIM, FIGURES, LOCATION, SUPPORT = (
    CheckKind.EXISTENCE,
    CheckKind.VERBATIM,
    CheckKind.FIGURES,
    CheckKind.LOCATION,
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
    return quality_view(rows, FIRST, THIS, Alerts(alert_rate))


def layer_of(found: QualityView, layer: Layer) -> LayerView:
    return next(one for one in found.layers if one.layer is layer)


def check_of(found: QualityView, kind: CheckKind) -> CheckView:
    return next(one for one in found.checks if one.kind is kind)


def judged(row: CheckedCount, verdict: ReviewVerdict | None, reason: ReviewReason | None) -> CheckedCount:
    return replace(row, verdict=verdict, verdict_reason=reason)


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
    source = check_of(view(*rows), EXISTENCE)
    assert (source.rate, source.noun) == (Rate(2, 10), "citations")
    assert layer_of(view(*rows), Layer.IDENTITY).rate == Rate(2, 10)
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
    support = check_of(view(*rows), SUPPORT)
    assert (support.label, support.rate, support.ambiguous, support.not_run) == (
        "Checker",
        Rate(1, 10),
        3,
        90,
    )
    layer = layer_of(view(*rows), Layer.SUPPORT)
    assert (layer.noun, layer.rate, layer.ambiguous, layer.not_run) == ("claims", Rate(1, 10), 3, 90)


def test_every_check_has_a_tile_and_a_layer() -> None:
    assert {check.kind for check in view().checks} == set(CheckKind) == set(CHECKS)
    assert sorted(kind for kinds in KINDS_OF.values() for kind in kinds) == sorted(CheckKind)


def test_the_worst_check_of_a_layer_is_the_layers() -> None:
    rows = [
        counted({VERBATIM: PASSED, LOCATION: FAILED}, 1),
        counted({VERBATIM: AMBIGUOUS, LOCATION: PASSED}, 2),
        counted({VERBATIM: PASSED, LOCATION: NOT_RUN}, 3),
        counted({VERBATIM: NOT_RUN, LOCATION: NOT_RUN}, 4),
    ]
    layer = layer_of(view(*rows), Layer.LOCATION)
    assert (layer.rate, layer.ambiguous, layer.not_run) == (Rate(1, 6), 2, 4)
    assert layer.aside == "2 in several places · 4 not looked for"


def test_a_layer_is_told_week_by_week() -> None:
    rows = [counted({VERBATIM: FAILED}, week=FIRST), counted({VERBATIM: PASSED}, 4)]
    location = layer_of(view(*rows), Layer.LOCATION)
    assert location.weeks == (WeekRate(FIRST, Rate(1, 1)), WeekRate(THIS, Rate(0, 4)))
    assert location.change is None, "of so few, a change says nothing"
    rows = [
        counted({VERBATIM: outcome}, count, week=week)
        for week, failed in ((FIRST, 5), (THIS, 2))
        for outcome, count in ((FAILED, failed), (PASSED, 100 - failed))
    ]
    assert layer_of(view(*rows), Layer.LOCATION).change == pytest.approx(-3)


@pytest.mark.parametrize(
    ("verdict", "reason", "identity", "support", "location"),
    [
        (ReviewVerdict.SUPPORTED, None, 0, 0, 0),
        (ReviewVerdict.PARTLY, ReviewReason.UNIT, 0, 0, 0),
        (ReviewVerdict.NOT_SUPPORTED, ReviewReason.FIGURE, 0, 1, 0),
        (ReviewVerdict.WRONG_LOCATION, ReviewReason.OTHER_ROW, 1, 1, 1),
        (ReviewVerdict.WRONG_LOCATION, ReviewReason.OTHER_FILING, 1, 1, 1),
        (ReviewVerdict.CANT_TELL, None, 1, 1, 1),
        (None, None, 1, 1, 1),
    ],
)
def test_where_reviewers_came_to_a_verdict_it_decides_and_the_checks_elsewhere(
    verdict: ReviewVerdict | None, reason: ReviewReason | None, identity: int, support: int, location: int
) -> None:
    """All checks failed: a layer passes where the verdict says so."""
    all_failed = {EXISTENCE: FAILED, VERBATIM: FAILED, LOCATION: FAILED}
    rows = [
        judged(counted(all_failed, claim_fails=True), verdict, reason),
        judged(
            counted({FIGURES: FAILED, SUPPORT: FAILED}, checked=Checked.CLAIM, claim_fails=True),
            verdict,
            reason,
        ),
    ]
    expected = (identity, support, location)
    rates = (layer_rate(rows, layer) for layer in (Layer.IDENTITY, Layer.SUPPORT, Layer.LOCATION))
    assert tuple(rate.failed for rate in rates) == expected
    assert citation_rate(rows) == Rate(int(any(expected)), 1)


def test_a_verdict_fails_what_every_check_passed() -> None:
    passed = counted({EXISTENCE: PASSED, VERBATIM: PASSED, LOCATION: PASSED})
    other_page = judged(passed, ReviewVerdict.WRONG_LOCATION, ReviewReason.OTHER_PAGE)
    other_row = judged(passed, ReviewVerdict.WRONG_LOCATION, ReviewReason.OTHER_ROW)
    assert layer_rate([other_page], Layer.IDENTITY) == Rate(1, 1)
    assert layer_rate([other_page], Layer.LOCATION) == Rate(0, 1)
    assert layer_rate([other_row], Layer.LOCATION) == Rate(1, 1)
    partly = judged(
        counted({SUPPORT: PASSED}, checked=Checked.CLAIM), ReviewVerdict.PARTLY, ReviewReason.UNIT
    )
    layer = layer_of(view(partly), Layer.SUPPORT)
    assert (layer.rate, layer.ambiguous, layer.decided) == (Rate(0, 1), 1, 1)


def test_the_checker_is_reported_beside_the_reviewers() -> None:
    said = {
        (ReviewVerdict.SUPPORTED, PASSED): 70,
        (ReviewVerdict.SUPPORTED, FAILED): 5,
        (ReviewVerdict.PARTLY, PASSED): 4,
        (ReviewVerdict.PARTLY, AMBIGUOUS): 6,
        (ReviewVerdict.NOT_SUPPORTED, FAILED): 15,
        (ReviewVerdict.NOT_SUPPORTED, NOT_RUN): 3,
        (ReviewVerdict.CANT_TELL, PASSED): 2,
        (None, PASSED): 95,
    }
    rows = [
        judged(counted({SUPPORT: outcome}, count, checked=Checked.CLAIM), verdict, None)
        for (verdict, outcome), count in said.items()
    ]
    rows.append(replace(counted({SUPPORT: PASSED}, 7, checked=Checked.CLAIM), is_disputed=True))
    rows.append(judged(counted({VERBATIM: PASSED}, 50), ReviewVerdict.SUPPORTED, None))
    checker = view(*rows).checker
    assert (checker.claims, checker.judged, checker.disputed, checker.unjudged) == (207, 105, 7, 3)
    assert checker.disagreement == Rate(9, 100)
    # F1 of supported 140 / 149, of partly 12 / 16, of not supported 30 / 35.
    assert checker.macro_f1 == pytest.approx((140 / 149 + 12 / 16 + 30 / 35) / 3)
    # Saying "supported" of all of them: F1 150 / 175, and nothing of the other two.
    assert checker.base_macro_f1 == pytest.approx((150 / 175) / 3)
    nothing = view(counted({SUPPORT: PASSED}, checked=Checked.CLAIM)).checker
    assert (nothing.macro_f1, nothing.base_macro_f1, nothing.disagreement.share) == (None, None, None)


@pytest.mark.parametrize(
    ("by", "names"),
    [
        (By.PARSER, ["parser 1", "parser 2", NO_FILING]),
        (By.FORM, ["10-K", NO_FORM, "Several forms"]),
        (By.MEDIA, ["PDF", "HTML", NO_FILING]),
    ],
)
def test_lines_are_told_apart_by_parser_form_and_kind_of_file(by: By, names: list[str]) -> None:
    rows = [
        replace(counted({VERBATIM: PASSED}, 5), form="10-K", media_type="application/pdf"),
        replace(counted({VERBATIM: PASSED}, 3, parser="parser 2"), media_type="text/html"),
        replace(counted({VERBATIM: PASSED}, 1, parser=None), form="several"),
    ]
    found = series_of(rows, THIS, 0.03, by)
    assert [one.name for one in found] == names
    chosen = [dict(one.key.cases) if one.key.cases is not None else None for one in found]
    several = {By.PARSER: None, By.FORM: None, By.MEDIA: None}[by]
    assert chosen[2] == several
    assert all(chosen[:2])
    layer = series_of(rows, THIS, 0.03, by, Layer.SUPPORT)
    assert layer == (), "citations are no claims"


def test_each_layer_has_an_alert_of_its_own() -> None:
    alerts = Alerts(0.03, {Layer.LOCATION: 0.5})
    rows = [counted({VERBATIM: FAILED}, 20), counted({VERBATIM: PASSED}, 80)]
    found = quality_view(rows, FIRST, THIS, alerts, layer=Layer.LOCATION)
    assert (found.alert_rate, found.series[0].standing) == (0.5, Standing.BELOW)
    assert layer_of(found, Layer.LOCATION).standing is Standing.BELOW
    assert quality_view(rows, FIRST, THIS, alerts).series[0].standing is Standing.ABOVE


def test_weeks_are_counted_from_the_first_to_the_present_one() -> None:
    rows = [counted({VERBATIM: FAILED}, week=FIRST), counted({VERBATIM: PASSED}, 4)]
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
