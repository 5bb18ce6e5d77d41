"""The Quality page's tables and the list of questions: what a row says, and that no source writes markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from urllib.parse import parse_qs, parse_qsl, urlsplit
from uuid import UUID

import pytest

from pages import quality_tables
from pages.measuring import Run
from pages.quality_addresses import CasesAddress, InvalidAddress
from pages.quality_case_tables import GONE, WITHHELD, case_table, measured_table
from pages.quality_runs import run_table
from pages.quality_tiles import tiles
from pages.question_table import PROBLEMS, method_words, outcome, problem_words, question_table
from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.generation import ProblemKind
from pipeline.evidence.layer import Layer
from pipeline.evidence.measured_change import Direction, FigureChange
from pipeline.evidence.measurement import ClaimAddress, MeasuredFigure, PageAddress, Unit
from pipeline.evidence.review import ReviewVerdict
from pipeline.store.evaluation_cases import CaseAccess
from pipeline.store.evaluation_cases import CaseRow as MeasuredRow
from pipeline.store.evaluations import Evaluation
from pipeline.store.quality import Checked, CheckedCount
from pipeline.store.quality_cases import CaseFilter, CaseRow
from pipeline.store.questions import QuestionRow
from viewer.quality_views import Alerts, QualityView, quality_view

THIS = date(2026, 11, 23)
FIRST = THIS - timedelta(weeks=2)
NOON = datetime(2026, 11, 25, 12, tzinfo=UTC)
ANSWER = UUID(int=7)
MARKUP = '"><img src=x onerror="alert(1)"><a href="javascript:alert(1)">'


class Table(HTMLParser):
    """The words of each row's cells, and where its links lead."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.classes: set[str] = set()
        self.titles: list[str] = []
        self._is_in_cell = False
        self._is_icon = False
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert not any(name.startswith("on") for name in named)
        self.tags.add(tag)
        self.classes.update((named.get("class") or "").split())
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._is_in_cell = True
        elif tag == "a":
            self.links.append(named["href"] or "")
        self._is_icon = named.get("class") == "symbol"
        if named.get("title"):
            self.titles.append(named["title"] or "")

    def handle_endtag(self, tag: str) -> None:
        self._is_in_cell = self._is_in_cell and tag not in ("td", "th")
        self._is_icon = False

    def handle_data(self, data: str) -> None:
        if self._is_in_cell and not self._is_icon:
            self.rows[-1][-1] += data


def counted(outcome: CheckOutcome, count: int, model: str = "writer", week: date = THIS) -> CheckedCount:
    reasons = {CheckKind.VERBATIM: "paraphrase"} if outcome is CheckOutcome.FAILED else {}
    return CheckedCount(
        week,
        model,
        "answer-1",
        Checked.CITATION,
        {CheckKind.VERBATIM: outcome},
        reasons,
        False,
        "parser 1",
        "renderer 1",
        count,
        0,
    )


def view(*rows: CheckedCount) -> QualityView:
    return quality_view(rows, FIRST, THIS, Alerts(0.03))


def failing(parameters: Mapping[str, str]) -> CasesAddress:
    return CasesAddress.failures(FIRST, parameters)


def failure(detail: str | None = "The words differ.", **changes: object) -> CaseRow:
    values: dict[str, object] = {
        "answer_id": ANSWER,
        "claim_number": 2,
        "citation_id": "E4",
        "layer": Layer.LOCATION,
        "kind": CheckKind.VERBATIM,
        "outcome": CheckOutcome.FAILED,
        "reason": "paraphrase",
        "detail": detail,
        "by": "code",
        "created_at": NOON,
        "model": "writer",
        "prompt": "answer-1",
        "verdict": None,
        "is_disputed": False,
        "is_blind": False,
        "citations": ["E4"],
        "titles": ["Apple Inc. · Form 10-Q"],
    }
    return CaseRow(**(values | changes))  # type: ignore[arg-type]


def question(**changes: object) -> QuestionRow:
    values: dict[str, object] = {
        "id": ANSWER,
        "question": "How much?",
        "is_withheld": False,
        "asked_by": "Reviewer",
        "is_own": False,
        "created_at": NOON,
        "method": "model",
        "model": "writer",
        "not_in_sources": None,
        "stage": None,
        "problem": None,
        "claims": 5,
        "failing": 0,
    }
    return QuestionRow(**(values | changes))  # type: ignore[arg-type]


