"""The lines of column headers over a table: which cells of them stand over which value columns.

When a header is unsure it is left out: no header is better than a wrong one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.parse.pdf.cells import Span, span_of
from pipeline.parse.pdf.headers import columns_under, names_period
from pipeline.parse.pdf.layout import Row
from pipeline.parse.pdf.underlines import Underlines
from pipeline.parse.tables.layout import TableCell, TableRow
from pipeline.parse.tables.lines import Line, gap_between
from pipeline.parse.values import is_unit

HEADER_LINES = 7
"""Lines above the first row of figures that are searched for column headers."""

HEADER_CHARACTERS = 60

INDENT = 12.0
"""Points by which row labels are indented at most; a line that begins among them is a caption, not a header."""

SLACK = 4.0
"""Points by which a label may reach into the first column's figures and still be left of them."""

ROW_DISTANCE = 3.5
"""Rows of a table follow each other within this many line heights."""

SAME_CELL = 0.5
"""Lines of one header cell are closer than this share of their height."""

_QUANTITY = re.compile(r"\$?\d")


@dataclass(frozen=True, slots=True)
class Headers:
    """The header cells of each value column from the top, the header rows, and the unit lines among them."""

    columns: tuple[tuple[Row, ...], ...]
    rows: tuple[TableRow, ...]
    units: tuple[Row, ...]


@dataclass(slots=True)
class _Cell:
    """A header cell: its lines, the columns that it stands over, the number of its first line."""

    lines: list[Row]
    columns: tuple[int, ...]
    first: int

    @property
    def row(self) -> Row:
        return Row(tuple(word for line in self.lines for word in line.words))


class HeaderReader:
    """Reads the header lines over a table's value columns, from the lowest up."""

    def __init__(self, columns: Sequence[Span], label_edge: float, underlines: Underlines) -> None:
        self._columns = columns
        self._label_edge = label_edge
        self._underlines = underlines

    def read(self, lines: Sequence[Line], below: Row) -> tuple[Headers, int]:
        """The headers in the last of `lines`, which stand over the row `below`; and how many lines they left."""
        anchors = list(self._columns)
        found: list[tuple[Line, list[Row], list[tuple[int, ...]], Row | None]] = []
        below_headers: list[Row] = []
        number = len(lines)
        while number > max(0, len(lines) - HEADER_LINES):
            line = lines[number - 1]
            unit = self.unit_beside(line)
            if not _is_near(line.row, below) or (found and _is_whole(unit, line)):
                break
            if unit and _is_whole(unit, line):
                below_headers.append(unit)
                below, number = line.row, number - 1
                continue
            cells = [cell for cell in self.cells(line, anchors[0].left) if cell is not unit]
            groups = self._columns_under(cells, anchors)
            if not any(groups):
                break
            for cell, group in zip(cells, groups, strict=True):
                if len(group) == 1:
                    anchors[group[0]] = span_of(cell)
            found.insert(0, (line, cells, groups, unit))
            below = line.row
            number -= 1
        units = tuple(unit for *_, unit in found if unit) or tuple(below_headers)
        headers, rows = self._assembled(found)
        return Headers(headers, rows, units), number

    def cells(self, line: Line, edge: float | None = None) -> list[Row]:
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

    def unit_beside(self, line: Line) -> Row | None:
        """The line, or its cell left of the columns, that says what the figures are counted in. A unit over one
        column among other headers is that column's header."""
        first = line.cells[0]
        if len(line.cells) > 1 and is_unit(first.text) and first.right < self._columns[0].left + SLACK:
            return first
        words = line.row.text
        is_one_bracket = words.startswith("(") and words.endswith(")") and words.count("(") == 1
        return line.row if is_unit(words) and (len(line.cells) == 1 or is_one_bracket) else None

    def _columns_under(self, cells: Sequence[Row], anchors: Sequence[Span]) -> list[tuple[int, ...]]:
        """A line is centred over the header cells below it, or else over the figures, which may be narrower. A line
        drawn under a header over several columns says more; one over a single column may be that column's own."""
        headers = [(cell.text, span_of(cell)) for cell in cells]
        groups = columns_under(headers, anchors)
        if not groups or not all(groups):
            groups = columns_under(headers, self._columns)
        drawn = [
            self._underlines.columns_under(
                cell, [other for other in cells if other is not cell], self._columns, self._label_edge
            )
            for cell in cells
        ]
        marked = [
            mark if len(mark) > 1 or not group else group for mark, group in zip(drawn, groups, strict=True)
        ]
        claims = [column for group in marked for column in group]
        return marked if len(claims) == len(set(claims)) else groups

    # --- cells of several lines -------------------------------------------------------------------------------

    def _assembled(
        self, found: Sequence[tuple[Line, list[Row], list[tuple[int, ...]], Row | None]]
    ) -> tuple[tuple[tuple[Row, ...], ...], tuple[TableRow, ...]]:
        """Each column's header cells, and the header rows: lines that share a cell of several lines are one row."""
        cells: list[_Cell] = []
        ends: list[int] = []  # for each line, the first line of the row that it is in
        for number, (line, over, groups, unit) in enumerate(found):
            placed = {id(cell): group for cell, group in zip(over, groups, strict=True)}
            first = number
            for row in line.cells:
                if row is unit:
                    continue
                upper = self._upper(row, placed.get(id(row), ()), number, cells)
                if upper:
                    upper.lines.append(row)
                    first = min(first, ends[upper.first])
                else:
                    cells.append(_Cell([row], placed.get(id(row), ()), number))
            ends.append(number)
            ends[first:] = [first] * (number + 1 - first)
        headers = tuple(
            tuple(cell.row for cell in cells if column in cell.columns)
            for column in range(len(self._columns))
        )
        starts = [*sorted(set(ends)), len(found)]
        rows = tuple(
            TableRow(
                tuple(found[n][0].row for n in range(start, stop)),
                tuple(TableCell(cell.row, None) for cell in cells if start <= cell.first < stop),
                is_header=True,
            )
            for start, stop in pairwise(starts)
        )
        return headers, rows

    def _upper(self, row: Row, columns: tuple[int, ...], number: int, cells: Sequence[_Cell]) -> _Cell | None:
        """The cell that a row of words goes on with: right above it, over the same columns, in the same type."""
        above = [
            cell
            for cell in cells
            if cell.first + len(cell.lines) == number
            and cell.columns == columns
            and (columns or (cell.lines[-1].left < row.right and row.left < cell.lines[-1].right))
            and gap_between(cell.lines[-1], row) < SAME_CELL * row.height
            and cell.lines[-1].words[-1].bold == row.words[0].bold
            and not self._underlines.are_between(cell.lines[-1], row)
        ]
        return above[0] if len(above) == 1 else None


def _is_whole(unit: Row | None, line: Line) -> bool:
    return unit is not None and len(unit.words) == len(line.row.words)


def _is_near(above: Row, below: Row) -> bool:
    return gap_between(above, below) < ROW_DISTANCE * min(above.height, below.height)
