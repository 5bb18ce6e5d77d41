"""What one judge says against what another says of the same things: counts, F1, and how sure they are."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from pipeline.evidence.measurement import MeasuredFigure, Unit

RESAMPLES = 500
"""Of the bootstrap; its 95 % interval moves by less than half a point from there on."""

Pair = tuple[Hashable, Hashable]
"""The gold's verdict, and the one that was given."""

T = TypeVar("T")


def macro_f1_of(pairs: Sequence[Pair]) -> float | None:
    """The mean, over the verdicts that the gold has, of the harmonic mean of precision and recall; None of nothing."""
    gold = Counter(wanted for wanted, _ in pairs)
    given = Counter(found for _, found in pairs)
    right = Counter(wanted for wanted, found in pairs if wanted == found)
    scores = [2 * right[verdict] / (gold[verdict] + given[verdict]) for verdict in gold]
    return sum(scores) / len(scores) if scores else None


def base_f1_of(gold: Sequence[Hashable]) -> float | None:
    """The macro-F1 of always the gold's most frequent verdict; None of nothing."""
    counts = Counter(gold)
    if not counts:
        return None
    most = max(counts.values())
    return (2 * most / (len(gold) + most)) / len(counts)


def resampled(
    families: Sequence[Sequence[T]], measure: Callable[[Sequence[T]], float | None]
) -> tuple[float, float] | None:
    """The middle 95 % of a measure over RESAMPLES draws of families, whose members are drawn together because they are
    right or wrong together more often than not. None for fewer than two families."""
    if len(families) < 2:
        return None
    chance = random.Random(sum(map(len, families)))
    drawn = [
        measure([one for family in chance.choices(families, k=len(families)) for one in family])
        for _ in range(RESAMPLES)
    ]
    values = sorted(value for value in drawn if value is not None)
    cut = len(values) // 40
    return (values[cut], values[-1 - cut]) if values else None


def score_figure(
    key: str,
    name: str,
    value: float | None,
    interval: tuple[float, float] | None,
    total: int,
    *,
    more_is_better: bool | None = True,
) -> MeasuredFigure:
    """A score over all cases together, with its interval where there is one."""
    low, high = interval if interval and value is not None else (None, None)
    counted = total if value is not None else 0
    return MeasuredFigure(key, name, Unit.SCORE, value, counted, low, high, more_is_better=more_is_better)
