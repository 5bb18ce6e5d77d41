"""Whether words stand at a place as a quote of them would: whole, and with the very figures."""

from __future__ import annotations

import unicodedata

from pipeline.evidence.figures import Figure
from pipeline.evidence.quote import JOINS, Reading
from pipeline.evidence.text import TextRange

LONGEST_FIGURE = 64
"""Characters beside a place that are read to tell its figures whole; no printed figure is longer."""

APOSTROPHES = frozenset("'’")


class WholeWords:
    """Words that were folded to `key`, and the `figures` that they print. With `quote` given, the place prints the
    quote's currencies too."""

    def __init__(self, key: str, figures: tuple[Figure, ...], quote: str = "") -> None:
        self.key = key
        self._figures = figures
        self._quote = quote
        self._has_numbers = bool(figures) or any(character.isnumeric() for character in key)

    def stand_at(self, text: str, span: TextRange) -> bool:
        """True when `quote.locate` would find them there, for a span whose letters and digits are the key's."""
        if not self._has_numbers:
            before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
            if _parts(before) and _parts(after):
                return True
            if _goes_on(before + text[span.start]) or _goes_on(text[span.end - 1] + after):
                return False
        found = near(text, span).find(self.key, self._figures)
        return span in found.with_currencies(self._quote, text).places


def near(text: str, span: TextRange) -> Reading:
    """The surroundings of a place, in which its figures can be read whole without reading all of the page."""
    low, high = max(span.start - LONGEST_FIGURE, 0), min(span.end + LONGEST_FIGURE, len(text))
    return Reading(text, TextRange(low, high))


def _goes_on(characters: str) -> bool:
    """True for two letters in the middle of a word, told without a look at the rest of the text."""
    return len(characters) == 2 and characters.isascii() and characters.isalpha()


def _parts(character: str) -> bool:
    """True for a character at which a word surely ends; also for none, at the text's edge."""
    return not character or not (
        character.isalnum()
        or character in JOINS
        or character in APOSTROPHES
        or unicodedata.combining(character)
    )
