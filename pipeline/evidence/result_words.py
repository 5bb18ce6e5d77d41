"""What an analyst reads of a calculation that was done again."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.interval import Interval
from pipeline.evidence.stated import Stated
from pipeline.evidence.unit_words import SCALE_WORDS

MOST_PLACES = 12
"""Decimals after which a difference is told as it stands, not rounded any further."""


def words_of(outcome: Recomputed, value: Decimal, bounds: Interval, unit: str, stated: Stated) -> str:
    """One sentence: what the inputs give, and how the stated result stands to it. `value` and `bounds` are in `unit`.

    "The inputs give 44.52 %; the claim says 45.4 %, 0.9 points more."
    """
    places = stated.figure.decimals
    given = f"The inputs give {_with_unit(_number(value, places + 1), unit)}"
    if outcome is Recomputed.EXACT:
        return f"{given}, as stated."
    if outcome is Recomputed.CONSISTENT:
        if abs(value - abs_like(value, stated)) <= stated.half:
            return f"{given}, rounded to {stated.text}."
        allowed = f"{_number(bounds.low, places + 1)} … {_number(bounds.high, places + 1)}"
        return f"{given}; their rounding allows {_with_unit(allowed, unit)}."
    return f"{given}; the claim says {stated.text}{_how_far(value, bounds, unit, stated)}"


def abs_like(value: Decimal, stated: Stated) -> Decimal:
    """The stated number with the sign of the value: a fall may be told in words."""
    return -abs(stated.number) if value < 0 else stated.number


def _how_far(value: Decimal, bounds: Interval, unit: str, stated: Stated) -> str:
    if _fits(-stated.number, bounds, stated.half):
        return ": the sign differs."
    for power, words in SCALE_WORDS.items():
        for shift in (power, -power):
            if _fits(stated.number.scaleb(shift), bounds, stated.half.scaleb(shift)):
                return f": off by {words}, so the scale differs."
    if unit == "%" and _fits(stated.number * 100, bounds, stated.half * 100):
        return ": that is the ratio, not the percentage."
    difference = stated.number - value
    size = _number(abs(difference), stated.figure.decimals)
    if not size.strip("0.,"):
        size = _number(abs(difference), MOST_PLACES)
    what = {"%": " points", "days": " days", "times": ""}.get(unit, "")
    return f", {size}{what} {'more' if difference > 0 else 'less'}."


def _fits(number: Decimal, bounds: Interval, half: Decimal) -> bool:
    return number != 0 and bounds.low - half <= number <= bounds.high + half


def _number(value: Decimal, places: int) -> str:
    """Grouped, a true minus; the last place is left out where it is an exact zero, all of them of a whole number."""
    rounded = value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    if rounded == value:
        shorter = value.quantize(Decimal(1).scaleb(1 - places), ROUND_HALF_UP) if places else value
        whole = value.to_integral_value()
        rounded = whole if whole == value else shorter if shorter == value else rounded
    return f"{rounded:,f}".replace("-", "−")


def _with_unit(number: str, unit: str) -> str:
    if unit in ("%", "days", "times", "basis points"):
        return f"{number} {unit}"
    return f"{number} ({unit})" if unit else number
