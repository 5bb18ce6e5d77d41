"""The issuer's own names of its periods: which quarter of which fiscal year ends on a day."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

from pipeline.evidence.fiscal import MONTH_DAYS, QUARTER, WEEK_SLACK, Period
from pipeline.evidence.periods import find_quarters, find_years

_WEEK = timedelta(days=WEEK_SLACK)


@dataclass(frozen=True, slots=True)
class FiscalName:
    """The issuer's own name of one period, from which others are counted: the period up to about `end` is quarter
    `quarter` of fiscal year `year`, or ends that year (4)."""

    year: int
    quarter: int
    end: date

    @classmethod
    def of(cls, title: str, periods: Iterable[Period | None]) -> Self | None:
        """From a filing's title ("Apple Inc. · 10-Q · Q3 FY2023") and the periods of a table of it, whose latest is the
        filing's own. None when the title does not say, or the latest cannot be what it says."""
        ends = [period.end for period in periods if period]
        years, quarters = find_years(title), find_quarters(title)
        if not ends or len(years) != 1 or len(quarters) > 1:
            return None
        name = cls(years[0][1], quarters[0][1] if quarters else 4, max(ends))
        possible = names_of(year_end_of(name.end, name.quarter))
        # Where two years may have the name, a table of the prior year alone must not be taken for the filing's own.
        is_certain = len(possible) == 1 or len(set(ends)) > 1
        return name if name.year in possible and is_certain else None

    def of_end(self, end: date) -> tuple[int, int] | None:
        """Fiscal year and quarter of a period by its last day; None when it ends inside a quarter."""
        months = round((end - self.end).days / MONTH_DAYS)
        if months % QUARTER:
            return None
        count = self.year * 4 + self.quarter - 1 + months // QUARTER
        return count // 4, count % 4 + 1


def year_end_of(end: date, quarter: int) -> date:
    """About the last day of the fiscal year whose quarter ends on a day."""
    return end + timedelta(days=round((4 - quarter) * QUARTER * MONTH_DAYS))


def names_of(year_end: date) -> set[int]:
    """What a fiscal year may be called by its last day: issuers disagree on those that end by February."""
    early = (year_end - _WEEK).month <= 2 or year_end.month <= 2
    return {year_end.year, (year_end - _WEEK).year} | ({year_end.year - 1} if early else set())
