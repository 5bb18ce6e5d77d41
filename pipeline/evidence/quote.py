"""Where a quote stands in a text: found loosely by letters and digits, then held to every figure strictly."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.figures import CURRENCY, MINUS, figures, same_figures
from pipeline.evidence.text import TextRange


@dataclass(frozen=True, slots=True)
class Folded:
    """Letters and digits of a text after NFKC and case folding.

    `key[i]` was made from the source characters `starts[i]` up to `ends[i]`.
    """

    key: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


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


@lru_cache(maxsize=512)
def fold(text: str) -> Folded:
    """Fold a text for loose location: NFKC, case folded, letters and digits only. Idempotent on its key."""
    key: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(text):
        normal = unicodedata.normalize("NFKC", text[start:end]).casefold()
        for character in unicodedata.normalize("NFKC", normal):
            if character.isalnum():
                key.append(character)
                starts.append(start)
                ends.append(end)
    return Folded("".join(key), tuple(starts), tuple(ends))


def locate(quote: str, text: str, within: TextRange | None = None) -> QuoteLocation:
    """Where `quote` stands in `text` (only inside `within`, when given).

    A place counts when letters and digits agree, the quote begins and ends at the edge of a word or number,
    and the figures printed there are the quote's figures: sign, brackets, decimal point, percent, scale word.
    One place → Located; several → Ambiguous with all of them; none → Missing with the reason.
    """
    wanted = fold(quote).key
    if not wanted:
        return Missing(MissingReason.EMPTY)
    folded = fold(text)
    found = cut = False
    places: list[TextRange] = []
    changed: list[TextRange] = []
    position = folded.key.find(wanted)
    while position >= 0:
        last = position + len(wanted) - 1
        span = TextRange(folded.starts[position], folded.ends[last])
        if within is None or within.contains(span):
            found = True
            if _cuts_a_word(folded, position, last, text):
                cut = True
            elif same_figures(figures(quote), figures(with_marks(text, span, within).of(text))):
                places.append(span)
            else:
                changed.append(span)
        position = folded.key.find(wanted, position + 1)
    if len(places) == 1:
        return Located(places[0])
    if places:
        return Ambiguous(tuple(places))
    if changed:
        return Missing(MissingReason.FIGURE_DIFFERS, tuple(changed))
    return Missing(MissingReason.CUTS_A_WORD if found and cut else MissingReason.NOT_FOUND)


_BEFORE = frozenset("([" + MINUS + "+" + CURRENCY + ".")
_AFTER = frozenset(")]%")


def with_marks(text: str, span: TextRange, within: TextRange | None = None) -> TextRange:
    """The span together with the marks that belong to figures at its ends: sign, bracket, currency, percent.

    Marks are taken only beside a digit, across at most one space each ("$ (265 )%").
    """
    low = within.start if within else 0
    high = within.end if within else len(text)
    start, end = span.start, span.end
    if text[start].isdigit():
        start = _extend(text, start, low, -1, _BEFORE)
    if text[end - 1].isdigit():
        end = _extend(text, end - 1, high - 1, 1, _AFTER) + 1
    return TextRange(start, end)


def _extend(text: str, position: int, limit: int, step: int, marks: frozenset[str]) -> int:
    """The farthest mark reachable from `position` in direction `step`, over single blanks, or `position`."""
    reached = cursor = position
    blanks = 0
    while cursor != limit:
        cursor += step
        if text[cursor] in marks:
            reached, blanks = cursor, 0
        elif text[cursor].isspace() and text[cursor] != "\n" and not blanks:
            blanks = 1
        else:
            break
    return reached


def _clusters(text: str) -> list[tuple[int, int]]:
    """Each character with the combining marks after it, as (start, end)."""
    clusters: list[tuple[int, int]] = []
    for index, character in enumerate(text):
        if clusters and ord(character) > 0x2FF and unicodedata.combining(character):
            clusters[-1] = clusters[-1][0], index + 1
        else:
            clusters.append((index, index + 1))
    return clusters


def _cuts_a_word(folded: Folded, first: int, last: int, text: str) -> bool:
    """True when the match begins or ends inside a word or a number of the text."""
    return _joined(folded, first - 1, first, text) or _joined(folded, last, last + 1, text)


def _joined(folded: Folded, left: int, right: int, text: str) -> bool:
    """True when key characters `left` and `right` belong to one word or one number of the text."""
    if left < 0 or right >= len(folded.key):
        return False
    if folded.starts[left] == folded.starts[right]:
        return True  # one source character gave both, such as a ligature
    between = text[folded.ends[left] : folded.starts[right]]
    before, after = folded.key[left], folded.key[right]
    if before.isdigit() and after.isdigit():
        return between in ("", ".", ",")
    if before.isdigit() or after.isdigit():
        return False
    return between in ("", "\u00ad", "'", "\u2019")
