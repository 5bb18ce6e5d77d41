"""Tables of a page from its visual rows, without ruling lines: rows of figures that stand in columns.

Rows → cells → runs of rows with figures → value columns → the header and unit lines above them. When a header is
unsure it is left out: no header is better than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.parse.layout import Row
from pipeline.parse.pdf_cells import Span, cells_of, column_of, columns_of, span_of
from pipeline.parse.pdf_headers import columns_under, names_period
from pipeline.parse.values import is_unit, is_value, is_year

MOST_LABEL_ROWS = 3
"""Rows without a figure that may stand between two rows of figures of one table."""

ROW_DISTANCE = 3.5
"""Rows of a table follow each other within this many line heights."""

HEADER_LINES = 7
"""Lines above the first row of figures that are searched for column headers and the unit."""

PROSE_WORDS = 9
"""A cell with this many words, right of the label, is running text beside the row, not a cell."""

HEADER_CHARACTERS = 60

WRAPPED = 0.35
"""Lines of one label or paragraph are closer than this share of their height; rows mostly are not."""

INDENT = 12.0
"""Points by which row labels are indented at most; a line that begins among them is a caption, not a header."""

SLACK = 4.0
"""Points by which a label may reach into the first column's figures and still be left of them."""


_DURATION = re.compile(r"\d+(?:\.\d+)? (?:years?|months?|weeks?|days?)")
_QUANTITY = re.compile(r"[($]{0,2}\d")


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell's words. `column` counts value columns from 0; None for the row's label."""

    row: Row
    column: int | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table. A label wrapped over several lines has `lines` of several visual rows."""

    lines: tuple[Row, ...]
    cells: tuple[TableCell, ...]
    is_header: bool


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table: its rows from the top, the header lines of each value column, the lines that give its unit."""

    rows: tuple[TableRow, ...]
    headers: tuple[tuple[Row, ...], ...]
    units: tuple[Row, ...]


@dataclass(slots=True)
class _Line:
    """A visual row with its cells, and what it is while tables are being found."""

    row: Row
    cells: list[Row]
    values: list[int] = field(default_factory=list)

    @property
    def is_years(self) -> bool:
        """A line of column headers: two years or more and no amount ("2022 2021 Total"), or nothing but periods."""
        years = sum(is_year(cell.text) for cell in self.cells)
        dated = len(self.cells) > 1 and all(_is_date(cell.text) for cell in self.cells)
        return (years > 1 or dated) and all(is_year(self.cells[index].text) for index in self.values)

    @property
    def has_figures(self) -> bool:
        return any(not is_year(self.cells[index].text) for index in self.values)


def _is_date(words: str) -> bool:
    return len(words) < 32 and names_period(words)


def find_tables(rows: Sequence[Row]) -> list[TableLayout]:
    """The tables of a page, from its visual rows (top to bottom). Rows that are in none are not mentioned."""
    lines = [_line(row) for row in rows]
    tables = []
    floor = 0
    for start, end in _runs(lines):
        table = _Builder(lines, floor, start, end).build()
        if table:
            tables.append(table)
            floor = end
    return tables


def _line(row: Row) -> _Line:
    cells = cells_of(row)
    if any(len(cell.words) >= PROSE_WORDS for cell in cells[1:]):
        return _Line(row, cells)
    values = [
        index for index, cell in enumerate(cells) if is_value(cell.text) or _DURATION.fullmatch(cell.text)
    ]
    if len(values) < len(cells):
        values = [index for index in values if index]  # a leading figure beside words is a number of the row
    elif len(cells) > 1 and is_year(cells[0].text) and not all(is_year(cell.text) for cell in cells):
        values = values[1:]  # a year before amounts names the row
    return _Line(row, cells, values)


def _runs(lines: Sequence[_Line]) -> list[tuple[int, int]]:
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


def _is_table(lines: Sequence[_Line]) -> bool:
    figured = [line for line in lines if line.has_figures and len(line.cells) > 1]
    return len(figured) > 1 or any(len(line.values) > 1 for line in figured)


def _belongs(lines: Sequence[_Line], last: int, number: int) -> bool:
    """Whether row `number` goes on with the table whose last row of figures is `last`."""
    between = lines[last + 1 : number]
    if any(line.is_years for line in between):
        return False
    if sum(not line.values for line in between) > MOST_LABEL_ROWS:
        return False
    steps = zip(lines[last:number], lines[last + 1 : number + 1], strict=True)
    if any(_distance(above.row, below.row) > ROW_DISTANCE * lines[last].row.height for above, below in steps):
        return False
    return not any(_is_prose(line, lines[last], lines[number]) for line in between)


def _distance(above: Row, below: Row) -> float:
    return below.top - above.bottom


def _is_prose(line: _Line, above: _Line, below: _Line) -> bool:
    """Whether a line between two rows of figures runs on under the figures, as a paragraph does."""
    figures = [line.cells[index] for line in (above, below) for index in line.values]
    return any(
        len(cell.words) >= PROSE_WORDS
        and sum(cell.left < f.center_x < cell.right for f in _centers(figures)) > 1
        for cell in line.cells
    )


@dataclass(frozen=True, slots=True)
class _Center:
    center_x: float


def _centers(cells: Sequence[Row]) -> list[_Center]:
    return [_Center((cell.left + cell.right) / 2) for cell in cells]


class _Builder:
    """Builds one table from a run of lines; lines from `floor` up to `start` may hold its headers."""

    def __init__(self, lines: Sequence[_Line], floor: int, start: int, end: int) -> None:
        self._lines = lines
        self._floor = floor
        self._start = start
        self._end = end
        self._columns = columns_of(
            [
                [span_of(line.cells[n]) for n in line.values]
                for line in lines[start:end]
                if len(line.cells) > 1
            ]
        )
        lefts = [line.row.left for line in lines[start:end] if 0 not in line.values]
        self._label_edge = min(lefts) + INDENT if lefts else 0.0

    def build(self) -> TableLayout | None:
        if not self._columns:
            return None
        body = self._body()
        top = self._first_label_row()
        headers, header_rows, units = self._above(top)
        if self._is_unsure(body):
            headers = [() for _ in self._columns]
        rows = header_rows + _with_wrapped_labels([*self._label_rows(top), *body])
        return TableLayout(tuple(rows), tuple(headers), tuple(units))

    # --- rows of figures ----------------------------------------------------------------------------------

    def _body(self) -> list[TableRow]:
        return [self._row(line) for line in self._lines[self._start : self._end]]

    def _row(self, line: _Line) -> TableRow:
        """Cells left of the first figure make the label; the others stand in the column that they overlap."""
        columns = [column_of(span_of(cell), self._columns) for cell in line.cells]
        values = set(line.values)
        first = next((n for n, c in enumerate(columns) if c is not None and n in values), len(line.cells))
        cells = [TableCell(Row(tuple(w for c in line.cells[:first] for w in c.words)), None)] if first else []
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

    def _is_label(self, line: _Line) -> bool:
        """All of it stands left of the figures."""
        return line.row.right < self._columns[0].left + SLACK

    def _first_label_row(self) -> int:
        """The first of the label rows right above the figures: "Current assets:" under the column headers."""
        number = self._start
        while (
            number - 1 >= self._floor
            and self._start - number < MOST_LABEL_ROWS
            and self._is_label(self._lines[number - 1])
            and not is_unit(self._lines[number - 1].row.text)
            and not _unit_at_end(self._lines[number - 1].row)
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
        close = _distance(above.row, line.row) < WRAPPED * line.row.height
        return close and any(cell.left < self._columns[0].left < cell.right - SLACK for cell in above.cells)

    def _is_near(self, number: int) -> bool:
        above, below = self._lines[number].row, self._lines[number + 1].row
        return _distance(above, below) < ROW_DISTANCE * min(above.height, below.height)

    def _label_rows(self, top: int) -> list[TableRow]:
        """Label rows count as the table's when they lead into it: under a header line, or with a colon or a label
        that goes on in the first row of figures."""
        lines = self._lines[top : self._start]
        if not lines:
            return []
        under_header = top - 1 >= self._floor and bool(self._header_cells(self._lines[top - 1]))
        first = self._lines[self._start].row.text
        if not under_header:
            lines = [line for line in lines if line.row.text.endswith(":") or _goes_on(line.row.text, first)]
            if lines and lines[-1] is not self._lines[self._start - 1]:
                lines = []
            lines = lines[-1:]
        return [TableRow((line.row,), (TableCell(line.row, None),), is_header=False) for line in lines]

    def _header_cells(self, line: _Line, edge: float | None = None) -> list[Row]:
        """The line's cells over the columns; none when it runs from the labels into the columns, as titles do."""
        edge = self._columns[0].left if edge is None else min(edge, self._columns[0].left)
        over = [
            cell
            for cell in line.cells
            if cell.right >= edge + SLACK or (cell.right >= edge - INDENT and cell.left > self._label_edge)
        ]
        crossing = any(
            len(cell.text) > HEADER_CHARACTERS
            or cell.text.endswith(":")
            or cell.left < self._label_edge
            or (cell.left < edge - 60 and cell.right > self._columns[0].right + 20)
            for cell in over
        )
        counted = any(_QUANTITY.match(cell.text) and not names_period(cell.text) for cell in over)
        return [] if crossing or counted or len(over) > len(self._columns) else over

    def _above(self, top: int) -> tuple[list[tuple[Row, ...]], list[TableRow], list[Row]]:
        """The header lines of each column from the top, the header rows, and the unit lines."""
        headers: list[list[Row]] = [[] for _ in self._columns]
        rows: list[TableRow] = []
        units: list[Row] = []
        anchors = list(self._columns)
        reading_headers = True
        for number in range(top - 1, max(self._floor, top - 1 - HEADER_LINES) - 1, -1):
            line = self._lines[number]
            unit = self._unit_of(line)
            if unit is not None:
                units.insert(0, unit)
                if any(headers) and unit.left <= line.row.left:  # above the unit line stand titles
                    reading_headers = len(unit.words) < len(line.row.words)
            cells = (
                self._header_cells(line, anchors[0].left) if reading_headers and self._is_near(number) else []
            )
            cells = [cell for cell in cells if cell is not unit]
            groups = self._columns_under(cells, anchors)
            if not any(groups):
                closing = _unit_at_end(line.row) if reading_headers and unit is None else None
                units = [closing, *units] if closing else units
                reading_headers = False
                continue
            for cell, group in zip(cells, groups, strict=True):
                for column in group:
                    headers[column].insert(0, cell)
                if len(group) == 1:
                    anchors[group[0]] = span_of(cell)
            rows.insert(0, TableRow((line.row,), (), is_header=True))
        return [tuple(lines) for lines in headers], rows, units

    def _unit_of(self, line: _Line) -> Row | None:
        """The line, or its cell left of the columns, that says what the figures are counted in. A unit over one
        column among other headers is that column's header."""
        if len(line.cells) == 1:
            return line.row if is_unit(line.row.text) else None
        first = line.cells[0]
        if is_unit(first.text) and first.right < self._columns[0].left + SLACK:
            return first
        words = line.row.text
        is_one_bracket = words.startswith("(") and words.endswith(")") and words.count("(") == 1
        return line.row if is_one_bracket and is_unit(words) else None

    def _columns_under(self, cells: Sequence[Row], anchors: Sequence[Span]) -> list[tuple[int, ...]]:
        """A line is centred over the header cells below it, or else over the figures, which may be narrower."""
        headers = [(cell.text, span_of(cell)) for cell in cells]
        groups = columns_under(headers, anchors)
        return groups if groups and all(groups) else columns_under(headers, self._columns)


