"""A parsed document: pages with their canonical text, blocks, tables.

Canonical text: a page's visible characters in reading order, block after block, one line feed between two blocks.
So a block is one range of it, a passage is a run of blocks, and both texts are plain slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.evidence.cover import Cover
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.fact import Fact
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageGeometry, PageLabel, PageTransform
from pipeline.evidence.parts import PagePart
from pipeline.evidence.text import PageRange, TextRange

BLOCK_SEPARATOR = "\n"
CELL_SEPARATOR = " "


class PageKind(StrEnum):
    """A PDF page, a section between two page breaks of an HTML filing, or a page of a text filing."""

    PDF = "pdf"
    SECTION = "section"
    TEXT = "text"


class BlockKind(StrEnum):
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    TABLE_ROW = "table_row"
    FOOTNOTE = "footnote"
    HEADER = "header"
    FOOTER = "footer"
    PAGE_NUMBER = "page_number"
    OTHER = "other"


FURNITURE = frozenset({BlockKind.HEADER, BlockKind.FOOTER, BlockKind.PAGE_NUMBER})
"""What stands on a page without being said by it: kept out of passages."""


class TitleSource(StrEnum):
    """Where a document's title was read."""

    FACTS = "facts"
    COVER = "cover"
    FILE_NAME = "file name"
    ANALYST = "analyst"  # of a cover that an analyst mended


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a version. `index` is 0-based.

    `transform` and `glyphs` are there for PDF pages only; `glyphs` has one entry a character of `text`.
    Raises InvalidDocument when they do not agree.
    """

    index: int
    kind: PageKind
    text: str
    label: PageLabel
    transform: PageTransform | None = None
    glyphs: GlyphBoxes | None = None

    def __post_init__(self) -> None:
        if self.index < 0:
            raise InvalidDocument(f"A page index is 0 or more, not {self.index}.")
        if (self.kind is PageKind.PDF) != (self.transform is not None and self.glyphs is not None):
            raise InvalidDocument(
                f"Page {self.index}: a PDF page has a geometry and glyph boxes, others have none."
            )
        if self.glyphs is not None and len(self.glyphs) != len(self.text):
            raise InvalidDocument(
                f"Page {self.index}: {len(self.glyphs)} glyph boxes for {len(self.text)} characters."
            )

    @property
    def geometry(self) -> PageGeometry | None:
        return self.transform.geometry if self.transform else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table row. `column` counts the table's value columns from 0; None is the row's label.

    `notes` are the footnotes that a mark in the cell, in its row's label or in its column's header points at.
    """

    range: TextRange
    column: int | None
    notes: tuple[PageRange, ...] = ()

    def __post_init__(self) -> None:
        if self.column is not None and self.column < 0:
            raise InvalidDocument(f"Value columns are counted from 0, not {self.column}.")


@dataclass(frozen=True, slots=True)
class Block:
    """A parsed unit on one page. `ordinal` is its position on the page; `id` is unique in the version.

    In HTML and text `id` is also the element's id in the rendition. `section` is the path of the
    headings above (see evidence.section), None before the first.
    """

    id: str
    page_index: int
    ordinal: int
    kind: BlockKind
    range: TextRange
    section: str | None = None
    cells: tuple[Cell, ...] = ()
    table: int | None = None

    def __post_init__(self) -> None:
        if not self.id:
            raise InvalidDocument(f"A block on page {self.page_index} has no id.")
        if self.page_index < 0 or self.ordinal < 0 or (self.table is not None and self.table < 0):
            raise InvalidDocument(
                f"Block {self.id}: page {self.page_index}, position {self.ordinal}, table {self.table}."
            )
        if (self.kind is BlockKind.TABLE_ROW) != (self.table is not None):
            raise InvalidDocument(f"Block {self.id}: a table row belongs to a table, and nothing else does.")
        for cell in self.cells:
            if not self.range.contains(cell.range):
                raise InvalidDocument(f"Block {self.id}: a cell lies outside its row.")

    @property
    def is_furniture(self) -> bool:
        return self.kind in FURNITURE


