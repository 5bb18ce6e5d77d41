"""A row of another reading beside a cited one: which of its cells stand in the cited columns, and what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.cited import CitedCell, CitedRow, header_key, scales_of
from pipeline.evidence.document import Block, Cell
from pipeline.evidence.edition import Edition
from pipeline.evidence.figures import CURRENCY, MINUS, Figure, figures, same_figures
from pipeline.evidence.folded import fold
from pipeline.evidence.reanchored import Change, Reason, Spot
from pipeline.evidence.text import TextRange

_Paired = list[tuple[CitedCell, Cell | None]]


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row with the cited label. `spot` are the cells in the cited columns, or the row where these are not known.

    `changes`: what they hold otherwise than was cited; `problem`: why that cannot be said; `unchanged`: how many hold
    the cited figure; `left_out`: cited values without a column here. `lacks_column`: a value that the answer rests on
    is one of these.
    """

    spot: Spot
    changes: tuple[Change, ...] = ()
    problem: Reason | None = None
    unchanged: int = 0
    left_out: int = 0
    lacks_column: bool = False

    @property
    def is_same(self) -> bool:
        return not self.problem and not self.changes

    @classmethod
    def of(cls, edition: Edition, block: Block, row: CitedRow) -> RowPlace:
        """Compare `block`, a row with the label of `row`."""
        whole = Spot(block.page_index, block.range)
        text = edition.texts[block.page_index]
        values = [cell for cell in block.cells if cell.column is not None]
        headers = [header_key(edition, block, cell.column) for cell in values]
        paired = _by_header(values, headers, row) or _by_position(values, headers, row, text)
        if paired and any(cell is None for _, cell in paired):
            alike = _by_ending(values, headers, row)
            if alike and not _all_same(alike, text):
                return cls(whole, problem=Reason.UNCLEAR_COLUMN)
            paired = alike or paired
        if paired is None:
            return cls(whole, problem=Reason.UNCLEAR_COLUMN)
        if any(cell is None for cited, cell in paired if cited.is_asked):
            return cls(whole, lacks_column=True)
        pairs = [(cited, cell) for cited, cell in paired if cell is not None]
        spot = _spot(block, row, pairs, values)
        if spot is None:
            return cls(whole, problem=Reason.UNCLEAR_COLUMN)
        scales = scales_of(edition, block)
        if row.scales and scales and not row.scales & scales:
            return cls(spot, problem=Reason.OTHER_UNIT)
        pairs.sort(key=lambda pair: not pair[0].is_asked)
        read = [Change(cited.text, cell.range.of(text), cited.is_asked) for cited, cell in pairs]
        changes = tuple(one for one in read if not same_cell(one.before, one.after))
        if not all(is_other_figure(change) for change in changes):
            return cls(spot, problem=Reason.UNCLEAR_FIGURE)
        return cls(spot, changes, unchanged=len(read) - len(changes), left_out=len(paired) - len(pairs))


def _by_header(values: Sequence[Cell], headers: Sequence[str], row: CitedRow) -> _Paired | None:
    """Each cited cell with the one under the same header; None when headers are not known or not distinct."""
    is_distinct = len(set(headers)) == len(headers) and len(set(row.columns)) == len(row.columns)
    if not is_distinct or not all(headers) or not all(row.columns):
        return None
    by_header = dict(zip(headers, values, strict=True))
    return [(cell, by_header.get(cell.header)) for cell in row.cells]


def _by_ending(values: Sequence[Cell], headers: Sequence[str], row: CitedRow) -> _Paired | None:
    """Each cited cell with the only one whose header ends as its own does: one reading may give a column the line above
    its head ("Nine months ended …") that another takes for the table's. That is no proof without the same figures.
    """
    paired: _Paired = []
    for cited in row.cells:
        alike = [
            value
            for header, value in zip(headers, values, strict=True)
            if header.endswith(cited.header) or cited.header.endswith(header)
        ]
        if len(alike) != 1:
            return None
        paired.append((cited, alike[0]))
    return paired


def _all_same(paired: _Paired, text: str) -> bool:
    return all(cell is not None and same_cell(cited.text, cell.range.of(text)) for cited, cell in paired)


def _by_position(values: Sequence[Cell], headers: Sequence[str], row: CitedRow, text: str) -> _Paired | None:
    """Cell by cell, where the same headers stand in the same order; where some are not known, the figures must be the
    same too: columns of another period would pass for those that were cited."""
    if tuple(headers) != row.columns:
        return None
    paired: _Paired = [
        (cited, values[position]) for cited, position in zip(row.cells, row.positions, strict=True)
    ]
    return paired if all(headers) or _all_same(paired, text) else None


def _spot(
    block: Block, row: CitedRow, pairs: Sequence[tuple[CitedCell, Cell]], values: Sequence[Cell]
) -> Spot | None:
    """The cells of the pairs, with the label when it was quoted, and nothing else between them; else the cells that
    the answer rests on; None when others stand between these too."""
    asked = [cell for cited, cell in pairs if cited.is_asked]
    found = [cell for _, cell in pairs]
    labels = [cell for cell in block.cells if cell.column is None] if row.quotes_label else []
    for cells in ([*labels, *found], found):
        if _stand_together(cells, values):
            return Spot(block.page_index, _span(cells), _span(asked) if len(asked) < len(found) else None)
    return Spot(block.page_index, _span(asked)) if _stand_together(asked, values) else None


def _stand_together(cells: Sequence[Cell], values: Sequence[Cell]) -> bool:
    span = _span(cells)
    return not any(value.range.overlaps(span) for value in values if value not in cells)


def _span(cells: Sequence[Cell]) -> TextRange:
    return TextRange(min(cell.range.start for cell in cells), max(cell.range.end for cell in cells))


def same_cell(one: str, other: str) -> bool:
    """True when two cells hold the same words and figures, strictly; a nil is a nil, whatever its dash."""
    if is_nil(one) or is_nil(other):
        return is_nil(one) and is_nil(other)
    return fold(one).key == fold(other).key and same_figures(_figures(one), _figures(other))


def is_other_figure(change: Change) -> bool:
    """True when each cell holds one figure (or a nil), and another number. Where only percent or currency differ, that
    may be a matter of how a cell was read."""
    before, after = _figures(change.before), _figures(change.after)
    if is_nil(change.before) or is_nil(change.after):
        return len(before) + len(after) == 1
    return len(before) == len(after) == 1 and before[0].value != after[0].value


def is_nil(cell: str) -> bool:
    """True for a cell that says nothing but a dash."""
    return all(character in MINUS or character in CURRENCY or character in "% " for character in cell)


def _figures(text: str) -> tuple[Figure, ...]:
    return figures(" ".join(text.split()))
