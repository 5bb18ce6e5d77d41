"""The ways in which pieces of a page, in an order in which a page can be read, spell a quote's letters and digits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.evidence.quote import Reading
from pipeline.evidence.reading_order import Piece, ReadingOrder
from pipeline.evidence.text import TextRange

MOST_STEPS = 20_000
"""Steps of one search. A quote of a full page of small cells takes a few hundred; more means that nearly every piece
repeats, and then nothing tells the ways apart."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece, or the part of it that the quote covers, as a range of the page's folded text."""

    piece: Piece
    key: TextRange


Way = tuple[Taken, ...]
"""Pieces in the order in which a quote reads them."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A way so far. `reached` counts the quote's letters and digits up to here; `used` and `passed` (no longer to be
    used) are pieces as bits, and so is `stretch`: those from the first used one on the page to the last. `earlier`
    shares the way's beginning with other ways."""

    reached: int
    used: int
    passed: int
    stretch: int
    taken: Taken
    earlier: _Step | None = None

    @property
    def way(self) -> Way:
        found: list[Taken] = []
        step: _Step | None = self
        while step is not None:
            found.append(step.taken)
            step = step.earlier
        return tuple(reversed(found))


class PageSearch:
    """A quote looked for among the pieces of one page. A way takes a stretch of the page, in which it may pass over
    what `ReadingOrder.may_pass` allows."""

    def __init__(self, quote: Reading, page: Reading, order: ReadingOrder) -> None:
        self._quote = quote
        self._page = page
        self._order = order
        self._steps = 0
        self._by_character: defaultdict[str, list[Piece]] = defaultdict(list)
        for piece in order.pieces:
            self._by_character[page.folded.key[piece.key.start]].append(piece)

    @property
    def gave_up(self) -> bool:
        """True when there were too many ways to try: then what was found says nothing."""
        return self._steps >= MOST_STEPS

    def ways(self, part: TextRange) -> Iterator[Way]:
        """Ways that spell the `part` of the quote's folded text. Only the first piece may lack its beginning, only the
        last its end, and never in the middle of a word."""
        stack = list(self._beginnings(part))
        seen: set[tuple[int, int, int]] = set()
        while stack and not self.gave_up:
            step = stack.pop()
            self._steps += 1
            if step.reached == part.end:
                yield step.way
                continue
            state = step.reached, step.used, step.taken.key.end
            if state not in seen:
                seen.add(state)
                stack.extend(self._onwards(step, part.end))

    def _beginnings(self, part: TextRange) -> Iterator[_Step]:
        key, wanted = self._page.folded.key, self._quote.folded.key[part.start]
        for piece in reversed(self._order.pieces):
            for first in range(piece.key.start, piece.key.end):
                if key[first] != wanted:
                    continue
                taken = self._taken(piece, first, part.start, part.end)
                if taken and not self._page.joined(first - 1, first, edge=first):
                    yield self._step(piece, taken, part.start + taken.length, None)

    def _onwards(self, step: _Step, end: int) -> Iterator[_Step]:
        """The pieces that may come next; the one that follows on the page comes last, as it is tried first."""
        pieces = self._by_character[self._quote.folded.key[step.reached]]
        last = step.taken.piece.number
        for piece in sorted(pieces, key=lambda piece: (piece.number == last + 1, -piece.number)):
            if piece.bit & (step.used | step.passed):
                continue
            taken = self._taken(piece, piece.key.start, step.reached, end)
            if taken and self._may_follow(step, piece):
                onwards = self._step(piece, taken, step.reached + taken.length, step)
                if self._order.may_pass(onwards.stretch & onwards.passed & ~onwards.used, end):
                    yield onwards

    def _step(self, piece: Piece, taken: TextRange, reached: int, earlier: _Step | None) -> _Step:
        """One piece further. A piece of the page's furniture does not make the stretch longer."""
        used, passed, stretch = (earlier.used, earlier.passed, earlier.stretch) if earlier else (0, 0, 0)
        if not piece.free:
            stretch = stretch | piece.bit
            lowest = stretch & -stretch
            stretch = (1 << stretch.bit_length()) - lowest
        return _Step(
            reached,
            used | piece.bit,
            passed | self._order.before[piece.number],
            stretch,
            Taken(piece, taken),
            earlier,
        )

    def _taken(self, piece: Piece, first: int, start: int, end: int) -> TextRange | None:
        """The piece from key character `first`, whole or up to the quote's end, if the quote reads so from `start`."""
        length = min(piece.key.end - first, end - start)
        if not self._page.folded.key.startswith(self._quote.folded.key[start : start + length], first):
            return None
        taken = TextRange(first, first + length)
        ends = start + taken.length == end
        if ends and self._page.joined(taken.end - 1, taken.end, edge=taken.end - 1):
            return None
        return taken

    def _may_follow(self, step: _Step, piece: Piece) -> bool:
        """Whether the piece begins a word, on the page and in the quote, or goes on with the one before it."""
        before, first = step.taken.key.end, piece.key.start
        if before == first and self._page.joined(before - 1, first, edge=first):
            return True
        if piece.mark or step.taken.piece.mark:
            return not self._is_within_number(step.reached)
        return not (
            self._page.joined(before - 1, before, edge=before - 1)
            or self._page.joined(first - 1, first, edge=first)
            or self._quote.joined(step.reached - 1, step.reached, edge=step.reached)
        )

    def _is_within_number(self, reached: int) -> bool:
        key = self._quote.folded.key
        return (
            key[reached - 1].isnumeric()
            and key[reached].isnumeric()
            and self._quote.joined(reached - 1, reached, edge=reached)
        )
