"""A calculation done again from the figures that it cites.

The inputs are rounded, so the expression gives bounds, not a number. A stated result is right where it lies within
them, widened by half a unit of its own last digit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal

from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.dimension import Dimension
from pipeline.evidence.enclosure import enclose, value_of
from pipeline.evidence.errors import InvalidExpression, NotComputable
from pipeline.evidence.expression import parse
from pipeline.evidence.interval import Interval, exact_arithmetic
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.reading import readings
from pipeline.evidence.reconcile import reconcile
from pipeline.evidence.result_words import words_of
from pipeline.evidence.sources import counts_days, names_of, sourced
from pipeline.evidence.stated import Stated

COMPARED_DIGITS = 28
"""A third, times three, is one: the digits beyond are arithmetic's own."""
KEPT_PLACES = 4
"""Digits that are kept of a result beyond those that the claim states."""
NO_UNIT = "Their unit is not said in the evidence: they are taken to share one."


@dataclass(frozen=True, slots=True)
class Recomputation:
    """What the inputs give, in `unit`'s words, and what became of the stated result. `result`, `low` and `high` are
    None where it was not done; `detail` says why."""

    outcome: Recomputed
    detail: str
    unit: str = ""
    result: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None


@dataclass(frozen=True, slots=True)
class _Given:
    """What the inputs give in one reading, and whether the stated result is that."""

    value: Decimal
    bounds: Interval
    words: str
    stated: Decimal
    half: Decimal

    @property
    def outcome(self) -> Recomputed:
        if self.value == self.stated:
            return Recomputed.EXACT
        if self.bounds.low - self.half <= self.stated <= self.bounds.high + self.half:
            return Recomputed.CONSISTENT
        return Recomputed.DIFFERENT

    @property
    def distance(self) -> Decimal:
        """How far off, as a share of what is stated; to choose between readings that both do not fit."""
        return abs(self.value - self.stated) / max(abs(self.value), abs(self.stated), self.half)


def recompute(
    expression: str, inputs: Mapping[str, PrintedFigure], stated: str, *, says_fall: bool = False
) -> Recomputation:
    """Do a calculation again over named printed figures, and compare. `says_fall`: the claim tells a fall in words
    ("decreased by 5 %"), so that its number may stand without the minus.
    """
    try:
        claimed = Stated.read(stated)
        tree = sourced(parse(expression, inputs), inputs)
        named = names_of(tree)
        used = {name: printed for name, printed in inputs.items() if name in named}
        found = reconcile(
            tree, {name: Dimension.of(printed.figure, printed.unit) for name, printed in used.items()}
        )
        ways = readings(found.dimension, claimed, used.values(), counts_days(tree))
        amounts = {name: printed.amount for name, printed in used.items()}
        bounds = enclose(
            found.expression, {name: Interval(one.low, one.high) for name, one in amounts.items()}
        )
        value = value_of(found.expression, {name: one.value for name, one in amounts.items()})
    except (InvalidExpression, NotComputable) as error:
        return Recomputation(Recomputed.NOT_DONE, error.message)
    with exact_arithmetic():
        given = [
            _Given(
                (value * way.factor).normalize(Context(COMPARED_DIGITS)),
                bounds * Interval.point(way.factor),
                way.words,
                claimed.number,
                claimed.half,
            )
            for way in ways
        ]
        if says_fall and value < 0 < claimed.number:
            given = [replace(one, stated=-one.stated) for one in given]
        nearest = min(given, key=lambda one: (one.outcome is Recomputed.DIFFERENT, one.distance))
        told = _told(nearest, claimed)
    if all(Dimension.of(one.figure, one.unit).loose == 0 for one in used.values()):
        return told
    return replace(told, detail=f"{told.detail} {NO_UNIT}")


def _told(given: _Given, claimed: Stated) -> Recomputation:
    step = Decimal(1).scaleb(-claimed.figure.decimals - KEPT_PLACES)
    return Recomputation(
        given.outcome,
        words_of(given.outcome, given.value, given.bounds, given.words, claimed),
        given.words,
        _kept(given.value, step, ROUND_HALF_EVEN),
        _kept(given.bounds.low, step, ROUND_FLOOR),
        _kept(given.bounds.high, step, ROUND_CEILING),
    )


def _kept(value: Decimal, step: Decimal, rounding: str) -> Decimal:
    """Rounded to a step, without the zeros that say nothing."""
    rounded = value.quantize(step, rounding)
    shortest = rounded.quantize(Decimal(1)) if rounded == rounded.to_integral_value() else rounded.normalize()
    return Decimal(f"{shortest:f}")
