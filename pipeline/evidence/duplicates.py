"""Duplicate facts: one thing tagged at several places of a filing, and whether the places agree.

The terms are XBRL's own (Handling Duplicate Facts in XBRL and Inline XBRL 1.0, XBRL International, 2018): duplicates
are of one concept, unit, period and dimensions; numbers are consistent when what they were rounded from may be equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from pipeline.evidence.fact import Fact

_MOST_DECIMALS = 4
"""Characters of `decimals` that are believed: nothing is rounded to 10^1000, and a power of that size costs memory."""


class Agreement(StrEnum):
    """How the values of two facts stand to each other."""

    EQUAL = "equal"
    ROUNDED = "rounded"
    """Different digits that one and the same value may be rounded to."""
    DIFFERENT = "different"
    UNKNOWN = "unknown"
    """One of them has a value that could not be read."""


def is_duplicate(one: Fact, other: Fact) -> bool:
    """True for two facts of one concept, unit, period and dimensions, in whichever order these are given."""
    return (
        one.concept == other.concept
        and one.unit == other.unit
        and (one.start, one.end) == (other.start, other.end)
        and frozenset(one.dimensions) == frozenset(other.dimensions)
    )


def duplicates(fact: Fact, facts: Iterable[Fact]) -> list[Fact]:
    """The facts of a filing that say the same thing as `fact`, itself among them, in the given order."""
    return [other for other in facts if is_duplicate(fact, other)]


def agreement(one: Fact, other: Fact) -> Agreement:
    """How the values of two duplicates agree. Both nil are equal, and a nil is no number."""
    if one.nil or other.nil:
        return Agreement.EQUAL if one.nil and other.nil else Agreement.DIFFERENT
    if one.value is None or other.value is None:
        return Agreement.UNKNOWN
    if not one.is_number:
        is_equal = " ".join(one.value.split()) == " ".join(other.value.split())
        return Agreement.EQUAL if is_equal else Agreement.DIFFERENT
    distance = abs(Fraction(one.value) - Fraction(other.value))
    if distance == 0:
        return Agreement.EQUAL
    return Agreement.ROUNDED if distance <= _slack(one) + _slack(other) else Agreement.DIFFERENT


def _slack(fact: Fact) -> Fraction:
    """Half a unit of the last digit that the number is exact to; nothing where that is not said."""
    if fact.decimals is None or fact.decimals == "INF" or len(fact.decimals) > _MOST_DECIMALS:
        return Fraction(0)
    return Fraction(Decimal(5).scaleb(-int(fact.decimals) - 1))
