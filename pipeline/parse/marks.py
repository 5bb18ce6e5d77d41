"""Footnote marks in the text of tables and in front of footnotes: "(1)", "[a]", "*", raised figures, EDGAR's "<F1>".

A mark is known by its figure, letter or sign alone: "(1)" and "1" are the same mark.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from pipeline.parse.html.text import collapsed

SIGNS = re.compile(r"[*†‡§#¶]+")

_ONE = r"(?:\((?:\d{1,2}|[A-Za-z])\)|\[(?:\d{1,2}|[A-Za-z])\]|<F\d{1,2}>|[*†‡§#¶]+)"
_AT_END = re.compile(rf"(?<=[^\s(])\s?({_ONE}(?:[\s,]*{_ONE})*)[:.,]?$")
_EACH = re.compile(r"(?<=<)F\d{1,2}|\d{1,2}|[A-Za-z]|[*†‡§#¶]+")
_RAISED = re.compile(rf"(?:{_ONE}|\d{{1,2}}|[A-Za-z])(?:[\s,]*(?:{_ONE}|\d{{1,2}}|[A-Za-z]))*")
_IN_FRONT = re.compile(
    r"(?:<(F\d{1,2})>|\((\d{1,2}|[A-Za-z])\)|\[(\d{1,2}|[A-Za-z])\]|([*†‡§#¶]+)|(\d{1,2})(?=\s*[A-Z“\"(]))\s*(?=\S)"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th|TM|SM|R|C)")


def marks_at_end(text: str) -> frozenset[str]:
    """The marks that a label, a header or a figure ends with. A text that is all mark may be a figure: it has none."""
    match = _AT_END.search(text)
    return frozenset(_EACH.findall(match[1])) if match else frozenset()


def without_marks(text: str) -> str:
    """The text without the marks at its end; empty for a text that is all mark."""
    match = _AT_END.search(text)
    return text[: match.start(1)].rstrip() if match else text


def raised_marks(element: HtmlElement) -> list[str]:
    """The texts of an element's `sup` elements that are marks, as they stand there."""
    texts = [collapsed("".join(node.itertext())) for node in element.iter("sup")]
    return [text for text in texts if _RAISED.fullmatch(text) and not _ORDINAL.fullmatch(text)]


def marks_of(raised: list[str]) -> frozenset[str]:
    """The marks in raised texts: "(1)", "1, 2"."""
    return frozenset(mark for text in raised for mark in _EACH.findall(text))


def mark_in_front(text: str) -> str | None:
    """The mark that a footnote starts with, if it goes on with words."""
    match = _IN_FRONT.match(text)
    return next(group for group in match.groups() if group) if match else None
