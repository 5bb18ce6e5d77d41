"""A PDF's bytes → pages, blocks and tables, finished pages first.

PDFium reads every page here, while the segmenter reads slices of the same pages in a process of its own; then each
slice's pages are finished in order. Labels and recurring lines need the whole file's readings, hence the two passes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from pipeline.evidence.box import Box
from pipeline.evidence.document import (
    FURNITURE,
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    ParsedDocument,
    Table,
    TitleSource,
)
from pipeline.evidence.errors import (
    DamagedSource,
    InvalidBox,
    InvalidGeometry,
    NoPages,
    PasswordNeeded,
    SourceEmpty,
    SourceError,
    UnsupportedSource,
)
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import PageRange
from pipeline.parse.cover import COVER_PAGES, read_cover
from pipeline.parse.labels import Furniture, edges_of, find_furniture, page_label
from pipeline.parse.layout import rows_of
from pipeline.parse.pdf_page import ComposedPage, PlacedTable, compose_page
from pipeline.parse.pdf_segmenter import PageSegment, Segmenter, Slice
from pipeline.parse.pdf_text import PageReading, read_page
from pipeline.parse.progress import Interrupted, Progress, stop_if_interrupted
from pipeline.parse.segments import unstructured_version
from pipeline.parse.source import PDF

SLICE_PAGES = 8
"""Pages a slice: few enough that passages are embedded early, many enough that shared fonts are parsed seldom. The
first slices are shorter, so that there is something to embed soon."""

RENDER_VERSION = f"pdfium-{pypdfium2.PDFIUM_INFO.build} pypdfium2-{pypdfium2.PYPDFIUM_INFO.version}"
"""What coordinates are bound to: they agree with images drawn by this PDFium."""

PARSER_VERSION = f"pincite-pdf-1 unstructured-{unstructured_version()}"


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of a document before its first page is finished."""

    title: str
    title_source: TitleSource
    page_count: int
    render_version: str
    parser_version: str


@dataclass(frozen=True, slots=True)
class PageChunk:
    """Finished pages, in order, with their blocks and the tables that those name."""

    document: DocumentFacts
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]


def parse_pdf(data: bytes, *, source: str, progress: Progress, interrupted: Interrupted) -> ParsedDocument:
    """The whole document. `source` names the file in messages; `progress` gets (pages finished, pages in all).

    Raises SourceEmpty, UnsupportedSource, PasswordNeeded, DamagedSource, NoPages, ParseFailed, or
    IngestInterrupted once `interrupted()` is true.
    """
    return assemble(list(iter_pdf(data, source=source, progress=progress, interrupted=interrupted)))


def assemble(chunks: Sequence[PageChunk]) -> ParsedDocument:
    """The document of all its chunks, in order. Raises InvalidDocument when they do not fit together."""
    facts = chunks[0].document
    return ParsedDocument(
        media_type=PDF,
        title=facts.title,
        title_source=facts.title_source,
        pages=tuple(page for chunk in chunks for page in chunk.pages),
        blocks=tuple(block for chunk in chunks for block in chunk.blocks),
        tables=tuple(table for chunk in chunks for table in chunk.tables),
        render_version=facts.render_version,
        parser_version=facts.parser_version,
    )


def iter_pdf(
    data: bytes, *, source: str, progress: Progress, interrupted: Interrupted
) -> Iterator[PageChunk]:
    """Chunks of finished pages in order, at least one; the segmenter works on while the caller uses a chunk.

    Raises as parse_pdf does.
    """
    document = open_pdf(data, source=source)
    try:
        yield from _Parse(document, source, progress, interrupted).chunks()
    finally:
        document.close()


def open_pdf(data: bytes, *, source: str) -> pypdfium2.PdfDocument:
    """Open a PDF that has pages; one that is encrypted but needs no password opens like any other.

    Raises SourceEmpty, UnsupportedSource, PasswordNeeded, DamagedSource or NoPages.
    """
    if not data:
        raise SourceEmpty(f"{source} is empty: it has no bytes. Fetch or export it again.", source=source)
    if b"%PDF-" not in data[:1024]:
        raise UnsupportedSource(
            f"{source} is not a PDF: it has no PDF header. Check that the whole file was saved.",
            source=source,
        )
    try:
        document = pypdfium2.PdfDocument(data, password="")
    except pypdfium2.PdfiumError as error:
        raise _unopened(_load_error(data), source) from error
    if not len(document):
        document.close()
        raise _without_pages(source)
    return document


