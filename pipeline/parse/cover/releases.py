"""Press releases that announce results: whether pages are one, whose, and of which quarter or year."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date

from pipeline.evidence.dates import find_days, parse_date
from pipeline.parse.cover.fiscal_naming import FiscalNaming
from pipeline.parse.cover.periods import QUARTER, YEAR, Period, months_later, months_to_date

HEADLINE = 400
"""Characters in which a release without an exchange's symbol must say that it reports results."""

_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_YEAR = r"((?:19|20)\d\d)"
# Lines that were set tight lose the hyphen at their end: "fourthquarter", or a mark in its place.
_QUARTER = rf"\b({'|'.join(_ORDINALS)})[\s\ufffe\u0002-]*(?:fiscal\s+)?quarter\b"
_DAY = r"[A-Z][a-z]{2,8}\.?\s+\d{1,2}\s*,?\s+(?:19|20)\d\d"
_AND_YEAR = (
    r"(?:\s+(?:and|&)\s+(?:full[\s-]*year|fiscal(?:\s+year)?|year[\s-]end|annual|year|twelve[\s-]months?|six[\s-]months?"
    r"|first[\s-]half|nine[\s-]months?))*"
)
_ANNOUNCED = (
    re.compile(
        rf"{_QUARTER}{_AND_YEAR}(?:\s+of)?(?:\s+(?:its|the))?(?:\s+fiscal)?(?:\s+year)?(?:\s+\(?FY\)?)?\s+{_YEAR}\b",
        re.I,
    ),
    re.compile(rf"\b{_YEAR}\s+{_QUARTER}", re.I),
    re.compile(
        r"\bQ([1-4])\s*(?:of\s+)?(?:fiscal\s+(?:year\s+)?|FY\s?[’']?(?=\d)|[’'](?=\d\d\b))?((?:19|20)\d\d|(?<=Y)\d\d|(?<=[’'])\d\d)\b",
        re.I,
    ),
    re.compile(r"\b([1-4])Q\s?[’']?((?:20)?\d\d)\b"),
    re.compile(rf"{_QUARTER}[^.]{{0,200}}?\bended\s+({_DAY})", re.I),
)
_MENTIONED = re.compile(
    r"\b(?:in|during|from|since|over|until|through|by|to|than|against|with|versus|vs\.?|by\s+the\s+end\s+of)\s+"
    r"(?:the\s+|its\s+|our\s+)?(?:fiscal\s+|record\s+)?$",
    re.I,
)
_ANNOUNCED_YEAR = re.compile(
    rf"\b(?:fiscal|full[\s-]*year)(?:\s+year)?\s+{_YEAR}\s+(?:full[\s-]year\s+)?(?:\w+\s+){{0,2}}(?:results|earnings)\b"
    r"(?!\s+(?:guidance|outlook|per\s+share|expectations?|forecast))",
    re.I,
)
_ENDED = re.compile(r"\b(?:quarters?|years?|months|weeks|periods?)\s+ended:?\s+", re.I)
# Some columns leave out the word: "Second Quarter July 2, 2023".
_PART_ENDED = re.compile(
    r"\b(?:(?:quarters?|months|weeks|periods?)\s+ended:?|(?:first|second|third|fourth)\s+quarter(?=\s+[A-Z][a-z]{2,8}\s+\d))\s+",
    re.I,
)
_MONTH_DAY = re.compile(r"([A-Z][a-z]{2,8}\.?\s+\d{1,2})\b", re.I)
_QUARTER_COLUMN = re.compile(
    r"\b(?:three\s+months|1[1-7]\s+weeks|(?:twelve|thirteen|fourteen|sixteen|seventeen)\s+weeks|quarters?)\s+ended\b",
    re.I,
)
_YEAR_COLUMN = re.compile(
    r"\b(?:(?:twelve|12)\s+months|5[23]\s+weeks|fifty-\s?(?:two|three)\s+weeks|(?:fiscal\s+)?years?)\s+ended\b",
    re.I,
)
_RESULTS = re.compile(
    r"\b(?:report(?:s|ed)|announce[sd]?|provides?|delivers?|posts?)\b[^.]{0,120}"
    r"\b(?:results|earnings|net income|net loss|sales|revenues?)\b",
    re.I,
)
_FIGURES = re.compile(r"\b(?:per share|net (?:income|sales|loss|earnings)|revenues?)\b", re.I)
_TRANSCRIPT = re.compile(r"\btranscript\b", re.I)
_RELEASE_WORDS = re.compile(
    r"\((?:NYSE|NASDAQ|Nasdaq|NYSE American|ASX|LSE|TSX)[^)]{0,30}:\s?[A-Z.]{1,6}"
    r"|for immediate release|press release|(?:news|earnings) release|exhibit 99\.\d",
    re.I,
)


