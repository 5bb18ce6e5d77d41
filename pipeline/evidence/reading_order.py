"""The pieces that a page's lines fall into, and which of them must be read before which.

Programs read a page in different orders: row by row or column by column through a table's headers, its running header
first or last. None of them reads from right to left on one line or from below upwards in one column. So a piece comes
after those to the left of it on its line and after those above it; every order that keeps to this is a reading of the
page.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, BlockKind, Page
from pipeline.evidence.folded import Folded, fold
from pipeline.evidence.glyphs import LINE_OVERLAP, GlyphBoxes
from pipeline.evidence.text import TextRange

SMALL = 0.75
"""A glyph lower than this share of its block's common height is set as a mark, raised or lowered: footnote marks and
stacked fractions of the filings looked at have 0.6 to 0.7."""

LONGEST_MARK = 3
"""Letters and digits of a mark ("1,2", "(a)", "2/3"): more of them are words or figures set small."""

PASSED_OVER = 0.1
"""Column headers that a quote may leave out, as a share of its own letters and digits."""

RIGHTWARDS = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters of one line of one block, without a wide gap inside.

    `key` is where its letters and digits stand in the page's folded text. A `mark` is set smaller than its line
    (a footnote's mark), a `heading` belongs to a line of column headers, a `free` one to the page's furniture, which is
    read at any time.
    """

    number: int
    range: TextRange
    box: Box
    key: TextRange
    block: int
    mark: bool = False
    heading: bool = False
    free: bool = False

    @property
    def bit(self) -> int:
        return 1 << self.number


@dataclass(frozen=True, slots=True)
class ReadingOrder:
    """The upright pieces of a PDF page that have a letter or digit, in canonical order.

    `before[n]` has bit m set when piece m must be read before piece n; `headings` has the bits of column headers,
    `bound` those of pieces that a quote may not pass over.
    """

    folded: Folded
    pieces: tuple[Piece, ...]
    before: tuple[int, ...]
    headings: int
    bound: int

    @classmethod
    def of(cls, page: Page, blocks: Sequence[Block]) -> ReadingOrder:
        """Of a PDF page with its blocks in order; a page of HTML or text has no boxes, hence no pieces."""
        folded = fold(page.text)
        pieces = tuple(_numbered(page, blocks, folded)) if page.glyphs is not None else ()
        headings = sum(piece.bit for piece in pieces if piece.heading and not piece.mark)
        bound = sum(piece.bit for piece in pieces if not (piece.heading or piece.mark or piece.free))
        return cls(folded, pieces, _before(pieces), headings, bound)

    def may_pass(self, passed: int, letters: int) -> bool:
        """Whether a quote of so many letters and digits may leave out the pieces `passed` (bits) that stand among its
        own: marks, furniture, and a few column headers."""
        if passed & self.bound:
            return False
        headers = passed & self.headings
        return not headers or self._length(headers) <= PASSED_OVER * letters

    def _length(self, bits: int) -> int:
        return sum(piece.key.length for piece in self.pieces if piece.bit & bits)


def _numbered(page: Page, blocks: Sequence[Block], folded: Folded) -> Iterator[Piece]:
    number = 0
    headers, outermost = _headers(blocks), _outermost(blocks)
    for block in blocks:
        heading = block.ordinal in headers
        spans = list(_spans(page, block))
        free = block.is_furniture or (block.ordinal in outermost and _is_one_line(spans))
        for span, box, mark in spans:
            if key := _key_range(folded, span):
                is_mark = mark and key.length <= LONGEST_MARK
                yield Piece(number, span, box, key, block.ordinal, is_mark, heading, free)
                number += 1


def _headers(blocks: Sequence[Block]) -> frozenset[int]:
    """The rows above the first figures of each table: its column headers."""
    headers: set[int] = set()
    begun: set[int | None] = {None}
    for block in blocks:
        if any(cell.column is not None for cell in block.cells):
            begun.add(block.table)
        elif block.table not in begun:
            headers.add(block.ordinal)
    return frozenset(headers)


def _outermost(blocks: Sequence[Block]) -> frozenset[int]:
    """The page's first and last blocks, when they are no rows: of one line, they are taken for a header, a footer or a
    page number, which nothing else may tell as such."""
    edges = [block for block in (*blocks[:1], *blocks[-1:]) if block.kind is not BlockKind.TABLE_ROW]
    return frozenset(block.ordinal for block in edges)


def _is_one_line(spans: Sequence[tuple[TextRange, Box, bool]]) -> bool:
    return bool(spans) and max(box.y for _, box, _ in spans) < min(box.bottom for _, box, _ in spans)


def _spans(page: Page, block: Block) -> Iterator[tuple[TextRange, Box, bool]]:
    """The line pieces of a block, its small marks apart; text that runs another way is left out."""
    glyphs = page.glyphs
    if glyphs is None:
        return
    height = _common_height(glyphs, block.range)
    for line, _ in glyphs.line_pieces(block.range):
        if (glyphs.directions[line.start : line.end] != RIGHTWARDS).any():
            continue
        for part, is_small in _parts(glyphs, line, SMALL * height):
            for span, box in glyphs.line_pieces(part):
                yield span, box, is_small


def _common_height(glyphs: GlyphBoxes, span: TextRange) -> float:
    boxes = glyphs.boxes[span.start : span.end]
    heights = (boxes[:, 3] - boxes[:, 1])[~np.isnan(boxes[:, 0])]
    return float(np.median(heights)) if heights.size else 0.0


def _parts(glyphs: GlyphBoxes, line: TextRange, small: float) -> list[tuple[TextRange, bool]]:
    """The line cut where its glyphs' height goes below `small` or comes back."""
    parts: list[tuple[TextRange, bool]] = []
    for position in range(line.start, line.end):
        top, bottom = glyphs.boxes[position, 1], glyphs.boxes[position, 3]
        if np.isnan(top):
            continue
        is_small = bool(bottom - top < small)
        if parts and parts[-1][1] == is_small:
            parts[-1] = TextRange(parts[-1][0].start, position + 1), is_small
        else:
            parts.append((TextRange(position, position + 1), is_small))
    return parts


def _key_range(folded: Folded, span: TextRange) -> TextRange | None:
    """Where the letters and digits of a range stand in the folded page; None without any."""
    first = bisect_left(folded.starts, span.start)
    last = bisect_left(folded.starts, span.end)
    return TextRange(first, last) if first < last else None


def _before(pieces: Sequence[Piece]) -> tuple[int, ...]:
    """For each piece the bits of those to the left of it on its line, and of those above it in its column. Furniture is
    bound by nothing but itself."""
    if not pieces:
        return ()
    edges = np.array([piece.box.edges() for piece in pieces])
    left, top, right, bottom = edges.T
    shared = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    on_line = shared > LINE_OVERLAP * np.minimum((bottom - top)[:, None], bottom - top)
    middle, center = (top + bottom) / 2, (left + right) / 2
    in_column = (np.minimum(right[:, None], right) - np.maximum(left[:, None], left)) > 0
    precedes = np.where(on_line, center < center[:, None], in_column & (middle < middle[:, None]))
    bound = np.array([not piece.free for piece in pieces])
    block = np.array([piece.block for piece in pieces])
    precedes &= (bound & bound[:, None]) | (block == block[:, None])
    return tuple(_bits(row) for row in precedes)


def _bits(row: NDArray[np.bool_]) -> int:
    return sum(1 << int(number) for number in np.flatnonzero(row))
