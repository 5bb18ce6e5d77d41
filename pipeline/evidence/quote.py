"""Where a quote stands in a text: found loosely by letters and digits, then held to every figure strictly."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache

from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.figures import CURRENCY, Figure, figures, same_figures
from pipeline.evidence.folded import CACHED_CHARACTERS
from pipeline.evidence.folded import Folded as Folded
from pipeline.evidence.folded import fold as fold
from pipeline.evidence.text import TextRange

JOINS = frozenset("\x02\xad\u200b\u200c\u200d\u2060\ufeff\ufffe")
"""Marks inside a word that a reader does not see: soft hyphens, line-end hyphens of PDFium, zero widths."""

IN_NUMBER = frozenset(("", ".", ",", "'", "’", "٫", "٬", "．", "，", "\u2009", "\u202f"))
"""What may stand between two digits of one number: decimal and grouping marks, thin spaces."""

CURRENCIES = frozenset(CURRENCY)

IN_WORD = frozenset(("", "'", "’"))

_AMOUNT = re.compile(r"\d+[.,]\d")
"""A number that is printed as an amount is no part of a name."""

MARGIN = 32
"""Characters around a part of a text that tell whether the part's first and last words go on outside it."""

READINGS = 64
"""Texts that are kept folded: an answer's claims quote the same few passages again and again."""

UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0xA4CF),  # Han, kana, bopomofo, Yi
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x20000, 0x3FFFF),
)
"""Scripts that put no space between words: a quote may begin and end at any character of them."""


class MissingReason(StrEnum):
    """Why a quote stands nowhere in a text."""

    EMPTY = "empty"  # the quote has no letter or digit
    NOT_FOUND = "not_found"  # other words
    CUTS_A_WORD = "cuts_a_word"  # it stands only inside longer words or numbers
    FIGURE_DIFFERS = (
        "figure_differs"  # the words stand, with another sign, bracket, decimal point, percent, scale
    )


