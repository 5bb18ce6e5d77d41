"""Which column of a row a sentence names: "Operating income *as reported* was 12,248", beside one "at prior rates".

Columns of one period may measure different things, so that the period alone does not tell them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from pipeline.evidence.printed import PrintedFigure

CACHED_HEADERS = 512

FEWEST_WORDS = 2
"""Of a header that is taken for named: "Total" or "Amount" alone may be any word of the sentence."""

_MARK = re.compile(r"\(\s?(?:\d|[a-z])\s?\)")
"""A footnote's mark in a header."""

_WORD = re.compile(r"[^\W_]+|%")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANGE_COLUMN = re.compile(r"\b(?:changes?|variance|difference)\b|[Δ∆]", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:chang|varianc|differ|increas|decreas|grow|grew|rise|rose|fell|fall|declin|improv|higher|lower|up\b|down\b"
    r"|compar|versus|vs\b)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"(?:\b(?:was|were|is|are|totall?ed|amounted\s+to|came\s+to|stood\s+at)\s)?[\s:=$€£¥(-]*$", re.IGNORECASE
)
"""What stands between a column's name and its figure."""


def names_other_column(before: str, printed: PrintedFigure, row: Iterable[PrintedFigure]) -> bool:
    """Whether the words before a stated figure end with the whole header of another column of the printed figure's row,
    and say its own nowhere. "2022 was" names the column 2022 beside a column of changes, if no change is spoken of. A
    header whose words are all part of its own ("2022" of "2022 % of sales") is no other.
    """
    own = set(_words(printed.header))
    said = _words(_LINK.sub("", before, count=1))
    if not own or own <= set(said):
        return False
    is_change = _CHANGE_COLUMN.search(printed.header) is not None and _CHANGE.search(before) is None
    label = _words(printed.label)
    others = {_words(other.header) for other in row if other.label == printed.label}
    return any(
        (len(other) >= FEWEST_WORDS or (is_change and _YEAR.fullmatch(other[0])))
        and not set(other) <= own
        and _ends_with(said, other)
        and not _ends_with(label, other)
        for other in others
    )


def _ends_with(words: tuple[str, ...], end: tuple[str, ...]) -> bool:
    return words[-len(end) :] == end


@lru_cache(maxsize=CACHED_HEADERS)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word.casefold() for word in _WORD.findall(_MARK.sub(" ", text)))
