"""Earlier questions as a table: each with what became of it, in words and an icon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pages import markup, session
from pages.markup import cell, head
from pipeline.evidence.generation import ProblemKind
from pipeline.store.questions import QuestionRow

PROBLEMS: Final = {
    ProblemKind.UNREACHABLE: "the model could not be reached",
    ProblemKind.TIMEOUT: "the model took too long",
    ProblemKind.RATE_LIMITED: "too many requests",
    ProblemKind.KEY_REFUSED: "the key was refused",
    ProblemKind.MODEL_UNKNOWN: "there is no such model",
    ProblemKind.REQUEST_REFUSED: "the request was refused",
    ProblemKind.SERVER_FAILED: "the model's server failed",
    ProblemKind.REFUSED: "the model refused",
    ProblemKind.FILTERED: "filtered",
    ProblemKind.TRUNCATED: "cut at its limit",
    ProblemKind.CUT_OFF: "the connection ended",
    ProblemKind.MALFORMED: "the model's answer could not be read",
    ProblemKind.CANCELLED: "stopped by who asked",
    ProblemKind.INTERRUPTED: "interrupted",
    ProblemKind.SEARCH_FAILED: "the search failed",
}
"""Why an answer ended early, in a few words: its page says it in full."""


def question_table(rows: Sequence[QuestionRow], *, has_others: bool) -> str:
    """The questions with the way to their answers; with who asked where others' are among them."""
    heads = [head("Question"), head("Asked"), *([head("By")] if has_others else [])]
    return markup.table(
        "Questions, newest first",
        [*heads, head("Answer"), head("What became of it")],
        [_row(row, has_others=has_others) for row in rows],
        "questions",
    )


def _row(row: QuestionRow, *, has_others: bool) -> list[markup.Cell]:
    link = markup.link(markup.address("", session.answer_parameters(row.id)), row.question)
    return [
        f'<th scope="row" class="words">{link}</th>',
        cell(session.local_time(row.created_at)),
        *([cell("You" if row.is_own else row.asked_by)] if has_others else []),
        cell(method_words(row)),
        f'<td class="words">{markup.status_words(*outcome(row))}</td>',
    ]


def method_words(row: QuestionRow) -> str:
    """Who wrote the answer."""
    return "Extractive" if row.method == "extractive" else row.model or "A language model"


def outcome(row: QuestionRow) -> tuple[str, str, str]:
    """Tone, icon and words for what became of a question: what is worst comes first."""
    claims = "1 claim" if row.claims == 1 else f"{row.claims:,} claims"
    if row.stage is not None:
        return (
            "none",
            "progress_activity",
            f"Being written, {claims} so far" if row.claims else "Being written",
        )
    failing = f"{row.failing:,} of {claims} failing" if row.failing else f"{claims}, none failing"
    if row.problem is not None:
        why = problem_words(row.problem)
        return (
            ("warn", "warning", f"Ended early: {why}. {failing}")
            if row.claims
            else ("bad", "error", f"No answer: {why}")
        )
    if not row.claims:
        return "none", "search_off", "Not in the sources"
    partly = ". A part is not in the sources" if row.not_in_sources else ""
    tone, icon = ("bad", "cancel") if row.failing else ("ok", "check_circle")
    return tone, icon, f"{failing}{partly}"


def problem_words(kind: str) -> str:
    """Why an answer ended early."""
    return PROBLEMS.get(ProblemKind(kind), kind) if kind in set(ProblemKind) else kind.replace("_", " ")
