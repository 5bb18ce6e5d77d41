"""What kind of line a text is, by its words, its length and whether it is bold."""

from __future__ import annotations

import re

from pipeline.evidence.document import BlockKind

LONGEST_HEADING = 180

_BULLET = re.compile(r"^[•●▪◦‣·■□➢✓]\s*\S|^(?:\(?(?:[a-z]|\d{1,2}|[ivx]{1,4})\)|\d{1,2}\.|[–—*-])\s+\S")
_FOOTNOTE = re.compile(r"^(?:\((?:\d{1,2}|[a-zA-Z])\)|\[\d{1,2}\]|[*†‡§]+|\d{1,2})\s*[A-Z“\"(]")
_ITEM = re.compile(r"^(?:part\s+[ivx]+|item\s+\d+[a-c]?|note\s+\d+)\b[.:\s—–-]*", re.I)
_NUMBERED_TITLE = re.compile(r"^\d{1,2}\.\s+[A-Z][^.;]{2,70}:?$")
_SENTENCE_END = re.compile(r"[.;,]$")
_GROUPED = re.compile(r"\d,\d{3}")
_LETTERS = re.compile(r"[^\W\d_]")


def kind_of_line(text: str, *, is_bold: bool) -> BlockKind:
    """Heading, list item or paragraph.

    A heading is short, does not end like a sentence, and is bold, in capitals, or an "Item" or "Note" title.
    """
    if re.match(r"[•●▪◦‣·■□➢✓]", text):
        return BlockKind.LIST_ITEM
    if is_heading(text, is_bold=is_bold):
        return BlockKind.HEADING
    return BlockKind.LIST_ITEM if _BULLET.match(text) else BlockKind.PARAGRAPH


def is_heading(text: str, *, is_bold: bool) -> bool:
    letters = _LETTERS.findall(text)
    if (
        len(text) > LONGEST_HEADING
        or len(letters) < 3
        or text.startswith("(")
        or len(_GROUPED.findall(text)) > 1
    ):
        return False
    if _NUMBERED_TITLE.match(text) and not text.endswith(","):
        return is_bold or text.istitle() or _is_titled(text)
    if _ITEM.match(text) and len(text) < 120 and not text.endswith((",", ";")):
        return is_bold or not _SENTENCE_END.search(text) or len(text) < 60
    if is_bold:
        return not text.endswith((",", ";")) and (not text.endswith(".") or len(text) < 90)
    return text == text.upper() != text.lower() and len(text) < 120 and not text.endswith((",", ";", ":"))


def is_footnote(text: str) -> bool:
    """True for a line that starts with a footnote's mark."""
    return bool(_FOOTNOTE.match(text))


def _is_titled(text: str) -> bool:
    """True when every long word starts with a capital, as in a title."""
    words = re.findall(r"[^\W\d_]{4,}", text)
    return bool(words) and all(word[0].isupper() for word in words)
