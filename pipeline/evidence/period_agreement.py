"""Is a said period the period of a printed figure? Only what is certain counts, either way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Self

from pipeline.evidence.dates import MonthDay, find_days, find_month_days, find_months
from pipeline.evidence.fiscal import MONTH_DAYS, QUARTER, WEEK_SLACK, YEAR, Period
from pipeline.evidence.fiscal_name import FiscalName, names_of, year_end_of
from pipeline.evidence.periods import find_quarters, find_weeks, find_years, lengths
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.said_periods import SaidPeriod, find_periods

CACHED_TEXTS = 512

_SLACK = timedelta(days=WEEK_SLACK)
_ANY_YEAR = re.compile(r"(?<![\d,.])(?:19|20)\d\d(?![\d,]|\.\d)")


@dataclass(frozen=True, slots=True)
class SaidParts:
    """All that texts say of periods, part by part: a header's day, a caption's length, a title's year."""

    days: frozenset[date]
    month_days: frozenset[MonthDay]
    months_of_years: frozenset[tuple[int, int]]
    years: frozenset[int]
    quarters: frozenset[int]
    lengths: frozenset[int]
    weeks: frozenset[int]

    @classmethod
    def of(cls, texts: Sequence[str]) -> SaidParts:
        """Of texts that stand together: the words of a quote, its caption and its headers."""
        return _parts_of(" \n ".join(texts))

    @classmethod
    def read(cls, text: str) -> Self:
        """Of one text."""
        days = frozenset(printed.day for printed in find_days(text))
        quarters = frozenset(quarter for _, quarter in find_quarters(text))
        named = frozenset((printed.year, printed.month) for printed in find_months(text))
        return cls(
            days,
            frozenset(find_month_days(text)) | {MonthDay(day.month, day.day) for day in days},
            named | {(day.year, day.month) for day in days},
            frozenset(int(year) for year in _ANY_YEAR.findall(text)) | {year for _, year in find_years(text)},
            quarters,
            lengths(text) | _said_lengths(text) | ({QUARTER} if quarters else set()),
            find_weeks(text),
        )

    def counts_other_weeks(self, said: SaidPeriod) -> bool:
        """Whether weeks are counted, and not as many: 52 weeks are not 53, though both are a year."""
        return bool(self.weeks) and not said.weeks <= self.weeks

    def say(self, said: SaidPeriod) -> bool:
        """Whether every part of a period is said. That a year is a year ("the year ended") needs no witness."""
        if said.day and said.day not in self.days:
            in_parts = (
                MonthDay(said.day.month, said.day.day) in self.month_days and said.day.year in self.years
            )
            if not in_parts:
                return False
        if said.month and said.year:
            return (said.year, said.month) in self.months_of_years
        return (
            (said.month_day is None or said.month_day in self.month_days)
            and (said.year is None or said.year in self.years)
            and (said.quarter is None or said.quarter in self.quarters)
            and said.months - {YEAR} <= self.lengths
            and not self.counts_other_weeks(said)
        )


def agrees(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    """True when the period is all that was said, False when it cannot be, None where the words leave it open."""
    answers = [
        answer(said, period, name)
        for part, answer in (
            (said.day, _day),
            (said.month, _month),
            (said.month_day, _month_day),
            (said.quarter, _quarter),
            (said.year if not said.month else None, _year),
            (said.months, _length),
        )
        if part
    ]
    if False in answers:
        return False
    return None if None in answers else True


def contradicts(
    said: SaidPeriod, printed: PrintedFigure, name: FiscalName | None, says_parts_of_year: bool
) -> bool:
    """Whether a figure surely is not of the said period. What its own row or column names is (a year in which a debt
    falls due). `says_parts_of_year`: the sentence speaks of months or quarters, else a fiscal year is a whole one.
    """
    if _is_named(said, printed):
        return False
    if printed.period is None:
        return names_other_year(said, printed.header) or _names_other_day(said, printed.header)
    if not says_parts_of_year and said.is_fiscal and not (said.months or said.quarter):
        months = printed.period.months
        if months is not None and months < YEAR - 1:
            return True
    return agrees(said, printed.period, name) is False


def _is_named(said: SaidPeriod, printed: PrintedFigure) -> bool:
    """Whether a figure's row or column names the period itself. The year of a column's day is no name of a year."""
    if SaidParts.of([printed.label]).say(said):
        return True
    if said.year and not (said.month or said.day):
        heads = find_periods(printed.header)
        if not any(head.year == said.year and not head.month for head in heads):
            return False
    return SaidParts.of([printed.header]).say(said)


def names_other_year(said: SaidPeriod, header: str) -> bool:
    """A column that is headed by another year alone."""
    heads = find_periods(header)
    years = {head.year for head in heads if head.year and not head.month}
    return bool(
        said.year and not said.quarter and years and len(years) == len(heads) and said.year not in years
    )


def _names_other_day(said: SaidPeriod, header: str) -> bool:
    """A column that is headed by another day alone, where nothing says whether its figures are of the day or up to
    it."""
    days = {head.day for head in find_periods(header)}
    return said.day is not None and len(days) == 1 and days.isdisjoint({said.day, None})


def _day(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    assert said.day is not None
    if said.day in (period.end, period.start):
        return True
    return None if abs(said.day - period.end) <= timedelta(days=1) and period.is_instant else False


def _month(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    assert said.month is not None
    if (period.end.year, period.end.month) == (said.year, said.month):
        return True
    first = date(said.year or 1, said.month, 1)
    last = first + timedelta(days=30)
    start = period.end - timedelta(days=round((period.months or 0) * MONTH_DAYS))
    return None if start - _SLACK <= last and first - _SLACK <= period.end else False


def _month_day(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    assert said.month_day is not None
    days = [period.end, *([period.start] if period.start else [])]
    if any(MonthDay(day.month, day.day) == said.month_day for day in days):
        return True
    nearest = said.month_day.in_year(period.end.year)
    return None if nearest and abs(nearest - period.end) <= timedelta(days=1) else False


def _length(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    if period.months is None:
        return None
    return period.months in said.months


def _quarter(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    if period.months not in (None, QUARTER, *said.months):
        return False
    named = name.of_end(period.end) if name else None
    return named[1] == said.quarter if named else None


def _year(said: SaidPeriod, period: Period, name: FiscalName | None) -> bool | None:
    assert said.year is not None
    named = name.of_end(period.end) if name else None
    if named and named[0] == said.year:
        return True
    if not said.is_fiscal:
        return said.year in {period.end.year, (period.end - _SLACK).year} | _yearnames_of(period) or False
    if named:
        return False
    quarter = said.quarter or (4 if period.months == YEAR else None)
    if quarter is None:
        return (
            None if said.year in {(period.end - _SLACK).year, period.end.year, period.end.year + 1} else False
        )
    return None if said.year in names_of(year_end_of(period.end, quarter)) else False


def _yearnames_of(period: Period) -> set[int]:
    return names_of(period.end) if period.months == YEAR else set()


@lru_cache(maxsize=CACHED_TEXTS)
def _parts_of(text: str) -> SaidParts:
    """Rows of one table have the same words around them."""
    return SaidParts.read(text)


def _said_lengths(text: str) -> set[int]:
    return {months for said in find_periods(text) for months in said.months}
