"""Grids from ruling lines."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.parse.tables.grid import Grid, GridCell, grids_of

XS, YS = (50.0, 150.0, 250.0, 350.0), (100.0, 120.0, 140.0)


def _rules(*edges: tuple[float, float, float, float]) -> NDArray[np.float64]:
    return np.asarray(edges, dtype=np.float64).reshape(-1, 4)


def _full(xs: tuple[float, ...] = XS, ys: tuple[float, ...] = YS) -> list[tuple[float, float, float, float]]:
    return [(xs[0], y, xs[-1], y) for y in ys] + [(x, ys[0], x, ys[-1]) for x in xs]


def _only(rules: NDArray[np.float64]) -> Grid:
    (grid,) = grids_of(rules)
    return grid


def test_a_full_grid_has_a_cell_between_every_two_lines() -> None:
    grid = _only(_rules(*_full()))
    assert (grid.xs, grid.ys) == (XS, YS)
    assert len(grid.cells) == 6


def test_cells_that_no_line_parts_are_one() -> None:
    rules = [(50, y, 350, y) for y in YS] + [(x, 100, x, 140) for x in (50.0, 150.0, 350.0)]
    grid = _only(_rules(*rules, (250, 120, 250, 140)))
    assert GridCell(0, 1, 1, 3) in grid.cells
    assert len(grid.cells) == 5


def test_borders_drawn_cell_by_cell_make_one_grid() -> None:
    rules = []
    for left, right in pairwise(XS):
        for top, bottom in pairwise(YS):
            inner = (left + 0.5, top + 0.5, right - 0.5, bottom - 0.5)
            rules += [(inner[0], inner[1], inner[2], inner[1]), (inner[0], inner[3], inner[2], inner[3])]
            rules += [(inner[0], inner[1], inner[0], inner[3]), (inner[2], inner[1], inner[2], inner[3])]
    assert len(_only(_rules(*rules)).cells) == 6


def test_columns_may_be_open_at_the_sides() -> None:
    rules = [(50, y, 350, y) for y in YS] + [(x, 100, x, 140) for x in XS[1:-1]]
    assert _only(_rules(*rules)).xs == XS


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param([], id="nothing"),
        pytest.param([(50, 100, 350, 100), (50, 140, 350, 140)], id="two level lines"),
        pytest.param(_full((50, 350), (100, 140)), id="a box"),
        pytest.param(
            [*_full((50, 150), (100, 140)), *_full((200, 350), (100, 140))], id="two boxes side by side"
        ),
        pytest.param(
            [*_full((50, 350), (100, 140)), (50, 120, 200, 120), (200, 100, 200, 120)],
            id="a cell that is no rectangle",
        ),
    ],
)
def test_other_drawings_are_no_grids(rules: list[tuple[float, float, float, float]]) -> None:
    assert grids_of(_rules(*rules)) == []


@given(
    st.lists(st.integers(10, 80), min_size=2, max_size=6),
    st.lists(st.integers(10, 80), min_size=2, max_size=6),
    st.randoms(use_true_random=False),
)
def test_the_order_of_lines_says_nothing(widths: list[int], heights: list[int], random: object) -> None:
    xs = tuple(float(v) for v in np.cumsum([50, *widths]))
    ys = tuple(float(v) for v in np.cumsum([50, *heights]))
    rules = _full(xs, ys)
    ordered = grids_of(_rules(*rules))
    random.shuffle(rules)  # type: ignore[attr-defined]
    assert grids_of(_rules(*rules)) == ordered
    assert len(ordered[0].cells) == len(widths) * len(heights)
