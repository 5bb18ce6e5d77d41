"""A plain-text filing → a ParsedDocument: pages at `<PAGE>` marks and form feeds, the fixed-width look kept."""

from __future__ import annotations

import html
from collections.abc import Iterator
from itertools import islice

from pipeline.evidence.document import PageKind, ParsedDocument
from pipeline.evidence.errors import NoPages, SourceTooLarge
from pipeline.limits import DEFAULT_LIMITS, MOST_LINES, Limits
from pipeline.parse.assembly import DraftPage, assemble
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.draft import DraftTable
from pipeline.parse.progress import Interrupted, Progress, stop_if_interrupted
from pipeline.parse.rendition import parsed_document, render
from pipeline.parse.source import TEXT, Source, Submission, decode, unwrap
from pipeline.parse.table_notes import attach_notes
from pipeline.parse.text.blocks import PlainBlocks, carry_over, read_plain
from pipeline.parse.text.lines import TextPage, split_pages
from pipeline.parse.versions import TEXT_PARSER


def parse_text(
    source: Source, *, progress: Progress, interrupted: Interrupted, limits: Limits = DEFAULT_LIMITS
) -> ParsedDocument:
    """Parse a text source; wrappers of EDGAR's mail format are left out of the pages.

    Raises SourceTooLarge for more lines or pages than are read, NoPages for a source without a word, ParseFailed when a
    character would be lost, IngestInterrupted.
    """
    text = decode(source.data)
    if sum(map(text.count, "\r\n\f")) - text.count("\r\n") > MOST_LINES:
        raise SourceTooLarge(
            f"{source.name} has more than {MOST_LINES:,} lines. Split it.", source=source.name
        )
    submission = unwrap(text)
    texts = list(islice(_pages(submission), limits.pages + 1))
    limits.check_pages(len(texts), source.name, or_more=True)
    if not texts:
        raise NoPages(f"{source.name} has no words outside its wrappers. Fetch it again.", source=source.name)
    pages: list[DraftPage] = []
    tables: list[DraftTable] = []
    sections: list[str] = []
    number = 0
    for index, (page, part) in enumerate(texts):
        stop_if_interrupted(interrupted, source.name)
        progress(index, len(texts))
        blocks = read_plain(page.lines, number, len(tables))
        number += len(blocks.drafts)
        tables += blocks.tables
        if pages and part is None:
            carry_over(pages[-1].drafts, blocks.drafts, tables)
        pages.append(DraftPage(blocks.drafts, page.marked, part))
        sections.append(f"<section><pre>\n{stamped_text(page, blocks)}\n</pre></section>")
    attach_notes([page.drafts for page in pages], tables)
    rendition = render("\n".join(sections), pages, source.name)
    assembly = assemble(pages, tables, PageKind.TEXT)
    cover = read_cover([page.text for page in assembly.pages], header=submission.header)
    progress(len(texts), len(texts))
    return parsed_document(TEXT, source.name, assembly, rendition, cover, TEXT_PARSER)


def _pages(submission: Submission) -> Iterator[tuple[TextPage, str | None]]:
    """The pages of all parts; the first page of each exhibit with the exhibit's name."""
    for number, part in enumerate(submission.parts):
        name = part.title if number else None
        for page in split_pages(part.text):
            yield page, name
            name = None


def stamped_text(page: TextPage, blocks: PlainBlocks) -> str:
    """The page's text as HTML, each block in a `span` with its id, every space kept."""
    parts: list[str] = []
    position = 0
    for draft, (start, end) in zip(blocks.drafts, blocks.spans, strict=True):
        parts.append(html.escape(page.text[position:start], quote=False))
        parts.append(f'<span id="{draft.id}">{html.escape(page.text[start:end], quote=False)}</span>')
        position = end
    return "".join([*parts, html.escape(page.text[position:], quote=False)])
