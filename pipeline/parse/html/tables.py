"""HTML tables: which are tables of values, and their rows' cells with the grid columns and footnote marks of each.

Filers spread a figure over several `td` ("$", "1,234", ")") and use tables for bullets and layout too.
Grid columns are counted as HTML counts them, with `colspan` and `rowspan`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from lxml.html import HtmlElement

from pipeline.parse.html.setting import is_bold
from pipeline.parse.html.text import BLOCK_TAGS, text_of
from pipeline.parse.marks import marks_at_end, marks_of, raised_marks
from pipeline.parse.tables.columns import Span
from pipeline.parse.values import is_amount, is_marker, is_value, joins_after, joins_before

MOST_COLSPAN = 1000
"""HTML's own limit for `colspan`."""

MOST_CARRIED = 2000
"""Grid columns that a `rowspan` may reserve in the rows below. Real grids have up to 200; without an end, rows that
each reserve a thousand more take the square of their number."""

MOST_CELLS = 1000
"""A row with more cells is no row of a filing. Real ones have up to 20."""

LONG_CELL = 400
"""A cell with several paragraphs and more characters than this is a piece of layout, not a cell of a row."""

_ROW_GROUPS = frozenset({"thead", "tbody", "tfoot"})


class TableKind(Enum):
    """How a `table` element is used."""

    VALUES = "values"
    LIST = "list"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class GridCell:
    """Adjacent `td`s that read as one cell: their text, the grid columns they cover, the footnote marks in them.

    `is_mark` when the cell is nothing but a raised mark: it belongs to the figure before it.
    """

    text: str
    span: Span
    bold: bool = False
    marks: frozenset[str] = frozenset()
    is_mark: bool = False


@dataclass(slots=True)
class Row:
    """A `tr` with its non-empty cells from the left."""

    element: HtmlElement
    cells: list[GridCell] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


def rows_of(table: HtmlElement) -> list[HtmlElement]:
    """The table's own `tr` elements in document order, not those of tables inside it."""
    rows: list[HtmlElement] = []
    for child in table:
        if child.tag == "tr":
            rows.append(child)
        elif child.tag in _ROW_GROUPS:
            rows.extend(grandchild for grandchild in child if grandchild.tag == "tr")
    return rows


def read_rows(table: HtmlElement) -> list[Row]:
    """The rows with their joined cells; rows without text have no cells."""
    carried: dict[int, int] = {}
    rows: list[Row] = []
    for element in rows_of(table):
        placed = list(_placed(element, carried))
        rows.append(Row(element, _joined(placed)))
    return rows


def _placed(row: HtmlElement, carried: dict[int, int]) -> Iterator[GridCell]:
    """Each `td` with its grid columns. `carried` counts, by grid column, the rows a `rowspan` still covers."""
    column = 0
    taken = {index for index, left in carried.items() if left > 0}
    for index in taken:
        carried[index] -= 1
    for cell in row:
        if cell.tag not in ("td", "th"):
            continue
        while column in taken:
            column += 1
        width = _number(cell, "colspan", MOST_COLSPAN)
        height = _number(cell, "rowspan", 65_534)
        if height > 1:
            carried.update(dict.fromkeys(range(column, min(column + width, MOST_CARRIED)), height - 1))
        text, raised = text_of(cell), raised_marks(cell)
        yield GridCell(
            text,
            Span(column, column + width),
            is_bold(cell),
            marks_of(raised) | marks_at_end(text),
            is_mark=bool(text) and "".join(raised) == text.replace(" ", ""),
        )
        column += width


def _number(cell: HtmlElement, name: str, most: int) -> int:
    digits = re.match(r"\s*(\d{1,9})", cell.get(name, ""))
    return min(max(int(digits[1]), 1), most) if digits else 1


def _joined(cells: Iterable[GridCell]) -> list[GridCell]:
    """Join what filers put in cells of their own to the figure it belongs to: "$", "(", ")", "%"."""
    joined: list[GridCell] = []
    for cell in cells:
        if not cell.text:
            continue
        before = joined[-1] if joined else None
        if (
            before
            and not cell.is_mark
            and (joins_before(before.text, cell.text) or joins_after(before.text, cell.text))
        ):
            # A "$" may stand some empty cells away from its figure: the figure says which column it is.
            is_apart = cell.span.start > before.span.end
            figure = cell.span if is_value(cell.text) else before.span
            span = figure if is_apart else Span(before.span.start, cell.span.end)
            bold, marks = before.bold and cell.bold, before.marks | cell.marks
            joined[-1] = GridCell(before.text + cell.text, span, bold, marks)
        else:
            joined.append(cell)
    return joined


def kind_of(table: HtmlElement, rows: Sequence[Row]) -> TableKind:
    """What a table is used for. A table that holds a table, or paragraphs, is layout."""
    if next(table.iterdescendants("table"), None) is not None:
        return TableKind.LAYOUT
    wide = [row for row in rows if len(row.cells) > 1]
    if any(len(row.cells) > MOST_CELLS for row in rows):
        return TableKind.LAYOUT
    if not wide or any(has_paragraphs(row.element) for row in wide):
        return TableKind.LAYOUT
    if all(
        len(row.cells) == 2 and is_marker(row.cells[0].text) and not is_value(row.cells[1].text)
        for row in wide
    ):
        return TableKind.LIST
    if len(wide) == 1 and not _is_line_of_values(wide[0]):
        return TableKind.LIST
    return TableKind.VALUES


def _is_line_of_values(row: Row) -> bool:
    return any(is_amount(cell.text) and len(cell.text) > 3 for cell in row.cells[1:])


def has_paragraphs(row: HtmlElement) -> bool:
    """True when a cell of the row holds several long paragraphs, so that the row is no unit of reading."""
    for cell in row:
        blocks = [node for node in cell.iterdescendants() if node.tag in BLOCK_TAGS and len(node) <= 200]
        if len(blocks) > 1 and sum(len(text_of(node)) > LONG_CELL / 2 for node in blocks) > 1:
            return True
    return False
