"""East Asian text that is written downwards: its glyphs stand upright, so only their places tell its direction."""

from __future__ import annotations

from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

DOWN = 1
"""The direction of such text, as in GlyphBoxes. Its columns follow one another from right to left, which is how lines
that run downwards follow one another on a page turned to read them."""

LEAST_STEPS = 2
"""Steps down in a row that make a column: two characters one above the other may be two short lines."""

ASIDE = 0.35
"""Share of a glyph's width by which the next one of its column may stand aside."""

SHORTEST_STEP, LONGEST_STEP = 0.6, 1.8
"""How far down the next glyph of a column stands, in heights of the smaller one."""


def with_columns(
    characters: str, boxes: NDArray[np.float64], directions: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The directions, with DOWN for glyphs that follow one another downwards.

    `boxes` (n, 4) on the displayed page, in the file's order. Where most of a page's wide glyphs stand in columns, a
    column of one glyph is one too.
    """
    wide = np.fromiter(map(is_wide, characters), np.bool_, len(characters))
    wide &= directions == 0
    if wide.sum() <= LEAST_STEPS:
        return directions
    steps = np.flatnonzero(_steps_down(boxes) & wide[:-1] & wide[1:])
    in_column = np.zeros(len(characters), dtype=np.bool_)
    for run in np.split(steps, np.flatnonzero(np.diff(steps) != 1) + 1):
        if len(run) >= LEAST_STEPS:
            in_column[run[0] : run[-1] + 2] = True
    if in_column.sum() * 2 > wide.sum():
        in_column |= wide
    return np.where(in_column, DOWN, directions).astype(np.uint8)


def is_wide(character: str) -> bool:
    """Whether it is set in a square, as Chinese, Japanese and Korean are, with their punctuation."""
    return east_asian_width(character) in "WF"


def _steps_down(boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For each glyph but the last, whether the next one stands below it and not beside it."""
    widths, heights = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    across, down = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    height = np.minimum(heights[:-1], heights[1:])
    aside = np.abs(np.diff(across)) < ASIDE * np.minimum(widths[:-1], widths[1:])
    step = np.diff(down)
    below: NDArray[np.bool_] = aside & (step > SHORTEST_STEP * height) & (step < LONGEST_STEP * height)
    return below
