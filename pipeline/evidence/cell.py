"""What stands around a value cell of a table, in words: its row, its column, its unit lines, the caption above."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import Block, BlockKind, Cell, Page, Table
from pipeline.evidence.figures import CURRENCY
from pipeline.evidence.fiscal import FiscalCalendar, Period
from pipeline.evidence.periods import read_period
from pipeline.evidence.row_period import period_of_row
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


@dataclass(frozen=True, slots=True)
class TableWords:
    """The words around all value cells of a table's rows on one page, as in CellWords."""

    units: tuple[str, ...]
    caption: str
    signs: frozenset[str]


def words_of_cell(
    cell: Cell,
    row: Block,
    tables: Mapping[int, Table],
    pages: Mapping[int, Page],
    blocks: Mapping[int, Sequence[Block]],
    around: TableWords | None = None,
) -> CellWords:
    """The words of a value cell of a table's row. `pages` and `blocks` (by page index, in order) hold the row's page
    and those of its headers and unit lines; what stands on another page is left out. `around` are the words of the
    row's table, where they were read before.
    """
    if row.table is None or cell.column is None:
        raise KeyError(f"{row.id} has no value cell there.")
    page = pages[row.page_index]
    around = around or words_of_table(row, tables, pages, blocks)
    return CellWords(
        text=cell.range.of(page.text),
        label=label_of(row, page),
        headers=_texts(tables[row.table].columns[cell.column].headers, pages),
        units=around.units,
        caption=around.caption,
        signs=around.signs,
    )


def words_of_table(
    row: Block, tables: Mapping[int, Table], pages: Mapping[int, Page], blocks: Mapping[int, Sequence[Block]]
) -> TableWords:
    """What a row's table says of all of its cells on the row's page."""
    if row.table is None:
        raise KeyError(f"{row.id} is no row of a table.")
    table, page = tables[row.table], pages[row.page_index]
    beside = [other for other in blocks[row.page_index] if other.table == row.table]
    return TableWords(
        units=_texts(table.units, pages),
        caption=" ".join((*_leading(table.units, pages, blocks), *_above(beside[0], page, blocks))),
        signs=frozenset(
            sign
            for other in beside
            for value in other.cells
            for sign in value.range.of(page.text)
            if value.column is not None and sign in CURRENCY
        ),
    )


def _texts(places: Sequence[PageRange], pages: Mapping[int, Page]) -> tuple[str, ...]:
    return tuple(
        place.range.of(pages[place.page_index].text) for place in places if place.page_index in pages
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
