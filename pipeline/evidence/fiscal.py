"""Reporting periods, and the calendar of a document's periods: strictly the days that it prints."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

from pipeline.evidence.dates import find_days
from pipeline.evidence.errors import InvalidPeriod

YEAR = 12
QUARTER = 3

WEEK_SLACK = 10
"""Days by which a period of a 52/53-week calendar may be longer or shorter than its months: up to a week more, and
up to three days for where month ends fall in the week."""

MONTH_DAYS = 365.25 / 12

NAME_SLACK = timedelta(days=10)
"""A 52/53-week year ends up to a week after the month that it is named for: 1 January 2023 ends fiscal 2022."""

_YEAR_ENDED = re.compile(r"\b(?:fiscal\s+)?years?\s+end(?:ed|s|ing):?\s*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Period:
    """A day (`months` None), or so many months up to and including a day. `start` is the first day, where it is known
    for certain. Raises InvalidPeriod when the parts contradict each other.
    """

    end: date
    months: int | None = None
    start: date | None = None

    def __post_init__(self) -> None:
        if self.months is None and self.start is not None:
            raise InvalidPeriod(f"The day {self.end} does not start on {self.start}.")
        if self.months is not None and self.months < 1:
            raise InvalidPeriod(f"A period has a month or more, not {self.months}.")
        if self.start is not None and not self._fits(self.start):
            raise InvalidPeriod(f"{self.start} to {self.end} are not {self.months} months.")

    @property
    def is_instant(self) -> bool:
        return self.months is None

    def is_from(self, start: date | None, end: date) -> bool:
        """Whether these are the period's first and last day (`start` None: an instant). Where the first day is not
        known, the length in months decides, which one week more or less does not change."""
        if end != self.end or (start is None) != self.is_instant:
            return False
        if start is None or self.start is not None:
            return start == self.start
        return self._fits(start)

    def _fits(self, start: date) -> bool:
        days = (self.end - start).days + 1
        return self.months is not None and abs(days - self.months * MONTH_DAYS) <= WEEK_SLACK


@dataclass(frozen=True, slots=True)
class FiscalCalendar:
    """The days on which a document's periods end, as it prints them, and those that end a fiscal year, by its name."""

    days: frozenset[date] = frozenset()
    year_ends: frozenset[tuple[int, date]] = frozenset()

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """Of a document's pages. A year that ends in January or February has no name here: issuers disagree whether
        it is named for the year before."""
        days: set[date] = set()
        ends: set[date] = set()
        for text in texts:
            for printed in find_days(text):
                days.add(printed.day)
                before = text[max(printed.range.start - 30, 0) : printed.range.start]
                if _YEAR_ENDED.search(before):
                    ends.add(printed.day)
        named = {((day - NAME_SLACK).year, day) for day in ends if (day - NAME_SLACK).month > 2}
        return cls(frozenset(days), frozenset(named))

    def period(self, months: int, end: date) -> Period:
        """The period of so many months up to a day, with its first day where that is certain."""
        return Period(end, months, self._first_day(months, end))

    def year_end(self, year: int) -> date | None:
        """The last day of a fiscal year; None when it is not known, or two days claim to be it."""
        found = {day for name, day in self.year_ends if name == year}
        return found.pop() if len(found) == 1 else None

    def quarter_end(self, year: int, quarter: int) -> date | None:
        """The last day of a fiscal quarter: counted from a year's end that ends a month, else a printed day."""
        end = self.year_end(year)
        if end is None or quarter == 4:
            return end
        return self._end_before(YEAR - QUARTER * quarter, end)

    def _first_day(self, months: int, end: date) -> date | None:
        day = self._end_before(months, end)
        return day + timedelta(days=1) if day else None

    def _end_before(self, months: int, end: date) -> date | None:
        """A calendar of whole weeks may end a period on a month's end too: where the document prints such a day near
        the other month's end, both readings are open."""
        printed = self._printed(months, end)
        if not _is_month_end(end):
            return printed
        nominal = _months_before(end, months)
        return nominal if printed in (None, nominal) else None

    def _printed(self, months: int, end: date) -> date | None:
        """The one printed day that lies whole weeks and about so many months before a day."""
        nominal = end - timedelta(days=round(months * MONTH_DAYS))
        near = [
            day
            for day in self.days
            if abs((day - nominal).days) < WEEK_SLACK and (end - day).days % 7 == 0 and day < end
        ]
        return near[0] if len(near) == 1 else None


def _is_month_end(day: date) -> bool:
    return day.day == calendar.monthrange(day.year, day.month)[1]


def _months_before(day: date, months: int) -> date:
    """The end of the month that lies so many months before a month's end."""
    month = day.month - 1 - months
    year, month = day.year + month // 12, month % 12 + 1
    return date(year, month, calendar.monthrange(year, month)[1])
