"""What stands around a value cell of a table, in words: its row, its column, its unit lines, the caption above."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import Block, BlockKind, Cell, Page, Table
from pipeline.evidence.figures import CURRENCY
from pipeline.evidence.fiscal import FiscalCalendar, Period
from pipeline.evidence.periods import period_of_row, read_period
from pipeline.evidence.text import PageRange
from pipeline.evidence.units import Unit, read_unit

TITLES = 4
"""Blocks above a table that may tell what it shows: a statement's titles, or headings under a paragraph."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class CellWords:
    """The words of one value cell. `headers` from the top; `caption`: the sentences above the table that lead to it;
    `signs`: the currency signs that its table's cells print."""

    text: str
    label: str
    headers: tuple[str, ...]
    units: tuple[str, ...]
    caption: str
    signs: frozenset[str]

    def unit(self) -> Unit | None:
        """None when it is not said, or said in two ways."""
        return read_unit(self.text, self.label, self.headers, self.units, self.signs)

    def period(self, fiscal: FiscalCalendar) -> Period | None:
        """None when it is not said, or said in two ways."""
        return period_of_row(self.label, read_period(" ".join(self.headers), fiscal, self.caption))


def words_of_cell(
    cell: Cell,
    row: Block,
    tables: Mapping[int, Table],
    pages: Mapping[int, Page],
    blocks: Mapping[int, Sequence[Block]],
) -> CellWords:
    """The words of a value cell of a table's row. `pages` and `blocks` (by page index, in order) hold the row's page
    and those of its headers and unit lines; what stands on another page is left out.
    """
    if row.table is None or cell.column is None:
        raise KeyError(f"{row.id} has no value cell there.")
    table, page = tables[row.table], pages[row.page_index]

    def texts(places: Sequence[PageRange]) -> tuple[str, ...]:
        return tuple(
            place.range.of(pages[place.page_index].text) for place in places if place.page_index in pages
        )

    beside = [other for other in blocks[row.page_index] if other.table == row.table]
    return CellWords(
        text=cell.range.of(page.text),
        label=label_of(row, page),
        headers=texts(table.columns[cell.column].headers),
        units=texts(table.units),
        caption=" ".join((*_leading(table.units, pages, blocks), *_above(beside[0], page, blocks))),
        signs=frozenset(
            sign
            for other in beside
            for value in other.cells
            for sign in value.range.of(page.text)
            if value.column is not None and sign in CURRENCY
        ),
    )


def label_of(row: Block, page: Page) -> str:
    """A row's label, its blanks as one space each; "" for a row without one."""
    words = [cell.range.of(page.text) for cell in row.cells if cell.column is None]
    return " ".join(" ".join(words).split())


def _leading(
    units: Sequence[PageRange], pages: Mapping[int, Page], blocks: Mapping[int, Sequence[Block]]
) -> list[str]:
    """The sentences in which unit lines stand."""
    return [
        _last_sentence(block.range.of(pages[place.page_index].text))
        for place in units
        for block in blocks.get(place.page_index, ())
        if place.page_index in pages
        and block.kind is not BlockKind.TABLE_ROW
        and block.range.overlaps(place.range)
    ]


def _above(first: Block, page: Page, blocks: Mapping[int, Sequence[Block]]) -> list[str]:
    """The blocks right above a table's first row, up to the paragraph or the titles that lead to it."""
    found: list[str] = []
    for block in reversed(blocks[first.page_index][: first.ordinal]):
        if block.kind is BlockKind.TABLE_ROW or block.is_furniture or len(found) == TITLES:
            break
        text = block.range.of(page.text)
        found.insert(0, _last_sentence(text))
        if block.kind is BlockKind.PARAGRAPH and (text.endswith(":") or len(_SENTENCE.split(text)) > 1):
            break
    return found


def _last_sentence(text: str) -> str:
    return _SENTENCE.split(text)[-1]
