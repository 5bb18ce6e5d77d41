"""The period of a table's cell, given its row's label: a label may name a day, or an end of its column's period."""

from __future__ import annotations

import re
from datetime import date, timedelta

from pipeline.evidence.dates import find_days
from pipeline.evidence.fiscal import Period
from pipeline.evidence.periods import AS_OF

_COUNTED_IN = re.compile(r"\b(?:included|recogni[sz]ed|deferred)\b", re.IGNORECASE)
_OPENING = re.compile(
    r"\b(?:beginning|opening)\s+balances?\b|\bbalances?,?\s+(?:at\s+(?:the\s+)?)?beginning\b|\bat\s+(?:the\s+)?beginning\s+of\b"
    r"|\bbeginning\s+of\s+(?:the\s+)?(?:period|year|quarter)\b",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"\b(?:ending|closing)\s+balances?\b|\bbalances?,?\s+(?:at\s+(?:the\s+)?)?end\b|\bat\s+(?:the\s+)?end\s+of\b"
    r"|\bend\s+of\s+(?:the\s+)?(?:period|year|quarter)\b",
    re.IGNORECASE,
)


def period_of_row(label: str, column: Period | None) -> Period | None:
    """The period of a cell, given its row's label and what its column gives: a label may name a day of its own
    ("Balance as of July 1, 2023") or the beginning or end of the column's period ("Beginning balances")."""
    day = _day_of(label)
    if day is not None:
        return Period(day)
    if column is None or column.is_instant:
        return column
    opening, closing = is_opening(label), bool(_CLOSING.search(label))
    if (opening and closing) or ((opening or closing) and _COUNTED_IN.search(label)):
        return None  # "revenue that was included in deferred revenue at the beginning of the period" is the period's
    if opening:
        return Period(column.start - timedelta(days=1)) if column.start else None
    return Period(column.end) if closing else column


def names_own_day(label: str) -> bool:
    """Whether a row's label says of which day its figures are, by itself or within its column's period."""
    return _day_of(label) is not None or is_opening(label) or _CLOSING.search(label) is not None


def is_opening(words: str) -> bool:
    """Whether words speak of what a period begins with."""
    return _OPENING.search(words) is not None


def _day_of(label: str) -> date | None:
    """The day that a label ends with: "Balance as of July 1, 2023"."""
    days = find_days(label)
    if len(days) != 1:
        return None
    span = days[0].range
    is_dated = AS_OF.search(label[: span.start]) and not label[span.end :].strip()
    return days[0].day if is_dated else None
