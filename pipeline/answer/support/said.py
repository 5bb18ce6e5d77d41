"""What a claim says, and when: its words with the figures that its evidence prints for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pipeline.answer.support.cells import Stated
from pipeline.answer.support.lexicon import OPPOSITES, Kind
from pipeline.answer.support.statement import Word, content, figure_meaning, of_kind, read
from pipeline.evidence.periods import lengths
from pipeline.evidence.text import TextRange
from pipeline.search.terms import read_quarters, read_years


@dataclass(frozen=True, slots=True)
class Said:
    """A claim as rules compare it. Its figures mean what their evidence prints ("81.8 billion" means the cell's
    81,797); a figure that no quote prints means itself."""

    text: str
    words: tuple[Word, ...]

    @classmethod
    def of(cls, text: str, found: Sequence[Stated], times: Sequence[TextRange]) -> Said:
        """`found`: its amounts that quotes print; `times`: the places of its dates and periods that were found."""
        return cls(text, tuple(_told(word, found, times) for word in read(text)))

    @property
    def content(self) -> list[Word]:
        return content(self.words)

    @property
    def figures(self) -> list[Word]:
        return of_kind(self.words, Kind.FIGURE)

    def moving(self, there: Iterable[str]) -> list[Word]:
        """Words of direction, and those of content that are `there`, in order."""
        return [
            word
            for word in self.words
            if word.kind in OPPOSITES or (word.kind is Kind.CONTENT and word.meaning in there)
        ]


def _told(word: Word, found: Sequence[Stated], times: Sequence[TextRange]) -> Word:
    if any(span.overlaps(word.range) for span in times):
        return replace(word, kind=Kind.TIME)
    for one in found:
        if word.kind is Kind.FIGURE and one.range.overlaps(word.range):
            return replace(word, meaning=figure_meaning(one.cell.printed.figure))
    return word


@dataclass(frozen=True, slots=True)
class Times:
    """The years, quarters and lengths of periods that a text names."""

    years: frozenset[int]
    quarters: frozenset[int]
    months: frozenset[int]

    @classmethod
    def of(cls, text: str) -> Times:
        return cls(read_years(text), read_quarters(text), lengths(text))

    def pairs(self, other: Times) -> list[tuple[frozenset[int], frozenset[int]]]:
        """Each sort of time that this text names, with what the other names of it."""
        mine = ((self.years, other.years), (self.quarters, other.quarters), (self.months, other.months))
        return [(one, theirs) for one, theirs in mine if one]
