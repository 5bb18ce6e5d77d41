"""Row labels that are wrapped over several lines, put together with the row that has the figures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.parse.pdf.layout import Row
from pipeline.parse.tables.layout import TableCell, TableRow
from pipeline.parse.tables.lines import gap_between

WRAPPED = 0.35
"""Lines of one label or paragraph are closer than this share of their height; rows mostly are not."""

CLOSER = 0.92
"""Lines of one label follow each other within this share of the distance of the table's closest rows of figures."""

FILLED = 0.8
"""The first line of a wrapped label fills at least this share of the widest label: the next word found no room."""

_OPEN_ENDS = (",", "-", "\u2014", " and", " of", " the", " for", " to", " in", " or", " with", " on")


def with_wrapped_labels(rows: Sequence[TableRow]) -> list[TableRow]:
    """Rows with a label that goes on in the next row put together with it, where words or distances say so."""
    pitch = _closest_rows(rows)
    edge = _label_edge(rows)
    joined: list[TableRow] = []
    for row in rows:
        before = joined[-1] if joined else None
        if before and _is_wrapped(before, row, pitch, edge):
            joined[-1] = _join(before, row)
        else:
            joined.append(row)
    return joined


def goes_on(above: str, below: str) -> bool:
    """Whether a label's second line goes on with the first: it starts small, or the first ends open."""
    if above.endswith((":", ".")):
        return False
    return below[:1].islower() or above.endswith(_OPEN_ENDS)


def _closest_rows(rows: Sequence[TableRow]) -> float | None:
    """The smallest distance from one row with a label and figures to the next, in points; None without two such."""
    steps = [
        _pitch(above.lines[-1], below.lines[0])
        for above, below in pairwise(rows)
        if above.has_values and below.has_values and above.label and below.label
    ]
    return min(steps) if steps else None


def _label_edge(rows: Sequence[TableRow]) -> float:
    """How far across the page a label must reach to be taken for full."""
    labels = [cell.row for row in rows if not row.is_header for cell in row.cells if cell.column is None]
    if not labels:
        return 0.0
    left, right = min(label.left for label in labels), max(label.right for label in labels)
    return left + FILLED * (right - left)


def _pitch(above: Row, below: Row) -> float:
    return below.bottom - above.bottom


def _is_wrapped(above: TableRow, below: TableRow, pitch: float | None, edge: float) -> bool:
    """Exactly one of the two has figures, both have a label, they are close, and the second goes on with the first:
    its words say so, or lines this close are never two rows of the table."""
    if not (above.label and below.label) or above.has_values == below.has_values:
        return False
    if above.label.endswith(":"):
        return False
    if gap_between(above.lines[-1], below.lines[0]) >= WRAPPED * below.lines[0].height:
        return False
    if goes_on(above.label, below.label):
        return True
    first, second = _label_row(above), _label_row(below)
    is_full = first.right >= edge and first.words[-1].bold == second.words[0].bold
    return is_full and pitch is not None and _pitch(above.lines[-1], below.lines[0]) < CLOSER * pitch


def _label_row(row: TableRow) -> Row:
    return next(cell.row for cell in row.cells if cell.column is None)


def _join(above: TableRow, below: TableRow) -> TableRow:
    words = tuple(
        w for row in (above, below) for cell in row.cells if cell.column is None for w in cell.row.words
    )
    values = tuple(cell for row in (above, below) for cell in row.cells if cell.column is not None)
    return TableRow(above.lines + below.lines, (TableCell(Row(words), None), *values), is_header=False)
