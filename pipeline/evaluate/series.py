"""From cases to figures: how many of them, or their mean, with what chance would make of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.evaluate.bootstrap import estimate
from pipeline.evidence.layer import Layer
from pipeline.evidence.measurement import Address, MeasuredCase, MeasuredFigure, Unit
from pipeline.evidence.proportion import wilson


@dataclass(frozen=True, slots=True)
class Measured:
    """What a measure came to in one layer: its figures, and the cases that they stand on."""

    layer: Layer
    measure: str
    figures: tuple[MeasuredFigure, ...]
    cases: tuple[MeasuredCase, ...]

    @property
    def words(self) -> str:
        return figure_table(self.figures)


@dataclass(frozen=True, slots=True)
class Series:
    """A figure in the making, a case at a time."""

    key: str
    name: str
    cases: tuple[MeasuredCase, ...]
    unit: Unit = Unit.SHARE
    more_is_better: bool | None = True

    @property
    def figure(self) -> MeasuredFigure:
        """Of a share, how many cases score 1, with Wilson's interval; of anything else the mean, with a bootstrap over
        the cases. A case without a score is not counted."""
        scores = [case.score for case in self.cases if case.score is not None]
        if self.unit is Unit.SHARE:
            return share(self.key, self.name, scores.count(1.0), len(scores), self.more_is_better)
        return mean(self.key, self.name, scores, self.unit, self.more_is_better)


def case_of(
    figure: str, case_id: str, is_right: bool | None, words: str, address: Address | None = None
) -> MeasuredCase:
    """A case that counts or does not; None: nothing could be measured."""
    outcome = "not measured" if is_right is None else "yes" if is_right else "no"
    return MeasuredCase(
        figure, case_id, outcome, words, None if is_right is None else float(is_right), address
    )


def share(key: str, name: str, count: int, total: int, more_is_better: bool | None = True) -> MeasuredFigure:
    """`count` of `total`, with Wilson's interval."""
    low, high = wilson(count, total) if total else (None, None)
    value = count / total if total else None
    return MeasuredFigure(
        key, name, Unit.SHARE, value, total, low, high, count, more_is_better=more_is_better
    )


def mean(
    key: str, name: str, values: Sequence[float], unit: Unit, more_is_better: bool | None = True
) -> MeasuredFigure:
    """The mean of `values` with a bootstrap interval; of a single one there is no interval."""
    found = estimate(values)
    if found is None:
        return MeasuredFigure(key, name, unit, None, 0, more_is_better=more_is_better)
    low, high = (found.low, found.high) if found.count > 1 else (None, None)
    return MeasuredFigure(key, name, unit, found.mean, found.count, low, high, more_is_better=more_is_better)


def measured(layer: Layer, measure: str, series: Iterable[Series]) -> Measured:
    """All the figures of a measure."""
    every = tuple(series)
    return Measured(
        layer,
        measure,
        tuple(one.figure for one in every),
        tuple(case for one in every for case in one.cases),
    )


def figure_table(figures: Sequence[MeasuredFigure]) -> str:
    """One line a figure: name, value, count, interval."""
    rows = [(one.name, one.value_words, one.count_words, one.interval_words) for one in figures]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{name:<{widths[0]}}  {value:>{widths[1]}}  {count:>{widths[2]}}  {interval}".rstrip()
        for name, value, count, interval in rows
    )
