"""Calendar days as filings print them. A day that can be read in two ways is none."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from pipeline.evidence.text import TextRange

_NAMES = [name.lower() for name in calendar.month_name]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR = r"(?:19|20)\d\d"
_DAY = re.compile(
    rf"""
      \b(?P<month>{_MONTH})\s*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s*(?P<year>{_YEAR})\b
    | \b(?P<day2>\d{{1,2}})[\s-](?P<month2>{_MONTH})[\s,-]\s*(?P<year2>{_YEAR})\b
    | (?<![\d/-])(?P<year3>{_YEAR})-(?P<month3>\d\d)-(?P<day3>\d\d)(?![\d/-])
    | (?<![\d/])(?P<month4>\d{{1,2}})/(?P<day4>\d{{1,2}})/(?P<year4>{_YEAR})(?![\d/])
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MONTH_DAY = re.compile(
    rf"\b(?P<month>{_MONTH})\s*(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\s*,?\s*{_YEAR}\b)", re.I
)
_MONTH_YEAR = re.compile(rf"\b(?P<month>{_MONTH})\s*(?:of\s+)?,?\s*(?P<year>{_YEAR})\b", re.IGNORECASE)
_COMPACT = re.compile(r"\s*(\d{4})(\d{2})(\d{2})\s*")


MOST_KEPT = 1_000
"""Characters of a text whose days are kept: headers and captions are read for each of their cells."""


@dataclass(frozen=True, slots=True)
class PrintedDay:
    """A day and where it is printed."""

    day: date
    range: TextRange


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A month and day printed without their year ("December 31,"), whose year stands elsewhere."""

    month: int
    day: int

    def in_year(self, year: int) -> date | None:
        """The day of a year; None when that year has no such day."""
        return _day(year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class PrintedMonth:
    """A month of a year ("June 2023"), and where it is printed."""

    year: int
    month: int
    range: TextRange


@dataclass(frozen=True, slots=True)
class PrintedMonthDay:
    """A day without its year, and where it is printed."""

    day: MonthDay
    range: TextRange


def find_days(text: str) -> tuple[PrintedDay, ...]:
    """Every full date of a text in order: "July 1, 2023", "Dec. 31, 2023", "1 July 2023", "2023-07-01", "6/30/2023".

    A date in digits with slashes counts only when no other order of day and month is possible.
    """
    return _found_days(text) if len(text) <= MOST_KEPT else _find_days(text)


@lru_cache(maxsize=1_024)
def _found_days(text: str) -> tuple[PrintedDay, ...]:
    return _find_days(text)


def _find_days(text: str) -> tuple[PrintedDay, ...]:
    if not (_names_month(text) or "-" in text or "/" in text):
        return ()
    found = []
    for match in _DAY.finditer(text):
        if (day := _matched(match)) is not None:
            found.append(PrintedDay(day, TextRange(match.start(), match.end())))
    return tuple(found)


def find_month_days(text: str) -> tuple[MonthDay, ...]:
    """Every month and day of a text that no year follows."""
    return tuple(printed.day for printed in find_printed_month_days(text))


def find_printed_month_days(text: str) -> tuple[PrintedMonthDay, ...]:
    """The same with their places, in order."""
    if not _names_month(text):
        return ()
    found = (
        (_month(match["month"]), int(match["day"]), TextRange(*match.span()))
        for match in _MONTH_DAY.finditer(text)
    )
    return tuple(
        PrintedMonthDay(MonthDay(month, day), span) for month, day, span in found if _day(2000, month, day)
    )


def find_months(text: str) -> tuple[PrintedMonth, ...]:
    """Every month of a text that a year follows, in order: "June 2023", "Sept. 2022"."""
    if not _names_month(text):
        return ()
    return tuple(
        PrintedMonth(int(match["year"]), _month(match["month"]), TextRange(*match.span()))
        for match in _MONTH_YEAR.finditer(text)
    )


def parse_date(text: str) -> date | None:
    """The date that a text is: as covers ("July 1, 2023"), facts ("2023-07-01") and mail headers ("19981215") write
    it."""
    if digits := _COMPACT.fullmatch(text):
        return _day(int(digits[1]), int(digits[2]), int(digits[3]))
    match = _DAY.fullmatch(text.strip())
    return _matched(match) if match else None


def _names_month(text: str) -> bool:
    """Whether the beginning of a month's name stands anywhere: quicker than a search that finds none."""
    lower = text.lower()
    return any(name[:3] in lower for name in _NAMES[1:])


def _matched(match: re.Match[str]) -> date | None:
    if match["month"]:
        return _day(int(match["year"]), _month(match["month"]), int(match["day"]))
    if match["month2"]:
        return _day(int(match["year2"]), _month(match["month2"]), int(match["day2"]))
    if match["month3"]:
        return _day(int(match["year3"]), int(match["month3"]), int(match["day3"]))
    month, day = int(match["month4"]), int(match["day4"])
    if day <= 12 and day != month:
        return None
    return _day(int(match["year4"]), month, day)


def _month(name: str) -> int:
    start = name.lower()[:3]
    return next(number for number, full in enumerate(_NAMES) if full[:3] == start)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