def _load_error(data: bytes) -> int:
    """PDFium's reason for not loading a document; FPDF_ERR_FILE stands for none.

    For a file without a page it sets no reason, and the one of an earlier file remains. So one that bytes in memory
    never give is provoked first.
    """
    pdfium.FPDF_LoadDocument(b"", None)
    pdfium.FPDF_LoadMemDocument(data, len(data), None)
    return int(pdfium.FPDF_GetLastError())


def _unopened(code: int, source: str) -> SourceError:
    if code == pdfium.FPDF_ERR_FILE:
        return _without_pages(source)
    if code == pdfium.FPDF_ERR_PASSWORD:
        return PasswordNeeded(
            f"{source} opens only with a password. Save a copy without one, and add that.", source=source
        )
    if code == pdfium.FPDF_ERR_SECURITY:
        return UnsupportedSource(
            f"{source} is encrypted for certain recipients or by an unknown method. "
            "Save a copy without encryption, and add that.",
            source=source,
        )
    return DamagedSource(
        f"{source} is damaged: it begins like a PDF and cannot be read as one. Fetch or export it again.",
        source=source,
    )


def _without_pages(source: str) -> NoPages:
    return NoPages(f"{source} is a PDF without a page. Fetch or export it again.", source=source)


def slice_spans(page_count: int) -> list[slice]:
    """The pages of each slice: two, four, then SLICE_PAGES at a time."""
    spans: list[slice] = []
    first, size = 0, 2
    while first < page_count:
        spans.append(slice(first, min(first + size, page_count)))
        first, size = first + size, min(2 * size, SLICE_PAGES)
    return spans


class _Parse:
    """One document's way through: reading, segmenting, finishing."""

    def __init__(
        self, document: pypdfium2.PdfDocument, source: str, progress: Progress, interrupted: Interrupted
    ) -> None:
        self._document = document
        self._source = source
        self._progress = progress
        self._interrupted = interrupted
        self._count = len(document)
        self._numbering = _Numbering()

    def chunks(self) -> Iterator[PageChunk]:
        self._progress(0, self._count)
        with Segmenter(self._source) as segmenter:
            readings: list[PageReading] = []
            slices: list[Slice | None] = []
            media: dict[int, PageTransform] = {}
            spans = slice_spans(self._count)
            for span in spans:
                pages = [self._read(index) for index in range(span.start, span.stop)]
                slice_, transforms = self._slice(pages)
                if slice_:
                    segmenter.send(slice_)
                readings += pages
                media |= transforms
                slices.append(slice_)
            facts, furniture, labels = self._document_facts(readings)
            for span, slice_ in zip(spans, slices, strict=True):
                segments = segmenter.receive(slice_, self._stop_if_interrupted) if slice_ else []
                boxes = _displayed_boxes(segments, readings[span], media)
                finished = [
                    self._finish(*page)
                    for page in zip(readings[span], boxes, furniture[span], labels[span], strict=True)
                ]
                self._progress(span.stop, self._count)
                yield PageChunk(
                    facts,
                    tuple(page.page for page in finished),
                    tuple(block for page in finished for block in page.blocks),
                    tuple(table for page in finished for table in page.tables),
                )

    def _stop_if_interrupted(self) -> None:
        stop_if_interrupted(self._interrupted, self._source)

    def _read(self, index: int) -> PageReading:
        self._stop_if_interrupted()
        try:
            return read_page(self._document, index)
        except (pypdfium2.PdfiumError, InvalidGeometry) as error:
            raise DamagedSource(
                f"{self._source}: PDF page {index + 1} of {self._count} cannot be read ({error}). "
                "Export the file anew from its program.",
                source=self._source,
            ) from error

    def _slice(self, pages: Sequence[PageReading]) -> tuple[Slice | None, dict[int, PageTransform]]:
        """The pages with upright text as a PDF of their own, None when there are none; and, by index, the transforms
        of their whole MediaBoxes. Text that runs sideways would reach the segmenter as thousands of letters."""
        readable = [page for page in pages if page.characters and page.direction == 0]
        if not readable:
            return None, {}
        indexes = tuple(page.index for page in readable)
        part = pypdfium2.PdfDocument.new()
        try:
            part.import_pages(self._document, list(indexes))
            media = {
                p.index: _media_transform(part, number, p.transform) for number, p in enumerate(readable)
            }
            buffer = io.BytesIO()
            part.save(buffer)
        finally:
            part.close()
        return Slice(indexes, buffer.getvalue()), media

    def _document_facts(
        self, readings: Sequence[PageReading]
    ) -> tuple[DocumentFacts, list[Furniture], list[PageLabel]]:
        cover = read_cover([reading.lines for reading in readings[:COVER_PAGES]], self._source)
        furniture = find_furniture([edges_of(rows_of(reading.words.get(0, []))) for reading in readings])
        labels = [
            page_label(found.label, self._document.get_page_label(index))
            for index, found in enumerate(furniture)
        ]
        facts = DocumentFacts(cover.title, cover.source, self._count, RENDER_VERSION, PARSER_VERSION)
        return facts, furniture, labels

    def _finish(
        self, reading: PageReading, boxes: Sequence[Box], furniture: Furniture, label: PageLabel
    ) -> FinishedPage:
        kinds = {word.first: kind for row, kind in furniture.lines for word in row.words}
        composed = compose_page(reading, boxes, kinds)
        page = Page(reading.index, PageKind.PDF, composed.text, label, reading.transform, composed.glyphs)
        blocks, tables = self._numbering.number(composed, reading.index)
        return FinishedPage(page, blocks, tables)


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """A page with its blocks and tables."""

    page: Page
    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]


