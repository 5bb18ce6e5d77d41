"""How far two markings of a page agree: of areas and of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from pipeline.evidence.box import Box
from pipeline.evidence.text import TextRange

Character = TypeVar("Character", int, tuple[int, int])
"""Where a character stands in its page's text, with the page's index where there are several."""


def area_of(boxes: Iterable[Box]) -> float:
    """The area that boxes cover together, each point once, in square points."""
    edges = [box.edges() for box in boxes]
    across = sorted({edge for left, _, right, _ in edges for edge in (left, right)})
    area = 0.0
    for left, right in pairwise(across):
        spans = sorted((top, bottom) for low, top, high, bottom in edges if low <= left and right <= high)
        area += (right - left) * _length(spans)
    return area


def common_area(ours: Sequence[Box], theirs: Sequence[Box]) -> float:
    """The area that both markings cover."""
    common = [one.intersection(other) for one in ours for other in theirs]
    return area_of(box for box in common if box is not None)


def iou(ours: Sequence[Box], theirs: Sequence[Box]) -> float | None:
    """Intersection over union of two markings of one page, 0 … 1; None where neither marks anything."""
    together = area_of([*ours, *theirs])
    return common_area(ours, theirs) / together if together else None


def covered(ours: Sequence[Box], theirs: Sequence[Box]) -> float | None:
    """The share of the area of `theirs` that lies inside `ours`; None where they mark nothing."""
    area = area_of(theirs)
    return common_area(ours, theirs) / area if area else None


def across(one: Box, other: Box) -> float:
    """Intersection over union of the two boxes' extents along the line alone, 0 … 1."""
    together = max(one.right, other.right) - min(one.x, other.x)
    return max(0.0, min(one.right, other.right) - max(one.x, other.x)) / together


def inked(ranges: Iterable[TextRange], text: str) -> frozenset[int]:
    """The characters of a page's text that ranges mark, blanks left out."""
    return frozenset(at for span in ranges for at in range(span.start, span.end) if not text[at].isspace())


def text_iou(ours: frozenset[Character], theirs: frozenset[Character]) -> float | None:
    """Characters that both mark over those that either does; None where neither marks any."""
    return len(ours & theirs) / len(ours | theirs) if ours or theirs else None


def text_covered(ours: frozenset[Character], theirs: frozenset[Character]) -> float | None:
    """The share of the characters of `theirs` that `ours` mark; None where they mark none."""
    return len(ours & theirs) / len(theirs) if theirs else None


def _length(spans: Sequence[tuple[float, float]]) -> float:
    """What sorted intervals cover together."""
    length, until = 0.0, float("-inf")
    for start, end in spans:
        length += max(0.0, end - max(start, until))
        until = max(until, end)
    return length
