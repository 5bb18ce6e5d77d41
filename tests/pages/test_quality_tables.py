"""The Quality page's tables and the list of questions: what a row says, and that no source writes markup."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest

from pages import quality_tables
from pages.quality_tiles import tiles
from pages.question_table import PROBLEMS, method_words, outcome, problem_words, question_table
from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.generation import ProblemKind
from pipeline.store.quality import Checked, CheckedCount, FailureRow
from pipeline.store.questions import QuestionRow
from viewer.quality_views import QualityView, quality_view

THIS = date(2026, 11, 23)
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
    return quality_view(rows, THIS - timedelta(weeks=2), THIS, 0.03)


def failure(detail: str | None = "The words differ.", **changes: object) -> FailureRow:
    values: dict[str, object] = {
        "answer_id": ANSWER,
        "claim_number": 2,
        "citation_id": "E4",
        "kind": "verbatim",
        "reason": "paraphrase",
        "detail": detail,
        "checker": "code",
        "created_at": NOON,
        "model": "writer",
        "prompt": "answer-1",
        "citations": ["E4"],
        "titles": ["Apple Inc. · Form 10-Q"],
    }
    return FailureRow(**(values | changes))  # type: ignore[arg-type]


def question(**changes: object) -> QuestionRow:
    values: dict[str, object] = {
        "id": ANSWER,
        "question": "How much?",
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
    table = Table(quality_tables.last_weeks(view(*rows)))
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
    assert Table(quality_tables.chart_table(view(*rows))).rows == [
        ["Week of", "writer, answer-1", "other, answer-1"],
        ["23 Nov", "25.0% (1 of 4)", "–"],
        ["9 Nov", "–", "0.0% (0 of 2)"],
    ]


def test_kinds_of_failure_have_a_column_for_each_model_and_the_rest_together() -> None:
    rows = [counted(CheckOutcome.FAILED, number + 1, f"m{number}") for number in range(6)]
    table = Table(quality_tables.failure_kinds(view(*rows)))
    names = [f"m{number}, answer-1" for number in (5, 4, 3, 2)]
    assert table.rows[0] == ["Check", "Kind of failure", "All", *names, "Others"]
    assert table.rows[1] == ["Quote", "Paraphrase", "21", "6", "5", "4", "3", "3"]


def test_a_failure_leads_to_its_claims_evidence() -> None:
    table = Table(quality_tables.latest_failures([failure()]))
    (link,) = table.links
    assert parse_qs(urlsplit(link).query) == {"answer": [str(ANSWER)], "evidence": ["2:E4"]}
    assert urlsplit(link).netloc == ""
    assert table.rows[1][1:] == [
        "Quote",
        "Paraphrase. The words differ.",
        "E4 Apple Inc. · Form 10-Q",
        "writer, answer-1",
        "Open",
    ]


def test_a_failure_of_a_whole_claim_names_its_evidence_and_leads_to_the_first() -> None:
    cites = [f"E{number}" for number in range(1, 7)]
    table = Table(
        quality_tables.latest_failures([failure(citation_id=None, kind="figures", citations=cites)])
    )
    assert parse_qs(urlsplit(table.links[0]).query)["evidence"] == ["2:E1"]
    assert table.rows[1][3].startswith("E1E2E3E4 +2")
    nothing = Table(
        quality_tables.latest_failures([failure(citation_id=None, citations=[], titles=[], kind="figures")])
    )
    assert "evidence" not in nothing.links[0]
    assert nothing.rows[1][3].strip() == "Nothing cited"


def test_a_withheld_failure_shows_nothing_of_its_source() -> None:
    table = Table(quality_tables.latest_failures([failure(None, titles=[])]))
    assert table.rows[1][2] == f"Paraphrase. {quality_tables.WITHHELD}"
    assert table.rows[1][3] == "E4 No access"
    assert "withheld" in table.classes


def test_long_words_of_a_failure_are_cut_and_kept_in_full_as_its_title() -> None:
    words = "The cited row prints 21,213. " * 20
    table = Table(quality_tables.latest_failures([failure(words)]))
    assert len(table.rows[1][2]) < 200
    assert words in table.titles


def test_citations_are_told_by_who_read_their_filing() -> None:
    rows = [counted(CheckOutcome.FAILED, 1), counted(CheckOutcome.PASSED, 9)]
    assert Table(quality_tables.versions(view(*rows))).rows[1] == ["parser 1", "renderer 1", "10.0%", "10"]


def test_no_words_of_a_source_a_model_or_a_user_become_markup() -> None:
    hostile = failure(MARKUP, titles=[MARKUP], model=MARKUP, reason=MARKUP, citations=["E4"])
    counts = view(counted(CheckOutcome.FAILED, 1, MARKUP))
    drawn = [
        quality_tables.latest_failures([hostile]),
        quality_tables.last_weeks(counts),
        quality_tables.failure_kinds(counts),
        quality_tables.chart_table(counts),
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


def test_a_tile_tells_a_checks_rate_count_and_weeks() -> None:
    weeks = [counted(CheckOutcome.FAILED, 1, week=THIS - timedelta(weeks=1)), counted(CheckOutcome.PASSED, 3)]
    drawn = tiles(view(*weeks, counted(CheckOutcome.AMBIGUOUS, 2)).layers)
    quote = next(tile for tile in drawn.split("<li") if "verbatim" in tile)
    assert "<h4>Quote</h4>" in quote
    assert ">16.7%<" in quote
    assert "<p>1 of 6 citations</p>" in quote
    assert "<p>2 in several places</p>" in quote
    assert quote.count("<i style") == 2
    assert '<i style="height:100%"></i><i style="height:0%"></i>' in quote
    support = next(tile for tile in drawn.split("<li") if "support" in tile)
    assert "Nothing checked yet" in support
    assert "<i" not in support
