"""Words that a reader looks for in a filing: found loosely, by letters and digits, as quotes are.

Looked for as parts of words, a query is found wherever its letters and digits stand, with these limits: letters that
it writes together are found together ("ebit" is not in "the bit"), and numbers keep their decimal point, so that "1.5"
is neither in "15" nor "15" in "1.5". Grouping commas may be left out or added. Signs that the query has beside a
number ("$", "%", brackets, a minus) stand beside it in the text too.

Looked for as whole words, a query is found where `quote.locate` would find it: at the edges of words, with every
figure the same in sign, brackets, decimal point, percent, scale word and currency.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from enum import Enum, auto
from functools import cached_property

from pipeline.evidence.errors import InvalidQuery
from pipeline.evidence.figures import CURRENCY, MINUS, figures
from pipeline.evidence.folded import UNSAID, fold
from pipeline.evidence.folded_page import FoldedPage
from pipeline.evidence.quote import IN_NUMBER, JOINS, is_unspaced
from pipeline.evidence.text import TextRange
from pipeline.evidence.whole_words import WholeWords

MARKS = frozenset(f"{CURRENCY}()[]%-.")
"""Signs beside a number that are part of what is looked for, every minus as "-". A full stop is one before a digit."""


class Finder:
    """A query, folded once, for all the pages in which it is looked for."""

    def __init__(self, query: str, *, match_case: bool = False, whole_words: bool = False) -> None:
        """Raises InvalidQuery when there is nothing but blanks to look for."""
        self.query = " ".join(query.split())
        if not self.query:
            raise InvalidQuery("There is nothing to look for: the search has no characters.")
        self._match_case = match_case
        self._whole_words = whole_words
        self._folded = fold(self.query)
        self._gaps = _Gaps(self.query, FoldedPage.of(self.query))

    def find(self, text: str) -> list[TextRange]:
        """The places in a page's text, in order; none overlaps another."""
        if not self._folded.key:
            return list(_as_written(self.query, text))
        return list(self._places(text))

    def _places(self, text: str) -> Iterator[TextRange]:
        page = FoldedPage.of(text)
        reached = 0
        for first in page.positions(self._folded.key):
            last = first + len(self._folded.key) - 1
            if first >= reached and self._fits(page, text, first, last):
                yield page.range(first, last)
                reached = last + 1

    def _fits(self, page: FoldedPage, text: str, first: int, last: int) -> bool:
        span = page.range(first, last)
        if self._match_case and _cased(span.of(text)) != self._cased:
            return False
        if self._whole_words:
            return self._words.stand_at(text, span)
        return (
            _is_uncut(page, first, last)
            and self._has_same_gaps(page, text, first, last)
            and self._has_own_marks(text, span)
        )

    def _has_same_gaps(self, page: FoldedPage, text: str, first: int, last: int) -> bool:
        if " ".join(page.range(first, last).of(text).split()).casefold() == self._written:
            return True  # as it was typed
        gaps = _Gaps(text, page)
        return all(
            self._gaps.allow(index, gaps.at(first + index), gaps.is_joinable(first + index))
            for index in range(last - first)
        )

    def _has_own_marks(self, text: str, span: TextRange) -> bool:
        head, tail = self._marks
        before = text[max(span.start - 2 * len(head) - 1, 0) : span.start] if head else ""
        after = text[span.end : span.end + 2 * len(tail) + 1] if tail else ""
        return _marks_of(before).endswith(head) and _marks_of(after).startswith(tail)

    @cached_property
    def _marks(self) -> tuple[str, str]:
        """Signs before a number at the query's beginning, and behind one at its end."""
        start, end = self._folded.starts[0], self._folded.ends[-1]
        head = _marks_of(self.query[:start]) if self.query[start].isnumeric() else ""
        tail = _marks_of(self.query[end:]) if self.query[end - 1].isnumeric() else ""
        return "".join(filter(MARKS.__contains__, head)), "".join(filter((MARKS - {"."}).__contains__, tail))

    @cached_property
    def _written(self) -> str:
        return self.query[self._folded.starts[0] : self._folded.ends[-1]].casefold()

    @cached_property
    def _words(self) -> WholeWords:
        return WholeWords(self._folded.key, figures(self.query), self.query)

    @cached_property
    def _cased(self) -> str:
        return _cased(self.query)


