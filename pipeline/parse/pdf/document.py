"""A PDF's bytes → pages, blocks and tables, finished pages first.

PDFium reads every page here, while segmenters read slices of the same pages in processes of their own; then each
slice's pages are finished in order. Labels and recurring lines need the whole file's readings, hence the two passes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2

from pipeline.evidence.box import Box
from pipeline.evidence.cover import Cover
from pipeline.evidence.cover_title import titled
from pipeline.evidence.document import Block, Page, PageKind, ParsedDocument, Table, TitleSource
from pipeline.evidence.errors import DamagedSource, InvalidGeometry, SourceTooLarge
from pipeline.evidence.page import PageLabel
from pipeline.limits import DEFAULT_LIMITS, Limits
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.labels import Furniture, edges_of, find_furniture, page_labels
from pipeline.parse.parts import NOT_KEPT, Parts
from pipeline.parse.pdf.continued import Continued, FinishedPage
from pipeline.parse.pdf.labels_in_file import labels_in_file
from pipeline.parse.pdf.layout import Row, rows_of
from pipeline.parse.pdf.numbering import Numbering
from pipeline.parse.pdf.opening import open_pdf
from pipeline.parse.pdf.page import compose_page
from pipeline.parse.pdf.segmenter_pool import SegmenterPool
from pipeline.parse.pdf.slicing import Slicing, slice_spans
from pipeline.parse.pdf.text import PageReading, PageTooFull, read_page
from pipeline.parse.progress import Interrupted, Progress, stop_if_interrupted
from pipeline.parse.segments import unstructured_version
from pipeline.parse.source import PDF
from pipeline.parse.structure.parts import parts_of
from pipeline.processes.cores import allotted_cores

RENDER_VERSION = f"pdfium-{pypdfium2.PDFIUM_INFO.build} pypdfium2-{pypdfium2.PYPDFIUM_INFO.version}"
"""What coordinates are bound to: they agree with images drawn by this PDFium."""

PARSER_VERSION = f"pincite-pdf-3 unstructured-{unstructured_version()}"


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of a document before its first page is finished."""

    title: str
    title_source: TitleSource
    cover: Cover
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
    pages = tuple(page for chunk in chunks for page in chunk.pages)
    blocks = tuple(block for chunk in chunks for block in chunk.blocks)
    return ParsedDocument(
        media_type=PDF,
        title=facts.title,
        title_source=facts.title_source,
        pages=pages,
        blocks=blocks,
        tables=tuple(table for chunk in chunks for table in chunk.tables),
        render_version=facts.render_version,
        parser_version=facts.parser_version,
        cover=facts.cover,
        parts=parts_of(pages, blocks),
    )


def _unwatched(page: int, pages: int) -> None:
    """Nobody waits for a page."""


def iter_pdf(
    data: bytes,
    *,
    source: str,
    progress: Progress,
    interrupted: Interrupted,
    limits: Limits = DEFAULT_LIMITS,
    parts: Parts = NOT_KEPT,
    segmenters: int | None = None,
    reading: Progress = _unwatched,
) -> Iterator[PageChunk]:
    """Chunks of finished pages in order, at least one; the segmenters work on while the caller uses a chunk.

    `reading` gets (page, pages in all) before PDFium reads each page, 0 after the last: whoever watches this process
    may give a page its time. `parts` keeps finished slices. Up to `segmenters` processes read slices side by side, one
    a core unless given. Raises as parse_pdf does, and SourceTooLarge for more pages than `limits` allow.
    """
    document = open_pdf(data, source=source)
    try:
        limits.check_pages(len(document), source)
        cores = segmenters or allotted_cores()
        parse = _Parse(document, source, progress, interrupted, parts, cores, reading)
        yield from parse.chunks()
    finally:
        document.close()


class _Parse:
    """One document's way through: reading, segmenting, finishing."""

    def __init__(
        self,
        document: pypdfium2.PdfDocument,
        source: str,
        progress: Progress,
        interrupted: Interrupted,
        parts: Parts,
        segmenters: int,
        reading: Progress,
    ) -> None:
        self._document = document
        self._source = source
        self._progress = progress
        self._interrupted = interrupted
        self._parts = parts
        self._segmenters = segmenters
        self._reading = reading
        self._own_labels: list[str] = []
        self._count = len(document)
        self._numbering = Numbering()
        self._continued = Continued()

    def chunks(self) -> Iterator[PageChunk]:
        self._progress(0, self._count)
        self._own_labels = labels_in_file(self._document, self._source)
        with SegmenterPool(self._source, self._segmenters) as pool:
            slicing = Slicing(self._document, pool, self._parts)
            spans: deque[list[PageReading]] = deque()
            for span in slice_spans(self._count):
                spans.append([self._read(index) for index in range(span.start, span.stop)])
                slicing.add(spans[-1])
            self._reading(0, self._count)
            facts, furniture, labels = self._document_facts([page for pages in spans for page in pages])
            while spans:
                pages = spans.popleft()
                boxes = slicing.boxes(pages, self._stop_if_interrupted)
                finished = [
                    done
                    for page in pages
                    for done in self._finish(
                        page, boxes[page.index], furniture[page.index], labels[page.index]
                    )
                ]
                if not spans:
                    finished += self._continued.rest()
                self._progress(pages[-1].index + 1, self._count)
                if not finished:
                    continue
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
        self._reading(index + 1, self._count)
        try:
            return read_page(self._document, index)
        except (pypdfium2.PdfiumError, InvalidGeometry) as error:
            raise DamagedSource(
                f"{self._source}: PDF page {index + 1} of {self._count} cannot be read ({error}). "
                "Export the file anew from its program.",
                source=self._source,
            ) from error
        except PageTooFull as error:
            raise SourceTooLarge(
                f"{self._source}: PDF page {index + 1} of {self._count} is too full: {error}. Leave it out.",
                source=self._source,
            ) from error

    def _document_facts(
        self, readings: Sequence[PageReading]
    ) -> tuple[DocumentFacts, list[Furniture[Row]], list[PageLabel]]:
        cover = read_cover([reading.lines for reading in readings])
        title, title_source = titled(cover, self._source)
        furniture = find_furniture([edges_of(rows_of(reading.words.get(0, []))) for reading in readings])
        labels = page_labels([found.label for found in furniture], self._own_labels)
        facts = DocumentFacts(title, title_source, cover, self._count, RENDER_VERSION, PARSER_VERSION)
        return facts, furniture, labels

    def _finish(
        self, reading: PageReading, boxes: Sequence[Box], furniture: Furniture[Row], label: PageLabel
    ) -> list[FinishedPage]:
        """The pages that this one completes: those that waited for what it says of their last table, and mostly it."""
        kinds = {word.first: kind for row, kind in furniture.lines for word in row.words}
        composed = compose_page(reading, boxes, kinds)
        page = Page(reading.index, PageKind.PDF, composed.text, label, reading.transform, composed.glyphs)
        blocks, tables = self._numbering.number(composed, reading.index)
        return self._continued.add(FinishedPage(page, blocks, tables), composed)
