"""The periods that a sentence names: days, months, years, quarters and lengths, as far as its words go.

`pipeline.evidence.periods` reads a column's header into one certain period. A sentence names several, each only in part
("the third quarter of fiscal 2023"); what it leaves out is not filled in here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from pipeline.evidence.dates import MOST_KEPT, MonthDay, find_days, find_months, find_printed_month_days
from pipeline.evidence.fiscal import QUARTER, YEAR
from pipeline.evidence.periods import find_lengths, find_quarters, find_weeks, find_years
from pipeline.evidence.text import TextRange

HALF = 6

_YEAR_RANGE = re.compile(r"(?<![\d/,.$-])((?:19|20)\d\d)\s?[-–—/]\s?((?:19|20)?\d\d)(?![\d/%-]|,\d|\.\d)")
_HALF = re.compile(r"\bH[12]\b|\b[12]H(?=\b|\d\d)|\b(?:first|second)[\s-]half\b", re.IGNORECASE)
_LIKE_YEAR = re.compile(
    r"\s?(?:%(?!\s*(?:of|change)\b)|per\s?cent|(?:million|billion|thousand|shares?|employees|stores|units|people|customers|basis)\b)",
    re.IGNORECASE,
)
"""After a number of four digits: it counts these, and names no year, but in a column's header ("2022 % of sales")."""

_JOINING = re.compile(
    r"[\s,()]*(?:(?:end(?:ed|ing)|of|in|the|fiscal|financial|calendar|years?|quarter(?:ly)?|period|for|to|FY|on)\b[\s,()]*)*",
    re.IGNORECASE,
)
"""What may stand between two parts of one period: "three months *ended* July 1, 2023", "Q3 *of fiscal* 2023"."""

_APART = re.compile(r"\b(?:in|for|to)\b", re.IGNORECASE)
_FISCAL_BEFORE = re.compile(r"\b(?:fiscal|financial|FY)\W*(?:years?\W*)?$", re.IGNORECASE)
_FISCAL_INSIDE = re.compile(r"\b(?:fiscal|financial)\b|\bFY", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"\b(?:years?\s+end(?:ed|ing)|full[\s-]years?|fiscal\s+years?)\W*(?:the\s+)?$", re.IGNORECASE
)
_QUARTER_BEFORE = re.compile(r"\bquarters?\s+end(?:ed|ing)\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SaidPeriod:
    """A period as a text names it (`range`); None and empty where it does not say. `months` are the lengths that it
    names, several in "three and nine months", `weeks` the numbers of weeks, where it counts them. `is_fiscal`: its year
    is a fiscal one by its own words.
    """

    range: TextRange
    months: frozenset[int] = frozenset()
    day: date | None = None
    month_day: MonthDay | None = None
    month: int | None = None
    year: int | None = None
    quarter: int | None = None
    is_fiscal: bool = False
    weeks: frozenset[int] = frozenset()


def find_periods(text: str) -> tuple[SaidPeriod, ...]:
    """Every period that a text names, in order; parts that belong together ("three months ended July 1, 2023") are
    one."""
    return _found_before(text) if len(text) <= MOST_KEPT else _found(text)


@lru_cache(maxsize=512)
def _found_before(text: str) -> tuple[SaidPeriod, ...]:
    return _found(text)


def _found(text: str) -> tuple[SaidPeriod, ...]:
    joined: list[SaidPeriod] = []
    for part in _parts(text):
        whole = _together(joined[-1], part, text) if joined else None
        if whole is not None:
            joined[-1] = whole
        else:
            joined.append(part)
    return tuple(_with_kind(one, text) for one in joined)


def _parts(text: str) -> list[SaidPeriod]:
    """Days before months before ranges of years before years: each character is read once."""
    taken: list[SaidPeriod] = []
    for part in _every_part(text):
        if not any(part.range.overlaps(other.range) and not _shares_token(part, other) for other in taken):
            taken.append(part)
    return sorted(taken, key=lambda part: (part.range.start, part.range.end))


def _every_part(text: str) -> Iterator[SaidPeriod]:
    for printed in find_days(text):
        yield SaidPeriod(printed.range, day=printed.day)
    for named in find_months(text):
        yield SaidPeriod(named.range, month=named.month, year=named.year)
    for dated in find_printed_month_days(text):
        yield SaidPeriod(dated.range, month_day=dated.day)
    for match in _YEAR_RANGE.finditer(text):
        first, last = int(match[1]), match[2]
        yield SaidPeriod(TextRange(*match.span(1)), year=first)
        yield SaidPeriod(
            TextRange(*match.span(2)), year=int(f"{match[1][:2]}{last}") if len(last) == 2 else int(last)
        )
    for span, months in find_lengths(text):
        yield SaidPeriod(span, months=months, weeks=find_weeks(span.of(text)))
    for match in _HALF.finditer(text) if "h" in text.lower() else ():
        yield SaidPeriod(TextRange(*match.span()), months=frozenset({HALF}))
    for span, quarter in find_quarters(text):
        yield SaidPeriod(span, quarter=quarter)
    for span, year in find_years(text):
        if not _LIKE_YEAR.match(text, span.end):
            yield SaidPeriod(span, year=year)


def _shares_token(one: SaidPeriod, other: SaidPeriod) -> bool:
    """ "3Q23" is a quarter and a year, "2H24" a half and a year."""
    return (
        one.day is None
        and other.day is None
        and one.month is None
        and other.month is None
        and ((one.quarter is None) != (other.quarter is None) or bool(one.months) != bool(other.months))
    )


def _together(one: SaidPeriod, other: SaidPeriod, text: str) -> SaidPeriod | None:
    """Both as one period, when only joining words stand between them and neither says what the other says."""
    between = text[one.range.end : other.range.start]
    if not _JOINING.fullmatch(between) or _both_say(one, other):
        return None
    if (_APART.search(between) or other.months) and not (one.months or one.quarter):
        return None
    return SaidPeriod(
        TextRange(one.range.start, max(one.range.end, other.range.end)),
        one.months | other.months,
        one.day or other.day,
        one.month_day or other.month_day,
        one.month or other.month,
        one.year or other.year,
        one.quarter or other.quarter,
        weeks=one.weeks | other.weeks,
    )


def _both_say(one: SaidPeriod, other: SaidPeriod) -> bool:
    dated = [part for part in (one, other) if part.day or part.month_day or part.month]
    return (
        len(dated) == 2
        or (any(part.day for part in dated) and bool(one.year or other.year))
        or bool(one.months and other.months)
        or bool(one.year and other.year)
        or bool(one.quarter and other.quarter)
    )


def _with_kind(one: SaidPeriod, text: str) -> SaidPeriod:
    """With what the words before it and in it say: a fiscal year, or a whole year up to a day."""
    before, own = text[max(one.range.start - 24, 0) : one.range.start], one.range.of(text)
    fiscal = one.year is not None and bool(
        one.quarter or _FISCAL_BEFORE.search(before) or _FISCAL_INSIDE.search(own)
    )
    months = one.months
    if not months and one.quarter is None:
        if _YEAR_BEFORE.search(before):
            months = frozenset({YEAR})
        elif _QUARTER_BEFORE.search(before):
            months = frozenset({QUARTER})
    return replace(one, is_fiscal=fiscal, months=months)
