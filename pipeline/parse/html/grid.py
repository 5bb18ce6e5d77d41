"""Segments of an HTML table under one set of headers: their value columns, header lines and unit lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline.parse.html.tables import Row
from pipeline.parse.marks import SIGNS
from pipeline.parse.tables.columns import Span, column_of, value_columns
from pipeline.parse.values import is_amount, is_period, is_unit, is_value, is_year


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
        if cell.is_mark or cell.span.start < self.labels_end:
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
    return any(is_amount(cell.text) and not cell.is_mark for cell in rest)


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
    if _has_no_labels(rows[:headers], body):
        labels_end = 0
    _find_signs(rows[:headers], rows[headers:])
    spans = [
        (cell.span, is_value(cell.text))
        for row in rows[headers:]
        for cell in row.cells
        if cell.span.start >= labels_end and not cell.is_mark
    ]
    return Grid(rows, headers, labels_end, value_columns(spans))


def _has_no_labels(headers: Sequence[Row], body: Sequence[Row]) -> bool:
    """True when every row starts with an amount, under a year or period: "2024 | 2025" over "$1,469 | 1,700"."""
    firsts = [row.cells[0] for row in body]
    over = [
        cell.text
        for row in headers
        for cell in row.cells
        if firsts and cell.span.overlaps(firsts[0].span) and not is_unit(cell.text)
    ]
    return (
        bool(over)
        and all(is_amount(cell.text) for cell in firsts)
        and (is_year(over[-1]) or is_period(over[-1]))
    )


def _find_signs(headers: Sequence[Row], body: Sequence[Row]) -> None:
    """Make marks of the signs in a column of signs beside a column of figures, under no header of its own."""
    columns: dict[Span, list[tuple[Row, int]]] = defaultdict(list)
    for row in body:
        for position, cell in enumerate(row.cells):
            if position and SIGNS.fullmatch(cell.text) and is_amount(row.cells[position - 1].text):
                columns[cell.span].append((row, position))
    for span, places in columns.items():
        figures = [row.cells[position - 1].span for row, position in places]
        over = [cell for row in headers for cell in row.cells if cell.span.overlaps(span)]
        inside = [cell for row in body for cell in row.cells if cell.span.overlaps(span)]
        is_alone = all(SIGNS.fullmatch(cell.text) for cell in inside)
        if is_alone and all(cell.span.overlaps(figure) for cell in over for figure in figures):
            for row, position in places:
                cell = row.cells[position]
                row.cells[position] = replace(cell, is_mark=True, marks=frozenset({cell.text}))


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
