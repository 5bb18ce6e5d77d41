"""A reranker puts texts into the order in which they answer a question: the same texts, never more or fewer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pipeline.evidence.trace import TraceStep
from pipeline.model.stopped import Stopped, never


@dataclass(frozen=True, slots=True)
class Reranked:
    """`order`: positions of the texts, each once, the best first, with the `scores` of those that were given one; empty
    when the order is to stay, for the reason that `step` says."""

    order: tuple[int, ...]
    scores: tuple[float, ...]
    step: TraceStep


class Reranker(Protocol):
    """Orders texts by how well they answer a question."""

    @property
    def name(self) -> str:
        """Who orders, as a trace says it."""
        ...

    def rerank(self, question: str, texts: Sequence[str], stopped: Stopped = never) -> Reranked:
        """The order of at least one text. Raises nothing of the endpoint's."""
        ...


def valid_scores(pairs: Sequence[tuple[Any, Any]], count: int) -> list[tuple[int, float]] | None:
    """(position, score) as a server gave them of `count` texts, the best first; equal ones in the order of the texts.
    None unless there is one at least, each position is one of a text and comes once, and each score is a finite
    number."""
    scored: dict[int, float] = {}
    for position, score in pairs:
        is_text = isinstance(position, int) and not isinstance(position, bool) and 0 <= position < count
        if not is_text or position in scored or not _is_finite(score):
            return None
        scored[position] = float(score)
    return sorted(scored.items(), key=lambda one: (-one[1], one[0])) or None


def whole_order(scored: Sequence[tuple[int, float]], count: int) -> tuple[int, ...]:
    """All positions: the scored ones as they are, then the others in their own order."""
    first = [position for position, _ in scored]
    return (*first, *(position for position in range(count) if position not in set(first)))


def _is_finite(score: object) -> bool:
    if isinstance(score, bool) or not isinstance(score, int | float):
        return False
    try:
        return math.isfinite(score)
    except OverflowError:
        return False
