"""Grids that ruling lines draw: lines that meet → the cells between them, some merged over several rows or columns.

Coordinates are points of the page turned so that its text reads from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEET = 3.0
"""Points that lines which meet may miss each other by, and that the two borders of neighbouring cells may lie apart."""

COVERED = 0.7
"""Share of a cell's side that must be drawn for it to part two cells."""

OUTER = 10.0
"""Level lines that go on this far past the last upright one end in an open column."""

MOST_CELLS = 20_000
"""Cells of a grid that are tried; a finer one is graph paper."""

_Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GridCell:
    """Rows `top` up to `bottom` and columns `left` up to `right` of a grid, the ends not included."""

    top: int
    left: int
    bottom: int
    right: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines of a grid across (`xs`) and down (`ys`), in points, and the cells between them."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[GridCell, ...]

    def edges(self, cell: GridCell) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of a cell."""
        return self.xs[cell.left], self.ys[cell.top], self.xs[cell.right], self.ys[cell.bottom]

    def contains(self, x: float, y: float) -> bool:
        return self.xs[0] <= x <= self.xs[-1] and self.ys[0] <= y <= self.ys[-1]


@dataclass(frozen=True, slots=True)
class _Line:
    """A level or an upright line: where it stands, and from where to where it runs."""

    at: float
    start: float
    end: float


def grids_of(rules: NDArray[np.float64]) -> list[Grid]:
    """The grids of at least two rows and two columns that rules (n, 4: left, top, right, bottom) draw, from the top."""
    level = _joined(_Line(top, left, right) for left, top, right, bottom in rules.tolist() if top == bottom)
    upright = _joined(
        _Line(left, top, bottom) for left, top, right, bottom in rules.tolist() if left == right
    )
    found = [_grid(*group) for group in _that_meet(level, upright)]
    return sorted((grid for grid in found if grid), key=lambda grid: (grid.ys[0], grid.xs[0]))


def _joined(lines: Iterable[_Line]) -> list[_Line]:
    """Pieces of one line put together: a border is drawn cell by cell."""
    joined: list[_Line] = []
    for row in _clustered(list(lines)):
        at = sum(line.at for line in row) / len(row)
        for start, end in _union([(line.start, line.end) for line in row]):
            joined.append(_Line(at, start, end))
    return joined


def _clustered(lines: list[_Line]) -> list[list[_Line]]:
    clusters: list[list[_Line]] = []
    for line in sorted(lines, key=lambda line: line.at):
        if clusters and line.at - clusters[-1][0].at < MEET:
            clusters[-1].append(line)
        else:
            clusters.append([line])
    return clusters


def _union(intervals: Sequence[_Interval]) -> list[_Interval]:
    whole: list[_Interval] = []
    for start, end in sorted(intervals):
        if whole and start <= whole[-1][1] + MEET:
            whole[-1] = whole[-1][0], max(whole[-1][1], end)
        else:
            whole.append((start, end))
    return whole


def _that_meet(level: Sequence[_Line], upright: Sequence[_Line]) -> list[tuple[list[_Line], list[_Line]]]:
    """Lines grouped by whether they are joined through lines that they meet."""
    groups = _Groups(len(level) + len(upright))
    for i, across in enumerate(level):
        for j, down in enumerate(upright):
            if (
                across.start - MEET <= down.at <= across.end + MEET
                and down.start - MEET <= across.at <= down.end + MEET
            ):
                groups.join(i, len(level) + j)
    return [
        (
            [level[n] for n in group if n < len(level)],
            [upright[n - len(level)] for n in group if n >= len(level)],
        )
        for group in groups.all()
    ]


class _Groups:
    """Numbers that are joined into groups."""

    def __init__(self, count: int) -> None:
        self._parents = list(range(count))

    def root(self, number: int) -> int:
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def join(self, one: int, other: int) -> None:
        self._parents[self.root(other)] = self.root(one)

    def all(self) -> list[list[int]]:
        groups: dict[int, list[int]] = {}
        for number in range(len(self._parents)):
            groups.setdefault(self.root(number), []).append(number)
        return list(groups.values())


def _grid(level: Sequence[_Line], upright: Sequence[_Line]) -> Grid | None:
    if not level or not upright:
        return None
    xs = _positions(upright, level)
    ys = _positions(level, upright)
    if len(xs) < 3 or len(ys) < 3 or (len(xs) - 1) * (len(ys) - 1) > MOST_CELLS:
        return None
    cells = _cells(xs, ys, level, upright)
    return Grid(tuple(xs), tuple(ys), tuple(cells)) if cells else None


def _positions(lines: Sequence[_Line], crossing: Sequence[_Line]) -> list[float]:
    """Where lines of one direction stand, and where the crossing ones end when that is well outside them."""
    at = [cluster[0].at for cluster in _clustered(list(lines))]
    start, end = min(line.start for line in crossing), max(line.end for line in crossing)
    return [
        *([start] if start < at[0] - OUTER else []),
        *at,
        *([end] if end > at[-1] + OUTER else []),
    ]


def _cells(
    xs: Sequence[float], ys: Sequence[float], level: Sequence[_Line], upright: Sequence[_Line]
) -> list[GridCell] | None:
    """The cells, merged where no line parts them; None when one of them is no rectangle."""
    rows, columns = len(ys) - 1, len(xs) - 1
    groups = _Groups(rows * columns)
    for column in range(1, columns):
        drawn = _drawn(upright, xs[column])
        for row in range(rows):
            if not _is_covered(drawn, ys[row], ys[row + 1]):
                groups.join(row * columns + column - 1, row * columns + column)
    for row in range(1, rows):
        drawn = _drawn(level, ys[row])
        for column in range(columns):
            if not _is_covered(drawn, xs[column], xs[column + 1]):
                groups.join((row - 1) * columns + column, row * columns + column)
    cells = []
    for members in groups.all():
        places = [divmod(member, columns) for member in members]
        top, left = min(row for row, _ in places), min(column for _, column in places)
        bottom, right = max(row for row, _ in places) + 1, max(column for _, column in places) + 1
        if len(members) != (bottom - top) * (right - left):
            return None
        cells.append(GridCell(top, left, bottom, right))
    return cells


def _drawn(lines: Sequence[_Line], at: float) -> list[_Interval]:
    return [(line.start, line.end) for line in lines if abs(line.at - at) < MEET]


def _is_covered(drawn: Sequence[_Interval], start: float, end: float) -> bool:
    covered = sum(max(0.0, min(stop, end) - max(begin, start)) for begin, stop in drawn)
    return covered >= COVERED * (end - start)
