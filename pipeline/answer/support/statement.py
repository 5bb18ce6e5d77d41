"""A text as the words that make it a statement, its figures and its dates each one word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest

from pipeline.answer.support.lexicon import INTENTIONS, PHRASES, Kind, kind_of, meaning_of
from pipeline.evidence.content_words import WORD
from pipeline.evidence.dates import find_days
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.text import TextRange

_CLAUSE_ENDS = re.compile(
    r"[;:()]|,?\s+\b(?:while|whereas|although|though|but|however|(?:partially\s+|more\s+than\s+)?offset\s+by"
    r"|(?:(?:of|for|in|by|to)\s+)?which|and\s+(?=(?:is|are|was|were|will|has|have)\b))\b|,\s+and\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")


KEPT_CHARACTERS = 2_000
"""A longer text is read anew each time: kept, it would cost 50 bytes a character."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text; `meaning` is what it is compared by, `clause` counts the clauses of its text from 0."""

    text: str
    meaning: str
    kind: Kind
    range: TextRange
    clause: int = 0


def read(text: str) -> tuple[Word, ...]:
    """The words of a text in order, those of a known name of several words read as its other names are."""
    ends = [match.start() for match in _CLAUSE_ENDS.finditer(text)]
    found: list[Word] = []
    for words in (_times_and_figures(text), _phrases(text), _words(text)):
        taken = [word.range for word in found]
        found += [word for word in words if not any(span.overlaps(word.range) for span in taken)]
    found.sort(key=lambda word: word.range.start)
    return tuple(
        replace(word, clause=sum(end < word.range.start for end in ends)) for word in _with_intentions(found)
    )


def read_once(text: str) -> tuple[Word, ...]:
    """The same, a text that is no whole page kept for the next claim that is held against it."""
    return _read_kept(text) if len(text) <= KEPT_CHARACTERS else read(text)


@lru_cache(maxsize=256)
def _read_kept(text: str) -> tuple[Word, ...]:
    return read(text)


def meanings(texts: Iterable[str]) -> frozenset[str]:
    """The meanings of all words of some texts."""
    return frozenset(word.meaning for text in texts for word in read_once(text))


def content(words: Iterable[Word]) -> list[Word]:
    """The words that have to be supported by words."""
    return of_kind(words, Kind.CONTENT)


def of_kind(words: Iterable[Word], *kinds: Kind) -> list[Word]:
    return [word for word in words if word.kind in kinds]


def figure_meaning(figure: Figure) -> str:
    """What a figure is compared by: its sign, digits, percent and scale word."""
    sign, percent = "-" if figure.negative else "", "%" if figure.percent else ""
    return f"#{sign}{figure.digits}{percent}e{figure.scale}"


def _times_and_figures(text: str) -> Iterator[Word]:
    days = find_days(text)
    for day in days:
        yield Word(day.range.of(text), f"@{day.day.isoformat()}", Kind.TIME, day.range)
    for figure in figures(text):
        if figure.glued or any(day.range.overlaps(figure.range) for day in days):
            continue
        is_year = bool(_YEAR.fullmatch(figure.text))
        meaning = f"@{figure.text}" if is_year else figure_meaning(figure)
        yield Word(figure.text, meaning, Kind.TIME if is_year else Kind.FIGURE, figure.range)


def _phrases(text: str) -> Iterator[Word]:
    for pattern, reading in PHRASES:
        for match in pattern.finditer(text):
            for name in reading.split():
                yield Word(match.group(), meaning_of(name), kind_of(name), TextRange(*match.span()))


def _words(text: str) -> Iterator[Word]:
    for match in WORD.finditer(text):
        plain = match.group().lower().removesuffix("'s").removesuffix("’s")
        yield Word(match.group(), meaning_of(plain), kind_of(plain), TextRange(*match.span()))


def _with_intentions(words: list[Word]) -> Iterator[Word]:
    """A word of intention is modal before "to"."""
    for word, after in zip_longest(words, words[1:]):
        is_meant = word.text.lower() in INTENTIONS and after is not None and after.text.lower() == "to"
        yield replace(word, kind=Kind.MODAL) if is_meant else word
