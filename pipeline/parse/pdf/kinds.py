"""What a run of lines is: heading, list item, footnote, paragraph. Geometry and type decide, no model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf.layout import Row
from pipeline.parse.wording import is_heading

HEADING_LINES = 3

RAISED = 0.85
"""A first word lower than this share of its row's height is a superscript: a footnote's mark."""

_BULLET = re.compile(r"[•●▪◦‣·■□☐☒☑✓➢–—\uf0b7\uf0a7]|\((?:[a-z]|[ivx]{1,4})\)|\d{1,2}[.)]")
_NOTE_MARK = re.compile(r"\(\d{1,2}\)|[*†‡§]+")
_RAISED_MARK = re.compile(r"\(?(?:\d{1,2}|[a-z])\)?|[*†‡§]+")


def kind_of(rows: Sequence[Row]) -> BlockKind:
    """The kind of a block made of these lines, from the top. Headers and footers are told by recurrence instead."""
    words = [word for row in rows for word in row.words]
    text = " ".join(word.text for word in words)
    if len(rows) <= HEADING_LINES and is_heading(text, is_bold=all(word.bold for word in words)):
        return BlockKind.HEADING
    first = words[0]
    if len(words) > 1 and _NOTE_MARK.fullmatch(first.text):
        return BlockKind.FOOTNOTE
    if len(words) > 1 and first.height < RAISED * rows[0].height and _RAISED_MARK.fullmatch(first.text):
        return BlockKind.FOOTNOTE
    if len(words) > 1 and _BULLET.fullmatch(first.text):
        return BlockKind.LIST_ITEM
    return BlockKind.PARAGRAPH
