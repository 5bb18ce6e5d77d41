"""A table of a page as words: its rows from the top, their cells, the headers of each column, the unit lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.parse.pdf.layout import Row

AGREES = 6.0
"""Points that right edges of a column may differ by from part to part: a bracket or a percent sign hangs out."""

OF_PITCH = 0.12
"""Share of the distance of two columns that their edges may differ by: each part is laid out by itself."""


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

    `lefts` and `edges` are the left and right edges of its value columns.
    """

    rows: tuple[TableRow, ...]
    headers: tuple[tuple[Row, ...], ...]
    units: tuple[Row, ...]
    edges: tuple[float, ...]
    lefts: tuple[float, ...]


def agree(above: Sequence[float], below: Sequence[float], shift: float = 0.0) -> bool:
    """Whether two tables' columns end at the same places across the page, the one moved by up to `shift` points."""
    if len(above) != len(below) or not above:
        return False
    moved = [lower - upper for lower, upper in zip(below, above, strict=True)]
    slack = max(AGREES, OF_PITCH * min((right - left for left, right in pairwise(above)), default=0.0))
    return max(moved) - min(moved) <= slack and max(map(abs, moved)) <= max(shift, slack)
