"""The period that a column header, a row's label or a caption gives: strictly what the words say, else none.

A header says how long a period is and when it ends; on which day it began is fiscal calendar: the end of a month, or in
a calendar of 52 or 53 weeks the day after an earlier period's end, when the document prints it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import pairwise

from pipeline.evidence.dates import MonthDay, find_days, find_month_days
from pipeline.evidence.errors import InvalidPeriod
from pipeline.evidence.fiscal import MONTH_DAYS, NAME_SLACK, QUARTER, WEEK_SLACK, YEAR, FiscalCalendar, Period
from pipeline.evidence.spelled import ONES, TEENS, TENS
from pipeline.evidence.text import TextRange

CACHED_TEXTS = 512

CENTURY = 70
"""A year of two digits below this is of the 2000s."""

_NUMBERS = ONES | {word: number for word, number in TEENS.items() if number <= 16}
_TENS = {word: number for word, number in TENS.items() if number <= 50}
"""The words by which filings count the months and weeks of a period: a year has 53 weeks."""
_COUNT = (
    rf"(?:\d{{1,2}}|(?:{'|'.join(_TENS)})(?:[\s-]?(?:{'|'.join(list(_NUMBERS)[:9])}))?"
    rf"|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
)
_COUNTS = rf"\b(?<!\d[.,])(?P<counts>(?:{_COUNT}[\s-]*(?:,|,?\s*and\b|,?\s*or\b|&)\s*)*{_COUNT})[\s-]*"
_LIST = re.compile(rf"{_COUNTS}(?P<unit>months?|weeks?)\b(?!\s+(?:or|after|from|to|of)\b)", re.IGNORECASE)
_WEEKS = re.compile(rf"{_COUNTS}weeks?\b", re.IGNORECASE)
_QUARTERS_ENDED = re.compile(r"\bquarter(?:ly\s+period)?s?\s+end(?:ed|ing)\b", re.IGNORECASE)
_FULL_YEAR = re.compile(
    r"\byears?\s+(?:then\s+)?end(?:ed|ing)\b|\bfiscal\s+years?\b|\bfull[\s-]years?\b|\bFY(?=\b|\s?['’]?\d\d)",
    re.IGNORECASE,
)
_FISCAL = re.compile(r"\bfiscal\s+(?=(?:19|20)\d\d\b)", re.IGNORECASE)
_YEAR = re.compile(
    r"(?<![\d/,.$-])(?:FY\s?|[1-4]Q\s?|Q[1-4]\s?)?((?:19|20)\d\d)(?![\d/%]|,\d|\.\d|-\d)", re.IGNORECASE
)
_QUARTER = re.compile(
    r"\bQ([1-4])(?=\b|FY|(?:19|20)\d\d\b)|\b([1-4])Q(?=\b|(?:19|20)?\d\d\b)"
    r"|\b(first|second|third|fourth)[\s-]+(?:fiscal\s+)?quarter\b",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(r"\b(?:FY\s?|[1-4]Q\s?|Q[1-4]\s?(?:FY)?)['’]?(\d\d)\b", re.IGNORECASE)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_RANGE = re.compile(r"^\s*(?:to|through|until|[-–—])\s*$", re.IGNORECASE)
AS_OF = re.compile(r"\b(?:as\s+(?:of|at)|at|balance\s+(?:as\s+)?(?:of|at)?,?)\s*$", re.IGNORECASE)
_BALANCE = re.compile(
    r"\b(?:as\s+(?:of|at)|at)\s+(?:the\s+)?[A-Z][a-z]{2,8}\.?\s*\d{1,2}\b"
    r"|\b(?i:balance\s+sheets?|statements?\s+of\s+(?:\w+\s+)?financial\s+(?:position|condition))\b"
    r"|\b(?i:at\s+(?:the\s+)?end\s+of\s+(?:the\s+)?(?:fiscal\s+)?years?|at\s+(?:fiscal\s+)?year[\s-]?end)\b"
)
_FOR_YEAR = re.compile(r"\bfor\s+(?:the\s+years?\s+)?(?:fiscal\s+)?(?:19|20)\d\d\b", re.IGNORECASE)


def read_period(words: str, fiscal: FiscalCalendar, around: str = "") -> Period | None:
    """The one period that a column's header lines (joined from the top) give; what they leave open, a length, a day of
    the year or a year, is read `around` them (a caption) when only one is said there. None when nothing or more than
    one reading is left.
    """
    own, caption = _read(words), _read(around)
    if len(own.spans) == 1 and not own.days:
        return _spanned(*next(iter(own.spans)))
    if not (own.days or own.month_days or own.years):
        own, caption = replace(caption, months=own.months or caption.months), _Reading()
    end = own.day(fiscal, caption)
    if own.spans or end is None:
        return None
    months = own.length(caption)
    if months == _UNSURE:
        return None
    return fiscal.period(months, end) if months else Period(end)


def find_lengths(text: str) -> tuple[tuple[TextRange, frozenset[int]], ...]:
    """Where a text counts months or weeks, in order, and how many months each place names ("three and nine months" is
    one place with two). A place with a number of weeks that is no period names none."""
    found = [(match, list(_listed(match))) for match in _lists(text)]
    return tuple(
        (TextRange(*match.span()), frozenset(months))
        for match, months in found
        if len(months) == len(_counts(match))
    )


def _lists(text: str) -> Iterator[re.Match[str]]:
    lower = text.lower()
    if "month" in lower or "week" in lower:
        yield from _LIST.finditer(text)


def find_weeks(text: str) -> frozenset[int]:
    """Every number of weeks that a text counts, whether so many are a period or not: 52 and 53 are both a year."""
    if "week" not in text.lower():
        return frozenset()
    return frozenset(count for match in _WEEKS.finditer(text) for count in _counts(match))


def find_quarters(text: str) -> tuple[tuple[TextRange, int], ...]:
    """Where a text names a quarter of a year, in order: "Q3", "third quarter", "3Q23"."""
    if "q" not in text.lower():
        return ()
    return tuple(
        (TextRange(*match.span()), int(match[1] or match[2] or _ORDINALS[match[3].lower()]))
        for match in _QUARTER.finditer(text)
    )


def find_years(text: str) -> tuple[tuple[TextRange, int], ...]:
    """Where a text names a year by its number, in order: "2023", "FY2023", "FY23", "'23" after a quarter."""
    full = [(TextRange(*match.span()), int(match[1])) for match in _YEAR.finditer(text)]
    lower = text.lower()
    if "q" not in lower and "fy" not in lower:
        return tuple(full)
    short = [
        (TextRange(*match.span()), _of_century(int(match[1])))
        for match in _SHORT_YEAR.finditer(text)
        if not any(span.overlaps(TextRange(*match.span())) for span, _ in full)
    ]
    return tuple(sorted([*full, *short]))


def lengths(text: str) -> frozenset[int]:
    """How many months the periods have that a text names: "three months", "39 weeks", "fiscal year"."""
    found = {months for match in _lists(text) for months in _listed(match)}
    if _QUARTERS_ENDED.search(text):
        found.add(QUARTER)
    if _FULL_YEAR.search(text) or _FISCAL.search(text):
        found.add(YEAR)
    return frozenset(found)


_UNSURE = -1
"""More than one length is said."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """What a text says of periods: each set holds every distinct thing said. `is_mixed`: it speaks of years as such."""

    months: frozenset[int] = frozenset()
    days: frozenset[date] = frozenset()
    month_days: frozenset[MonthDay] = frozenset()
    years: frozenset[int] = frozenset()
    quarters: frozenset[int] = frozenset()
    spans: frozenset[tuple[date, date]] = frozenset()
    is_instant: bool = False
    is_mixed: bool = False

    @classmethod
    def of(cls, text: str) -> _Reading:
        printed = find_days(text)
        spans = frozenset(
            (one.day, other.day)
            for one, other in pairwise(printed)
            if _RANGE.match(text[one.range.end : other.range.start]) and one.day < other.day
        )
        rest = _without(text, [day.range for day in printed])
        return cls(
            months=lengths(rest),
            days=frozenset(day.day for day in printed) - {day for span in spans for day in span},
            month_days=frozenset(find_month_days(rest)),
            years=frozenset(_years(rest)),
            quarters=frozenset(_quarters(rest)),
            spans=spans,
            is_instant=any(AS_OF.search(text[: day.range.start]) for day in printed)
            or _BALANCE.search(rest) is not None,
            is_mixed=_FOR_YEAR.search(rest) is not None,
        )

    def length(self, caption: _Reading) -> int | None:
        """Months, None for a day, or _UNSURE: a day alone may end a period or be a balance's, which words must say."""
        own = self.months | (frozenset({QUARTER}) if self.quarters else frozenset())
        said = own or (frozenset() if self.is_instant else caption.months)
        is_instant = self.is_instant or (not own and caption.is_instant)
        if is_instant and not self.is_instant and caption.is_mixed:
            return _UNSURE  # "net sales for 2024 and long-lived assets as of September 28, 2024 were"
        if is_instant or not said:
            return None if is_instant and not said else _UNSURE
        return next(iter(said)) if len(said) == 1 else _UNSURE

    def day(self, fiscal: FiscalCalendar, caption: _Reading) -> date | None:
        """The one last day; None when none or several are said."""
        if self.days:
            return next(iter(self.days)) if len(self.days) == 1 and not self.month_days else None
        if len(self.years) > 1 or len(self.month_days) > 1:
            return None
        if self.month_days:
            years = self.years or frozenset({day.year for day in caption.days}) | caption.years
            return next(iter(self.month_days)).in_year(next(iter(years))) if len(years) == 1 else None
        return self._day_of_year(next(iter(self.years)), fiscal, caption) if self.years else None

    def _day_of_year(self, year: int, fiscal: FiscalCalendar, caption: _Reading) -> date | None:
        """The last day of a year, or of a quarter of it, that is named by its number alone."""
        if self.quarters:
            return fiscal.quarter_end(year, next(iter(self.quarters))) if len(self.quarters) == 1 else None
        of_year = {day for day in caption.days if day.year == year}
        if of_year != {day for day in caption.days if (day - NAME_SLACK).year == year}:
            return None  # of "January 1, 2023 and January 2, 2022", which is 2022's?
        said = caption.month_days | {MonthDay(day.month, day.day) for day in of_year}
        if caption.days and not said:
            said = frozenset({MonthDay(day.month, day.day) for day in caption.days})
        if len(said) == 1:
            return next(iter(said)).in_year(year)
        return fiscal.year_end(year) if not said and self.months | caption.months == {YEAR} else None