def test_the_last_week_of_each_is_told_with_its_standing() -> None:
    rows = [
        counted(CheckOutcome.FAILED, 35),
        counted(CheckOutcome.PASSED, 965),
        counted(CheckOutcome.FAILED, 20, "poor"),
        counted(CheckOutcome.PASSED, 80, "poor"),
        counted(CheckOutcome.PASSED, 9, "old", THIS - timedelta(weeks=2)),
    ]
    table = Table(quality_tables.last_weeks(view(*rows), failing))
    assert table.rows[0] == ["Written by", "Failing", "Citations", "Failed", "Alert 3.0%"]
    assert table.rows[1:] == [
        ["writer, answer-1Week of 23 Nov, so far", "3.5%", "1,000", "35", "Above, few"],
        ["poor, answer-1Week of 23 Nov, so far", "20.0%", "100", "20", "Above"],
        ["old, answer-1Week of 9 Nov", "0.0%", "9", "0", "Older"],
    ]


def test_the_chart_has_a_table_with_every_week_and_count() -> None:
    rows = [
        counted(CheckOutcome.FAILED, 1),
        counted(CheckOutcome.PASSED, 3),
        counted(CheckOutcome.PASSED, 2, "other", THIS - timedelta(weeks=2)),
    ]
    assert Table(quality_tables.chart_table(view(*rows), failing)).rows == [
        ["Week of", "writer, answer-1", "other, answer-1"],
        ["23 Nov", "25.0% (1 of 4)", "–"],
        ["9 Nov", "–", "0.0% (0 of 2)"],
    ]


def test_kinds_of_failure_have_a_column_for_each_model_and_the_rest_together() -> None:
    rows = [counted(CheckOutcome.FAILED, number + 1, f"m{number}") for number in range(6)]
    table = Table(quality_tables.failure_kinds(view(*rows), failing))
    names = [f"m{number}, answer-1" for number in (5, 4, 3, 2)]
    assert table.rows[0] == ["Check", "Kind of failure", "All", *names, "Others"]
    assert table.rows[1] == ["Quote", "Paraphrase", "21", "6", "5", "4", "3", "3"]


def test_a_failure_leads_to_its_claims_evidence() -> None:
    table = Table(case_table("Failures", [failure()]))
    link, review = table.links
    assert parse_qs(urlsplit(link).query) == {"answer": [str(ANSWER)], "evidence": ["2:E4"]}
    assert parse_qs(urlsplit(review).query) == {"answer": [str(ANSWER)], "claim": ["2"]}
    assert (urlsplit(link).netloc, urlsplit(review).path) == ("", "./review")
    assert table.rows[1][1:] == [
        "LocationQuote",
        "Paraphrase. The words differ.",
        "E4 Apple Inc. · Form 10-Q",
        "writer, answer-1",
        "Not reviewed",
        "Open Review",
    ]


def test_a_verdict_is_a_case_with_its_reason_its_comment_and_who_gave_it() -> None:
    given = failure(
        "The row prints 21,213.",
        kind=None,
        outcome=None,
        layer=Layer.SUPPORT,
        reason="figure",
        by="A. Meyer",
        citation_id=None,
        verdict=ReviewVerdict.NOT_SUPPORTED,
    )
    table = Table(case_table("Failures", [given, failure("", kind=None, reason=None, is_disputed=True)]))
    assert table.rows[1][1:3] == ["SupportReviewer", "A figure differs. The row prints 21,213."]
    assert "A figure differs. The row prints 21,213. · A. Meyer" in table.titles
    assert [row[5] for row in table.rows[1:]] == ["Not supported", "Disputed"]
    assert table.rows[2][2] == "No comment."
    blind = Table(case_table("Failures", [failure(is_blind=True)]))
    assert blind.rows[1][5] == "Hidden until you judge it"


