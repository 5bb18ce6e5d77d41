"""A table of a page as words: its rows from the top, their cells, the headers of each column, the unit lines."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.parse.layout import Row


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell's words, line after line. `column` counts value columns from 0; None for a part of the row's label and
    for a cell of a header row."""

    row: Row
    column: int | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table. One whose cells are wrapped over several lines has `lines` of several visual rows."""

    lines: tuple[Row, ...]
    cells: tuple[TableCell, ...]
    is_header: bool

    @property
    def label(self) -> str:
        """What the row is called; empty for a header."""
        return "" if self.is_header else " ".join(cell.row.text for cell in self.cells if cell.column is None)

    @property
    def has_values(self) -> bool:
        return any(cell.column is not None for cell in self.cells)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table: its rows from the top, the header cells of each value column, the lines that give its unit.

    `edges` are the right edges of its value columns, by which a table that goes on over a page break is known.
    """

    rows: tuple[TableRow, ...]
    headers: tuple[tuple[Row, ...], ...]
    units: tuple[Row, ...]
    edges: tuple[float, ...]
