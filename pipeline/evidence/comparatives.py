"""The comparative of a fact: the same thing a year earlier, as the filing tags it beside."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from pipeline.evidence.fact import Fact
from pipeline.evidence.fiscal import WEEK_SLACK

_YEAR = timedelta(days=365)
_SLACK = timedelta(days=WEEK_SLACK)


def is_comparative(fact: Fact, other: Fact) -> bool:
    """True when `other` is of the same concept, unit and dimensions, and of a period as long that ends a year earlier.

    Days may differ as a calendar of 52 or 53 weeks makes them. A fact that holds forever has no earlier one.
    """
    if fact.end is None or other.end is None or fact.is_instant != other.is_instant:
        return False
    if abs(fact.end - other.end - _YEAR) > _SLACK or abs(_length(fact) - _length(other)) > _SLACK:
        return False
    return (
        fact.concept == other.concept
        and fact.unit == other.unit
        and frozenset(fact.dimensions) == frozenset(other.dimensions)
    )


def comparatives(fact: Fact, facts: Iterable[Fact]) -> dict[tuple[date | None, date | None], list[Fact]]:
    """The comparatives of `fact` among the facts of a filing, by first and last day, in the given order.

    More than one period is rare, and none of them is preferred.
    """
    found: dict[tuple[date | None, date | None], list[Fact]] = {}
    for other in facts:
        if is_comparative(fact, other):
            found.setdefault((other.start, other.end), []).append(other)
    return found


def _length(fact: Fact) -> timedelta:
    return fact.end - fact.start if fact.start and fact.end else timedelta(0)