def test_each_count_leads_to_its_cases() -> None:
    rows = [counted(CheckOutcome.FAILED, 35), counted(CheckOutcome.PASSED, 965)]
    (last,) = Table(quality_tables.last_weeks(view(*rows), failing)).links
    assert parse_qs(urlsplit(last).query) == {
        "cases": ["failures"],
        "since": ["2026-11-09"],
        "week": ["2026-11-23"],
        "model": ["writer"],
        "prompt": ["answer-1"],
    }
    kind, of_series = Table(quality_tables.failure_kinds(view(*rows), failing)).links
    assert dict(parse_qsl(urlsplit(of_series).query))["model"] == "writer"
    (week,) = Table(quality_tables.chart_table(view(*rows), failing)).links
    assert week == last
    read = CasesAddress.read(dict(parse_qsl(urlsplit(kind).query)), FIRST)
    assert read is not None
    assert (read.only.kind, read.only.reason, read.only.even_overruled) == (
        CheckKind.VERBATIM,
        "paraphrase",
        True,
    )


def test_what_reviewers_said_stands_against_what_the_checker_said() -> None:
    claims = [
        replace(
            counted(outcome, count),
            checked=Checked.CLAIM,
            outcomes={CheckKind.SUPPORT: outcome},
            verdict=verdict,
        )
        for verdict, outcome, count in (
            (ReviewVerdict.SUPPORTED, CheckOutcome.PASSED, 30),
            (ReviewVerdict.NOT_SUPPORTED, CheckOutcome.PASSED, 2),
        )
    ]
    table = Table(quality_tables.checker(view(*claims).checker, CaseFilter(FIRST)))
    assert table.rows[1:] == [
        ["Supported", "30", "0", "0", "0"],
        ["Partly supported", "0", "0", "0", "0"],
        ["Not supported", "2", "0", "0", "0"],
    ]
    assert len(table.links) == 2
    read = CasesAddress.read(dict(parse_qsl(urlsplit(table.links[1]).query)), FIRST)
    assert read is not None
    assert (read.verdict, read.outcome) == (ReviewVerdict.NOT_SUPPORTED, CheckOutcome.PASSED)


@pytest.mark.parametrize(
    "parameters",
    [
        {"cases": "all"},
        {"cases": "failures", "layer": "Support"},
        {"cases": "failures", "week": "soon"},
        {"cases": "failures", "offset": "-1"},
        {"cases": "run"},
        {"cases": "run", "run": "x"},
        {"cases": "judged"},
        {"cases": "judged", "verdict": "fine"},
    ],
)
def test_an_address_of_what_there_is_not_says_so(parameters: dict[str, str]) -> None:
    with pytest.raises(InvalidAddress, match="The address names"):
        CasesAddress.read(parameters, FIRST)


def test_an_address_without_cases_asks_for_figures() -> None:
    assert CasesAddress.read({"layer": "Support", "by": "x"}, FIRST) is None


def test_a_measured_case_leads_to_its_claim_or_page_and_says_why_it_does_not() -> None:
    rows = [
        MeasuredRow("seen", "c1", "seen", 1.0, CaseAccess.OPEN, "Three keys.", ClaimAddress(ANSWER, 2, "E1")),
        MeasuredRow("seen", "c2", "below", 0.0, CaseAccess.OPEN, MARKUP, PageAddress(ANSWER, 3)),
        MeasuredRow("seen", "c3", "seen", None, CaseAccess.WITHHELD, None, None),
        MeasuredRow("seen", "c4", "seen", None, CaseAccess.GONE, None, None),
    ]
    table = Table(measured_table("Cases", rows))
    assert [parse_qs(urlsplit(link).query) for link in table.links] == [
        {"answer": [str(ANSWER)], "evidence": ["2:E1"]},
        {"filing": [str(ANSWER)], "at": ["4"]},
    ]
    assert [row[2] for row in table.rows[3:]] == [WITHHELD, GONE]
    assert [row[3] for row in table.rows[1:]] == ["1", "0", "–", "–"]
    assert "img" not in table.tags


def test_a_failure_of_a_whole_claim_names_its_evidence_and_leads_to_the_first() -> None:
    cites = [f"E{number}" for number in range(1, 7)]
    table = Table(
        case_table("Failures", [failure(citation_id=None, kind=CheckKind.FIGURES, citations=cites)])
    )
    assert parse_qs(urlsplit(table.links[0]).query)["evidence"] == ["2:E1"]
    assert table.rows[1][3].startswith("E1E2E3E4 +2")
    nothing = Table(
        case_table("Failures", [failure(citation_id=None, citations=[], titles=[], kind=CheckKind.FIGURES)])
    )
    assert "evidence" not in nothing.links[0]
    assert nothing.rows[1][3].strip() == "Nothing cited"


