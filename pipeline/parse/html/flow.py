"""Where runs of text end in an HTML body: at blocks, rules, page breaks and paragraph breaks."""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

from pipeline.parse.html.text import BLOCK_TAGS
from pipeline.parse.text.blocks import PlainBlocks

_BREAK_BEFORE = re.compile(r"(?:page-)?break-before\s*:\s*(?:always|page|left|right)", re.I)
_BREAK_AFTER = re.compile(r"(?:page-)?break-after\s*:\s*(?:always|page|left|right)", re.I)


def breaks_before(node: HtmlElement) -> bool:
    """True when a page starts with the element."""
    return bool(_BREAK_BEFORE.search(node.get("style", "")))


def breaks_after(node: HtmlElement) -> bool:
    """True when a page ends with the element."""
    return bool(_BREAK_AFTER.search(node.get("style", "")))


def append_spans(pre: HtmlElement, text: str, blocks: PlainBlocks) -> None:
    """Put a page's text into `pre`, each block in a stamped `span`."""
    position = 0
    span = next(pre.iterchildren(reversed=True), None)
    for draft, (start, end) in zip(blocks.drafts, blocks.spans, strict=True):
        if span is not None:
            span.tail = (span.tail or "") + text[position:start]
        else:
            pre.text = (pre.text or "") + text[position:start]
        span = etree.SubElement(pre, "span")
        span.set("id", draft.id)
        span.text = text[start:end]
        position = end
    if span is not None:
        span.tail = text[position:] + "\n"


def containers(body: HtmlElement) -> set[HtmlElement]:
    """Elements that hold a block, a rule, a page break or a paragraph break somewhere inside."""
    nodes = list(body.iter())
    found: set[HtmlElement] = set()
    for node in reversed(nodes):
        parent = node.getparent()
        if parent is None:
            continue
        is_block = node.tag in BLOCK_TAGS or node.tag == "hr" or node in found
        if is_block or ends_paragraph(node) or has_break(node):
            found.add(parent)
    return found


def has_break(node: HtmlElement) -> bool:
    """True for an element that starts or ends a page."""
    return breaks_before(node) or breaks_after(node)


def ends_paragraph(node: HtmlElement) -> bool:
    """True for the second of two `br` with nothing but space between."""
    if node.tag != "br":
        return False
    previous = node.getprevious()
    return previous is not None and previous.tag == "br" and not (previous.tail or "").strip()