_UNIT_AT_END = re.compile(r".*(\([^()]*\bin (?:thousands|millions|billions)\b[^()]*\))[:.]?", re.I)


def _unit_at_end(row: Row) -> Row | None:
    """The bracket that closes a line of text over a table: "… were as follows (in millions):"."""
    match = _UNIT_AT_END.fullmatch(row.text)
    if not match:
        return None
    words = row.words[row.text[: match.start(1)].count(" ") :]
    return Row(words) if words[0].text.startswith("(") else None


def _with_wrapped_labels(rows: Sequence[TableRow]) -> list[TableRow]:
    """Rows with a label that goes on in the next row put together with it, where the words say so."""
    joined: list[TableRow] = []
    for row in rows:
        before = joined[-1] if joined else None
        if before and _is_wrapped(before, row):
            joined[-1] = _join(before, row)
        else:
            joined.append(row)
    return joined


def _is_wrapped(above: TableRow, below: TableRow) -> bool:
    """Exactly one of the two has figures, both have a label, the second goes on with the first, and they are close."""
    labels = [_label(row) for row in (above, below)]
    if not all(labels) or _has_values(above) == _has_values(below):
        return False
    gap = _distance(above.lines[-1], below.lines[0])
    return gap < WRAPPED * below.lines[0].height and _goes_on(labels[0], labels[1])


def _goes_on(above: str, below: str) -> bool:
    """Whether a label's second line goes on with the first: it starts small, or the first ends open."""
    if above.endswith((":", ".")):
        return False
    return below[:1].islower() or above.endswith(
        (",", "-", "\u2014", " and", " of", " the", " for", " to", " in")
    )


def _label(row: TableRow) -> str:
    return " ".join(cell.row.text for cell in row.cells if cell.column is None)


def _has_values(row: TableRow) -> bool:
    return any(cell.column is not None for cell in row.cells)


def _join(above: TableRow, below: TableRow) -> TableRow:
    words = tuple(
        w for row in (above, below) for cell in row.cells if cell.column is None for w in cell.row.words
    )
    values = tuple(cell for row in (above, below) for cell in row.cells if cell.column is not None)
    return TableRow(above.lines + below.lines, (TableCell(Row(words), None), *values), is_header=False)
