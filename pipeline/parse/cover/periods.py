"""The period a filing is about, as analysts say it: "Q3 FY2023", "FY2022", "Aug 30, 2023"."""

from __future__ import annotations

import calendar
import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta

from pipeline.evidence.dates import parse_date

WEEK_YEAR_SLACK = timedelta(days=10)
"""52/53-week years end up to a week after the month they are named for: 1 January 2023 ends fiscal 2022."""

_MONTHS = "|".join(calendar.month_name[1:])
_DATE = rf"(?:{_MONTHS})\s+\d{{1,2}}\s*,?\s+\d{{4}}"
_ANNUAL = re.compile(rf"\b(?:fiscal\s+)?years?\s+ended:?[\s_]*({_DATE})", re.I)
_QUARTERLY = re.compile(rf"\bquarter(?:ly\s+period)?\s+ended:?[\s_]*({_DATE})", re.I)
_EVENT = re.compile(rf"date\s+of\s+(?:earliest\s+event|report)[^:]{{0,60}}?\)?[:\s_]*({_DATE})", re.I)
_FILED = re.compile(
    rf"\bfiled\s+with\s+the\s+securities\s+and\s+exchange\s+commission\s+on\s+({_DATE})", re.I
)
_FOOTER = re.compile(r"\bQ([1-4])\s+((?:19|20)\d\d)\s+Form\s+10-Q\b", re.I)
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4}
_ANNOUNCED = (
    re.compile(
        r"\b(first|second|third|fourth)[\s\ufffe\u0002-]*quarter(?:\s+and\s+(?:full[\s-]*year|fiscal))?(?:\s+of)?"
        r"(?:\s+fiscal)?(?:\s+year)?\s+((?:19|20)\d\d)\b",
        re.I,
    ),
    re.compile(r"\b((?:19|20)\d\d)\s+(first|second|third|fourth)[\s-]*quarter\b", re.I),
    re.compile(rf"\b(first|second|third|fourth)[\s-]*quarter\b[^.]{{0,200}}?\bended\s+({_DATE})", re.I),
)
_ANNOUNCED_YEAR = re.compile(
    r"\b(?:fiscal|full[\s-]*year)(?:\s+year)?\s+((?:19|20)\d\d)\s+(?:financial\s+)?results\b", re.I
)
_TO_DATE = {
    3: re.compile(
        r"\b(?:three|3)\s+months\s+ended\b|\b(?:twelve|thirteen|fourteen|sixteen|12|13|14|16)\s+weeks\s+ended\b",
        re.I,
    ),
    6: re.compile(
        r"\b(?:six|6)\s+months\s+ended\b|\btwenty-?\s?(?:four|six|seven|eight)\s+weeks\s+ended\b|\b2[4678]\s+weeks\s+ended\b",
        re.I,
    ),
    9: re.compile(
        r"\b(?:nine|9)\s+months\s+ended\b|\b(?:thirty-?\s?(?:six|nine)|forty)\s+weeks\s+ended\b|\b(?:36|39|40)\s+weeks\s+ended\b",
        re.I,
    ),
}


@dataclass(frozen=True, slots=True)
class Period:
    """The last day, and the issuer's fiscal year and quarter where they are known."""

    end: date | None = None
    fiscal_year: int | None = None
    quarter: int | None = None


def annual_period(front: str, text: str) -> Period:
    """The fiscal year of an annual report."""
    match = _ANNUAL.search(front)
    end = parse_date(match[1]) if match else None
    return Period(end, fiscal_year(end, text) if end else None)


def quarterly_period(front: str, text: str) -> Period:
    """The fiscal quarter of a quarterly report.

    By the report's own footer ("Q3 2023 Form 10-Q"), else by the longest period that its statements cover from
    the start of the year: nine months make the third quarter, and three more end the year.
    """
    match = _QUARTERLY.search(front)
    end = parse_date(match[1]) if match else None
    if footer := _FOOTER.search(text):
        return Period(end, int(footer[2]), int(footer[1]))
    months = max((months for months, words in _TO_DATE.items() if words.search(text)), default=None)
    if not end or not months:
        return Period(end)
    year = fiscal_year(_months_later(end, 12 - months), text)
    return Period(end, year, months // 3 if year else None)


def event_date(front: str) -> date | None:
    """A current report's date of report."""
    match = _EVENT.search(front)
    return parse_date(match[1]) if match else None


def filing_date(front: str) -> date | None:
    match = _FILED.search(front)
    return parse_date(match[1]) if match else None


def announced_period(front: str) -> Period:
    """The quarter or year whose results a press release announces, as the issuer names it."""
    found: list[tuple[int, Period]] = []
    for pattern in _ANNOUNCED:
        if match := pattern.search(front):
            found.append((match.start(), _announced(match)))
    if found:
        return min(found, key=lambda item: item[0])[1]
    year = _ANNOUNCED_YEAR.search(front)
    return Period(None, int(year[1])) if year else Period()


def _announced(match: re.Match[str]) -> Period:
    first, second = match[1], match[2]
    if first.isdigit():
        return Period(None, int(first), _ORDINALS[second.lower()])
    if second.isdigit():
        return Period(None, int(second), _ORDINALS[first.lower()])
    return Period(parse_date(second))


def fiscal_year(year_end: date, text: str) -> int | None:
    """The issuer's name for the fiscal year that ends on (or about) a day; None when it cannot be told.

    Issuers whose year ends in January or February disagree whether it is named for the year before, so their
    own words decide.
    """
    named = (year_end - WEEK_YEAR_SLACK).year
    if year_end.month > 2 or (year_end - WEEK_YEAR_SLACK).month == 12:
        return named
    counts = Counter(
        int(year) for year in re.findall(r"\bfiscal(?:\s+year)?\s+((?:19|20)\d\d)\b", text, re.I)
    )
    before, same = counts[named - 1], counts[named]
    return None if before == same else (named - 1 if before > same else named)


def _months_later(day: date, months: int) -> date:
    month = day.month - 1 + months
    year, month = day.year + month // 12, month % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
