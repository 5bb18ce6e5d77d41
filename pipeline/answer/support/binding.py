"""Which figure of a claim is said of which row, and of which year: read from where the words stand."""

from __future__ import annotations

from collections.abc import Sequence, Set

from pipeline.evidence.text import TextRange

Place = tuple[int, Set[str]]
"""Where a figure stands in a claim, and the words that are its own: those of its row that no other has."""


def belongs(figures: Sequence[Place], words: Sequence[tuple[TextRange, str]]) -> bool:
    """Whether each figure stands with its own words: all words before their figures, or all after them.

    `words` are the places and meanings of a claim's words. A figure without words of its own belongs anywhere.
    """
    own = [
        (span.start, index)
        for index, (_, meanings) in enumerate(figures)
        for span, meaning in words
        if meaning in meanings
    ]
    starts = [start for start, _ in figures]
    return all(_next(at, starts) == index for at, index in own) or all(
        _last(at, starts) == index for at, index in own
    )


def own_words(of_each: Sequence[Set[str]]) -> list[Set[str]]:
    """What each set has that no other, different one has."""
    return [
        frozenset(one).difference(*(other for other in of_each if other != one))
        for one in map(frozenset, of_each)
    ]


def _next(at: int, starts: Sequence[int]) -> int | None:
    later = [(start, index) for index, start in enumerate(starts) if start > at]
    return min(later)[1] if later else None


def _last(at: int, starts: Sequence[int]) -> int | None:
    earlier = [(start, index) for index, start in enumerate(starts) if start < at]
    return max(earlier)[1] if earlier else None
