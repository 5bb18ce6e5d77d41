"""HTML tables: which are tables of values, their rows' cells, value columns, headers and units.

Filers spread a figure over several `td` ("$", "1,234", ")") and use tables for bullets and layout too.
Grid columns are counted as HTML counts them, with `colspan` and `rowspan`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from lxml.html import HtmlElement

from pipeline.parse.columns import Span, column_of, value_columns
from pipeline.parse.html_text import BLOCK_TAGS, text_of
from pipeline.parse.values import is_amount, is_marker, is_unit, is_value, is_year, joins_after, joins_before

MOST_COLSPAN = 1000
"""HTML's own limit for `colspan`."""

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
    """Adjacent `td`s that read as one cell: their text and the grid columns they cover."""

    text: str
    span: Span
    bold: bool = False


@dataclass(slots=True)
class Row:
    """A `tr` with its non-empty cells from the left."""

    element: HtmlElement
    cells: list[GridCell] = field(default_factory=list)

    @property
    def text(self) -> str:
        return " ".join(cell.text for cell in self.cells)


@dataclass(slots=True)
class Grid:
    """A segment of a table: consecutive rows under one set of headers.

    `labels_end` is the grid column where the row labels' zone ends; `columns` are the value columns' grid spans.
    `headers` counts the header rows at the top.
    """

    rows: list[Row]
    headers: int
    labels_end: int
    columns: list[Span]

    def column(self, row: Row, position: int) -> int | None:
        """The value column of a row's cell; None for a label, or for a cell that lies over several columns."""
        cell = row.cells[position]
        if cell.span.start < self.labels_end:
            return None
        return column_of(cell.span, self.columns)

    def header_cells(self, column: int) -> Iterator[tuple[Row, int]]:
        """(row, cell position) of each header line over a value column, from the top."""
        span = self.columns[column]
        for row in self.rows[: self.headers]:
            for position, cell in enumerate(row.cells):
                if cell.span.start >= self.labels_end and cell.span.overlaps(span) and not is_unit(cell.text):
                    yield row, position

    def unit_cells(self) -> Iterator[tuple[Row, int]]:
        """(row, cell position) of each unit line in the header rows or alone in a row."""
        for number, row in enumerate(self.rows):
            if number < self.headers or len(row.cells) == 1:
                for position, cell in enumerate(row.cells):
                    if is_unit(cell.text):
                        yield row, position


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
            carried.update(dict.fromkeys(range(column, column + width), height - 1))
        yield GridCell(text_of(cell), Span(column, column + width), is_bold(cell))
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
        if before and (joins_before(before.text, cell.text) or joins_after(before.text, cell.text)):
            span = Span(before.span.start, cell.span.end)
            joined[-1] = GridCell(before.text + cell.text, span, before.bold and cell.bold)
        else:
            joined.append(cell)
    return joined


def is_bold(element: HtmlElement) -> bool:
    """True when the element has text and every visible character of it is bold."""
    owners = [node for node in element.iter() if node.text and node.text.strip()]
    owners += [
        node.getparent() for node in element.iterdescendants() if node.tail is not None and node.tail.strip()
    ]
    return bool(owners) and all(_is_within_bold(owner, element) for owner in owners)


_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(bold|bolder|[6-9]00)", re.I)
_PLAIN_STYLE = re.compile(r"font-weight\s*:\s*(normal|lighter|[1-5]00)", re.I)


def _is_within_bold(node: HtmlElement | None, top: HtmlElement) -> bool:
    while node is not None:
        style = node.get("style", "")
        if node.tag in ("b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6") or _BOLD_STYLE.search(style):
            return True
        if _PLAIN_STYLE.search(style) or node is top:
            return False
        node = node.getparent()
    return False


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


def grids(rows: Sequence[Row]) -> list[Grid]:
    """Cut a table's rows into segments where new headers start, and find each segment's columns."""
    starts = _segment_starts(rows)
    return [_grid(list(rows[start:end])) for start, end in zip(starts, [*starts[1:], len(rows)], strict=True)]


def _segment_starts(rows: Sequence[Row]) -> list[int]:
    label_zone = _labels_end([row for row in rows if _has_amounts(row)])
    starts, has_values, header_since = [0], False, None
    for number, row in enumerate(rows):
        if not row.cells:
            continue
        if _has_amounts(row):
            if header_since is not None and has_values:
                starts.append(header_since)
            has_values, header_since = True, None
        elif _is_header(row, label_zone):
            header_since = number if header_since is None else header_since
        elif len(row.cells) > 1:
            header_since = None
    return starts


def _has_amounts(row: Row) -> bool:
    """True for a row of values: an amount that is no year stands right of the first cell."""
    if not row.cells:
        return False
    rest = row.cells[1:] if row.cells[0].span.start == 0 or not is_amount(row.cells[0].text) else row.cells
    return any(is_amount(cell.text) for cell in rest)


def _is_header(row: Row, labels_end: int) -> bool:
    """Header rows have words or years over the value columns and nothing, or a period, over the labels."""
    over_values = [cell for cell in row.cells if cell.span.start >= labels_end]
    if not over_values or any(is_value(cell.text) and not is_year(cell.text) for cell in over_values):
        return False
    labels = [cell for cell in row.cells if cell.span.start < labels_end]
    return not labels or all(is_unit(cell.text) or is_year(over_values[0].text) for cell in labels)


def _labels_end(rows: Sequence[Row]) -> int:
    """First grid column right of the row labels: no row's first wordy cell starts at or beyond it."""
    starts = [
        row.cells[0].span.start for row in rows if len(row.cells) > 1 and not is_value(row.cells[0].text)
    ]
    if not starts:
        starts = [row.cells[0].span.start for row in rows if len(row.cells) > 1]
    if not starts:
        return 1
    # Most rows decide: one stray word in a value column must not turn that column into labels.
    starts.sort()
    return starts[(len(starts) - 1) * 9 // 10] + 1


def _grid(rows: list[Row]) -> Grid:
    body = [row for row in rows if _has_amounts(row)]
    labels_end = _labels_end(body or [row for row in rows if len(row.cells) > 1])
    headers = _header_count(rows, labels_end, bool(body))
    spans = [
        (cell.span, is_value(cell.text))
        for row in rows[headers:]
        for cell in row.cells
        if cell.span.start >= labels_end
    ]
    return Grid(rows, headers, labels_end, value_columns(spans))


def _header_count(rows: Sequence[Row], labels_end: int, has_body: bool) -> int:
    if not has_body:
        first = next((number for number, row in enumerate(rows) if len(row.cells) > 1), 0)
        is_titled = bool(rows) and all(cell.bold for cell in rows[first].cells)
        return first + 1 if is_titled and first + 1 < len(rows) else 0
    count = 0
    for number, row in enumerate(rows):
        if _has_amounts(row):
            break
        if any(cell.span.start >= labels_end for cell in row.cells) or _is_heading_line(row):
            count = number + 1
    return count


def _is_heading_line(row: Row) -> bool:
    return len(row.cells) == 1 and is_unit(row.cells[0].text)
