"""Where a quote stands on a page, also when it was copied in another reading order than the page's canonical text.

A quote that is no run of the canonical text may still be the page's own words: column headers that were read column by
column, a page number that came first. It counts as verbatim when

- it is made of whole pieces of the page's lines (only its first and last piece may be a part), each taken once;
- their order is a reading of the page: never from right to left on a line, never upwards in a column;
- nothing is passed over but footnote marks and a few column headers, so that no label meets another row's figure;
- every figure is the page's: sign, brackets, digits, decimal point, percent, scale word, currency.

Nothing here compares by similarity.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pipeline.evidence.document import Block, Page
from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.page_search import PageSearch, Taken, Way
from pipeline.evidence.quote import CURRENCIES, Missing, MissingReason, QuoteLocation, Reading, locate
from pipeline.evidence.reading_order import ReadingOrder
from pipeline.evidence.text import TextRange

SHORTEST = 32
"""Letters and digits that a quote needs to be looked for in pieces: fewer do not tell one reading from another."""

PAGE_NUMBER = re.compile(r"\d{1,4}")
"""A page's number as it stands alone at the page's edge."""


@dataclass(frozen=True, slots=True)
class InPieces:
    """The quote stands once, in pieces: ranges of the page in the order in which the quote reads them."""

    ranges: tuple[TextRange, ...]

    def __post_init__(self) -> None:
        if not self.ranges:
            raise InvalidAnswer("A quote in pieces has at least one.")


@dataclass(frozen=True, slots=True)
class AmbiguousPieces:
    """The quote can be put together in several ways, and nothing says which is meant."""

    readings: tuple[tuple[TextRange, ...], ...]

    def __post_init__(self) -> None:
        if len(self.readings) < 2:
            raise InvalidAnswer("A quote that is ambiguous in pieces has two readings or more.")


PageLocation = QuoteLocation | InPieces | AmbiguousPieces


class QuotablePage:
    """A page in which quotes are located: what is costly to read of it is read once, when a quote needs it."""

    def __init__(self, page: Page, blocks: Sequence[Block]) -> None:
        """`blocks` are the page's blocks in order."""
        self.text = page.text
        self._page = page
        self._blocks = blocks

    def locate(self, quote: str) -> PageLocation:
        """Where a quote stands: as a run of the page's text (`quote.locate`), else on a PDF page in pieces."""
        whole = locate(quote, self.text)
        if not isinstance(whole, Missing) or whole.reason not in (
            MissingReason.NOT_FOUND,
            MissingReason.CUTS_A_WORD,
        ):
            return whole
        search = _Readings(quote, self)
        readings = search.find()
        if len(readings) == 1:
            return InPieces(readings[0])
        if readings:
            return AmbiguousPieces(tuple(readings))
        return Missing(MissingReason.FIGURE_DIFFERS) if search.figures_differ else whole

    @cached_property
    def reading(self) -> Reading:
        return Reading(self.text)

    @cached_property
    def order(self) -> ReadingOrder:
        return ReadingOrder.of(self._page, self._blocks)

    @cached_property
    def printed(self) -> Mapping[int, Figure]:
        """The page's figures by where their digits begin; none goes on over a line's end."""
        return {figure.number_range.start: figure for figure in figures(self.text.replace("\n", "\0"))}


def locate_on_page(quote: str, page: Page, blocks: Sequence[Block]) -> PageLocation:
    """Where `quote` stands on a page whose blocks, in order, are `blocks`."""
    return QuotablePage(page, blocks).locate(quote)