class _Gap(Enum):
    """What stands between two letters or digits that follow each other in a key."""

    NOTHING = auto()
    MARKS = auto()  # a hyphen, a full stop, an apostrophe
    BLANK = auto()
    ONE_NUMBER = auto()  # between two digits: nothing, or a grouping mark
    DECIMAL = auto()
    TWO_NUMBERS = auto()
    ONE_SIGN = auto()  # one character gave both: a fraction, a ligature
    RAISED = auto()  # a digit beside a superscript


class _Gaps:
    """The gaps of a folded text."""

    def __init__(self, text: str, page: FoldedPage) -> None:
        self._text = text
        self._page = page

    def at(self, index: int) -> _Gap:
        """The gap behind key character `index`."""
        end, start = int(self._page.ends[index]), int(self._page.starts[index + 1])
        if start < end:
            return _Gap.ONE_SIGN
        between = "".join(character for character in self._text[end:start] if character not in JOINS)
        before, after = self._text[end - 1], self._text[start]
        if before.isnumeric() and after.isnumeric():
            return _number_gap(before, between, after)
        if not between:
            return _Gap.NOTHING
        return _Gap.BLANK if any(map(str.isspace, between)) else _Gap.MARKS

    def is_joinable(self, index: int) -> bool:
        """True between two characters of scripts that put no space between words: a blank there is a line's end."""
        end, start = int(self._page.ends[index]), int(self._page.starts[index + 1])
        return is_unspaced(self._text[end - 1]) and is_unspaced(self._text[start])

    def allow(self, index: int, other: _Gap, is_joinable: bool) -> bool:
        """Whether a text may have `other` where this query has its gap behind key character `index`."""
        own = self.at(index)
        if own is other:
            return True
        match own:
            case _Gap.NOTHING:
                return other is _Gap.MARKS or other is _Gap.ONE_SIGN or (other is _Gap.BLANK and is_joinable)
            case _Gap.MARKS | _Gap.BLANK:
                return other in (_Gap.NOTHING, _Gap.MARKS, _Gap.BLANK, _Gap.ONE_SIGN)
            case _Gap.TWO_NUMBERS:  # "1 234" typed for "1,234"
                return other is _Gap.ONE_NUMBER and self._is_blank(index)
            case _Gap.ONE_SIGN:
                return other in (_Gap.NOTHING, _Gap.MARKS)
            case _:
                return False

    def _is_blank(self, index: int) -> bool:
        end, start = int(self._page.ends[index]), int(self._page.starts[index + 1])
        return self._text[end:start].isspace()


def _number_gap(before: str, between: str, after: str) -> _Gap:
    if not (before.isdecimal() and after.isdecimal()):
        return _Gap.RAISED
    if unicodedata.normalize("NFKC", between) in (".", "٫"):
        return _Gap.DECIMAL
    return _Gap.ONE_NUMBER if between in IN_NUMBER else _Gap.TWO_NUMBERS


def _is_uncut(page: FoldedPage, first: int, last: int) -> bool:
    """False where the place would begin or end inside what one character gave: the "1" of a "½"."""
    begins = first == 0 or page.starts[first - 1] != page.starts[first]
    return begins and (last + 1 == len(page.key) or page.starts[last + 1] != page.starts[last])


def _as_written(query: str, text: str) -> Iterator[TextRange]:
    """Places of a query that has neither letters nor digits, such as "§" or "—", sign by sign."""
    start = text.find(query)
    while start >= 0:
        yield TextRange(start, start + len(query))
        start = text.find(query, start + len(query))


def _cased(text: str) -> str:
    """Letters and digits as `fold` gives them, their case kept."""
    said = "".join(character for character in text if character not in UNSAID)
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", said)))


def _marks_of(text: str) -> str:
    """The signs of a number's surroundings, blanks left out and every minus alike; other characters stay."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join("-" if character in MINUS else character for character in plain if not character.isspace())
