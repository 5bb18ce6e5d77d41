"""What part of a page a picture of marked regions shows: wide enough for a row's label, its column's header and unit,
and nothing between two marks left out without a picture of its own ending there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.box import Box
from pipeline.evidence.page import PageGeometry

MARGIN: Final = 30.0
"""Points around what is marked: two rows of a table."""
LEAST_SHARE: Final = 0.72
"""Of the page's width: a narrower cut-out shows a figure without its table."""
MOST_GAP: Final = 150.0
"""Points between two marks, one above the other, beyond which each has a picture of its own."""
LEAST_HEIGHT: Final = 72.0
"""Points of the page that a picture shows at least, one above the other."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A box to mark on a page in displayed points. `look`: "cited", "other", "aside", "candidate" or "reviewer";
    `label` is drawn beside it."""

    box: Box
    look: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of page `page_index` (0-based) in displayed points, with the marks that lie in it."""

    page_index: int
    geometry: PageGeometry
    box: Box
    marks: tuple[Mark, ...]


def cuts(page_index: int, geometry: PageGeometry, marks: Sequence[Mark]) -> tuple[Cut, ...]:
    """The cut-outs of a page that show all of these marks, from the top; none for no marks. Raises InvalidBox for one
    that is not on the page."""
    groups: list[list[Mark]] = []
    lowest = 0.0
    for mark in sorted(marks, key=lambda one: (geometry.require(one.box).y, one.box.x)):
        if groups and mark.box.y - lowest <= MOST_GAP:
            groups[-1].append(mark)
        else:
            groups.append([mark])
            lowest = 0.0
        lowest = max(lowest, mark.box.bottom)
    return tuple(Cut(page_index, geometry, _around(group, geometry), tuple(group)) for group in groups)


def _around(marks: Iterable[Mark], geometry: PageGeometry) -> Box:
    boxes = [mark.box for mark in marks]
    left, right = _widened(
        min(box.x for box in boxes) - MARGIN,
        max(box.right for box in boxes) + MARGIN,
        LEAST_SHARE * geometry.width,
        geometry.width,
    )
    top, bottom = _widened(
        min(box.y for box in boxes) - MARGIN,
        max(box.bottom for box in boxes) + MARGIN,
        min(LEAST_HEIGHT, geometry.height),
        geometry.height,
    )
    return Box.from_edges(left, top, right, bottom)


def _widened(start: float, end: float, least: float, most: float) -> tuple[float, float]:
    """At least `least` long, inside 0 … `most`; moved there rather than cut short."""
    short = max(least - (end - start), 0)
    start, end = start - short / 2, end + short / 2
    start, end = start - min(start, 0), end - min(start, 0)
    over = max(end - most, 0)
    return max(start - over, 0), end - over
