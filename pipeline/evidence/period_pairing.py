"""Which period a sentence gives to which of its figures, as far as that is certain.

"Sales rose to 81,797 in 2023 from 82,959 in 2022" pairs each figure with the year after it. Where the order of the
words leaves it open, a figure has no period here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.evidence.said_periods import SaidPeriod
from pipeline.evidence.text import TextRange

_LINK = (
    r"(?:in|for|during|at|as|of|the|on|over|this|its|end(?:ed|ing)?|fiscal|financial|calendar|full|years?|quarter|period"
    r"|interim|first|second|third|fourth)"
)
_FOLLOWS = re.compile(rf"[\s,(]*(?:{_LINK}\b[\s,(]*)*", re.IGNORECASE)
"""What may stand between a figure and the period after it: "81,797 *for the* three months ended July 1, 2023"."""

_COMPARED = re.compile(
    r"\b(?:compared?|comparison|versus|vs|than|against|prior|previous(?:ly)?|earlier|ago|last|preceding|same|unlike|while"
    r"|whereas|respectively)\b"
    r"|\bfrom\s+(?:(?!(?:for|in|during|was|were|is)\b)[\w’']+\s+){0,4}[$€£(]?[0-9]|\bfrom\s+(?:the|a)\s+year\b",
    re.IGNORECASE,
)
"""With one of these words a sentence may speak of two periods and name one. "Income from operations" does not."""

_NOT_OF_FIGURES = re.compile(
    r"\b(?:due|matur\w+|through|until|till|beginning|expir\w+|since|by|starting|after|before|effective|adopted|dated|from"
    r"|issued|called|redeemable|payable)(?:\s+(?:in|on|the|of|fiscal|year|after))*\W*$",
    re.IGNORECASE,
)
"""Before a date that is not when the figures were: notes *due* 2043, a plan *beginning in* 2024."""

_OF_NAME = re.compile(r"\s+(?:[A-Z][a-z]+|[A-Z]{2,})\b|[-–]\w")
"""After a year that is part of a name: "2022 Notes", "the 2018 Credit Agreement"."""

_LISTED = re.compile(
    r"[\s,]*(?:and|or|&|,|to|through|[-–—])[\s,]*(?:in|for|the|fiscal|at|of|year|FY|\s)*", re.IGNORECASE
)
_RESPECTIVELY = re.compile(r"\brespectively\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;!?](?:\s|$)")


def paired(
    text: str, amounts: Sequence[TextRange], periods: Sequence[SaidPeriod]
) -> dict[TextRange, SaidPeriod]:
    """The period of each amount (their places in `text`) that surely has one of those that the text names."""
    dating = [period for period in periods if not _is_no_date(period, text)]
    if not dating or not amounts:
        return {}
    if _RESPECTIVELY.search(text):
        return dict(zip(amounts, dating, strict=True)) if len(amounts) == len(dating) > 1 else {}
    if len(dating) == 1 and len(periods) == 1 and not _COMPARED.search(text):
        return dict.fromkeys(amounts, dating[0])
    listed = _listed(dating, text)
    alone = [period for period in dating if period not in listed]
    found: dict[TextRange, SaidPeriod] = {}
    for amount in amounts:
        period = _after(amount, alone, text) or _before(amount, alone, amounts, periods, text)
        if period is not None:
            found[amount] = period
    return found


def differ(one: SaidPeriod, other: SaidPeriod) -> bool:
    """Whether two said periods cannot be one: both say a year, a quarter, a day or a length, and not the same."""
    return (
        _both(_year(one), _year(other))
        or _both(one.quarter, other.quarter)
        or _both(one.day, other.day)
        or _both(one.months or None, other.months or None)
    )


def _both(one: object | None, other: object | None) -> bool:
    return one is not None and other is not None and one != other


def _year(period: SaidPeriod) -> int | None:
    """A year by its own number; that of a day is another thing in a fiscal calendar."""
    return period.year if period.day is None and period.month is None else None


def _is_no_date(period: SaidPeriod, text: str) -> bool:
    before = text[: period.range.start]
    if _NOT_OF_FIGURES.search(before):
        return True
    is_bare_year = period.range.length == len("2023")
    return is_bare_year and _OF_NAME.match(text, period.range.end) is not None


def _listed(periods: Sequence[SaidPeriod], text: str) -> list[SaidPeriod]:
    """Periods that stand in a list with another."""
    return [
        period
        for one, other in pairwise(periods)
        if _LISTED.fullmatch(text[one.range.end : other.range.start])
        for period in (one, other)
    ]


def _after(amount: TextRange, periods: Sequence[SaidPeriod], text: str) -> SaidPeriod | None:
    """The period that follows the amount with nothing but linking words between."""
    for period in periods:
        if period.range.start >= amount.end and _FOLLOWS.fullmatch(text[amount.end : period.range.start]):
            return period
    return None


def _before(
    amount: TextRange,
    alone: Sequence[SaidPeriod],
    amounts: Sequence[TextRange],
    periods: Sequence[SaidPeriod],
    text: str,
) -> SaidPeriod | None:
    """The period before the amount, when no other amount or period and no comparison stands between, and it is not the
    period of the amount before itself."""
    before = [period for period in periods if period.range.end <= amount.start]
    if not before or before[-1] not in alone:
        return None
    period = before[-1]
    between = text[period.range.end : amount.start]
    if any(period.range.end <= other.start < amount.start for other in amounts):
        return None
    earlier = [other for other in amounts if other.end <= period.range.start]
    if earlier and _FOLLOWS.fullmatch(text[earlier[-1].end : period.range.start]):
        return None
    is_compared = _COMPARED.search(between) or _COMPARED.search(
        text[max(period.range.start - 24, 0) : period.range.start]
    )
    return None if is_compared or _SENTENCE_END.search(between) else period
