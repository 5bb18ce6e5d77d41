"""How an HTML element is set: bold, and in which size."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

_BOLD_TAGS = frozenset({"b", "strong", "th", "h1", "h2", "h3", "h4", "h5", "h6"})
_BOLD_STYLE = re.compile(r"font-weight\s*:\s*(bold|bolder|[6-9]00)", re.I)
_PLAIN_STYLE = re.compile(r"font-weight\s*:\s*(normal|lighter|[1-5]00)", re.I)
_SIZE = re.compile(r"font-size\s*:\s*(\d+(?:\.\d+)?)\s*(pt|px)", re.I)
_POINTS = {"pt": 1.0, "px": 0.75}
_HEADING_SIZES = {"h1": 24.0, "h2": 18.0, "h3": 14.0, "h4": 12.0, "h5": 10.0, "h6": 8.0}
"""Browsers' own sizes, in points."""


def is_bold(element: HtmlElement) -> bool:
    """True when the element has text and every visible character of it is bold."""
    owners = _owners(element)
    return bool(owners) and all(_is_within_bold(owner, element) for owner in owners)


def font_size(element: HtmlElement) -> float | None:
    """The size in points of the element's first letters; None when neither a style nor a heading's rank says it."""
    owners = _owners(element)
    node: HtmlElement | None = owners[0] if owners else None
    while node is not None:
        if match := _SIZE.search(node.get("style", "")):
            return float(match[1]) * _POINTS[match[2].lower()]
        if node.tag in _HEADING_SIZES:
            return _HEADING_SIZES[node.tag]
        node = node.getparent()
    return None


def _owners(element: HtmlElement) -> list[HtmlElement]:
    """The elements that visible characters stand in directly."""
    owners = [node for node in element.iter() if node.text and node.text.strip()]
    owners += [
        parent
        for node in element.iterdescendants()
        if node.tail is not None and node.tail.strip() and (parent := node.getparent()) is not None
    ]
    return owners


def _is_within_bold(node: HtmlElement | None, top: HtmlElement) -> bool:
    while node is not None:
        style = node.get("style", "")
        if node.tag in _BOLD_TAGS or _BOLD_STYLE.search(style):
            return True
        if _PLAIN_STYLE.search(style) or node is top:
            return False
        node = node.getparent()
    return False
