"""How a calculated number is written in the unit that a claim states it in: percent, millions, days."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.evidence.dimension import Dimension
from pipeline.evidence.errors import NotComputable
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.stated import Stated, StatedKind
from pipeline.evidence.unit_words import SCALE_WORDS, unit_words
from pipeline.evidence.units import Measure, Unit

_PER_HUNDRED = {StatedKind.PERCENT: 1, StatedKind.BASIS_POINTS: 2}
_MEASURES = {
    (1, 0): Measure.MONEY,
    (0, 1): Measure.SHARES,
    (1, -1): Measure.PER_SHARE,
}
_ALLOWED = {
    StatedKind.PERCENT: {(0, 0)},
    StatedKind.BASIS_POINTS: {(0, 0)},
    StatedKind.TIMES: {(0, 0)},
    StatedKind.DAYS: {(0, 0)},
    StatedKind.SHARES: {(0, 1)},
    StatedKind.PER_SHARE: {(1, -1)},
    StatedKind.MONEY: {(1, 0), (1, -1)},
}
"""What a result must measure to be stated so; a bare number states nothing of it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The calculated number × `factor` is in the unit of these words."""

    factor: Decimal
    words: str


def readings(
    dimension: Dimension, stated: Stated, used: Collection[PrintedFigure], counts_days: bool
) -> Sequence[Reading]:
    """How the result may be written to be compared with what is stated: one way, or two where a bare number may be in
    the inputs' scale or in units. `used` are the expression's inputs.

    Raises NotComputable where the two measure different things, or the evidence does not say what its figures measure.
    """
    _require_known_scale(dimension, stated, used)
    _require_same_measure(dimension, stated, counts_days)
    if stated.kind in _PER_HUNDRED:
        return [_per_hundred(dimension, stated.kind)]
    if dimension.is_plain and (not dimension.open or dimension.is_ratio):
        return [_plain(dimension, stated)]
    shares_of_one = Decimal(100) ** -dimension.percent
    scale = stated.figure.scale
    scales = [scale] if scale else _scales_of_bare(stated, _shared_scale(dimension, used))
    return [Reading(shares_of_one.scaleb(-power), _words(dimension, power)) for power in scales]


def _require_known_scale(dimension: Dimension, stated: Stated, used: Collection[PrintedFigure]) -> None:
    """Scales that are not said cancel where like is divided by like. A percentage says itself that it is such a
    ratio, so that figures of no said measure may be that; a number of millions says no such thing."""
    loose = [one for one in used if Dimension.of(one.figure, one.unit).loose]
    if not loose:
        return
    is_scaled = any(one.figure.scale or (one.unit and one.unit.scale) for one in used)
    if (
        stated.figure.scale
        or (stated.kind in _PER_HUNDRED and not dimension.is_ratio)
        or (dimension.loose and is_scaled)
    ):
        raise NotComputable(
            f"The evidence does not say what {loose[0].figure.text} is counted in, so the result may not be"
            f" “{stated.text}”."
        )


def _require_same_measure(dimension: Dimension, stated: Stated, counts_days: bool) -> None:
    if dimension.open:
        return
    measure = dimension.money, dimension.shares
    if measure not in _ALLOWED.get(stated.kind, {measure}):
        raise NotComputable(f"The inputs give {dimension.words}; the claim states {stated.kind.value}.")
    if stated.kind is StatedKind.DAYS and not counts_days:
        raise NotComputable("The claim states days; the expression counts none.")
    if stated.currency and dimension.currencies and dimension.currencies != {stated.currency}:
        raise NotComputable(
            f"The inputs are in {', '.join(dimension.currencies)}; the claim says {stated.currency}."
        )


def _per_hundred(dimension: Dimension, kind: StatedKind) -> Reading:
    power = _PER_HUNDRED[kind] - dimension.percent - max(dimension.hundred, 0)
    return Reading(Decimal(100) ** power, "%" if kind is StatedKind.PERCENT else "basis points")


def _plain(dimension: Dimension, stated: Stated) -> Reading:
    """A ratio, a multiple, days."""
    if dimension.percent + max(dimension.hundred, 0) > 0:
        raise NotComputable(f"The inputs give a percentage; “{stated.text}” is none.")
    words = {StatedKind.DAYS: "days", StatedKind.TIMES: "times"}.get(stated.kind, "")
    return Reading(Decimal(100) ** -dimension.percent * Decimal(1).scaleb(-stated.figure.scale), words)


def _shared_scale(dimension: Dimension, used: Iterable[PrintedFigure]) -> int:
    """The scale in which every input of the result's own measure is printed; 0 where there is none."""
    measure = _MEASURES.get((dimension.money, dimension.shares))
    scales = {
        figure.figure.scale or figure.unit.scale
        for figure in used
        if figure.unit is not None and figure.unit.measure is measure
    }
    return scales.pop() if len(scales) == 1 else 0


def _scales_of_bare(stated: Stated, shared: int) -> Sequence[int]:
    """In which scales a bare number may be meant: "1,162" beside figures in millions is in millions. Written out in
    units it would be a million at least: below that, their rounding would bear out anything."""
    if shared and 0 < abs(stated.number) < Decimal(1).scaleb(shared):
        return [shared]
    return [shared, 0] if shared else [0]


def _words(dimension: Dimension, power: int) -> str:
    measure = _MEASURES.get((dimension.money, dimension.shares))
    if dimension.open or measure is None or (measure is not Measure.MONEY and measure is not Measure.SHARES):
        unit = Unit(Measure.PER_SHARE, 0, _currency(dimension)) if measure is Measure.PER_SHARE else None
        return unit_words(unit) if not dimension.open else SCALE_WORDS.get(power, "")
    currency = _currency(dimension) if measure is Measure.MONEY else None
    return ", ".join(filter(None, (unit_words(Unit(measure, 0, currency)), SCALE_WORDS.get(power, ""))))


def _currency(dimension: Dimension) -> str | None:
    return next(iter(dimension.currencies), None)
