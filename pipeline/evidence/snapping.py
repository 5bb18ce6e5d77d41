"""From what somebody drew or selected on a page to the whole words, cells or blocks that it means.

A place lies in one block and holds nothing that was not drawn over. So a box over a column of a table gives one place a
row, and a box over part of some lines one place a line, instead of a range with what stands between.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, BlockKind, Page
from pipeline.evidence.errors import EvidenceError, InvalidDocument
from pipeline.evidence.page_words import word_lines
from pipeline.evidence.text import TextRange

SLIVER: Final = 0.25
"""A cell or block is meant when the drawn box shares more than this part of the smaller one's width, and of its height,
with one of its lines. Lines' boxes are as high as the line, so a hand that draws around one row always grazes its
neighbours."""

MOST_PLACES: Final = 24
"""Places of one box: more is not a place that somebody marks but a page."""

_WORD: Final = re.compile(r"\S+")


class NothingThere(EvidenceError):
    """No word, cell or block lies where somebody drew or selected, or more of them than can be marked at once."""


def snap_box(box: Box, page: Page, blocks: Sequence[Block], unit: SnapUnit) -> tuple[TextRange, ...]:
    """The places that a box on a PDF page means, in the order of the page's text. `box`: points of the displayed page;
    `blocks`: the page's own, in order.

    Words: those whose centre lies in the box. Cells and blocks: those that share more than a sliver with it. Raises
    NothingThere, and InvalidDocument for a page without boxes.
    """
    if page.glyphs is None:
        raise InvalidDocument(f"Page {page.index} has no boxes to draw over: it is a {page.kind.value}.")
    match unit:
        case SnapUnit.WORDS:
            found = _words_in(box, page, blocks)
        case SnapUnit.CELLS:
            cells = (one for block in blocks for one in _cells(block))
            found = [one for one in cells if _is_meant(box, page, one)]
        case _:
            found = _without_furniture([block for block in blocks if _is_meant(box, page, block.range)])
    return _places(found, page.text, blocks, unit)


def snap_range(span: TextRange, page: Page, blocks: Sequence[Block], unit: SnapUnit) -> tuple[TextRange, ...]:
    """The places that selected characters of a page mean: every word, cell or block that they touch, whole.

    Raises NothingThere, and InvalidRange when the range leaves the page.
    """
    span.of(page.text)
    match unit:
        case SnapUnit.WORDS:
            found = [TextRange(*word.span()) for word in _WORD.finditer(page.text)]
        case SnapUnit.CELLS:
            found = [one for block in blocks for one in _cells(block)]
        case _:
            found = [block.range for block in blocks]
    return _places([one for one in found if one.overlaps(span)], page.text, blocks, unit)


def cuts_a_word(span: TextRange, text: str) -> bool:
    """Whether a range begins or ends inside a word of its text. Raises InvalidRange when it leaves the text."""
    inside = span.of(text)
    before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
    return bool((before.strip() and not inside[0].isspace()) or (after.strip() and not inside[-1].isspace()))


def _words_in(box: Box, page: Page, blocks: Sequence[Block]) -> list[TextRange]:
    """Whole words, also where a line's end divides one."""
    parts = [
        word.range.start
        for line in word_lines(page, blocks)
        for word in line.words
        if box.contains_point(*word.box.center)
    ]
    words = (_word_at(page.text, start) for start in parts)
    return list(dict.fromkeys(words))


def _word_at(text: str, position: int) -> TextRange:
    start = position
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    end = position + 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return TextRange(start, end)


def _cells(block: Block) -> Iterator[TextRange]:
    """A row's cells; the row itself where it is not divided."""
    if block.kind is BlockKind.TABLE_ROW:
        yield from [cell.range for cell in block.cells] or [block.range]


def _is_meant(box: Box, page: Page, span: TextRange) -> bool:
    """Whether a drawn box shares more than a sliver with a line of the range."""
    if page.glyphs is None:
        return False
    return any(
        _shared(box.x, box.right, line.x, line.right) > SLIVER * min(box.width, line.width)
        and _shared(box.y, box.bottom, line.y, line.bottom) > SLIVER * min(box.height, line.height)
        for _, line in page.glyphs.line_pieces(span, math.inf)
    )


def _shared(start: float, end: float, other_start: float, other_end: float) -> float:
    return min(end, other_end) - max(start, other_start)


def _without_furniture(blocks: Sequence[Block]) -> list[TextRange]:
    """Page headers and numbers are meant only where nothing else is."""
    said = [block for block in blocks if not block.is_furniture]
    return [block.range for block in said or blocks]


def _places(
    found: Iterable[TextRange], text: str, blocks: Sequence[Block], unit: SnapUnit
) -> tuple[TextRange, ...]:
    """What was found, joined where nothing but blanks stands between, inside one block."""
    places: list[TextRange] = []
    last = None
    for one, block in sorted(_parts(found, blocks)):
        if block == last and _is_near(places[-1], one, text):
            places[-1] = TextRange(places[-1].start, max(places[-1].end, one.end))
        else:
            places.append(one)
        last = block
    places = [place for place in places if place.of(text).strip()]
    if not places:
        raise NothingThere(_NOTHING[unit])
    if len(places) > MOST_PLACES:
        raise NothingThere(
            f"{len(places)} separate places lie there; at most {MOST_PLACES} can be marked at once. Draw around less."
        )
    return tuple(places)


def _parts(found: Iterable[TextRange], blocks: Sequence[Block]) -> Iterator[tuple[TextRange, int]]:
    """What of each range lies in each block, with the block's place among all. Blocks follow one another in a page's
    text; somebody may select all of thousands, so that only those around a range are looked at."""
    ordered = sorted(block.range for block in blocks)
    starts = [block.start for block in ordered]
    for one in found:
        number = max(bisect_right(starts, one.start) - 1, 0)
        while number < len(ordered) and starts[number] < one.end:
            if (part := ordered[number].intersection(one)) is not None:
                yield part, number
            number += 1


def _is_near(place: TextRange, following: TextRange, text: str) -> bool:
    """Whether nothing but blanks stands between."""
    return following.start <= place.end or not text[place.end : following.start].strip()


_NOTHING: Final = {
    SnapUnit.WORDS: "No word stands there. Draw around words of the page.",
    SnapUnit.CELLS: "No table cell stands there. Draw around a cell, or mark words or a block.",
    SnapUnit.BLOCK: "No block of text stands there. Draw around text of the page.",
    SnapUnit.PASSAGE: "No passage stands there. Draw around text of the page.",
}
