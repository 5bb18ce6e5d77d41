"""One company's filings in the order of their periods."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover

CALENDAR_YEAR = (12, 0)
"""Fiscal years that end in December of the year that they are named for."""

QUARTERLY_KINDS = ("quarterly", "release")
"""What reports on quarters."""

ONE_PERIOD = 20
"""Days by which the last days of one period may differ, where one of them is reckoned."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """When each kind of one company's filings were: ordinal days in order, of filings for the asked quarters only.
    `newest`: of all; `year_end`: as `last_day` takes it."""

    by_kind: Mapping[str, list[int]]
    newest: int
    year_end: tuple[int, int]

    @classmethod
    def of(cls, covers: Sequence[Cover], quarters: frozenset[int]) -> Self:
        by_kind: dict[str, set[int]] = defaultdict(set)
        newest = 0
        year_end = _year_end(covers)
        for cover in covers:
            day = last_day(cover, year_end)
            if day is not None:
                newest = max(newest, day)
                if is_for(cover, quarters):
                    by_kind[kind_of(cover)].add(day)
        return cls({kind: sorted(days) for kind, days in by_kind.items()}, newest, year_end)

    def newer(self, cover: Cover, kinds: Sequence[str]) -> int:
        """How many periods that filings of these kinds report on are newer than its."""
        periods: list[int] = []
        for day in sorted(day for kind in kinds for day in self.by_kind.get(kind, ())):
            if not periods or day > periods[-1] + ONE_PERIOD:
                periods.append(day)
        return len(periods) - bisect_right(periods, self.day_of(cover) + ONE_PERIOD)

    def day_of(self, cover: Cover) -> int:
        return last_day(cover, self.year_end) or 0


def kind_of(cover: Cover) -> str:
    """ "annual", "quarterly", "release" or "event"."""
    if cover.is_annual:
        return "annual"
    if cover.is_quarterly:
        return "quarterly"
    return "release" if cover.form == EARNINGS_RELEASE else "event"


def is_for(cover: Cover, quarters: frozenset[int]) -> bool:
    """Whether a filing reports on one of the quarters, or none is asked for; an annual report does on the fourth."""
    return not quarters or cover.fiscal_quarter in quarters or (cover.is_annual and 4 in quarters)


def ends_year(cover: Cover) -> bool:
    """Whether an earnings release is for a whole year: of its last quarter, or of none."""
    return cover.form == EARNINGS_RELEASE and cover.fiscal_quarter in (None, 4)


def last_day(cover: Cover, year_end: tuple[int, int] = CALENDAR_YEAR) -> int | None:
    """The ordinal of the last day of a filing's period, about so where only year and quarter were read; None where no
    period was. `year_end`: the month in which fiscal years end, and how many years after the one they are named for."""
    if cover.period_end is not None:
        return cover.period_end.toordinal()
    if cover.fiscal_year is None:
        return None
    month, after = year_end
    months = 12 * (cover.fiscal_year + after) + month - 3 * (4 - (cover.fiscal_quarter or 4))
    return date((months - 1) // 12, (months - 1) % 12 + 1, 28).toordinal()


def _year_end(covers: Sequence[Cover]) -> tuple[int, int]:
    """When a company's fiscal years end, by one of its annual reports."""
    for cover in covers:
        if cover.is_annual and cover.period_end and cover.fiscal_year:
            return cover.period_end.month, cover.period_end.year - cover.fiscal_year
    return CALENDAR_YEAR
