"""What part of a page a picture of marked regions shows: wide enough for a row's label, its column's header and unit,
and nothing between two marks left out without a picture of its own ending there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.box import Box
from pipeline.evidence.page import PageGeometry

MARGIN: Final = 26.0
"""Points above and below what is marked: two rows of a table."""
AIR: Final = 6.0
"""Points between the outermost words and the picture's edge."""
MOST_WIDTH: Final = 700.0
"""Points: rows as wide as this are shown whole, as on every upright page. Of the rows of a wide sheet, what is marked
is shown with half of LEAST_WIDTH on either side."""
LEAST_WIDTH: Final = 360.0
MOST_GAP: Final = 150.0
"""Points between two marks, one above the other, beyond which each has a picture of its own."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A box to mark on a page in displayed points. `look`: "cited", "other", "aside", "candidate" or "reviewer";
    `label` is drawn beside it."""

    box: Box
    look: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A part of page `page_index` (0-based) in displayed points, with the marks and the page's words that lie in it."""

    page_index: int
    geometry: PageGeometry
    box: Box
    marks: tuple[Mark, ...]
    words: tuple[Box, ...] = ()


def cuts(
    page_index: int, geometry: PageGeometry, marks: Sequence[Mark], words: Sequence[Box] = ()
) -> tuple[Cut, ...]:
    """The cut-outs of a page that show all of these marks, from the top; none for no marks. `words` are the boxes of
    the page's words: none is cut through, so that no figure loses a digit. Raises InvalidBox for a mark that is not on
    the page."""
    groups: list[list[Mark]] = []
    lowest = 0.0
    for mark in sorted(marks, key=lambda one: (geometry.require(one.box).y, one.box.x)):
        if groups and mark.box.y - lowest <= MOST_GAP:
            groups[-1].append(mark)
        else:
            groups.append([mark])
            lowest = 0.0
        lowest = max(lowest, mark.box.bottom)
    return tuple(_cut(page_index, geometry, group, words) for group in groups)


def _cut(page_index: int, geometry: PageGeometry, marks: Sequence[Mark], words: Sequence[Box]) -> Cut:
    box = _around(marks, geometry, words)
    inside = tuple(word for word in words if word.intersection(box))
    return Cut(page_index, geometry, box, tuple(marks), inside)


def _around(marks: Sequence[Mark], geometry: PageGeometry, words: Sequence[Box]) -> Box:
    boxes = [mark.box for mark in marks]
    top = min(box.y for box in boxes) - MARGIN
    bottom = max(box.bottom for box in boxes) + MARGIN
    lines = [word for word in words if word.y < bottom and word.bottom > top]
    top, bottom = min([top, *(word.y for word in lines)]), max([bottom, *(word.bottom for word in lines)])
    left, right = min(box.x for box in boxes), max(box.right for box in boxes)
    start = min([left, *(word.x for word in lines)])
    end = max([right, *(word.right for word in lines)])
    if end - start > MOST_WIDTH:
        start, end = _part_of_row(left - LEAST_WIDTH / 2, right + LEAST_WIDTH / 2, lines)
    return Box.from_edges(
        max(start - AIR, 0),
        max([top - AIR, 0, *(word.bottom for word in words if word.bottom <= top)]),
        min(end + AIR, geometry.width),
        min([bottom + AIR, geometry.height, *(word.y for word in words if word.y >= bottom)]),
    )


def _part_of_row(start: float, end: float, words: Iterable[Box]) -> tuple[float, float]:
    """Wide enough that no word is cut through."""
    for word in sorted(words, key=lambda one: one.right, reverse=True):
        if word.x < start < word.right:
            start = word.x
    for word in sorted(words, key=lambda one: one.x):
        if word.x < end < word.right:
            end = word.right
    return start, end
