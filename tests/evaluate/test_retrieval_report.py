"""The report of a search, in words and for scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pipeline.evaluate.retrieval import Measured, Searched
from pipeline.evaluate.retrieval_gold import Kind
from pipeline.evaluate.retrieval_measures import Outcome
from pipeline.evaluate.retrieval_report import RetrievalReport
from pipeline.evaluate.retrieval_split import Half


def outcome(
    name: str, rank: int | None, company: str, kind: Kind | None, milliseconds: float = 20.0, *problems: str
) -> Outcome:
    return Outcome(
        name, kind, company, (4,), (rank,), 1, 2, 1, (rank == 1,), (True,), 12, milliseconds, problems
    )


OUTCOMES = (
    outcome("q1", 1, "Apple", Kind.TEMPLATED, 10.0),
    outcome("q2", 4, "Apple", Kind.FREE_FORM, 20.0),
    outcome("q3", None, "Boeing", Kind.FREE_FORM, 90.0),
    outcome("q4", 1, "Boeing", Kind.FREE_FORM, 30.0),
)
HALVES = {"Apple": Half.A, "Boeing": Half.B}


def report(
    outcomes: Sequence[Outcome] = OUTCOMES,
    *,
    searched: Searched = Searched.ALL,
    halves: Mapping[str, Half] | None = None,
    half: Half | None = None,
    cases: bool = False,
    copied: int = 0,
    aids: Sequence[str] = (),
    questions: int | None = None,
) -> RetrievalReport:
    measured = Measured(tuple(outcomes), len(outcomes) if questions is None else questions, 3, 1_200, copied)
    return RetrievalReport(
        "gold.jsonl",
        "ab" * 32,
        "cd" * 32,
        "a model",
        tuple(aids),
        searched,
        measured,
        halves or {},
        half,
        cases,
    )


def figures(value: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {group["name"]: group["figures"] for group in value["groups"]}


def test_scripts_have_each_figure_with_its_interval_and_what_it_was_measured_with() -> None:
    value: dict[str, Any] = report().to_json()
    told = figures(value)
    assert list(told) == ["all", "all, templated", "all, free-form"]
    assert told["all"]["hit @5"].keys() == {"mean", "low", "high", "count"}
    assert (told["all"]["hit @5"]["mean"], told["all"]["hit @5"]["count"]) == (0.75, 4)
    assert told["all, templated"]["hit @1"]["mean"] == 1.0
    assert told["all, free-form"]["hit @1"]["mean"] == pytest.approx(1 / 3, abs=1e-6)
    assert told["all"]["right filing @1"]["mean"] == 0.0
    assert told["all"]["or a copy of it @1"]["mean"] == 1.0
    assert value["milliseconds"] == {"p50": 30.0, "p95": 90.0}
    assert (value["questions"], value["asked"], value["stopped"]) == (4, 4, False)
    assert (value["lexicon_sha256"], value["embedding_model"]) == ("cd" * 32, "a model")
    assert "cases" not in value


def test_in_the_right_filing_nothing_is_told_of_filings() -> None:
    value = report(searched=Searched.FILING)
    assert not any("filing" in name for name in figures(value.to_json())["all"])
    assert "right filing" not in value.words


def test_the_halves_are_told_apart_and_one_half_alone_is_named() -> None:
    assert [[group.name for group in part] for part in report(halves=HALVES).groups] == [
        ["all", "all, templated", "all, free-form"],
        ["half A", "half A, templated", "half A, free-form"],
        ["half B", "half B, free-form"],
    ]
    alone = report(OUTCOMES[2:], halves=HALVES, half=Half.B)
    assert [group.name for part in alone.groups for group in part] == ["half B", "half B, free-form"]
    assert "Half A: Apple\nHalf B: Boeing\n" in alone.words


def test_questions_of_no_known_kind_are_told_together() -> None:
    one = report([outcome("q", 1, "Apple", None)])
    assert [group.name for part in one.groups for group in part] == ["all"]


def test_words_name_what_was_searched_and_say_what_a_figure_is() -> None:
    words = report().words
    assert "gold.jsonl: 4 questions (SHA-256 abababababab…)\n" in words
    assert "asked of the whole library: 3 filings, 1,200 pages\n" in words
    assert "Embeddings of a model; lexicon cdcdcdcdcdcd…; no other model\n" in words
    assert "Help failed" not in words
    (line,) = [line for line in words.splitlines() if line.startswith("hit @5 ")]
    assert line.split()[2:6] == [".75", "[.25,", "1.00]", "1.00"]
    assert "p50 30 ms, p95 90 ms" in words
    assert "q3" not in words
    assert "copy" not in words


def test_copies_are_told_of_where_there_are_some() -> None:
    words = report(copied=2).words
    assert "  or a copy of it @1" in words
    assert "Of 2 questions another file of the right filing was searched too" in words


def test_models_that_help_are_named_and_their_failures_counted() -> None:
    failed = outcome("q5", 1, "Apple", None, 20.0, "The plan took more than 5 s.", "No answer.")
    told = report([*OUTCOMES, failed], aids=["a planner", "a reranker"])
    assert "; helped by a planner and a reranker\n" in told.words
    assert (
        "Help failed on 1 question, searched without it. First: The plan took more than 5 s.\n" in told.words
    )
    value = told.to_json()
    assert (value["aids"], value["questions_with_problems"]) == (["a planner", "a reranker"], 1)


def test_each_question_is_told_when_that_is_asked_for() -> None:
    told = report(cases=True)
    assert "q2  page index 4 at 4, not in the packet; filing at 2, routed at 1" in told.words
    assert "q3  page index 4 at –, not in the packet; " in told.words
    cases: Any = told.to_json()["cases"]
    assert [case["page_ranks"] for case in cases] == [[1], [4], [None], [1]]


def test_a_stopped_run_says_so_first_even_with_nothing_asked() -> None:
    assert report(OUTCOMES[:1], questions=4).words.startswith("Stopped: 1 of 4 questions asked.\n")
    nothing = report([], questions=4)
    assert nothing.words.startswith("Stopped: 0 of 4 questions asked.\n")
    assert "none was asked" in nothing.words
    value: Any = nothing.to_json()
    assert (value["stopped"], value["groups"][0]["figures"]["hit @1"]) == (True, None)
