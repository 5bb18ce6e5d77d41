"""Tables of a page: those whose cells are drawn, and rows of figures that stand in columns without a line.

Rows → cells → runs of rows with figures → value columns → the header and unit lines above them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pipeline.parse.pdf.cells import Span, column_of, columns_of, span_of
from pipeline.parse.pdf.headers import names_period
from pipeline.parse.pdf.layout import Row
from pipeline.parse.pdf.underlines import Underlines
from pipeline.parse.tables.grid import grids_of
from pipeline.parse.tables.header_rows import INDENT, ROW_DISTANCE, SLACK, HeaderReader, Headers
from pipeline.parse.tables.layout import TableCell, TableLayout, TableRow, agree
from pipeline.parse.tables.lead_in import LeadIn, lead_in, unit_at_end
from pipeline.parse.tables.lines import PROSE_WORDS, Line, gap_between, lines_of
from pipeline.parse.tables.ruled import RuledTable
from pipeline.parse.tables.wrapped import WRAPPED, goes_on, with_wrapped_labels
from pipeline.parse.values import is_unit

MOST_LABEL_ROWS = 3
"""Rows without a figure that may stand between two rows of figures of one table."""

MOST_LEADING_ROWS = 8
"""Label rows between the column headers and the first row of figures."""

LABEL_GAP = 1.0
"""Parts of a label that are further apart than this share of their height stand in columns of their own."""

NO_RULES = np.empty((0, 4), dtype=np.float64)


def find_tables(rows: Sequence[Row], rules: NDArray[np.float64] = NO_RULES) -> list[TableLayout]:
    """The tables of a page, from its visual rows (top to bottom) and its ruling lines (n, 4). Rows that are in none
    are not mentioned."""
    ruled = _ruled_tables(rows, rules)
    taken = frozenset(first for table in ruled for first in table.words)
    lines = lines_of(
        [Row(words) for row in rows if (words := tuple(w for w in row.words if w.first not in taken))]
    )
    tables = [(table.top, table.layout(_units_above(table, lines))) for table in ruled]
    tables += [(table.rows[0].lines[0].top, table) for table in _Finder(lines, Underlines(rules)).tables()]
    return [table for _, table in sorted(tables, key=lambda item: item[0])]


def _ruled_tables(rows: Sequence[Row], rules: NDArray[np.float64]) -> list[RuledTable]:
    """Tables in drawn grids. One grid within another's cell is left to the outer one."""
    words = [word for row in rows for word in row.words]
    tables: list[RuledTable] = []
    for grid in grids_of(rules):
        table = RuledTable(grid, words)
        if table.is_table and not any(table.words & other.words for other in tables):
            tables.append(table)
    return tables


def _units_above(table: RuledTable, lines: Sequence[Line]) -> tuple[Row, ...]:
    return lead_in([line for line in lines if line.row.bottom <= table.top]).units


class _Finder:
    """Finds the tables without drawn cells, from the top; each may have its headers below the one before it."""

    def __init__(self, lines: Sequence[Line], underlines: Underlines) -> None:
        self._lines = lines
        self._underlines = underlines

    def tables(self) -> list[TableLayout]:
        tables: list[TableLayout] = []
        floor = 0
        shared = LeadIn()
        for start, end in _runs(self._lines):
            builder = _Builder(self._lines, floor, start, end, self._underlines, shared)
            table = builder.build()
            if table:
                if tables and self._goes_on(tables[-1], table, floor, builder.top):
                    table = replace(table, headers=tables[-1].headers, units=table.units or tables[-1].units)
                tables.append(table)
                floor = end
                shared = builder.shared
        return tables

    def _goes_on(self, above: TableLayout, table: TableLayout, start: int, end: int) -> bool:
        """Whether a table without headers stands under another's columns with nothing but a few labels between."""
        if any(table.headers) or not agree(above.edges, table.edges):
            return False
        between = self._lines[start:end]
        return len(between) <= MOST_LABEL_ROWS and all(
            len(line.cells) == 1 and line.row.right < table.lefts[0] and not line.row.text.endswith(".")
            for line in between
        )


