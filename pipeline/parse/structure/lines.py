"""The blocks of a page as lines of print: their words, and how many figures stand in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.document import FURNITURE, Block, BlockKind, Page, blocks_by_page

LEAST_CONTENT = 3
"""Characters of a line that is more than a mark."""

LONGEST_LABEL = 160
"""Characters of a line that are looked at: row labels and titles are shorter, and a paragraph is neither."""

_FIGURE = re.compile(
    r"(?<![\w.,])\(?[$€£¥]?\s?\(?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{1,3})\)?%?(?![\w,])"
)
"""An amount as lines that are no table rows print it. Four digits without a comma are a year."""

PLAIN = str.maketrans({"’": "'", "‘": "'", "–": "-", "—": "-", "\u00ad": "", "\u00a0": " "})
"""Quotes, dashes and spaces of print as those of a keyboard."""


@dataclass(frozen=True, slots=True)
class Line:
    """A block. `text` begins like the print, one space between words; `label` is what stands before its first figure,
    in lower case; `figures` counts its amounts, periods not among them; `section` is the path of the headings above."""

    kind: BlockKind
    text: str
    label: str
    figures: int
    section: str | None = None

    @property
    def is_heading(self) -> bool:
        return self.kind is BlockKind.HEADING

    @property
    def is_row(self) -> bool:
        return self.kind is BlockKind.TABLE_ROW and self.figures > 0


def is_content(line: Line) -> bool:
    """Whether a line says something under the headings above it: no heading, no page number, no mark."""
    return line.kind not in (BlockKind.HEADING, *FURNITURE) and len(line.text) > LEAST_CONTENT


def lines_of(pages: Sequence[Page], blocks: Sequence[Block]) -> list[list[Line]]:
    """The lines of every page, in order."""
    return [
        [_line(block, page.text) for block in of_page]
        for page, of_page in zip(pages, blocks_by_page(blocks, len(pages)), strict=True)
    ]


def _line(block: Block, page_text: str) -> Line:
    start, end = block.range.start, block.range.end
    text = " ".join(page_text[start : min(end, start + 2 * LONGEST_LABEL)].translate(PLAIN).split())
    if block.kind is BlockKind.TABLE_ROW:
        values = [cell.range for cell in block.cells if cell.column is not None]
        label = " ".join(page_text[start : min([end, *(at.start for at in values)])].translate(PLAIN).split())
        figures = sum(any(c.isdigit() for c in page_text[at.start : at.end]) for at in values)
        return Line(block.kind, text, label[:LONGEST_LABEL].lower(), figures, block.section)
    if end - start > 2 * LONGEST_LABEL:
        return Line(block.kind, text, "", 0, block.section)
    found = list(_FIGURE.finditer(text))
    label = text[: found[0].start()] if found else text
    return Line(block.kind, text, label[:LONGEST_LABEL].strip(" .$(").lower(), len(found), block.section)
