"""Where cited words stand on a page by their letters, whatever the numbers among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pipeline.evidence.anchor import TELLING_SURROUNDINGS
from pipeline.evidence.cited import SURROUNDINGS, Cited
from pipeline.evidence.figures import Figure
from pipeline.evidence.folded import Folded, common_length, fold
from pipeline.evidence.quote import Reading
from pipeline.evidence.reanchored import Spot
from pipeline.evidence.text import TextRange

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class WordPlace:
    """Where the letters stand. `is_strict`: with the same figures. `agreement`: letters in common before and after;
    `is_borne_out`: enough of them, for words that could stand anywhere."""

    spot: Spot
    agreement: tuple[int, int]
    is_strict: bool
    is_borne_out: bool


class PageText:
    """A page's text, folded once for all the words that are looked for in it."""

    def __init__(self, page_index: int, text: str) -> None:
        self.page_index = page_index
        self.text = text
        self._folded = fold(text)
        self._masked, self._origins = _masked(self._folded, text)

    def places(self, words: Words) -> Iterator[WordPlace]:
        """Every place of the words' letters, in order."""
        spans = list(self._spans(words.masked))
        if not spans:
            return
        strict = frozenset(self._reading.find(words.key, words.figures).places)
        for span in spans:
            if span in strict or not _cuts_a_word(span, self.text):
                yield words.place(self.page_index, span, self.text, is_strict=span in strict)

    def _spans(self, wanted: str) -> Iterator[TextRange]:
        start = self._masked.find(wanted) if wanted else -1
        while start >= 0:
            first, last = self._origins[start][0], self._origins[start + len(wanted) - 1][1] - 1
            yield TextRange(self._folded.starts[first], self._folded.ends[last])
            start = self._masked.find(wanted, start + 1)

    @cached_property
    def _reading(self) -> Reading:
        return Reading(self.text)


class Words:
    """Cited words, folded once."""

    def __init__(self, cited: Cited) -> None:
        self._cited = cited
        self._folded = fold(cited.exact)
        self.key = self._folded.key
        self.masked, _ = _masked(self._folded, cited.exact)
        self.letters = sum(map(str.isalpha, self.key))
        self._before = _masked(fold(cited.prefix), cited.prefix)[0][::-1]
        self._after = _masked(fold(cited.suffix), cited.suffix)[0]
        self.figures: tuple[Figure, ...] = ()
        if self.key:  # the figures at the edges are read whole, as they stood
            whole = TextRange(self._folded.starts[0], self._folded.ends[-1]).shift(len(cited.prefix))
            self.figures = Reading(cited.prefix + cited.exact + cited.suffix).figures_at(whole)

    def place(self, page_index: int, span: TextRange, text: str, *, is_strict: bool) -> WordPlace:
        """A place of the letters, compared with what stood around them. More of the page is read than was kept, so
        that added blanks and marks push no letter out."""
        reach = 4 * SURROUNDINGS
        stands_before, stands_after = (
            text[max(span.start - reach, 0) : span.start],
            text[span.end : span.end + reach],
        )
        before = _masked(fold(stands_before), stands_before)[0][::-1]
        after = _masked(fold(stands_after), stands_after)[0]
        agreement = common_length(self._before, before), common_length(self._after, after)
        is_whole = agreement == (len(self._before), len(self._after))
        return WordPlace(
            Spot(page_index, span, self._focus(span, text) if is_strict else None),
            agreement,
            is_strict,
            is_whole or sum(agreement) >= TELLING_SURROUNDINGS,
        )

    def _focus(self, span: TextRange, text: str) -> TextRange | None:
        """The focus inside the same words at another place, letter by letter."""
        focus, there = self._cited.focus, fold(span.of(text))
        if focus is None or there.key != self.key:
            return None
        covered = [
            index
            for index, (start, end) in enumerate(zip(self._folded.starts, self._folded.ends, strict=True))
            if focus.start <= start and end <= focus.end
        ]
        if not covered:
            return None
        return TextRange(there.starts[covered[0]], there.ends[covered[-1]]).shift(span.start)


def _masked(folded: Folded, text: str) -> tuple[str, list[tuple[int, int]]]:
    """A text's key in which every number reads alike, and for each of its characters those of the key that it stands
    for. Numbers with a blank between them are two, though nothing divides them in the key: the cells of a row, a
    figure at a line's end and the mark of a footnote in the next."""
    words: list[str] = []
    origins: list[tuple[int, int]] = []
    position = 0
    for number in _NUMBER.finditer(folded.key):
        words.append(folded.key[position : number.start()])
        origins += [(index, index + 1) for index in range(position, number.start())]
        first = number.start()
        for index in range(number.start() + 1, number.end() + 1):
            if index == number.end() or any(
                map(str.isspace, text[folded.ends[index - 1] : folded.starts[index]])
            ):
                words.append("0")
                origins.append((first, index))
                first = index
        position = number.end()
    words.append(folded.key[position:])
    return "".join(words), origins + [(index, index + 1) for index in range(position, len(folded.key))]


def _cuts_a_word(span: TextRange, text: str) -> bool:
    edges = (text[max(span.start - 1, 0) : span.start + 1], text[span.end - 1 : span.end + 1])
    return any(len(edge) == 2 and edge.isascii() and edge.isalnum() for edge in edges)