@dataclass(frozen=True, slots=True)
class Located:
    """The quote stands exactly once."""

    range: TextRange


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The quote stands at several places, in order, and nothing says which is meant."""

    ranges: tuple[TextRange, ...]

    def __post_init__(self) -> None:
        if len(self.ranges) < 2:
            raise InvalidAnswer("An ambiguous quote stands at two places or more.")


@dataclass(frozen=True, slots=True)
class Missing:
    """The quote stands nowhere. `nearest` are the places where only a figure differs."""

    reason: MissingReason
    nearest: tuple[TextRange, ...] = ()


QuoteLocation = Located | Ambiguous | Missing


def locate(quote: str, text: str, within: TextRange | None = None) -> QuoteLocation:
    """Where `quote` stands in `text` (only inside `within`, when given).

    A place counts when letters and digits agree, the quote begins and ends at the edge of a word or number,
    and the figures printed there are the quote's figures: sign, brackets, decimal point, percent, scale word. The
    figure at an edge is read whole: "8" is not the "8" of "8%". A range runs from the quote's first letter or digit
    to its last, and takes in the quote's own marks at its ends where the text has the same ("(265)", not "$").
    One place → Located; several → Ambiguous with all of them; none → Missing with the reason.
    Raises InvalidRange when `within` leaves the text.
    """
    key = fold(quote)
    if not key.key:
        return Missing(MissingReason.EMPTY)
    found = _reading(text, within).find(key.key, figures(_collapsed(quote))).with_currencies(quote, text)
    head, tail = quote[: key.starts[0]], quote[key.ends[-1] :]
    places = tuple(_with_own_marks(text, span, head, tail, within) for span in found.places)
    if len(places) == 1:
        return Located(places[0])
    return Ambiguous(places) if places else Missing(found.reason, found.changed)


def with_marks(text: str, span: TextRange, within: TextRange | None = None) -> TextRange:
    """The span together with the marks of the figures that it covers or touches: sign, bracket, currency, percent,
    scale word ("265" → "$ (265) million"). None is taken from another line.
    """
    return _reading(text, within).marked(span)


@dataclass(frozen=True, slots=True)
class Found:
    """Places of a key in order: with the figures that were asked for, and with others; `cuts` counts those that
    stand inside a longer word."""

    places: tuple[TextRange, ...]
    changed: tuple[TextRange, ...]
    cuts: int

    def with_currencies(self, quote: str, text: str) -> Found:
        """Only the places where the text prints every currency that the quote does, between its words or beside them:
        `€` is not read out of `$`, nor a sign where none stands."""
        quoted = CURRENCIES.intersection(quote)
        if not quoted:
            return self
        places = tuple(
            span for span in self.places if quoted <= CURRENCIES.intersection(_with_gaps(text, span))
        )
        others = (span for span in self.places if span not in places)
        return Found(places, tuple(sorted((*self.changed, *others))), self.cuts)

    @property
    def reason(self) -> MissingReason:
        """Why there is no place."""
        if self.changed:
            return MissingReason.FIGURE_DIFFERS
        return MissingReason.CUTS_A_WORD if self.cuts else MissingReason.NOT_FOUND


def read_ahead(text: str, within: TextRange) -> None:
    """Fold a part of a text, and read its figures, before quotes are located in it: `locate` is quicker then."""
    _reading(text, within).marked(within)


def _reading(text: str, within: TextRange | None) -> Reading:
    """A long part is read anew each time, as it is folded anew: kept, it would cost 100 bytes a character."""
    length = within.length if within else len(text)
    return _kept_reading(text, within) if length <= CACHED_CHARACTERS else Reading(text, within)


@lru_cache(maxsize=READINGS)
def _kept_reading(text: str, within: TextRange | None) -> Reading:
    return Reading(text, within)


class Reading:
    """A text (or the part `within` of it), folded once, in which keys are found and figures read."""

    def __init__(self, text: str, within: TextRange | None = None) -> None:
        self.text = text
        self._start = within.start if within else 0
        self._part = within.of(text) if within else text
        self._end = self._start + len(self._part)
        self._origin = max(self._start - MARGIN, 0)
        self.folded = fold(text[self._origin : self._end + MARGIN])

    def find(self, key: str, wanted: tuple[Figure, ...]) -> Found:
        """Places where `key` stands in whole words, sorted by whether their figures are the `wanted` ones."""
        has_numbers = bool(wanted) or any(character.isnumeric() for character in key)
        places: list[TextRange] = []
        changed: list[TextRange] = []
        cuts = 0
        for first in self._positions(key):
            last = first + len(key) - 1
            span = TextRange(self.folded.starts[first], self.folded.ends[last]).shift(self._origin)
            if self.joined(first - 1, first, edge=first) or self.joined(last, last + 1, edge=last):
                cuts += 1
            elif not has_numbers or same_figures(wanted, self.figures_at(span)):
                places.append(span)
            else:
                changed.append(span)
        return Found(tuple(places), tuple(changed), cuts)

    def figures_at(self, span: TextRange) -> tuple[Figure, ...]:
        """The figures that the span covers, those at its edges read whole."""
        return figures(_collapsed(self.marked(span).of(self.text)))

    def marked(self, span: TextRange) -> TextRange:
        """The span together with the marks of the figures whose digits it covers."""
        start, end = span.start, span.end
        for figure_range, digits in self._touching(span):
            if digits.overlaps(span):
                start, end = min(start, figure_range.start), max(end, figure_range.end)
        return TextRange(start, end)

    def _positions(self, key: str) -> Iterator[int]:
        """Where the key begins in the folded text, inside `within`."""
        low = bisect_left(self.folded.starts, self._start - self._origin)
        high = bisect_right(self.folded.ends, self._end - self._origin)
        position = self.folded.key.find(key, low, high)
        while position >= 0:
            yield position
            position = self.folded.key.find(key, position + 1, high)

    def _touching(self, span: TextRange) -> Iterator[tuple[TextRange, TextRange]]:
        index = bisect_right(self._figure_ends, span.start)
        while index < len(self._figures) and self._figures[index][0].start < span.end:
            yield self._figures[index]
            index += 1

    @cached_property
    def _figures(self) -> list[tuple[TextRange, TextRange]]:
        """Range and digits of each figure; a line feed parts a figure from the next line's bracket or scale word."""
        lines = self._part.replace("\n", "\0")
        return [
            (figure.range.shift(self._start), figure.number_range.shift(self._start))
            for figure in figures(lines)
        ]

    @cached_property
    def _figure_ends(self) -> list[int]:
        return [figure_range.end for figure_range, _ in self._figures]

    def joined(self, left: int, right: int, edge: int) -> bool:
        """True when key characters `left` and `right` belong to one word or one number, so that a quote which
        has its `edge` between them would cut it."""
        folded = self.folded
        if left < 0 or right >= len(folded.key):
            return False
        if folded.starts[left] == folded.starts[right]:
            return True  # one source character gave both, such as a ligature
        gap = self.text[self._origin + folded.ends[left] : self._origin + folded.starts[right]]
        between = "".join(character for character in gap if character not in JOINS)
        before, after = self._source(left), self._source(right)
        if _is_digit(before) and _is_digit(after):
            return between in IN_NUMBER
        if before.isnumeric() or after.isnumeric():
            return not between and self._is_name(left, right, edge)
        return between in IN_WORD and not (is_unspaced(before) or is_unspaced(after))

    def _is_name(self, left: int, right: int, edge: int) -> bool:
        """True when a quote with its `edge` at a digit would cut a name: "3" is no part of "Q3" to be quoted. But
        "income" of "income1" is (a footnote mark), and "8,198" of "Thereafter8,198" (cells set close)."""
        if not _is_digit(self._source(edge)) or _is_mixed(self._source(left), self._source(right)):
            return False
        start = self._origin + self.folded.starts[edge]
        return edge == left or not _AMOUNT.match(self.text, start)

    def _source(self, index: int) -> str:
        """The character of the text that gave key character `index`."""
        return self.text[self._origin + self.folded.starts[index]]