def is_earnings_release(front: str) -> bool:
    """True for a press release that announces results."""
    if _RELEASE_WORDS.search(front[:8_000]) and _RESULTS.search(front[:4_000]):
        return True
    headline = front[:HEADLINE]
    says_results = _RESULTS.search(headline) and (
        _announced(headline) or _ANNOUNCED_YEAR.search(headline) or _ENDED.search(headline)
    )
    return bool(says_results and _FIGURES.search(front) and not _TRANSCRIPT.search(front))


def release_period(front: str, body: str, naming: FiscalNaming) -> Period:
    """The quarter or year that a press release is about: as it announces it, else by the day on which it ended."""
    return announced_period(front, body, naming) or _dated(front, body, naming)


def announced_period(front: str, body: str, naming: FiscalNaming) -> Period | None:
    """The quarter or year whose results a press release announces, as the issuer names it, with its last day; None
    where it names none.

    Results of a year are those of its fourth quarter too where a column shows that quarter.
    """
    found = _announced(front)
    if found is None:
        year = _ANNOUNCED_YEAR.search(front)
        if year is None:
            return None
        found = Period(None, int(year[1]))
    if found.fiscal_year is None:
        return _named(found, front, naming)
    end = _last_day(found, body, naming)
    if found.quarter is None and _QUARTER_COLUMN.search(body) and _YEAR_COLUMN.search(body):
        return Period(end, found.fiscal_year, YEAR // QUARTER)
    return Period(end, found.fiscal_year, found.quarter)


def _announced(front: str) -> Period | None:
    """The quarter that is named first."""
    return next(iter(_all_announced(front)), None)


def _all_announced(front: str) -> list[Period]:
    """The quarters that are named, in order, but for those that figures are compared with or fell into."""
    found = [
        (match.start(), period)
        for pattern in _ANNOUNCED
        for match in pattern.finditer(front)
        if not _MENTIONED.search(front, max(match.start() - 40, 0), match.start())
        and (period := _period(match[1], match[2]))
    ]
    return [period for _, period in sorted(found, key=lambda item: item[0])]


def _period(first: str, second: str) -> Period | None:
    if len(first) == 4 and first.isdigit():
        first, second = second, first
    quarter = int(first) if first.isdigit() else _ORDINALS[first.lower()]
    if second.isdigit():
        year = int(second)
        return Period(None, year if year > 99 else 2000 + year, quarter)
    day = parse_date(second)
    return Period(day, None, quarter) if day else None


def _named(found: Period, front: str, naming: FiscalNaming) -> Period:
    """A quarter whose last day is known, with the name of its year: as the filing names years, else as the release
    names the same quarter elsewhere ("“Q1 FY24”")."""
    assert found.end is not None
    assert found.quarter is not None
    year_end = months_later(found.end, YEAR - QUARTER * found.quarter)
    said = [
        other.fiscal_year
        for other in _all_announced(front)
        if other.quarter == found.quarter and other.fiscal_year in (year_end.year, year_end.year - 1)
    ]
    year = naming.year(year_end) or next(iter(said), None)
    return Period(found.end, year, found.quarter if year else None)


def _dated(front: str, body: str, naming: FiscalNaming) -> Period:
    """The period by the day that a release says it ended on, and how much of a year its statements cover."""
    days = [day for match in _ENDED.finditer(front) for day in _days_behind(front, match.end())]
    if not days:
        return Period()
    end = days[0]
    months = YEAR if _YEAR_COLUMN.search(body) else months_to_date(body) or 0
    year = naming.year(months_later(end, YEAR - months)) if months else None
    return Period(end, year, months // QUARTER if year else None)


def _last_day(found: Period, body: str, naming: FiscalNaming) -> date | None:
    """The day that ends the announced period, by the columns of the release; None when no day fits, or several do."""
    to_come = YEAR - QUARTER * found.quarter if found.quarter else 0
    ended = _PART_ENDED if to_come else _ENDED
    days = Counter(
        day
        for match in ended.finditer(body)
        for day in _days_behind(body, match.end())
        if naming.year(months_later(day, to_come)) == found.fiscal_year
    )
    (best, count), *others = [*days.most_common(2), (None, 0)]
    return best if all(count > other for _, other in others[:1]) else None


def _days_behind(text: str, start: int) -> Iterator[date]:
    """The days that a column's heading names: whole, or a month and day with the years of the columns under it."""
    behind = text[start : start + 60]
    days = find_days(behind)
    if days and days[0].range.start == 0:
        yield days[0].day
    if month_day := _MONTH_DAY.match(behind):
        for year in re.findall(rf"\b{_YEAR}\b", behind[month_day.end() :]):
            if day := parse_date(f"{month_day[1]}, {year}"):
                yield day
