"""The period that a report of the Commission's forms is about: its last day, the fiscal year and quarter."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date

from pipeline.evidence.dates import find_days
from pipeline.parse.cover.fiscal_naming import FiscalNaming

QUARTER = 3
YEAR = 12

WEEK_SLACK = 10
"""Days by which quarters of whole weeks differ from months."""

OFTEN = 3
"""Times that a day is printed that a report's balance sheet is compared with."""

_NEAR = 30
"""Characters behind "year ended" in which its day begins: lines to fill in, a colon, a weekday may stand between."""

_BESIDE = 45
"""Characters between a day and "(Date of earliest event reported)", which stands above or below it."""

_WEEKS = r"(?:[1-5]\d|[a-z]+(?:[-\s](?:one|two|three|four|five|six|seven|eight|nine))?)"
_ANNUAL = re.compile(
    rf"\b(?:(?:fiscal\s+)?years?\s*(?:\([^)]{{1,40}}\)\s*)?|for\s+the\s+{_WEEKS}[-\s]weeks\s+)ended:?", re.I
)
_QUARTERLY = re.compile(
    rf"\b(?:quarter(?:ly\s+period)?\s*(?:\([^)]{{1,40}}\)\s*)?|for\s+the\s+{_WEEKS}[-\s]weeks\s+)ended:?",
    re.I,
)
_TRANSITION = re.compile(r"\btransition\s+period\s+from:?[^.]{4,40}?\d\s+(?:to|through):?", re.I)
_EVENT = re.compile(
    r"\(?\s*date\s+of\s+(?:earliest\s+event|report|event)[^:)\d]{0,60}(?:\)\s*:?|:|\s)[\s_]*", re.I
)
_NAME = re.compile(r"exact\s+name\s+of", re.I)
_FILED = re.compile(r"\bfiled\s+with\s+the\s+securities\s+and\s+exchange\s+commission\s+on", re.I)
_FOOTER = re.compile(r"\bQ([1-4])\s+((?:19|20)\d\d)\s+Form\s+10-Q\b", re.I)
_TO_DATE = {
    3: re.compile(
        r"\b(?:three|3)[\s-]+months\s+ended\b|\b(?:twelve|thirteen|fourteen|sixteen|1[2346])[\s-]+weeks\s+ended\b",
        re.I,
    ),
    6: re.compile(
        r"\b(?:six|6)[\s-]+months\s+ended\b|\btwenty[\s-]+(?:four|five|six|seven|eight)[\s-]+weeks\s+ended\b"
        r"|\b2[45678][\s-]+weeks\s+ended\b|\b(?:two|2)\s+quarters\s+ended\b",
        re.I,
    ),
    9: re.compile(
        r"\b(?:nine|9)[\s-]+months\s+ended\b|\b(?:thirty[\s-]+(?:six|seven|eight|nine)|forty)[\s-]+weeks\s+ended\b"
        r"|\b(?:3[6789]|40)[\s-]+weeks\s+ended\b|\b(?:three|3)\s+quarters\s+ended\b",
        re.I,
    ),
}


@dataclass(frozen=True, slots=True)
class Period:
    """The last day, and the issuer's fiscal year and quarter where they are known."""

    end: date | None = None
    fiscal_year: int | None = None
    quarter: int | None = None


def annual_period(front: str, naming: FiscalNaming, end: date | None = None) -> Period:
    """The fiscal year of an annual report, whose last day may be known. A transition period has no fiscal year."""
    end = end or _day_behind(_ANNUAL, front)
    if end is None:
        return Period(_day_behind(_TRANSITION, front))
    return Period(end, naming.year(end))


def quarterly_period(
    front: str, statements: str, body: str, naming: FiscalNaming, end: date | None = None
) -> Period:
    """The fiscal quarter of a quarterly report, whose last day may be known.

    By the report's own footer ("Q3 2023 Form 10-Q"), else by the longest period that its statements cover from the
    start of the year: nine months make the third quarter, and three more end the year.
    """
    end = end or _day_behind(_QUARTERLY, front) or _day_behind(_TRANSITION, front)
    if footer := _FOOTER.search(statements):
        return Period(end, int(footer[2]), int(footer[1]))
    months = months_to_date(statements)
    if not end or not months or _is_contradicted(months, end, body):
        return Period(end)
    year = naming.year(months_later(end, YEAR - months))
    return Period(end, year, months // QUARTER if year else None)


def months_to_date(statements: str) -> int | None:
    """The longest period since the start of a fiscal year that statements cover: three, six or nine months."""
    return max((months for months, words in _TO_DATE.items() if words.search(statements)), default=None)


def _is_contradicted(months: int, end: date, body: str) -> bool:
    """Whether a report prints not once the day that ended its last fiscal year, if so many months passed since, and
    prints over and over the day for another number of months: balance sheets are compared with that day."""
    printed = Counter(day.day for day in find_days(body))

    def count(passed: int) -> int:
        year_end = months_later(end, -passed)
        return sum(number for day, number in printed.items() if abs((day - year_end).days) <= WEEK_SLACK)

    return not count(months) and any(count(other) >= OFTEN for other in _TO_DATE)


def event_date(front: str) -> date | None:
    """A current report's date of report, which it names before the day of the earliest event; the only day above the
    registrant's name, where the cover has no words for it."""
    for label in _EVENT.finditer(front):
        behind = find_days(front[label.end() : label.end() + _BESIDE])
        if behind and behind[0].range.start < _NEAR:
            return behind[0].day
        before = front[max(label.start() - _BESIDE, 0) : label.start()]
        if days := find_days(before):
            return days[0].day
    above = (
        {day.day for day in find_days(front[: marker.start()])} if (marker := _NAME.search(front)) else set()
    )
    return above.pop() if len(above) == 1 else None


def filing_date(front: str) -> date | None:
    """The day on which a registration statement says that it was filed."""
    return _day_behind(_FILED, front)


def months_later(day: date, months: int) -> date:
    """The same day so many months later, or the last of that month."""
    month = day.month - 1 + months
    year, month = day.year + month // 12, month % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def _day_behind(words: re.Pattern[str], text: str) -> date | None:
    """The day that the first of such words names."""
    for match in words.finditer(text):
        days = find_days(text[match.end() : match.end() + 2 * _NEAR])
        if days and days[0].range.start < _NEAR:
            return days[0].day
    return None