class _Readings:
    """The readings of one page that are a quote."""

    def __init__(self, quote: str, page: QuotablePage) -> None:
        self.figures_differ = False
        self._page = page
        self._text = page.text
        self._order = page.order
        self._quote = Reading(quote)
        self._search = PageSearch(self._quote, page.reading, page.order)

    def find(self) -> list[tuple[TextRange, ...]]:
        """Each reading as ranges of the page in the quote's order; empty when there is none, or none can be told."""
        length = len(self._quote.folded.key)
        if length < SHORTEST or not self._order.pieces:
            return []
        found: dict[frozenset[TextRange], tuple[TextRange, ...]] = {}
        for part in self._parts(length):
            for way in self._search.ways(part):
                if not self._is_whole(way, part) or not self._fits_remnants(way, part, length):
                    continue
                if self._has_figures_of(way, part):
                    ranges = self._ranges(way)
                    found.setdefault(frozenset(ranges), ranges)
                else:
                    self.figures_differ = True
            if found:
                break
        return [] if self._search.gave_up else list(found.values())

    # --- the edges of what was copied ---------------------------------------------------------------------

    def _parts(self, length: int) -> Iterator[TextRange]:
        """The whole quote; then the quote without a first or last line of one word, which may be a word's remnant."""
        yield TextRange(0, length)
        first, last = self._line_ends(length)
        for start, end in ((first, length), (0, last), (first, last)):
            if (first or start == 0) and (last < length or end == length) and end - start >= SHORTEST:
                yield TextRange(start, end)

    def _line_ends(self, length: int) -> tuple[int, int]:
        """Where the quote's first line ends and its last begins among its letters and digits, when they are one word
        each; else its beginning and end."""
        text, starts = self._quote.text.strip(), self._quote.folded.starts
        offset = self._quote.text.index(text)
        head, _, _ = text.partition("\n")
        _, _, tail = text.rpartition("\n")
        first = bisect_left(starts, offset + len(head)) if len(head.split()) == 1 else 0
        last = bisect_left(starts, offset + len(text) - len(tail)) if len(tail.split()) == 1 else length
        return first, last

    def _fits_remnants(self, way: Way, part: TextRange, length: int) -> bool:
        """Whether what was left out at the edges is the rest of a line of one word right beside the way's pieces, cut
        where the copying began or ended: "dited" of "(Unaudited)", "5" of the page's number 52. No figure is."""
        key = self._quote.folded.key
        numbers = sorted(taken.piece.number for taken in way)
        if part.start:
            word = self._word(numbers[0] - 1)
            if not (word.isalpha() and len(word) > part.start and word.endswith(key[: part.start])):
                return False
        if part.end < length:
            word, rest = self._word(numbers[-1] + 1), key[part.end :]
            is_last = numbers[-1] + 2 == len(self._order.pieces)
            may_be_cut = word.isalpha() or (is_last and PAGE_NUMBER.fullmatch(word) is not None)
            return may_be_cut and len(word) > len(rest) and word.startswith(rest)
        return True

    def _word(self, number: int) -> str:
        """The letters and digits of a piece that is alone on its line and has one word; else ""."""
        pieces = self._order.pieces
        if not 0 <= number < len(pieces):
            return ""
        piece = pieces[number]
        shares_line = any(
            other.number != number and other.block == piece.block
            for other in pieces[max(number - 1, 0) : number + 2]
        )
        return "" if shares_line or " " in piece.range.of(self._text) else self._key(piece.key)

    # --- what a way must be ---------------------------------------------------------------------------------

    def _is_whole(self, way: Way, part: TextRange) -> bool:
        """Whether the way takes a stretch of the page: all its pieces, marks and a few column headers aside, and each
        of them whole but for the beginning of the first and the end of the last."""
        used = [taken.piece.number for taken in way]
        bound = [taken.piece.number for taken in way if not taken.piece.free]
        stretch = self._order.pieces[min(bound or used) : max(bound or used) + 1]
        passed = sum(piece.bit for piece in stretch) & ~sum(1 << number for number in used)
        if not self._order.may_pass(passed, part.length) or not self._is_framed(way):
            return False
        first, last = way[0], way[-1]
        begins_within = first.key.start > first.piece.key.start
        ends_within = last.key.end < last.piece.key.end
        return not (begins_within and first.piece.number != min(used)) and not (
            ends_within and last.piece.number != max(used)
        )

    def _is_framed(self, way: Way) -> bool:
        """Whether the page's furniture is read first or last, whole, and what follows or goes before it begins or ends
        with the page: a label does not meet the page's number for its figure."""
        frees = [taken.piece.free for taken in way]
        before = frees.index(False) if False in frees else len(frees)
        after = frees[::-1].index(False) if False in frees else 0
        if sum(frees) > before + after:
            return False
        used = {taken.piece.number for taken in way}
        framing = {taken.piece.block for taken in way if taken.piece.free}
        if any(p.block in framing and p.number not in used and not p.mark for p in self._order.pieces):
            return False
        bound = [piece.number for piece in self._order.pieces if not piece.free and not piece.mark]
        return not (before and bound and bound[0] not in used) and not (
            after and bound and bound[-1] not in used
        )

    def _has_figures_of(self, way: Way, part: TextRange) -> bool:
        """Whether each figure of the quote is the figure that the page prints at its place, and every currency sign is
        one that the page prints there."""
        places = [index for taken in way for index in range(taken.key.start, taken.key.end)]
        return self._prints_currencies(way, part) and all(
            any(self._is_printed(figure, digits, places, part) for figure in readings)
            for digits, readings in self._quoted_figures(part)
        )

    def _quoted_figures(self, part: TextRange) -> Iterator[tuple[TextRange, list[Figure]]]:
        """The digits of each figure of the quote in its folded text, and the figure read with and without what stands
        on the next line: another piece may stand there on the page."""
        starts = self._quote.folded.starts
        by_line = {
            figure.number_range.start: figure for figure in figures(self._quote.text.replace("\n", "\0"))
        }
        collapsed, positions = _collapsed(self._quote.text)
        for figure in figures(collapsed):
            number = figure.number_range
            first = bisect_left(starts, positions[number.start])
            last = bisect_right(starts, positions[number.end - 1])
            if part.start <= first and last <= part.end:
                lone = by_line.get(positions[number.start])
                yield TextRange(first, last), [figure, lone] if lone else [figure]

    def _is_printed(self, figure: Figure, digits: TextRange, places: Sequence[int], part: TextRange) -> bool:
        there = places[digits.start - part.start : digits.end - part.start]
        if there[-1] - there[0] != len(there) - 1:
            return False
        start, end = self._order.folded.starts[there[0]], self._order.folded.ends[there[-1]]
        printed = self._page.printed.get(start)
        return printed is not None and printed.number_range.end == end and printed.same_as(figure)

    def _prints_currencies(self, way: Way, part: TextRange) -> bool:
        quoted = CURRENCIES.intersection(self._quote.text)
        return not quoted or quoted <= {c for span in self._ranges(way) for c in span.of(self._text)}

    # --- what a way covers ----------------------------------------------------------------------------------

    def _ranges(self, way: Way) -> tuple[TextRange, ...]:
        """The way's characters: neighbours on the page that the quote reads one after the other are one range."""
        ranges: list[TextRange] = []
        previous: Taken | None = None
        for taken in way:
            span = self._span(taken)
            if previous and taken.piece.number == previous.piece.number + 1:
                ranges[-1] = TextRange(ranges[-1].start, span.end)
            else:
                ranges.append(span)
            previous = taken
        return tuple(ranges)

    def _span(self, taken: Taken) -> TextRange:
        """A whole piece with its marks, of a part its letters and digits."""
        piece, key, folded = taken.piece, taken.key, self._order.folded
        start = piece.range.start if key.start == piece.key.start else folded.starts[key.start]
        end = piece.range.end if key.end == piece.key.end else folded.ends[key.end - 1]
        return TextRange(start, end)

    def _key(self, span: TextRange) -> str:
        return self._order.folded.key[span.start : span.end]


def _collapsed(text: str) -> tuple[str, list[int]]:
    """One space for each run of blanks, and where each character stood."""
    characters: list[str] = []
    positions: list[int] = []
    for position, character in enumerate(text):
        if not character.isspace():
            characters.append(character)
        elif characters and characters[-1] != " ":
            characters.append(" ")
        else:
            continue
        positions.append(position)
    return "".join(characters), positions