def _runs(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Line numbers (start, end) of rows with figures, with the label rows between them."""
    runs: list[tuple[int, int]] = []
    start: int | None = None
    last = 0
    for number, line in enumerate(lines):
        if not line.has_figures or len(line.cells) == 1:
            continue
        if start is not None and _belongs(lines, last, number):
            last = number
            continue
        if start is not None:
            runs.append((start, last + 1))
        start = last = number
    if start is not None:
        runs.append((start, last + 1))
    return [run for run in runs if _is_table(lines[run[0] : run[1]])]


def _is_table(lines: Sequence[Line]) -> bool:
    figured = [line for line in lines if line.has_figures and len(line.cells) > 1]
    return len(figured) > 1 or any(len(line.values) > 1 for line in figured)


def _belongs(lines: Sequence[Line], last: int, number: int) -> bool:
    """Whether row `number` goes on with the table whose last row of figures is `last`."""
    between = lines[last + 1 : number]
    if any(line.is_years or _is_new_period(line, lines[last]) for line in between):
        return False
    if sum(not line.values for line in between) > MOST_LABEL_ROWS:
        return False
    steps = zip(lines[last:number], lines[last + 1 : number + 1], strict=True)
    if any(
        gap_between(above.row, below.row) > ROW_DISTANCE * lines[last].row.height for above, below in steps
    ):
        return False
    return not any(_is_prose(line, lines[last], lines[number]) for line in between)


def _is_new_period(line: Line, above: Line) -> bool:
    """Whether a line is nothing but a date or period over the columns: another one's figures follow."""
    first = span_of(above.cells[above.values[0]])
    return len(line.cells) == 1 and line.is_dated and first.left < span_of(line.cells[0]).center


def _is_prose(line: Line, above: Line, below: Line) -> bool:
    """Whether a line between two rows of figures runs on under the figures, as a paragraph does."""
    figures = [line.cells[index] for line in (above, below) for index in line.values]
    return any(
        len(cell.words) >= PROSE_WORDS
        and sum(cell.left < span_of(figure).center < cell.right for figure in figures) > 1
        for cell in line.cells
    )


class _Builder:
    """Builds one table from a run of lines; lines from `floor` up to `start` may hold its headers."""

    def __init__(
        self,
        lines: Sequence[Line],
        floor: int,
        start: int,
        end: int,
        underlines: Underlines,
        shared: LeadIn,
    ) -> None:
        self._lines = lines
        self._floor = floor
        self._start = start
        self._end = end
        _take_labels_off(lines[start:end])
        self._columns = _columns(lines[start:end])
        lefts = [line.row.left for line in lines[start:end] if 0 not in line.values]
        self._label_edge = min(lefts) + INDENT if lefts else 0.0
        self._underlines = underlines
        self.shared = shared
        self.top = start

    def build(self) -> TableLayout | None:
        if not self._columns:
            return None
        self._reader = HeaderReader(self._columns, self._label_edge, self._underlines)
        body = self._body()
        top = self.top = self._first_label_row()
        headers, stop = self._reader.read(self._lines[self._floor : top], self._lines[top].row)
        lead = self._lead_in(self._floor + stop, headers)
        columns = _with_period(headers.columns, lead.period)
        if self._is_unsure(body):
            columns = tuple(() for _ in self._columns)
        rows = [*headers.rows, *with_wrapped_labels([*self._label_rows(top), *body])]
        edges = tuple(column.right for column in self._columns)
        lefts = tuple(column.left for column in self._columns)
        return TableLayout(tuple(rows), columns, headers.units or lead.units, edges, lefts)

    def _lead_in(self, stop: int, headers: Headers) -> LeadIn:
        """What is said above the headers, or else above an earlier table of the page for the ones below it too."""
        above = self._lines[self._floor : stop]
        lead = lead_in(above)
        if lead.is_shared:
            self.shared = lead
        elif any(not line.is_bold for line in above):
            self.shared = LeadIn()
        elif not lead.units:
            lead = LeadIn(self.shared.units, lead.period)
        return lead

    # --- rows of figures ----------------------------------------------------------------------------------

    def _body(self) -> list[TableRow]:
        return [self._row(line) for line in self._lines[self._start : self._end]]

    def _row(self, line: Line) -> TableRow:
        """Cells left of the first figure make the label; the others stand in the column that they overlap."""
        columns = [column_of(span_of(cell), self._columns) for cell in line.cells]
        values = set(line.values)
        first = next((n for n, c in enumerate(columns) if c is not None and n in values), len(line.cells))
        cells = [TableCell(part, None) for part in _label_parts(line.cells[:first])]
        cells += [
            TableCell(c, n) for c, n in zip(line.cells[first:], columns[first:], strict=True) if n is not None
        ]
        return TableRow((line.row,), tuple(cells), is_header=False)

    def _is_unsure(self, rows: Sequence[TableRow]) -> bool:
        """Two figures of one row in one column: the columns were not understood."""
        for row in rows:
            numbers = [cell.column for cell in row.cells if cell.column is not None]
            if len(numbers) != len(set(numbers)):
                return True
        return False

    # --- lines above ------------------------------------------------------------------------------------------

    def _is_label(self, line: Line) -> bool:
        """All of it stands left of the figures."""
        return line.row.right < self._columns[0].left + SLACK

    def _first_label_row(self) -> int:
        """The first of the label rows right above the figures: "Current assets:" under the column headers."""
        number = self._start
        while (
            number - 1 >= self._floor
            and self._start - number < MOST_LEADING_ROWS
            and self._is_label(self._lines[number - 1])
            and not is_unit(self._lines[number - 1].row.text)
            and not unit_at_end(self._lines[number - 1].row)
            and self._is_near(number - 1)
            and not self._ends_paragraph(number - 1)
        ):
            number -= 1
        return number

    def _ends_paragraph(self, number: int) -> bool:
        """Whether the line right above runs on into this one across the columns, as running text does."""
        if number <= self._floor:
            return False
        above, line = self._lines[number - 1], self._lines[number]
        close = gap_between(above.row, line.row) < WRAPPED * line.row.height
        first = above.cells[0]
        return close and first.left < self._label_edge and self._columns[0].left < first.right - SLACK

    def _is_near(self, number: int) -> bool:
        above, below = self._lines[number].row, self._lines[number + 1].row
        return gap_between(above, below) < ROW_DISTANCE * min(above.height, below.height)

    def _label_rows(self, top: int) -> list[TableRow]:
        """Label rows count as the table's when they lead into it: under a header line, or with a colon or a label
        that goes on in the first row of figures."""
        lines = self._lines[top : self._start]
        if not lines:
            return []
        under_header = top - 1 >= self._floor and bool(self._reader.cells(self._lines[top - 1]))
        first = self._lines[self._start].row.text
        if not under_header:
            lines = [line for line in lines if line.row.text.endswith(":") or goes_on(line.row.text, first)]
            if lines and lines[-1] is not self._lines[self._start - 1]:
                lines = []
            lines = lines[-1:]
        return [TableRow((line.row,), (TableCell(line.row, None),), is_header=False) for line in lines]


def _columns(lines: Sequence[Line]) -> list[Span]:
    return columns_of(
        [[span_of(line.cells[n]) for n in line.values] for line in lines if len(line.cells) > 1]
    )


def _take_labels_off(lines: Sequence[Line]) -> None:
    """Rows that are nothing but figures begin with a label of figures ("25,000–49,999") when most rows begin with words
    and no figure of those rows stands over theirs."""
    worded = [line for line in lines if line.values and line.values[0] > 0]
    bare = [line for line in lines if 0 in line.values and len(line.values) > 1]
    if not bare or len(bare) >= len(worded):
        return
    left = min(span.left for span in _columns(worded))
    for line in bare:
        if line.cells[0].right < left:
            line.values = line.values[1:]


def _label_parts(cells: Sequence[Row]) -> list[Row]:
    """A row's label: one cell, or several where wide gaps part its words ("Germany   Single   25 g")."""
    parts: list[Row] = []
    for cell in cells:
        if parts and cell.left - parts[-1].right < LABEL_GAP * cell.height:
            parts[-1] = Row(parts[-1].words + cell.words)
        else:
            parts.append(cell)
    return parts


def _with_period(columns: Sequence[tuple[Row, ...]], period: Row | None) -> tuple[tuple[Row, ...], ...]:
    """Headers with the period that is written over the whole table, when no column names one of its own."""
    if period is None or any(names_period(" ".join(line.text for line in lines)) for lines in columns):
        return tuple(columns)
    return tuple((period, *lines) for lines in columns)
