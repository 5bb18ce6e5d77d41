"""What changed from one measurement to the next, and whether chance would do as much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Final

from pipeline.evidence.measurement import MeasuredCase, MeasuredFigure

CHANCE: Final = 0.05
"""A change that chance alone makes at least this often is said to be within chance."""


class Direction(StrEnum):
    REGRESSION = "regression"
    BETTER = "better"
    CHANCE = "same within chance"
    SAME = "same"
    CHANGED = "changed"  # beyond chance, of a figure that is neither good nor bad
    UNTOLD = "different, and nothing tells whether by chance"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure before and after: `worse` and `better` are the ids of cases that both measured, and that moved.
    `paired`: whether every case stands in both, so that the cases were compared one by one."""

    before: MeasuredFigure | None
    after: MeasuredFigure | None
    direction: Direction
    paired: bool = False
    worse: tuple[str, ...] = ()
    better: tuple[str, ...] = ()

    @property
    def figure(self) -> MeasuredFigure:
        figure = self.after or self.before
        assert figure is not None
        return figure

    @property
    def words(self) -> str:
        """ "right page: 98.7% (304 of 308) → 97.4% (300 of 308): same within chance, 4 cases worse, 0 better"."""
        sides = " → ".join(side.words if side else "not measured" for side in (self.before, self.after))
        moved = (
            f", {_cases(len(self.worse))} worse, {len(self.better)} better"
            if self.worse or self.better
            else ""
        )
        return f"{self.figure.name}: {sides}: {self.direction.value}{moved}"

    def to_json(self) -> dict[str, object]:
        return {
            "key": self.figure.key,
            "name": self.figure.name,
            "before": self.before.to_json() if self.before else None,
            "after": self.after.to_json() if self.after else None,
            "direction": self.direction.name.lower(),
            "paired": self.paired,
            "worse": list(self.worse),
            "better": list(self.better),
        }


def changes(
    before: Sequence[MeasuredFigure],
    after: Sequence[MeasuredFigure],
    cases_before: Iterable[MeasuredCase] = (),
    cases_after: Iterable[MeasuredCase] = (),
) -> tuple[FigureChange, ...]:
    """Each figure of two runs of one measurement, in the order of the later one; those that are gone come last."""
    old, new = {figure.key: figure for figure in before}, {figure.key: figure for figure in after}
    scores_before, scores_after = _scores(cases_before), _scores(cases_after)
    return tuple(
        _change(old.get(key), new.get(key), scores_before.get(key, {}), scores_after.get(key, {}))
        for key in dict.fromkeys([*new, *old])
    )


def _change(
    before: MeasuredFigure | None,
    after: MeasuredFigure | None,
    old: Mapping[str, float],
    new: Mapping[str, float],
) -> FigureChange:
    if before is None or after is None:
        return FigureChange(before, after, Direction.GONE if after is None else Direction.NEW)
    paired = bool(old) and old.keys() == new.keys()
    sign = -1 if after.more_is_better is False else 1
    moves = {case: sign * (new[case] - old[case]) for case in new if case in old}
    worse = tuple(case for case, move in moves.items() if move < 0)
    better = tuple(case for case, move in moves.items() if move > 0)
    if before.value == after.value and not worse and not better:
        direction = Direction.SAME
    elif paired:
        beyond = chance_of(len(worse), len(better)) < CHANCE
        direction = _direction(len(better) - len(worse), after) if beyond else Direction.CHANCE
    else:
        beyond_intervals = _beyond_intervals(before, after)
        direction = (
            Direction.UNTOLD if beyond_intervals is None else _direction(sign * beyond_intervals, after)
        )
    return FigureChange(before, after, direction, paired, worse, better)


def chance_of(worse: int, better: int) -> float:
    """How often chance parts so many moved cases at least as unevenly: the exact two-sided sign test, which for right
    and wrong is McNemar's (Q. McNemar, 1947)."""
    moved, fewer = worse + better, min(worse, better)
    ways = tail = 1
    for count in range(fewer):
        ways = ways * (moved - count) // (count + 1)  # to choose count + 1 of those that moved
        tail += ways
    return min(1.0, float(2 * tail / (1 << moved)))


def _beyond_intervals(before: MeasuredFigure, after: MeasuredFigure) -> int | None:
    """1 or -1 where the difference of two figures of different cases is above or below 0 by its interval, which follows
    from theirs (G. Y. Zou and A. Donner, 2008); 0 where it may be either, None where one has no interval."""
    if before.value is None or after.value is None:
        return None
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return None
    difference = after.value - before.value
    below = sqrt((after.value - after.low) ** 2 + (before.high - before.value) ** 2)
    above = sqrt((after.high - after.value) ** 2 + (before.value - before.low) ** 2)
    return (difference - below > 0) - (difference + above < 0)


def _direction(move: int, figure: MeasuredFigure) -> Direction:
    if move == 0:
        return Direction.CHANCE
    if figure.more_is_better is None:
        return Direction.CHANGED
    return Direction.BETTER if move > 0 else Direction.REGRESSION


def _scores(cases: Iterable[MeasuredCase]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for case in cases:
        if case.score is not None:
            found.setdefault(case.figure, {})[case.id] = case.score
    return found


def _cases(count: int) -> str:
    return f"{count} case{'' if count == 1 else 's'}"