@lru_cache(maxsize=CACHED_TEXTS)
def _read(text: str) -> _Reading:
    """A caption and its headers are read for every cell under them."""
    return _Reading.of(text)


def _spanned(start: date, end: date) -> Period | None:
    months = round(((end - start).days + 1) / MONTH_DAYS)
    try:
        return Period(end, months, start)
    except InvalidPeriod:  # not whole months: how long it is has no word here
        return None


def _listed(match: re.Match[str]) -> Iterator[int]:
    is_weeks = match["unit"].lower().startswith("week")
    for count in _counts(match):
        if not is_weeks:
            yield count
        elif (
            abs(7 * count - round(7 * count / MONTH_DAYS) * MONTH_DAYS) <= WEEK_SLACK and count >= QUARTER * 4
        ):
            yield round(7 * count / MONTH_DAYS)


def _counts(match: re.Match[str]) -> list[int]:
    return [_count(words.lower()) for words in re.findall(_COUNT, match["counts"], re.IGNORECASE)]


def _count(words: str) -> int:
    if words.isdecimal():
        return int(words)
    tens, _, ones = words.replace("-", " ").partition(" ")
    if tens in _NUMBERS:
        return _NUMBERS[tens]
    for name, value in _TENS.items():
        if tens.startswith(name):
            rest = tens.removeprefix(name) or ones.strip()
            return value + (_NUMBERS[rest] if rest else 0)
    raise InvalidPeriod(f"{words!r} is no count.")


def _years(text: str) -> Iterator[int]:
    for match in _YEAR.finditer(text):
        yield int(match[1])
    for match in _SHORT_YEAR.finditer(text):
        yield _of_century(int(match[1]))


def _of_century(short: int) -> int:
    return short + (2000 if short < CENTURY else 1900)


def _quarters(text: str) -> Iterator[int]:
    for _, quarter in find_quarters(text):
        yield quarter


def _without(text: str, ranges: Iterable[TextRange]) -> str:
    """The text with blanks for the ranges."""
    characters = list(text)
    for span in ranges:
        characters[span.start : span.end] = " " * span.length
    return "".join(characters)
