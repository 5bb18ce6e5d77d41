"""Pages made of words at given places, as a PDF would give them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.evidence.document import Block, BlockKind, Cell, Page, PageKind
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import TextRange

WIDTH, HEIGHT = 5.0, 10.0


@dataclass(frozen=True)
class Words:
    """Words at `x`, `y` (top left), glyphs of 5 × `height` points; `column` makes them a value cell."""

    x: float
    y: float
    text: str
    column: int | None = None
    height: float = HEIGHT


@dataclass(frozen=True)
class Lines:
    """A block: its words in canonical order, one space between two."""

    words: tuple[Words, ...]
    kind: BlockKind = BlockKind.PARAGRAPH

    @property
    def text(self) -> str:
        return " ".join(words.text for words in self.words)


def row(y: float, *cells: tuple[float, str], label: str = "") -> Lines:
    """A table's row: a label at the left margin and value cells at their places."""
    words = [Words(50, y, label)] if label else []
    words += [Words(x, y, text, column) for column, (x, text) in enumerate(cells)]
    return Lines(tuple(words), BlockKind.TABLE_ROW)


def headers(y: float, *cells: tuple[float, str]) -> Lines:
    """A line of column headers."""
    return Lines(tuple(Words(x, y, text) for x, text in cells), BlockKind.TABLE_ROW)


def page_of(*blocks: Lines) -> tuple[Page, tuple[Block, ...]]:
    """The page and its blocks in the given order; rows belong to table 0."""
    text = "\n".join(block.text for block in blocks)
    boxes: list[tuple[float, float, float, float]] = [(math.nan,) * 4] * len(text)
    made: list[Block] = []
    start = 0
    for ordinal, block in enumerate(blocks):
        cells: list[Cell] = []
        position = start
        for words in block.words:
            for offset, character in enumerate(words.text):
                if character != " ":
                    left = words.x + WIDTH * offset
                    boxes[position + offset] = left, words.y, left + WIDTH, words.y + words.height
            if words.column is not None:
                cells.append(Cell(TextRange(position, position + len(words.text)), words.column))
            elif any(other.column is not None for other in block.words):
                cells.append(Cell(TextRange(position, position + len(words.text)), None))
            position += len(words.text) + 1
        span = TextRange(start, start + len(block.text))
        table = 0 if block.kind is BlockKind.TABLE_ROW else None
        made.append(Block(f"b{ordinal}", 0, ordinal, block.kind, span, cells=tuple(cells), table=table))
        start = span.end + 1
    glyphs = GlyphBoxes(np.array(boxes, dtype=np.float32), np.zeros(len(text), dtype=np.uint8))
    return Page(0, PageKind.PDF, text, PageLabel.none(), PageTransform(0, 0, 900, 900, 0), glyphs), tuple(
        made
    )


def quoted(page: Page, ranges: Sequence[TextRange]) -> list[str]:
    return [span.of(page.text) for span in ranges]
