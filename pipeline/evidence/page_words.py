"""The words of a PDF page as one selects them: in reading order, line by line, each in its box."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import bidirectional

import numpy as np

from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, Cell, Page
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.text import TextRange

_INKED: re.Pattern[str] = re.compile(r"\S+")
_LEFTWARD = frozenset({"R", "AL"})


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word, or the part of it that stands on one line, with the blanks after it.

    `range`: its characters of the page's canonical text, and those up to the next word: the words' ranges follow
    one another without a gap. `box`: points of the displayed page. `is_leftward`: of a script written leftwards.
    `cell`: the table cell that begins with it.
    """

    range: TextRange
    box: Box
    is_leftward: bool
    cell: Cell | None


@dataclass(frozen=True, slots=True)
class WordLine:
    """Words of one block that stand on one line, as one reads them.

    `direction`: where the line runs on the displayed page, in quarter turns clockwise, as in GlyphBoxes.
    `block`: the index of its block among the page's; None for words outside every block.
    """

    words: tuple[PlacedWord, ...]
    direction: int
    block: int | None


def word_lines(page: Page, blocks: Sequence[Block]) -> tuple[WordLine, ...]:
    """The lines of a PDF page's words in the order of its canonical text; `blocks` are the page's own, in order.

    Every inked character belongs to one word, and every blank to the word before it. Raises InvalidDocument for a page
    without glyph boxes: HTML and text have their words in the frame.
    """
    if page.glyphs is None:
        raise InvalidDocument(f"Page {page.index} has no glyph boxes: it is a {page.kind.value}.")
    cells = {cell.range.start: cell for block in blocks for cell in block.cells}
    lines = [
        (tuple(match.span() for match in _INKED.finditer(page.text, line.start, line.end)), line.start, block)
        for stretch, block in _stretches(page.text, blocks)
        for line, _ in page.glyphs.line_pieces(stretch, math.inf)
    ]
    starts = [start for words, _, _ in lines for start, _ in words]
    boxes = iter(_boxes(page.glyphs, starts))
    ends = iter([*starts[1:], len(page.text)])
    return tuple(
        WordLine(
            tuple(
                PlacedWord(
                    TextRange(start, next(ends)),
                    next(boxes),
                    _is_leftward(page.text[start:end]),
                    cells.get(start),
                )
                for start, end in words
            ),
            int(page.glyphs.directions[first]),
            block,
        )
        for words, first, block in lines
    )


def _stretches(text: str, blocks: Sequence[Block]) -> Iterator[tuple[TextRange, int | None]]:
    """The page's text cut at the edges of its blocks, each part with the index of its block."""
    starts = [block.range.start for block in blocks]
    edges = sorted({0, len(text), *starts, *(block.range.end for block in blocks)})
    for start, end in pairwise(edges):
        number = bisect_right(starts, start) - 1
        is_inside = number >= 0 and end <= blocks[number].range.end
        yield TextRange(start, end), number if is_inside else None


def _boxes(glyphs: GlyphBoxes, starts: Sequence[int]) -> Iterator[Box]:
    """The boxes of words that begin at `starts`; blanks have none, and each word begins with ink."""
    if not starts:
        return
    near = np.fmin.reduceat(glyphs.boxes[:, :2], starts).tolist()
    far = np.fmax.reduceat(glyphs.boxes[:, 2:], starts).tolist()
    for (left, top), (right, bottom) in zip(near, far, strict=True):
        yield Box.from_edges(left, top, right, bottom)


def _is_leftward(word: str) -> bool:
    return any(bidirectional(character) in _LEFTWARD for character in word)
