"""Where else a text prints what is cited: the same words, the same figures, as strictly as a quote is held to them."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.evidence.figures import CURRENCY
from pipeline.evidence.folded import fold
from pipeline.evidence.folded_page import FoldedPage
from pipeline.evidence.text import TextRange
from pipeline.evidence.whole_words import WholeWords, near


class CitedWords:
    """What a range of a page prints. A figure at its edge is read whole, with the sign, bracket, percent and scale word
    that stand beside it; a currency tells places apart only where both print one."""

    def __init__(self, text: str, span: TextRange) -> None:
        """Raises InvalidRange when the range leaves the text."""
        folded = fold(span.of(text))
        self.key = folded.key
        if self.key:
            inked = TextRange(folded.starts[0], folded.ends[-1]).shift(span.start)
            self._words = WholeWords(self.key, near(text, inked).figures_at(inked))

    def places(self, text: str) -> Iterator[TextRange]:
        """Every place in a page's text, in order, with the signs of its figures. None where nothing but signs was
        cited: a dash is no figure to look for."""
        if not self.key:
            return
        page = FoldedPage.of(text)
        for first in page.positions(self.key):
            span = page.range(first, first + len(self.key) - 1)
            if self._words.stand_at(text, span):
                yield _with_signs(text, span)


def _with_signs(text: str, span: TextRange) -> TextRange:
    """The place with its brackets and percent sign, but not with a currency sign, which may stand far from it."""
    whole = near(text, span).marked(span)
    start = whole.start
    while start < span.start and (text[start] in CURRENCY or text[start].isspace()):
        start += 1
    return TextRange(start, whole.end)
