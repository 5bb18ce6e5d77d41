"""From a range of a page's text to what is marked: the quote, and in tables its row, column, unit and footnotes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import Block, Page, Table
from pipeline.evidence.errors import InvalidBox, InvalidDocument, InvalidRange
from pipeline.evidence.figures import CURRENCY
from pipeline.evidence.glyphs import PIECE_GAP
from pipeline.evidence.region import Region, Role
from pipeline.evidence.text import PageRange, TextRange

_SIGN_APART = re.compile(rf"[{CURRENCY}]\s+(?=\S)")


@dataclass(frozen=True, slots=True, order=True)
class MarkedRange:
    """Characters to mark, and why. `in_cell` when they are of one table cell, which no gap divides."""

    place: PageRange
    role: Role
    in_cell: bool = False


def marked_ranges(
    span: TextRange, page_index: int, blocks: Sequence[Block], tables: Mapping[int, Table]
) -> tuple[MarkedRange, ...]:
    """What a quote marks: one range a cell or block that it covers, then row label, column headers, unit, footnotes.

    `span` is the quote in the canonical text of page `page_index`, `blocks` are that page's blocks in order.
    Raises InvalidRange when the span touches no block, InvalidDocument for a block of another page.
    """
    quoted: list[MarkedRange] = []
    beside: list[MarkedRange] = []
    for block in blocks:
        if block.page_index != page_index:
            raise InvalidDocument(f"Block {block.id} is of page {block.page_index}, not of {page_index}.")
        part = block.range.intersection(span)
        if part is None:
            continue
        if any(cell.range.overlaps(part) for cell in block.cells):
            quoted.extend(_quoted_cells(part, block))
            beside.extend(_row_label(part, block))
            beside.extend(_column_and_unit(part, block, tables))
        else:
            quoted.append(MarkedRange(PageRange(page_index, part), Role.QUOTE))
    if not quoted:
        raise InvalidRange(f"The range {span.start}…{span.end} touches no block of page {page_index}.")
    return tuple(dict.fromkeys([*quoted, *beside]))


def quote_regions(
    span: TextRange,
    page_index: int,
    blocks: Sequence[Block],
    tables: Mapping[int, Table],
    pages: Mapping[int, Page],
) -> tuple[Region, ...]:
    """The regions of a quote on PDF pages: one box a line piece, each cell its own.

    `pages` holds the quote's page and those of its headers and units. Raises InvalidBox when a box is not on
    its page or the quote has no ink, InvalidDocument when a page is missing or is no PDF page.
    """
    regions: list[Region] = []
    for marked in marked_ranges(span, page_index, blocks, tables):
        regions.extend(regions_of(marked, _page(pages, marked.place.page_index)))
    if not any(region.role is Role.QUOTE for region in regions):
        raise InvalidBox(f"The range {span.start}…{span.end} of page {page_index} has no glyph to mark.")
    return tuple(regions)


def regions_of(marked: MarkedRange, page: Page) -> tuple[Region, ...]:
    """The boxes of one marked range of a PDF page, each with the words in it."""
    if page.glyphs is None or page.geometry is None:
        raise InvalidDocument(f"Page {page.index} is not a PDF page: it has no boxes.")
    if page.index != marked.place.page_index:
        raise InvalidDocument(
            f"A range of page {marked.place.page_index} is not marked on page {page.index}."
        )
    span, gap = marked.place.range, PIECE_GAP
    if marked.in_cell:
        span, gap = _figure_of_cell(span, page.text), math.inf
    return tuple(
        Region(page.index, page.geometry.require(box), marked.role, words.of(page.text), words)
        for words, box in page.glyphs.line_pieces(span, gap)
    )


def _figure_of_cell(span: TextRange, text: str) -> TextRange:
    """The cell without a currency sign that stands apart from its figure, at the far edge of the column."""
    sign = _SIGN_APART.match(span.of(text))
    return TextRange(span.start + sign.end(), span.end) if sign else span


def header_pages(span: TextRange, blocks: Iterable[Block], tables: Mapping[int, Table]) -> frozenset[int]:
    """Indexes of the pages on which the headers, units and footnotes of a quote stand."""
    indexes: set[int] = set()
    for block in blocks:
        part = block.range.intersection(span)
        if part is not None:
            indexes.update(marked.place.page_index for marked in _column_and_unit(part, block, tables))
    return frozenset(indexes)


def _quoted_cells(part: TextRange, block: Block) -> list[MarkedRange]:
    """Each covered cell. A label beside quoted values tells their row; quoted alone it is the quote itself."""
    covered = [(cell, cell.range.intersection(part)) for cell in block.cells]
    values = any(span is not None and cell.column is not None for cell, span in covered)
    marked = []
    for cell, span in covered:
        if span is not None:
            role = Role.ROW_LABEL if values and cell.column is None else Role.QUOTE
            marked.append(MarkedRange(PageRange(block.page_index, span), role, in_cell=True))
    return marked


def _row_label(part: TextRange, block: Block) -> list[MarkedRange]:
    """The row's label, when the quote covers a value of the row and not the label itself."""
    if not any(cell.column is not None and cell.range.overlaps(part) for cell in block.cells):
        return []
    return [
        MarkedRange(PageRange(block.page_index, cell.range), Role.ROW_LABEL, in_cell=True)
        for cell in block.cells
        if cell.column is None and not cell.range.overlaps(part)
    ]


def _column_and_unit(part: TextRange, block: Block, tables: Mapping[int, Table]) -> list[MarkedRange]:
    """Headers of the covered value columns, the table's unit lines, and the footnotes that the cells point at."""
    if block.table is None or not block.cells:
        return []
    if block.table not in tables:
        raise InvalidDocument(f"Block {block.id} names table {block.table}, which was not given.")
    table = tables[block.table]
    columns = [c.column for c in block.cells if c.column is not None and c.range.overlaps(part)]
    headers = [place for column in columns for place in table.columns[column].headers]
    units = table.units if columns else ()
    notes = [place for cell in block.cells if cell.range.overlaps(part) for place in cell.notes]
    return [
        *(MarkedRange(place, Role.COLUMN_HEADER) for place in headers),
        *(MarkedRange(place, Role.UNIT) for place in units),
        *(MarkedRange(place, Role.FOOTNOTE) for place in notes),
    ]


def _page(pages: Mapping[int, Page], index: int) -> Page:
    if index not in pages:
        raise InvalidDocument(f"Page {index} was not given.")
    return pages[index]
