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
    every = frozenset[str]().union(*(own for _, own in figures))
    marks = [(span.start, meaning) for span, meaning in words if meaning in every]
    return all(meaning in _next(at, figures) for at, meaning in marks) or all(
        meaning in _last(at, figures) for at, meaning in marks
    )


def own_words(of_each: Sequence[Set[str]]) -> list[Set[str]]:
    """What each set has that no other, different one has."""
    return [
        frozenset(one).difference(*(other for other in of_each if other != one))
        for one in map(frozenset, of_each)
    ]


def _next(at: int, figures: Sequence[Place]) -> Set[str]:
    """The own words of the first figure after a place."""
    later = [(start, index) for index, (start, _) in enumerate(figures) if start > at]
    return figures[min(later)[1]][1] if later else frozenset()


def _last(at: int, figures: Sequence[Place]) -> Set[str]:
    earlier = [(start, index) for index, (start, _) in enumerate(figures) if start < at]
    return figures[max(earlier)[1]][1] if earlier else frozenset()
