"""A stamped body → the sanitised page that the isolated frame shows, proven to say what the blocks say."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import lxml.html
from lxml.html import HtmlElement

from pipeline.evidence.cover import Cover
from pipeline.evidence.cover_title import titled
from pipeline.evidence.document import ParsedDocument
from pipeline.evidence.errors import ParseFailed, SourceTooLarge
from pipeline.evidence.fact import Fact
from pipeline.limits import MOST_REFERENCES
from pipeline.parse import sanitise, veto
from pipeline.parse.assembly import Assembly, DraftPage
from pipeline.parse.draft import Draft
from pipeline.parse.html.text import text_content, without_spaces
from pipeline.parse.structure.parts import parts_of


@dataclass(frozen=True, slots=True)
class Rendition:
    """The sanitised body. `escaped` when it shows the blocks as escaped text instead of the source's layout."""

    body: str
    escaped: bool

    @property
    def render_version(self) -> str:
        return sanitise.render_version(escaped=self.escaped)

    def page(self, title: str) -> bytes:
        """The complete HTML document."""
        return sanitise.page(self.body, title)


def parsed_document(
    media_type: str,
    source_name: str,
    assembly: Assembly,
    rendition: Rendition,
    cover: Cover,
    parser_version: str,
    facts: tuple[Fact, ...] = (),
) -> ParsedDocument:
    """What the parse of an HTML or text source gives. Raises InvalidDocument when its parts do not fit together."""
    title, title_source = titled(cover, source_name)
    return ParsedDocument(
        media_type=media_type,
        title=title,
        title_source=title_source,
        pages=assembly.pages,
        blocks=assembly.blocks,
        tables=assembly.tables,
        render_version=rendition.render_version,
        parser_version=parser_version,
        rendition=rendition.page(title),
        facts=facts,
        cover=cover,
        parts=parts_of(assembly.pages, assembly.blocks),
    )


def render(stamped: str, pages: Sequence[DraftPage], source: str) -> Rendition:
    """Sanitise a stamped body; fall back to escaped text where sanitisers disagree or text would move.

    Raises SourceTooLarge as check_references does, ParseFailed when not even the escaped text says what the blocks say.
    """
    check_references(stamped, source)
    drafts = [draft for page in pages for draft in page.drafts]
    clean = sanitise.sanitised(stamped)
    # Each pass takes one line feed after <pre>, so only what is not whitespace is compared.
    is_stable = without_spaces(sanitise.sanitised(clean)) == without_spaces(clean)
    if is_stable and not disagreement(clean, drafts) and not veto.objections(clean):
        return Rendition(clean, escaped=False)
    escaped = _escaped(pages)
    if missing := disagreement(escaped, drafts):
        raise ParseFailed(f"{source}: {missing}. Nothing was stored.", source=source)
    return Rendition(escaped, escaped=True)


def check_references(markup: str, source: str) -> None:
    """Raises SourceTooLarge for more character references in a text or tag than a filing has in all."""
    if any(piece.count("&") > MOST_REFERENCES for piece in markup.split("<")):
        raise SourceTooLarge(
            f'{source} has more than {MOST_REFERENCES:,} marks ("&", "<" or ">") in one text: that is no filing.',
            source=source,
        )


def _escaped(pages: Sequence[DraftPage]) -> str:
    return "\n<hr>\n".join(
        "\n".join(f'<p id="{draft.id}">{html.escape(draft.text, quote=False)}</p>' for draft in page.drafts)
        for page in pages
    )


def disagreement(body: str, drafts: Iterable[Draft]) -> str | None:
    """Where a rendition's body and the blocks differ, in words; None when they agree.

    They agree when every non-whitespace character of the body is in exactly one stamped element, and each
    element holds its block's characters, in the blocks' order.
    """
    root = parse_body(body)
    elements = {node.get("id"): node for node in root.iter() if node.get("id")}
    seen: list[str] = []
    for draft in drafts:
        element = elements.pop(draft.id, None)
        if element is None:
            return f"block {draft.id} is not in the rendition"
        seen.append(without_spaces(text_content(element)))
        if seen[-1] != without_spaces(draft.text):
            return f"block {draft.id} reads otherwise in the rendition"
    if elements:
        return f"the rendition has an element {next(iter(elements))} that is no block"
    if "".join(seen) != without_spaces(text_content(root)):
        return "the rendition has text outside the blocks, or in another order"
    return None


def parse_body(fragment: str) -> HtmlElement:
    """The `body` element of a page around a sanitised fragment."""
    parser = lxml.html.HTMLParser(huge_tree=True, encoding="utf-8")
    page = f"<!DOCTYPE html><html><head></head><body>{fragment}</body></html>"
    root = lxml.html.document_fromstring(page.encode("utf-8"), parser=parser)
    return next(root.iter("body"))