@dataclass(frozen=True, slots=True)
class Column:
    """The header lines of a value column, from the top; empty when none is known for certain."""

    headers: tuple[PageRange, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a version: its value columns and the lines that give its unit."""

    ordinal: int
    columns: tuple[Column, ...]
    units: tuple[PageRange, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """Everything that a parse gives. `rendition` is the sanitised HTML that the isolated frame shows; `cover` what the
    filing says it is; `parts` what its pages are.

    Raises InvalidDocument when a page's text is not exactly its blocks, a row names a table or column that does not
    exist, or a header, unit, footnote, fact or part lies outside the pages.
    """

    media_type: str
    title: str
    title_source: TitleSource
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]
    render_version: str
    parser_version: str
    rendition: bytes | None = None
    facts: tuple[Fact, ...] = ()
    cover: Cover = field(default_factory=Cover)
    parts: tuple[PagePart, ...] = ()

    def __post_init__(self) -> None:
        if not self.pages:
            raise InvalidDocument("A document has at least one page.")
        if [page.index for page in self.pages] != list(range(len(self.pages))):
            raise InvalidDocument("Pages are numbered from 0 without a gap.")
        if [table.ordinal for table in self.tables] != list(range(len(self.tables))):
            raise InvalidDocument("Tables are numbered from 0 without a gap.")
        if len({block.id for block in self.blocks}) != len(self.blocks):
            raise InvalidDocument("Block ids are unique in a version.")
        by_page = blocks_by_page(self.blocks, len(self.pages))
        for page, blocks in zip(self.pages, by_page, strict=True):
            require_canonical(page, blocks)
        for block in self.blocks:
            self._require_table(block)
            for cell in block.cells:
                for place in cell.notes:
                    self._require_place(place, f"Block {block.id}: a footnote")
        for table in self.tables:
            for place in (*table.units, *(place for column in table.columns for place in column.headers)):
                self._require_place(place, f"Table {table.ordinal}: a header or unit")
        if len({fact.id for fact in self.facts}) != len(self.facts):
            raise InvalidDocument("Fact ids are unique in a version.")
        for fact in self.facts:
            for place in (*fact.places, *(place for note in fact.notes for place in note.places)):
                self._require_place(place, f"Fact {fact.id}")
        if any(not 0 <= part.page_index < len(self.pages) for part in self.parts):
            raise InvalidDocument("A part names a page that does not exist.")

    def _require_table(self, block: Block) -> None:
        if block.table is None:
            return
        if block.table >= len(self.tables):
            raise InvalidDocument(f"Block {block.id} names table {block.table}, which does not exist.")
        columns = len(self.tables[block.table].columns)
        if any(cell.column is not None and cell.column >= columns for cell in block.cells):
            raise InvalidDocument(f"Block {block.id} has a cell in a column that its table has not.")

    def _require_place(self, place: PageRange, name: str) -> None:
        if place.page_index >= len(self.pages) or place.range.end > len(self.pages[place.page_index].text):
            raise InvalidDocument(f"{name} lies outside page {place.page_index}.")


def blocks_by_page(blocks: Sequence[Block], page_count: int) -> list[list[Block]]:
    """Blocks of each page in order; raises InvalidDocument for a block on a page that does not exist."""
    pages: list[list[Block]] = [[] for _ in range(page_count)]
    for block in blocks:
        if block.page_index >= page_count:
            raise InvalidDocument(f"Block {block.id} lies on page {block.page_index} of {page_count}.")
        pages[block.page_index].append(block)
    return pages


def require_canonical(page: Page, blocks: Sequence[Block]) -> None:
    """Raises InvalidDocument unless the page's text is its blocks' texts, one line feed between two."""
    position = 0
    for ordinal, block in enumerate(blocks):
        if block.ordinal != ordinal or block.range.start != position or block.range.end > len(page.text):
            raise InvalidDocument(f"Page {page.index}: block {block.id} is not where the one before it ends.")
        text = block.range.of(page.text)
        if text != text.strip() or (ordinal and page.text[position - 1] != BLOCK_SEPARATOR):
            raise InvalidDocument(f"Page {page.index}: block {block.id} has loose edges.")
        position = block.range.end + len(BLOCK_SEPARATOR)
    covered = max(position - len(BLOCK_SEPARATOR), 0)
    if len(page.text) != covered:
        raise InvalidDocument(f"Page {page.index}: {len(page.text)} characters, and blocks for {covered}.")
