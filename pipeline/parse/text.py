"""A plain-text filing → a ParsedDocument: pages at `<PAGE>` marks and form feeds, the fixed-width look kept."""

from __future__ import annotations

import html

from pipeline.evidence.document import PageKind, ParsedDocument
from pipeline.evidence.errors import NoPages
from pipeline.parse.assembly import DraftPage, assemble
from pipeline.parse.cover import COVER_PAGES, read_cover, with_header
from pipeline.parse.draft import DraftTable
from pipeline.parse.progress import Interrupted, Progress, stop_if_interrupted
from pipeline.parse.rendition import render
from pipeline.parse.source import TEXT, Source, decode, unwrap
from pipeline.parse.text_blocks import PlainBlocks, read_plain
from pipeline.parse.text_lines import TextPage, split_pages
from pipeline.parse.versions import TEXT_PARSER


def parse_text(source: Source, *, progress: Progress, interrupted: Interrupted) -> ParsedDocument:
    """Parse a text source; wrappers of EDGAR's mail format are left out of the pages.

    Raises NoPages for a source without a word, ParseFailed when a character would be lost, IngestInterrupted.
    """
    submission = unwrap(decode(source.data))
    texts = [page for part in submission.parts for page in split_pages(part.text)]
    if not texts:
        raise NoPages(f"{source.name} has no words outside its wrappers. Fetch it again.", source=source.name)
    pages: list[DraftPage] = []
    tables: list[DraftTable] = []
    sections: list[str] = []
    number = 0
    for index, text in enumerate(texts):
        stop_if_interrupted(interrupted, source.name)
        progress(index, len(texts))
        blocks = read_plain(text.lines, number, len(tables))
        number += len(blocks.drafts)
        tables += blocks.tables
        pages.append(DraftPage(blocks.drafts, text.marked))
        sections.append(f"<section><pre>\n{stamped_text(text, blocks)}\n</pre></section>")
    rendition = render("\n".join(sections), pages, source.name)
    assembly = assemble(pages, tables, PageKind.TEXT)
    first_pages = [page.text for page in assembly.pages[:COVER_PAGES]]
    cover = with_header(read_cover(first_pages, source.name), submission.header, source.name, first_pages)
    progress(len(texts), len(texts))
    return ParsedDocument(
        media_type=TEXT,
        title=cover.title,
        title_source=cover.source,
        pages=assembly.pages,
        blocks=assembly.blocks,
        tables=assembly.tables,
        render_version=rendition.render_version,
        parser_version=TEXT_PARSER,
        rendition=rendition.page(cover.title),
    )


def stamped_text(page: TextPage, blocks: PlainBlocks) -> str:
    """The page's text as HTML, each block in a `span` with its id, every space kept."""
    parts: list[str] = []
    position = 0
    for draft, (start, end) in zip(blocks.drafts, blocks.spans, strict=True):
        parts.append(html.escape(page.text[position:start], quote=False))
        parts.append(f'<span id="{draft.id}">{html.escape(page.text[start:end], quote=False)}</span>')
        position = end
    return "".join([*parts, html.escape(page.text[position:], quote=False)])
