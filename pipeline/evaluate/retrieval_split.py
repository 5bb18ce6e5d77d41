"""Gold in two halves that share no company: one to tune on, one to report on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from pipeline.evaluate.retrieval_gold import RetrievalQuestion
from pipeline.evidence.errors import InvalidGold


class Half(StrEnum):
    """A is for tuning, B for reporting."""

    A = "A"
    B = "B"


def halves_of(companies: Iterable[str]) -> Mapping[str, Half]:
    """The half of each company: of the distinct names, sorted without regard to case, the first half are A's, the
    middle one of an odd number too. Nothing is drawn: whoever has the gold comes to the same halves."""
    names = set(companies)
    ordered = sorted({name.casefold() for name in names})
    first = set(ordered[: (len(ordered) + 1) // 2])
    return {name: Half.A if name.casefold() in first else Half.B for name in sorted(names)}


def split(
    questions: Sequence[RetrievalQuestion], source: str
) -> Mapping[Half, tuple[RetrievalQuestion, ...]]:
    """The questions of each half, in their order. Raises InvalidGold, for the file `source`, when a question says no
    company, or all say the same."""
    for question in questions:
        if not question.company:
            raise InvalidGold(
                f"{source} cannot be split by company: {question.id} says none. Give each question a “company”.",
                source=source,
            )
    halves = halves_of(question.company or "" for question in questions)
    if len(set(halves.values())) < len(Half):
        raise InvalidGold(
            f"{source} cannot be split by company: all its questions are of one.", source=source
        )
    return {
        half: tuple(question for question in questions if halves[question.company or ""] is half)
        for half in Half
    }