class _Numbering:
    """Ids, table ordinals and sections, which run through the document."""

    def __init__(self) -> None:
        self._blocks = 0
        self._tables = 0
        self._section: str | None = None

    def number(self, composed: ComposedPage, page_index: int) -> tuple[tuple[Block, ...], tuple[Table, ...]]:
        blocks = []
        for ordinal, placed in enumerate(composed.blocks):
            self._blocks += 1
            blocks.append(
                Block(
                    id=f"b{self._blocks}",
                    page_index=page_index,
                    ordinal=ordinal,
                    kind=placed.kind,
                    range=placed.range,
                    section=None if placed.kind in FURNITURE else self._section,
                    cells=tuple(Cell(span, column) for span, column in placed.cells),
                    table=None if placed.table is None else self._tables + placed.table,
                )
            )
            if placed.kind is BlockKind.HEADING:
                self._section = placed.range.of(composed.text)
        tables = tuple(_table(t, self._tables + n, page_index) for n, t in enumerate(composed.tables))
        self._tables += len(tables)
        return tuple(blocks), tables


def _table(placed: PlacedTable, ordinal: int, page_index: int) -> Table:
    columns = tuple(Column(tuple(PageRange(page_index, span) for span in lines)) for lines in placed.headers)
    return Table(ordinal, columns, tuple(PageRange(page_index, span) for span in placed.units))


def _media_transform(part: pypdfium2.PdfDocument, number: int, displayed: PageTransform) -> PageTransform:
    """The transform of the page's whole MediaBox, which is all that the segmenter knows of it. In a slice the box
    stands on the page itself; in the file it may be inherited, where PDFium would not see it."""
    page = part[number]
    try:
        left, bottom, right, top = page.get_mediabox()
        return PageTransform(left, bottom, right, top, displayed.rotation)
    finally:
        page.close()


def _displayed_boxes(
    segments: Sequence[PageSegment], readings: Sequence[PageReading], media: Mapping[int, PageTransform]
) -> list[list[Box]]:
    """Segment boxes of each page, moved from the rotated MediaBox to the displayed page. They may reach outside."""
    by_index = {reading.index: reading for reading in readings}
    pages: dict[int, list[Box]] = {reading.index: [] for reading in readings}
    for segment in segments:
        user_space = media[segment.page_index].to_user_space(segment.box)
        edges = by_index[segment.page_index].transform.to_displayed(*user_space)
        try:
            pages[segment.page_index].append(Box.from_edges(*edges))
        except InvalidBox:  # rounding emptied a hairline: what it held is bound by line instead
            continue
    return list(pages.values())
