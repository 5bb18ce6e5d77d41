"""Tables that go on over a page break: the next page's part inherits headers and units, and the footnotes under it are
those of the part above too.

A table goes on when a page ends with it, the next page begins with one, and their columns agree. Anything between them,
and two columns that do not agree, end it: a header is never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from pipeline.evidence.document import FURNITURE, Block, BlockKind, Column, Page, Table
from pipeline.evidence.text import PageRange
from pipeline.parse.pdf.page import ComposedPage, PlacedBlock, PlacedTable
from pipeline.parse.tables.layout import agree

LARGEST_SHIFT = 40.0
"""Points by which facing pages may be shifted against each other."""

MOST_LABELS = 3
"""Labels that may stand above the first figures of a page: a section's, a part's, and a row's first line."""

ROW_GAP = 0.9
"""A label is nearer to its row than this share of its height; titles stand further off."""

MOST_HELD = 8
"""Pages that wait for the footnotes of a table that goes on; one that goes on longer is let go without them."""

_CONTINUED = re.compile(r"\bcont(?:inued|['’.]d|\.)", re.I)


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """A page with its blocks and tables."""

    page: Page
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class _Open:
    """The table that a page ends with: its headers and units as it has them, their words, its right edges."""

    table: Table
    headers: tuple[str, ...]
    edges: tuple[float, ...]


@dataclass(slots=True)
class _Held:
    """A page that waits, and for each of its cells the marks whose footnotes are not found yet."""

    page: FinishedPage
    marks: dict[tuple[int, int], frozenset[str]]


class Continued:
    """Takes pages in order; gives each back when nothing that follows can say more of its tables."""

    def __init__(self) -> None:
        self._open: _Open | None = None
        self._held: list[_Held] = []

    def add(self, page: FinishedPage, composed: ComposedPage) -> list[FinishedPage]:
        """Take the next page with the composition that it came from; the pages that are complete by now, in order."""
        first, last = _first_table(composed), _last_table(composed)
        ready: list[FinishedPage] = []
        headers = _header_words(page, composed, first) if first is not None else ()
        if self._open is None or first is None or not _agrees(self._open, composed.tables[first], headers):
            ready += self.rest()
        else:
            table = _inherited(page.tables[first], self._open)
            headers = headers if any(headers) else self._open.headers
            page = replace(page, tables=(*page.tables[:first], table, *page.tables[first + 1 :]))
            self._resolve(composed.tables[first], page.page.index)
            if last != first:
                ready += self.rest()
        self._held.append(_Held(page, _open_marks(composed, last)))
        self._open = None
        if last is not None:
            words = headers if last == first else _header_words(page, composed, last)
            self._open = _Open(page.tables[last], words, composed.tables[last].edges)
        if self._open is None or len(self._held) > MOST_HELD or not any(held.marks for held in self._held):
            ready += self.rest()
        return ready

    def rest(self) -> list[FinishedPage]:
        """The pages that still wait."""
        pages = [held.page for held in self._held]
        self._held = []
        return pages

    def _resolve(self, below: PlacedTable, page_index: int) -> None:
        """Point the waiting pages' marks at the footnotes below the table's next part."""
        notes = {mark: PageRange(page_index, span) for mark, span in below.notes}
        for held in self._held:
            held.page = replace(held.page, blocks=_with_notes(held, notes))


def _first_table(composed: ComposedPage) -> int | None:
    """The table that a page begins with, also under labels of its rows or a title that says that it goes on."""
    before: list[PlacedBlock] = []
    for block in _body(composed):
        if block.table is None:
            before.append(block)
            continue
        left = composed.tables[block.table].left
        titles = [b for b in before if not _CONTINUED.search(b.range.of(composed.text))]
        return block.table if not titles or _are_labels([*titles, block], left, composed) else None
    return None


def _are_labels(blocks: Sequence[PlacedBlock], left: float, composed: ComposedPage) -> bool:
    """Whether all but the last of these blocks are lines left of the columns, each as near to the next as rows are."""
    boxes = [composed.glyphs.boxes[block.range.start : block.range.end] for block in blocks]
    edges = [(np.nanmax(box[:, 2]), np.nanmin(box[:, 1]), np.nanmax(box[:, 3])) for box in boxes]
    heights = [float(np.nanmedian(box[:, 3] - box[:, 1])) for box in boxes]
    return len(blocks) <= MOST_LABELS + 1 and all(
        right < left and bottom - top < 2 * height and below[1] - bottom < ROW_GAP * height
        for ((right, top, bottom), below), height in zip(pairwise(edges), heights[:-1], strict=True)
    )


def _last_table(composed: ComposedPage) -> int | None:
    """The table that a page ends with; None when its footnotes or anything else stand under it."""
    body = _body(composed)
    return body[-1].table if body else None


def _body(composed: ComposedPage) -> list[PlacedBlock]:
    return [block for block in composed.blocks if block.kind not in FURNITURE]


def _header_words(page: FinishedPage, composed: ComposedPage, number: int) -> tuple[str, ...]:
    """Each column's header without its figures: the same table over two periods has the same."""
    return tuple(
        " ".join(re.sub(r"[\W\d]+", " ", span.of(composed.text)).strip() for span in lines)
        for lines in composed.tables[number].headers
    )


def _agrees(above: _Open, below: PlacedTable, headers: Sequence[str]) -> bool:
    """Whether columns stand at the same places, with the same headers where both have some. Of headers of several
    columns most must be the same: dates differ."""
    if not agree(above.edges, below.edges, LARGEST_SHIFT):
        return False
    pairs = [(upper, lower) for upper, lower in zip(above.headers, headers, strict=True) if lower]
    return not pairs or 2 * sum(_is_alike(upper, lower) for upper, lower in pairs) > len(pairs)


def _is_alike(above: str, below: str) -> bool:
    """Whether two headers share most words."""
    first, second = set(above.lower().split()), set(below.lower().split())
    return 2 * len(first & second) > max(len(first), len(second))


def _inherited(table: Table, above: _Open) -> Table:
    """The table with headers and units of its part above, where it has none itself."""
    has_headers = any(column.headers for column in table.columns)
    columns = table.columns if has_headers else tuple(Column(c.headers) for c in above.table.columns)
    return Table(table.ordinal, columns, table.units or above.table.units)


def _open_marks(composed: ComposedPage, last: int | None) -> dict[tuple[int, int], frozenset[str]]:
    """By block and cell, the marks in a page's last table that no footnote of the page explains."""
    if last is None:
        return {}
    return {
        (number, position): cell.marks
        for number, block in enumerate(composed.blocks)
        if block.kind is BlockKind.TABLE_ROW and block.table == last
        for position, cell in enumerate(block.cells)
        if cell.marks
    }


def _with_notes(held: _Held, notes: Mapping[str, PageRange]) -> tuple[Block, ...]:
    """The waiting page's blocks with the footnotes found; their marks wait no longer."""
    blocks = list(held.page.blocks)
    for (number, position), marks in list(held.marks.items()):
        found = tuple(place for mark, place in notes.items() if mark in marks)
        if not found:
            continue
        cells = list(blocks[number].cells)
        cells[position] = replace(cells[position], notes=(*cells[position].notes, *found))
        blocks[number] = replace(blocks[number], cells=tuple(cells))
        held.marks[number, position] = marks - notes.keys()
    held.marks = {key: marks for key, marks in held.marks.items() if marks}
    return tuple(blocks)