def test_a_withheld_failure_shows_nothing_of_its_source() -> None:
    table = Table(case_table("Failures", [failure(None, titles=[])]))
    assert table.rows[1][2] == f"Paraphrase. {WITHHELD}"
    assert table.rows[1][3] == "E4 No access"
    assert "withheld" in table.classes


def test_long_words_of_a_failure_are_cut_and_kept_in_full_as_its_title() -> None:
    words = "The cited row prints 21,213. " * 20
    table = Table(case_table("Failures", [failure(words)]))
    assert len(table.rows[1][2]) < 200
    assert f"Paraphrase. {words.strip()} · code" in table.titles


def test_citations_are_told_by_who_read_their_filing() -> None:
    rows = [counted(CheckOutcome.FAILED, 1), counted(CheckOutcome.PASSED, 9)]
    assert Table(quality_tables.versions(view(*rows), failing)).rows[1] == [
        "parser 1",
        "renderer 1",
        "10.0%",
        "10",
        "1",
    ]


def test_no_words_of_a_source_a_model_or_a_user_become_markup() -> None:
    hostile = failure(MARKUP, titles=[MARKUP], model=MARKUP, reason=MARKUP, citations=["E4"])
    counts = view(counted(CheckOutcome.FAILED, 1, MARKUP))
    drawn = [
        case_table("Failures", [hostile]),
        quality_tables.last_weeks(counts, failing),
        quality_tables.failure_kinds(counts, failing),
        quality_tables.chart_table(counts, failing),
        question_table([question(question=MARKUP, asked_by=MARKUP, model=MARKUP)], has_others=True),
    ]
    for one in drawn:
        table = Table(one)
        assert "img" not in table.tags
        assert not any(link.startswith("javascript") for link in table.links)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, ("ok", "5 claims, none failing")),
        ({"claims": 1}, ("ok", "1 claim, none failing")),
        ({"failing": 2}, ("bad", "2 of 5 claims failing")),
        (
            {"not_in_sources": "Not the outlook."},
            ("ok", "5 claims, none failing. A part is not in the sources"),
        ),
        ({"claims": 0, "not_in_sources": "Not in the sources."}, ("none", "Not in the sources")),
        ({"stage": "writing"}, ("none", "Being written, 5 claims so far")),
        ({"stage": "searching", "claims": 0}, ("none", "Being written")),
        ({"problem": "timeout"}, ("warn", "Ended early: the model took too long. 5 claims, none failing")),
        (
            {"problem": "timeout", "failing": 1},
            ("warn", "Ended early: the model took too long. 1 of 5 claims failing"),
        ),
        ({"problem": "unreachable", "claims": 0}, ("bad", "No answer: the model could not be reached")),
        ({"problem": "of_another_day", "claims": 0}, ("bad", "No answer: of another day")),
    ],
)
def test_what_became_of_a_question_is_told_in_words(
    changes: dict[str, object], told: tuple[str, str]
) -> None:
    tone, _, words = outcome(question(**changes))
    assert (tone, words) == told


def test_every_kind_of_problem_has_words() -> None:
    assert set(PROBLEMS) == set(ProblemKind)
    assert problem_words(ProblemKind.CANCELLED.value) == "stopped by who asked"


def test_a_question_leads_to_its_answer_and_says_who_asked_where_others_did() -> None:
    alone = Table(question_table([question()], has_others=False))
    assert parse_qs(urlsplit(alone.links[0]).query) == {"answer": [str(ANSWER)]}
    assert alone.rows[0] == ["Question", "Asked", "Answer", "What became of it"]
    rows = [question(), question(is_own=True, method="extractive", model=None)]
    shared = Table(question_table(rows, has_others=True))
    assert [row[2] for row in shared.rows] == ["By", "Reviewer", "You"]
    assert [method_words(row) for row in rows] == ["writer", "Extractive"]