def _with_own_marks(text: str, span: TextRange, head: str, tail: str, within: TextRange | None) -> TextRange:
    low, high = (within.start, within.end) if within else (0, len(text))
    before = _same_marks(reversed(head), reversed(text[max(low, span.start - 2 * len(head)) : span.start]))
    after = _same_marks(tail, text[span.end : min(high, span.end + 2 * len(tail))])
    start = span.start - before
    while (
        text[start] in CURRENCY or text[start].isspace()
    ):  # the figure's place is its number's, as cells have it
        start += 1
    return TextRange(start, span.end + after)


def _same_marks(marks: Iterable[str], beside: Iterable[str]) -> int:
    """How many characters of `beside` are the marks, in their order, on the same line and blanks aside."""
    wanted = (mark for mark in marks if not mark.isspace())
    mark = next(wanted, None)
    reached = 0
    for count, character in enumerate(beside, start=1):
        if character == mark:
            reached, mark = count, next(wanted, None)
        elif character == "\n" or not character.isspace():
            break
    return reached


def _with_gaps(text: str, span: TextRange) -> str:
    """The span's characters and those around it up to the next letter or digit on either side."""
    start, end = span.start, span.end
    while start > 0 and not text[start - 1].isalnum():
        start -= 1
    while end < len(text) and not text[end].isalnum():
        end += 1
    return text[start:end]


def _collapsed(text: str) -> str:
    """One space for each run of blanks: a figure reads the same however its lines are broken."""
    return " ".join(text.split())


def _is_digit(character: str) -> bool:
    """True for a digit or a vulgar fraction, which continue a number; a superscript only refers to a footnote."""
    return character.isdecimal() or (
        character.isnumeric() and not character.isdigit() and not character.isalpha()
    )


def _is_mixed(before: str, after: str) -> bool:
    """True for a digit beside a superscript or beside a script without spaces: neither continues it."""
    return any((c.isdigit() and not c.isdecimal()) or is_unspaced(c) for c in (before, after))


def is_unspaced(character: str) -> bool:
    """True for a character of a script that puts no space between words."""
    return any(first <= ord(character) <= last for first, last in UNSPACED)
