"""Words → visual rows → pieces, and the reading order of boxes, by geometry alone.

Coordinates are points of the page turned so that its text reads from left to right (see Word).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from pipeline.parse.pdf.text import Word

ROW_TOLERANCE = 0.45
"""Words whose middles differ by less than this share of the taller one's height stand on one row. Superscripts sit
about 0.3 off; the tightest leading of real filings is 0.9."""

PIECE_GAP = 0.62
"""A gap wider than this share of the height begins another piece of a row. A word space measures 0.22 to 0.3 of it."""

GUTTER = 0.7
"""Two text columns are at least this share of a line's height apart."""

_Edges = tuple[float, float, float, float]
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Row:
    """Words on one visual line, from left to right."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        return self.words[0].left

    @property
    def right(self) -> float:
        return max(word.right for word in self.words)

    @property
    def top(self) -> float:
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        return max(word.bottom for word in self.words)

    @property
    def height(self) -> float:
        """The tallest word's height: a row's own top and bottom also span its superscripts."""
        return max(word.height for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def edges(self) -> _Edges:
        return self.left, self.top, self.right, self.bottom


def rows_of(words: Iterable[Word]) -> list[Row]:
    """Words grouped into visual rows, from the top, across the whole width they are given in."""
    rows: list[list[Word]] = []
    middle = height = 0.0
    for word in sorted(words, key=lambda word: (word.middle, word.left)):
        taller = max(height, word.height)
        if rows and abs(word.middle - middle) < ROW_TOLERANCE * taller:
            rows[-1].append(word)
            if word.height > height:  # the tallest word says where the line is, a superscript does not
                middle, height = word.middle, word.height
        else:
            rows.append([word])
            middle, height = word.middle, word.height
    return [Row(tuple(sorted(row, key=lambda word: word.left))) for row in rows]


def pieces_of(row: Row) -> list[Row]:
    """A row split at its wide gaps."""
    pieces: list[list[Word]] = []
    for word in row.words:
        if pieces and word.left - pieces[-1][-1].right < PIECE_GAP * min(word.height, row.height):
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return [Row(tuple(piece)) for piece in pieces]


def around(edges: Iterable[_Edges]) -> _Edges:
    """The smallest box around all of them."""
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def paragraphs_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Consecutive rows of one paragraph: close, of one height, and overlapping across."""
    groups: list[list[Row]] = []
    for row in rows:
        before = groups[-1][-1] if groups else None
        if before and _continues(before, row):
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _continues(before: Row, row: Row) -> bool:
    height = max(before.height, row.height)
    return (
        row.top - before.bottom < 0.5 * height
        and min(before.height, row.height) > 0.85 * height
        and before.left < row.right
        and row.left < before.right
        and min(abs(row.left - before.left), abs(row.right - before.right)) < 3 * height
    )


def reading_order(items: Sequence[_Item], edges: Callable[[_Item], _Edges]) -> list[_Item]:
    """Items as one reads them: columns from left to right where a gutter runs, rows from the top elsewhere.

    A recursive cut by white space (XY-cut). Bands that share a gutter are read as columns, however their
    paragraph gaps fall.
    """
    if len(items) < 2:
        return list(items)
    ordered: list[_Item] = []
    for group in _column_groups(_bands(items, edges), edges):
        columns = _split(group, lambda item: (edges(item)[0], edges(item)[2]), _gutter(group, edges))
        if len(columns) > 1:
            for column in columns:
                ordered += reading_order(column, edges)
        else:
            bands = _bands(group, edges)
            if len(bands) == 1:
                ordered += sorted(group, key=lambda item: (edges(item)[1], edges(item)[0]))
            else:
                for band in bands:
                    ordered += reading_order(band, edges)
    return ordered


def _bands(items: Sequence[_Item], edges: Callable[[_Item], _Edges]) -> list[list[_Item]]:
    """Items split where a horizontal line crosses none of them. Boxes of lines overlap a little: half a point."""
    return _split(items, lambda item: (edges(item)[1], edges(item)[3] - 0.5), 0.0)


def _gutter(items: Sequence[_Item], edges: Callable[[_Item], _Edges]) -> float:
    heights = sorted(edges(item)[3] - edges(item)[1] for item in items)
    return min(GUTTER * heights[0], 12.0)


def _column_groups(bands: Sequence[list[_Item]], edges: Callable[[_Item], _Edges]) -> list[list[_Item]]:
    """Consecutive bands put together as long as one gutter runs through them all."""
    groups: list[list[_Item]] = []
    for band in bands:
        if groups and _has_columns([*groups[-1], *band], edges):
            groups[-1] = [*groups[-1], *band]
        else:
            groups.append(list(band))
    return groups


def _has_columns(items: Sequence[_Item], edges: Callable[[_Item], _Edges]) -> bool:
    """Whether a gutter parts the items into columns that stand side by side, each more than a line deep."""
    columns = _split(items, lambda item: (edges(item)[0], edges(item)[2]), _gutter(items, edges))
    if len(columns) < 2:
        return False
    outer = [around(edges(item) for item in column) for column in columns]
    tops, bottoms = max(box[1] for box in outer), min(box[3] for box in outer)
    return bottoms > tops


def _split(
    items: Sequence[_Item], interval: Callable[[_Item], tuple[float, float]], gap: float
) -> list[list[_Item]]:
    """Items grouped along one axis: a group ends where the next item starts more than `gap` after all before it."""
    groups: list[list[_Item]] = []
    reach = 0.0
    for item in sorted(items, key=interval):
        start, end = interval(item)
        if groups and start < reach + gap:
            groups[-1].append(item)
        else:
            groups.append([item])
            reach = end
        reach = max(reach, end)
    return groups
