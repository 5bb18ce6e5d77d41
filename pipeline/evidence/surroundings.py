"""What stands around a cited range: the rest of its own blocks, and their neighbours before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pipeline.evidence.document import Block, BlockKind
from pipeline.evidence.errors import InvalidRange
from pipeline.evidence.text import PageRange

ROWS_BESIDE = 2
"""Table rows shown on either side of a cited row: one is often the line above a total, or empty but for a rule."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Ranges of one block each, in reading order.

    `own` are the blocks that the cited range touches, whole; `before` and `after` their neighbours, which may stand on
    the page before and the page after. Empty where the filing begins or ends.
    """

    before: tuple[PageRange, ...]
    own: tuple[PageRange, ...]
    after: tuple[PageRange, ...]

    @property
    def pages(self) -> frozenset[int]:
        return frozenset(place.page_index for place in (*self.before, *self.own, *self.after))


def surroundings(place: PageRange, blocks: Mapping[int, Sequence[Block]]) -> Surroundings:
    """What stands around `place`. `blocks` are those of its page and of the pages beside it, each in order.

    Running heads, feet and page numbers are nobody's neighbours. A row of a table has two rows of its table on either
    side, or whatever stands where the table ends; other blocks have one. Raises InvalidRange when the place touches no
    block of its page.
    """
    on_page = blocks.get(place.page_index, ())
    own = [block for block in on_page if block.range.overlaps(place.range)]
    if not own:
        span = place.range
        raise InvalidRange(f"The range {span.start}…{span.end} touches no block of page {place.page_index}.")
    near = [
        block
        for index in sorted(blocks)
        if abs(index - place.page_index) <= 1
        for block in blocks[index]
        if not block.is_furniture or block in own
    ]
    first, last = near.index(own[0]), near.index(own[-1])
    return Surroundings(
        before=_places(reversed(_neighbours(own[0], near[:first][::-1]))),
        own=_places(own),
        after=_places(_neighbours(own[-1], near[last + 1 :])),
    )


def _neighbours(block: Block, outwards: Sequence[Block]) -> list[Block]:
    """The blocks that count as neighbours of `block`, the nearest first, of all those on one side of it."""
    if block.kind is not BlockKind.TABLE_ROW:
        return list(outwards[:1])
    rows = list(takewhile(lambda other: other.table == block.table, outwards[:ROWS_BESIDE]))
    return rows or list(outwards[:1])


def _places(blocks: Iterable[Block]) -> tuple[PageRange, ...]:
    return tuple(PageRange(block.page_index, block.range) for block in blocks)
