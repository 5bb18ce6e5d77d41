"""What is shown of an answer as a whole: what it comes to, what it leaves open, and why it ended."""

from __future__ import annotations

from dataclasses import replace

from pipeline.evidence.generation import Problem, ProblemKind
from tests.viewer.checked_answer import checked_answer
from tests.viewer.conftest import Show
from tests.viewer.filing import Stored
from viewer.answer_views import PROBLEM_TITLES
from viewer.views import summary


def test_the_summary_counts_what_holds_and_what_does_not(show: Show, checked: Stored) -> None:
    assert summary(show(checked_answer(checked))) == (
        ("ok", "2 supported"),
        ("bad", "3 not supported"),
        ("bad", "1 not verbatim"),
        ("bad", "4 figures missing"),
        ("bad", "2 handles removed"),
        ("bad", "1 not recomputing"),
        ("warn", "1 partly supported"),
        ("warn", "1 ambiguous"),
        ("none", "1 not in the sources"),
    )


def test_a_part_that_nothing_answers_stands_beside_the_claims(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    assert show(answer)["unanswered"] == ["Outlook for the next quarter"]
    assert show(replace(checked_answer(checked), unanswered=()))["unanswered"] == ["A part of the question"]


def test_an_answer_that_ended_early_says_so_and_what_is_kept(show: Show, checked: Stored) -> None:
    answer = checked_answer(checked)
    problem = Problem(ProblemKind.CUT_OFF, "The connection broke. Ask again.")
    view = show(replace(answer, claims=answer.claims[:2], problem=problem))
    assert view["problem"] == {
        "kind": "cut_off",
        "tone": "bad",
        "title": "The connection to the model broke off",
        "message": "The connection broke. Ask again.",
        "kept": "The 2 claims above were written and checked before that, and stand as checked.",
    }
    assert summary(view)[-1] == ("bad", "Ended early")


def test_an_answer_without_claims_is_not_said_to_be_absent_where_it_failed(
    show: Show, checked: Stored
) -> None:
    answer = checked_answer(checked)
    problem = Problem(ProblemKind.CANCELLED, "You stopped it.")
    view = show(replace(answer, claims=(), not_in_sources=None, unanswered=(), problem=problem))
    assert (view["problem"]["tone"], view["problem"]["kept"]) == ("none", "")
    assert summary(view) == (("none", "No claims"),)


def test_every_problem_has_a_title() -> None:
    assert set(PROBLEM_TITLES) == set(ProblemKind)
