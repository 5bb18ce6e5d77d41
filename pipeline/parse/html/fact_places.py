"""From counted characters of a body to ranges of the canonical page text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice

from pipeline.evidence.document import Block
from pipeline.evidence.text import PageRange, TextRange
from pipeline.parse.assembly import Assembly
from pipeline.parse.html.text import without_spaces

Span = tuple[int, int]
"""Non-whitespace characters of a body, from the first up to, not including, the last."""


class Places:
    """The way from a body's non-whitespace characters to the pages.

    `text` are these characters before sanitising. Where the sanitiser moved or took text (stray words in a table),
    only what stands before the first and after the last difference has a place.
    """

    def __init__(self, assembly: Assembly, text: str) -> None:
        self._pages = assembly.pages
        self._blocks = assembly.blocks
        self._texts = [without_spaces(self._text(block)) for block in self._blocks]
        self._starts = [0, *accumulate(len(text) for text in self._texts)]
        self._offsets: dict[int, list[int]] = {}
        self._before = text
        self._head, self._tail, self._shift = self._common()

    def of(self, spans: Sequence[Span], excluded: Sequence[Span] = ()) -> tuple[PageRange, ...]:
        """The ranges that spans cover, one a page for each of them, without what is `excluded` (merged)."""
        ranges = [
            place
            for span in spans
            for kept in _without(span, excluded)
            if (mapped := self._mapped(kept))
            for place in self._ranges(*mapped)
        ]
        return tuple(dict.fromkeys(ranges))

    def _text(self, block: Block) -> str:
        return block.range.of(self._pages[block.page_index].text)

    def _common(self) -> tuple[int, int, int]:
        """How many characters are the same from the start and from the end, and how far the latter moved."""
        after = "".join(self._texts)
        if after == self._before:
            return len(after), 0, 0
        head = _common_prefix(self._before, after)
        tail = _common_prefix(self._before[head:][::-1], after[head:][::-1])
        return head, tail, len(after) - len(self._before)

    def _mapped(self, span: Span) -> Span | None:
        start, end = span
        if end <= self._head:
            return span
        if start >= len(self._before) - self._tail:
            return start + self._shift, end + self._shift
        return None

    def _ranges(self, start: int, end: int) -> Iterator[PageRange]:
        first, last = bisect_right(self._starts, start) - 1, bisect_right(self._starts, end - 1) - 1
        position = first
        while position <= last:
            page = self._blocks[position].page_index
            stop = position
            while stop < last and self._blocks[stop + 1].page_index == page:
                stop += 1
            begins = self._offset(position, start - self._starts[position] if position == first else 0)
            inside = end - 1 - self._starts[stop] if stop == last else len(self._texts[stop]) - 1
            yield PageRange(page, TextRange(begins, self._offset(stop, inside) + 1))
            position = stop + 1

    def _offset(self, block: int, number: int) -> int:
        """Where the block's non-whitespace character of this number stands in its page's text."""
        if block not in self._offsets:
            start = self._blocks[block].range.start
            text = self._text(self._blocks[block])
            self._offsets[block] = [start + n for n, character in enumerate(text) if not character.isspace()]
        return self._offsets[block][number]


def merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that overlap or touch as one."""
    apart: list[Span] = []
    for start, end in sorted(spans):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        else:
            apart.append((start, end))
    return apart


def _without(span: Span, excluded: Sequence[Span]) -> Iterator[Span]:
    start, end = span
    near = max(bisect_right(excluded, (start, start)) - 1, 0)
    for first, last in islice(excluded, near, None):
        if first >= end:
            break
        if start < last and first < end and (first, last) != span:
            if start < first:
                yield start, first
            start = max(start, last)
    if start < end:
        yield start, end


def _common_prefix(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
