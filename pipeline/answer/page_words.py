"""What stands around a page's figures, read once a page: the words of its table cells, the calendar, what is tagged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from pipeline.evidence.cell import CellWords, TableWords, words_of_cell, words_of_table
from pipeline.evidence.document import Block, Cell, Page, Table
from pipeline.evidence.errors import InvalidPeriod, InvalidUnit
from pipeline.evidence.fact import UNIT_DIVIDED
from pipeline.evidence.fiscal import MONTH_DAYS, FiscalCalendar, Period
from pipeline.evidence.units import Measure, Unit

CACHED_PAGES = 128
"""A packet's pages are looked at for each other, and again for the next question."""

_CURRENCY_PREFIX = "iso4217:"
_SHARES = "xbrli:shares"
_PURE = "xbrli:pure"
_PERCENT_SCALE = -2


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tagged number of a page: characters `start` to `end` of its text, and what the tag says of it. `period_start`
    None: an instant; both None: it holds at any time."""

    start: int
    end: int
    unit: str
    scale: int
    period_start: date | None
    period_end: date | None

    def as_unit(self) -> Unit | None:
        """What the tag's unit and scale are here; None for pure numbers, for units of the filing's own, and for scales
        in which nobody prints."""
        above, divided, below = self.unit.partition(UNIT_DIVIDED)
        currency = above.removeprefix(_CURRENCY_PREFIX) if above.startswith(_CURRENCY_PREFIX) else None
        try:
            if currency and not divided:
                return Unit(Measure.MONEY, self.scale, currency)
            if currency and below == _SHARES:
                return Unit(Measure.PER_SHARE, self.scale, currency)
            if self.unit == _SHARES:
                return Unit(Measure.SHARES, self.scale)
            if self.unit == _PURE and self.scale == _PERCENT_SCALE:
                return Unit(Measure.PERCENT)
        except InvalidUnit:
            return None
        return None

    def as_period(self) -> Period | None:
        """None for what holds at any time and for a length that is no whole months."""
        if self.period_end is None:
            return None
        if self.period_start is None:
            return Period(self.period_end)
        months = round(((self.period_end - self.period_start).days + 1) / MONTH_DAYS)
        try:
            return Period(self.period_end, months, self.period_start)
        except InvalidPeriod:
            return None


class PageWords:
    """The words around the value cells of a page, each read when it is first asked for. `others` are pages at hand
    on which headers and units stand."""

    def __init__(
        self, page: Page, blocks: Sequence[Block], tables: Mapping[int, Table], others: Mapping[int, Page]
    ) -> None:
        self._pages = {**others, page.index: page}
        self._blocks = {page.index: blocks}
        self._tables = tables
        self._around: dict[int | None, TableWords] = {}
        self._cells: dict[Cell, CellWords] = {}
        self._periods: dict[Cell, Period | None] = {}

    def cell(self, cell: Cell, row: Block) -> CellWords:
        """The words of a value cell of a row of the page."""
        if cell not in self._cells:
            if row.table not in self._around:
                self._around[row.table] = words_of_table(row, self._tables, self._pages, self._blocks)
            around = self._around[row.table]
            self._cells[cell] = words_of_cell(cell, row, self._tables, self._pages, self._blocks, around)
        return self._cells[cell]

    def period(self, cell: Cell, row: Block) -> Period | None:
        """The period of a value cell, as its row, column and caption say it."""
        if cell not in self._periods:
            self._periods[cell] = self.cell(cell, row).period(self._calendar)
        return self._periods[cell]

    @cached_property
    def _calendar(self) -> FiscalCalendar:
        """Of the page and those at hand: a header's own words give the last day of all but named years."""
        pages = [_calendar_of(page.text) for page in self._pages.values()]
        return FiscalCalendar(
            frozenset().union(*(page.days for page in pages)),
            frozenset().union(*(page.year_ends for page in pages)),
        )


@lru_cache(maxsize=CACHED_PAGES)
def _calendar_of(text: str) -> FiscalCalendar:
    return FiscalCalendar.of((text,))