def test_a_tile_tells_a_layers_rate_count_weeks_and_checks() -> None:
    weeks = [counted(CheckOutcome.FAILED, 1, week=THIS - timedelta(weeks=1)), counted(CheckOutcome.PASSED, 3)]
    decided = replace(counted(CheckOutcome.FAILED, 4), verdict=ReviewVerdict.SUPPORTED)
    drawn = tiles(view(*weeks, counted(CheckOutcome.AMBIGUOUS, 2), decided), None, 0.03, failing)
    told = {
        layer: next(one for one in drawn.split('<li class="layer ') if one.startswith(layer))
        for layer in Layer
    }
    location = told[Layer.LOCATION]
    assert "<h4>Location</h4>" in location
    assert ">10.0%<" in location
    assert "<p>1 of 10 citations</p>" in location
    assert "<p>2 in several places</p>" in location
    assert "<p>4 decided by reviewers</p>" in location
    assert '<i style="height:100%"></i><i style="height:0%"></i>' in location
    assert "5 of 10" in location, "the quote check by itself, whatever reviewers said"
    links = [dict(parse_qsl(urlsplit(link).query)) for link in Table(f"<table><tr><td>{location}").links]
    assert links[0] == {"cases": "failures", "since": "2026-11-09", "layer": "location"}
    assert links[1]["kind"] == "verbatim"
    assert "Nothing checked yet" in told[Layer.SUPPORT]
    assert "Not measured yet" in told[Layer.USABILITY]


def test_usability_is_that_of_the_newest_measurement() -> None:
    seen = MeasuredFigure("seen", "Mark seen", Unit.SHARE, 0.95, 400, 0.92, 0.97, 380, True)
    steps = MeasuredFigure("steps", "Keys to the mark", Unit.STEPS, 3, 400, more_is_better=False)
    stored = Evaluation(
        ANSWER, Layer.USABILITY, "keyboard", "answers", None, {}, {}, (steps, seen), NOON, 9.0
    )
    drawn = tiles(view(counted(CheckOutcome.PASSED, 3)), Run(stored, None, ()), 0.03, failing)
    usability = drawn[drawn.index('class="layer usability"') :]
    assert ">5.0%<" in usability
    assert "20 of 400: Mark seen" in usability
    assert "Above the alert of 3.0%" in usability
    assert "Keys to the mark" in usability
    links = [dict(parse_qsl(urlsplit(link).query)) for link in Table(f"<table><tr><td>{usability}").links]
    assert [(link["cases"], link["run"], link["figure"]) for link in links] == [
        ("run", str(ANSWER), "seen"),
        ("run", str(ANSWER), "steps"),
    ]


def test_the_worst_share_over_all_cases_counts_for_usability() -> None:
    shares = {"reached": (400, 400), "seen": (380, 400), "narrow": (1, 100), "back": (390, 400)}
    figures = tuple(
        MeasuredFigure(key, key, Unit.SHARE, count / total, total, 0, 1, count, True)
        for key, (count, total) in shares.items()
    )
    more = tuple(MeasuredFigure(f"f{n}", f"Figure {n}", Unit.SCORE, 0.5, 9) for n in range(3))
    stored = Evaluation(
        ANSWER, Layer.USABILITY, "keyboard", "answers", None, {}, {}, (*figures, *more), NOON, 9.0
    )
    drawn = tiles(view(counted(CheckOutcome.PASSED, 3)), Run(stored, None, ()), 0.03, failing)
    assert "20 of 400: seen" in drawn
    assert "All 7 figures" in drawn
    assert "Figure 2" not in drawn


def test_a_measurement_tells_what_changed_since_the_one_before() -> None:
    before = MeasuredFigure("seen", "Mark seen", Unit.SHARE, 1.0, 400, 0.99, 1.0, 400, True)
    after = replace(before, value=0.95, low=0.92, high=0.97, count=380)
    others = tuple(MeasuredFigure(f"f{n}", f"Figure {n}", Unit.SCORE, 0.5, 9) for n in range(8))
    stored = Evaluation(
        ANSWER, Layer.SUPPORT, "support", "gold.jsonl", None, {}, {}, (*others, after), NOON, 9.0
    )
    change = FigureChange(before, after, Direction.REGRESSION, True, ("a",), ())
    table = Table(
        run_table([Run(stored, replace(stored, figures=(before,)), (change,))], CaseFilter(FIRST), 6)
    )
    assert [row[1] for row in table.rows[1:]] == [
        *(f"Figure {number}" for number in range(6)),
        "Mark seen",
        "2 more figures",
    ], "what changed is shown however far behind it stands"
    assert table.rows[7][2:] == ["95.0%", "380 of 400", "92.0 to 97.0%", "100.0%", "Regression"]
