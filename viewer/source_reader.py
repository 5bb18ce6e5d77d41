"""Stored pages, blocks and tables, each read once for all the citations of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from pipeline.evidence.document import Block, Page, PageKind, Table
from pipeline.evidence.errors import AccessDenied, InvalidDocument, NotFound
from pipeline.evidence.page_quote import PageLocation, locate_on_page
from pipeline.evidence.passage import PassageId
from pipeline.evidence.quote import fold
from pipeline.evidence.region import Region
from pipeline.evidence.regions import MarkedRange, header_pages, marked_ranges, regions_of
from pipeline.evidence.text import TextRange
from pipeline.store import blocks, pages, passages, versions
from pipeline.store.connect import Connection
from pipeline.store.scope import Scope
from viewer.citations import BlockSpan, PagePlace, Place, Source, Successor
from viewer.media import Media
from viewer.snippet import snippet_view

MOST_ROW = 80
"""Characters of a candidate's name."""


class SourceReader:
    """Reads within one transaction of `scope`. Rights are asked for once a version, in that transaction."""

    def __init__(self, conn: Connection, scope: Scope) -> None:
        self._conn = conn
        self._scope = scope
        self._sources: dict[UUID, Source | AccessDenied | NotFound] = {}
        self._pages: dict[tuple[UUID, int], Page] = {}
        self._blocks: dict[tuple[UUID, int], tuple[Block, ...]] = {}
        self._tables: dict[UUID, dict[int, Table]] = {}

    def source(self, version_id: UUID) -> Source:
        """Raises NotFound (no such version for this tenant) or AccessDenied (no right to its document)."""
        if version_id not in self._sources:
            self._sources[version_id] = self._read_source(version_id)
        found = self._sources[version_id]
        if isinstance(found, Source):
            return found
        raise found

    def page(self, version_id: UUID, page_index: int) -> Page:
        """Raises NotFound for a page that the version has not."""
        self._read_pages(version_id, [page_index])
        if (version_id, page_index) not in self._pages:
            raise NotFound(f"There is no page {page_index} (0-based) in this version.")
        return self._pages[version_id, page_index]

    def blocks(self, version_id: UUID, page_index: int) -> tuple[Block, ...]:
        """The blocks of a page in order; empty for one that the version has not."""
        key = version_id, page_index
        if key not in self._blocks:
            self._blocks[key] = tuple(blocks.of_page(self._conn, version_id, page_index))
        return self._blocks[key]

    def headers(self, source: Source, row: Block) -> dict[int, str]:
        """The header words of each value column of a table's row, from the top; nothing for other blocks."""
        if row.table is None:
            return {}
        table = self._tables_of(source.version_id, [row])[row.table]
        self._read_pages(
            source.version_id, (place.page_index for column in table.columns for place in column.headers)
        )
        return {
            number: " ".join(self.words(source, place.page_index, place.range) for place in column.headers)
            for number, column in enumerate(table.columns)
        }

    def marks(
        self, source: Source, marked: Iterable[MarkedRange]
    ) -> tuple[tuple[Region, ...], tuple[BlockSpan, ...]]:
        """The boxes of marked ranges (PDF), or their places in the rendition (HTML and text); the other is empty."""
        if source.media is Media.PDF:
            return self._regions(source, marked), ()
        return (), self._spans(source, marked)

    def place(self, source: Source, page_index: int, span: TextRange) -> Place:
        """What a range of a page's text marks. Raises EvidenceError when nothing valid can be marked."""
        page = self.page(source.version_id, page_index)
        on_page = self.blocks(source.version_id, page_index)
        touched = [block for block in on_page if block.range.overlaps(span)]
        tables = self._tables_of(source.version_id, touched)
        self._read_pages(source.version_id, header_pages(span, on_page, tables))
        marked = marked_ranges(span, page_index, on_page, tables)
        return Place(
            page=page_place(page),
            range=span,
            section=touched[0].section,
            row=_row(touched[0], page),
            cells=_cells(touched, span, page),
            regions=self._regions(source, marked) if page.kind is PageKind.PDF else (),
            spans=() if page.kind is PageKind.PDF else self._spans(source, marked),
            around=snippet_view(page.text, span),
        )

    def joined_place(self, source: Source, page_index: int, spans: Sequence[TextRange]) -> Place:
        """What the pieces of one quote mark, which was copied in another order than the page's text: the first piece's
        place with the marks of all, each once. Raises as `place` does."""
        places = [self.place(source, page_index, span) for span in spans]
        return replace(
            places[0],
            cells=tuple(cell for place in places for cell in place.cells),
            regions=tuple(dict.fromkeys(region for place in places for region in place.regions)),
            spans=tuple(dict.fromkeys(span for place in places for span in place.spans)),
        )

    def locate(self, source: Source, page_index: int, quote: str) -> PageLocation:
        """Where a quote stands on a page. Raises NotFound for a page that the version has not."""
        page = self.page(source.version_id, page_index)
        return locate_on_page(quote, page, self.blocks(source.version_id, page_index))

    def words(self, source: Source, page_index: int, span: TextRange) -> str:
        """What is printed in a range of a page's text."""
        return span.of(self.page(source.version_id, page_index).text)

    def passage(self, source: Source, page_index: int, span: TextRange) -> PassageId | None:
        """The passage of the present reading that holds a range of a page; None when no one does."""
        stored = passages.of_page(self._conn, source.version_id, page_index)
        return next((passage.id for passage in stored if passage.range.contains(span)), None)

    def _read_source(self, version_id: UUID) -> Source | AccessDenied | NotFound:
        try:
            if not self._may_read(version_id):
                return AccessDenied("You do not have access to this document.")
            version = versions.get(self._conn, version_id)
        except NotFound as error:
            return error
        return Source(
            version_id=version.id,
            document_id=version.document_id,
            title=version.title,
            media=Media.of(version.media_type),
            sha256=version.sha256,
            rendition_sha256=version.rendition_sha256,
            render_version=version.render_version,
            page_count=version.page_count,
            successor=self._successor(version_id),
        )

    def _successor(self, version_id: UUID) -> Successor | None:
        newer = versions.current(self._conn, version_id)
        if newer is None:
            return None
        return Successor(newer.id, newer.title if self._may_read(newer.id) else None)

    def _may_read(self, version_id: UUID) -> bool:
        return versions.access(self._conn, version_id, self._scope.user_id) is versions.Access.ALLOWED

    def _read_pages(self, version_id: UUID, indexes: Iterable[int]) -> None:
        unread = sorted({index for index in indexes if (version_id, index) not in self._pages})
        if unread:
            for page in pages.several(self._conn, version_id, unread):
                self._pages[version_id, page.index] = page

    def _tables_of(self, version_id: UUID, rows: Iterable[Block]) -> Mapping[int, Table]:
        """The tables of the rows: a filing has hundreds, and a citation needs one."""
        known = self._tables.setdefault(version_id, {})
        unread = {row.table for row in rows if row.table is not None} - known.keys()
        if unread:
            stored = blocks.tables_of(self._conn, version_id, sorted(unread))
            known.update({table.ordinal: table for table in stored})
        return known

    def _regions(self, source: Source, marked: Iterable[MarkedRange]) -> tuple[Region, ...]:
        return tuple(
            region
            for one in marked
            for region in regions_of(one, self.page(source.version_id, one.place.page_index))
        )

    def _spans(self, source: Source, marked: Iterable[MarkedRange]) -> tuple[BlockSpan, ...]:
        return tuple(self._span(source, one) for one in marked)

    def _span(self, source: Source, marked: MarkedRange) -> BlockSpan:
        index, span = marked.place.page_index, marked.place.range
        text = self.page(source.version_id, index).text
        for block in self.blocks(source.version_id, index):
            if block.range.contains(span):
                words = span.of(text)
                start = inked(text[block.range.start : span.start])
                return BlockSpan(block.id, start, start + inked(words), marked.role, words, marked.place)
        raise InvalidDocument(
            f"Characters {span.start}…{span.end} of section {index} lie in no single block."
        )


def inked(text: str) -> int:
    """Characters that are not blank: how the pane counts into an element, whose blanks a browser may change."""
    return sum(not character.isspace() for character in text)


def page_place(page: Page) -> PagePlace:
    return PagePlace(page.index, page.label, page.geometry)


def carries(page: Page, span: TextRange, quote: str) -> bool:
    """True when the characters of the range still are the quoted ones, letter by letter and digit by digit."""
    return span.end <= len(page.text) and fold(span.of(page.text)).key == fold(quote).key


def _cells(touched: list[Block], span: TextRange, page: Page) -> tuple[str, ...]:
    """The quoted cells of one row, as printed; nothing for prose and for quotes over several rows."""
    if len(touched) != 1:
        return ()
    parts = [cell.range.intersection(span) for cell in touched[0].cells]
    return tuple(part.of(page.text) for part in parts if part)


def _row(block: Block, page: Page) -> str:
    """How a place is told from its likes: the row's label, else the beginning of its block."""
    label = next((cell.range for cell in block.cells if cell.column is None), block.range)
    words = " ".join(label.of(page.text).split())
    return words if len(words) <= MOST_ROW else f"{words[: MOST_ROW - 1].rstrip()}…"
