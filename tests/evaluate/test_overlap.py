"""Overlaps of markings: laws that hold for every pair, and what a picture of whole points says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evaluate.overlap import (
    across,
    area_of,
    common_area,
    covered,
    inked,
    iou,
    text_covered,
    text_iou,
)
from pipeline.evidence.box import Box
from pipeline.evidence.text import TextRange

SIDE = 12


@st.composite
def whole_boxes(draw: st.DrawFn) -> Box:
    left, top = draw(st.integers(0, SIDE - 1)), draw(st.integers(0, SIDE - 1))
    return Box.from_edges(left, top, draw(st.integers(left + 1, SIDE)), draw(st.integers(top + 1, SIDE)))


markings = st.lists(whole_boxes(), max_size=5)


def painted(boxes: list[Box]) -> set[tuple[int, int]]:
    return {
        (x, y)
        for box in boxes
        for x in range(int(box.x), int(box.right))
        for y in range(int(box.y), int(box.bottom))
    }


@given(markings, markings)
def test_areas_are_those_of_the_painted_points(ours: list[Box], theirs: list[Box]) -> None:
    assert area_of(ours) == pytest.approx(len(painted(ours)))
    assert common_area(ours, theirs) == pytest.approx(len(painted(ours) & painted(theirs)))
    both, either = painted(ours) & painted(theirs), painted(ours) | painted(theirs)
    assert iou(ours, theirs) == (pytest.approx(len(both) / len(either)) if either else None)
    assert covered(ours, theirs) == (pytest.approx(len(both) / len(painted(theirs))) if theirs else None)


def test_a_line_high_box_around_a_figure_agrees_along_the_line_and_not_in_height() -> None:
    line, glyphs = Box(10, 100, 40, 12), Box(10, 103, 40, 6)
    assert across(line, glyphs) == 1.0
    assert iou([line], [glyphs]) == pytest.approx(0.5)
    assert covered([line], [glyphs]) == 1.0
    assert across(Box(0, 0, 10, 5), Box(20, 0, 10, 5)) == 0.0


def test_text_is_counted_without_blanks() -> None:
    text = "Net sales 81,797"
    ours, theirs = inked([TextRange(0, 9)], text), inked([TextRange(4, 16)], text)
    assert (len(ours), len(theirs)) == (8, 11)
    assert text_iou(ours, theirs) == 5 / 14
    assert text_covered(ours, theirs) == 5 / 11
    assert text_iou(frozenset(), frozenset()) is text_covered(ours, frozenset()) is None
