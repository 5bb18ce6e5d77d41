"""Where the words of a claim stand in a sentence: in the same order, and as near to each other as they do anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.answer.support.lexicon import DROPPABLE, LIMITING, Kind
from pipeline.answer.support.statement import Word


@dataclass(frozen=True, slots=True)
class Alignment:
    """Positions, in a sentence, of a claim's words, in order."""

    sentence: tuple[Word, ...]
    positions: tuple[int, ...]

    @property
    def between(self) -> tuple[Word, ...]:
        """The sentence's words from the first aligned one to the last that are not aligned."""
        first, last, aligned = self.positions[0], self.positions[-1], set(self.positions)
        return tuple(self.sentence[at] for at in range(first, last + 1) if at not in aligned)

    @property
    def before(self) -> tuple[Word, ...]:
        """The words of the first aligned word's clause that stand before it."""
        first = self.positions[0]
        return tuple(word for word in self.sentence[:first] if word.clause == self.sentence[first].clause)

    @property
    def after(self) -> tuple[Word, ...]:
        """The words of the last aligned word's clause that stand after it."""
        last = self.positions[-1]
        return tuple(word for word in self.sentence[last + 1 :] if word.clause == self.sentence[last].clause)

    @property
    def limit(self) -> tuple[Word, ...]:
        """What right after the aligned words, in their clause, may limit them: “in Europe”, “of certain products”."""
        limiting = False
        for word in self.after:
            if word.kind is Kind.CONTENT and word.text.lower() not in DROPPABLE:
                return (word,) if limiting else ()
            if word.kind not in (Kind.FREE, Kind.TIME):
                return ()
            limiting = limiting or word.text.lower() in LIMITING
        return ()

    def adjoins(self, position: int) -> bool:
        """Whether a position is among the aligned words, or only little words stand between."""
        first, last = self.positions[0], self.positions[-1]
        gap = self.sentence[position + 1 : first] if position < first else self.sentence[last + 1 : position]
        return all(word.kind is Kind.FREE for word in gap)


def align(words: Sequence[str], sentence: tuple[Word, ...]) -> Alignment | None:
    """The shortest stretch of a sentence that has these meanings in this order; None where they are not there so."""
    best: tuple[int, ...] | None = None
    for start in (at for at, word in enumerate(sentence) if words and word.meaning == words[0]):
        positions = _from(start, words, sentence)
        if positions and (best is None or positions[-1] - positions[0] < best[-1] - best[0]):
            best = positions
    return Alignment(sentence, best) if best else None


def loose_words(words: Sequence[Word]) -> list[Word]:
    """Those of a sentence's words that say something of their own."""
    return [word for word in words if word.kind is Kind.CONTENT and word.text.lower() not in DROPPABLE]


def _from(start: int, words: Sequence[str], sentence: Sequence[Word]) -> tuple[int, ...] | None:
    positions = [start]
    for meaning in words[1:]:
        after = positions[-1] + 1
        found = next((at for at in range(after, len(sentence)) if sentence[at].meaning == meaning), None)
        if found is None:
            return None
        positions.append(found)
    return tuple(positions)
