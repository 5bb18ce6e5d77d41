"""An HTML filing → a ParsedDocument with its sanitised rendition."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from pipeline.evidence.document import PageKind, ParsedDocument
from pipeline.evidence.errors import NoPages
from pipeline.limits import DEFAULT_LIMITS, Limits
from pipeline.parse import sanitise
from pipeline.parse.assembly import DraftPage, assemble
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.draft import Draft, DraftTable
from pipeline.parse.hints import apply_hints
from pipeline.parse.html.blocks import Stamper
from pipeline.parse.html.clean import CleanTree, clean_tree
from pipeline.parse.html.text import without_spaces
from pipeline.parse.progress import Interrupted, Progress, stop_if_interrupted
from pipeline.parse.rendition import check_references, parse_body, parsed_document, render
from pipeline.parse.source import HTML, Source, decode, unwrap
from pipeline.parse.versions import HTML_PARSER

MOST_SEGMENTED = 50_000
"""Blocks of which Unstructured is asked: it takes 1 ms each, and real filings have up to 10,000. Its view of more would
cost minutes, and decides nothing but which paragraphs are list items."""


@dataclass(slots=True)
class Stamped:
    """A stamped body, as HTML, with the drafts of its blocks."""

    body: HtmlElement
    pages: list[DraftPage]
    tables: list[DraftTable]

    @property
    def drafts(self) -> list[Draft]:
        return [draft for page in self.pages for draft in page.drafts]


def parse_html(
    source: Source, *, progress: Progress, interrupted: Interrupted, limits: Limits = DEFAULT_LIMITS
) -> ParsedDocument:
    """Parse an HTML source. Offsets of its blocks hold in the rendition, counted in non-whitespace characters.

    Raises ParseFailed when a character would be lost on the way, SourceTooLarge for what no filing holds, NoPages for a
    source without visible text, IngestInterrupted when `interrupted()` turns true.
    """
    progress(0, 4)
    submission = unwrap(decode(source.data))
    tree = clean_tree(submission, source.name)
    whole = _inner_html(tree.body)
    check_references(whole, source.name)
    stamped = stamp(sanitise.sanitised(whole))
    limits.check_pages(len(stamped.pages), source.name)
    if not stamped.drafts:
        raise NoPages(f"{source.name} has no visible text{_why_empty(tree)}", source=source.name)
    _name_parts(stamped.pages, tree.parts)
    stop_if_interrupted(interrupted, source.name)
    progress(1, 4)
    _apply_hints(stamped, source.name)
    stop_if_interrupted(interrupted, source.name)
    progress(3, 4)
    rendition = render(_inner_html(stamped.body), stamped.pages, source.name)
    assembly = assemble(stamped.pages, stamped.tables, PageKind.SECTION)
    facts = tree.tagged.placed(assembly, source.name)
    cover = read_cover([page.text for page in assembly.pages], facts, submission.header)
    progress(4, 4)
    return parsed_document(HTML, source.name, assembly, rendition, cover, HTML_PARSER, facts)


def _name_parts(pages: Sequence[DraftPage], parts: Sequence[tuple[int, str]]) -> None:
    """Tell the page on which each exhibit starts its name. `parts` counts the characters before each but spaces."""
    count = 0
    waiting = list(parts)
    for page in pages:
        if waiting and count >= waiting[0][0]:
            page.part = waiting.pop(0)[1]
        count += sum(len(without_spaces(draft.text)) for draft in page.drafts)


def stamp(clean: str) -> Stamped:
    """Stamp a sanitised body. Sanitising first gives the tree a browser would build, so no text moves later."""
    body = parse_body(clean)
    stamper = Stamper(body)
    return Stamped(body, stamper.pages, stamper.tables)


def _why_empty(tree: CleanTree) -> str:
    if tree.has_frames:
        return ": it only arranges other files in frames. Add those files instead."
    return ". Fetch or export it again."


def _inner_html(body: HtmlElement) -> str:
    parts = [html.escape(body.text or "", quote=False)]
    parts += [etree.tostring(child, encoding="unicode", method="html") for child in body]
    return "".join(parts)


def _apply_hints(stamped: Stamped, source: str) -> None:
    if len(stamped.drafts) > MOST_SEGMENTED:
        return
    from pipeline.parse.segments import segment_html

    apply_hints(segment_html(_numbered(stamped.body), source), stamped.drafts, source)


def _numbered(body: HtmlElement) -> str:
    """The stamped body with each block's number where Unstructured hands it back: as its page number."""
    for node in body.iter():
        if number := node.get("id"):
            node.set("data-page-number", number.removeprefix("b"))
    text = f"<html><body>{_inner_html(body)}</body></html>"
    for node in body.iter():
        node.attrib.pop("data-page-number", None)
    return text
