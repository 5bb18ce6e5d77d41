from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.box import Box
from pipeline.evidence.errors import EvidenceError, InvalidBox

coordinates = st.floats(-2000, 2000)
sides = st.floats(0.01, 2000)
boxes = st.builds(Box, coordinates, coordinates, sides, sides)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("position", range(4))
def test_a_box_of_numbers_that_are_not_finite_is_refused(value: float, position: int) -> None:
    numbers = [1.0, 2.0, 3.0, 4.0]
    numbers[position] = value
    with pytest.raises(InvalidBox, match="finite"):
        Box(*numbers)


@pytest.mark.parametrize(("width", "height"), [(0, 1), (1, 0), (-1, 1), (1, -1), (0, 0)])
def test_an_empty_or_reversed_box_is_refused(width: float, height: float) -> None:
    with pytest.raises(InvalidBox, match="positive width and height"):
        Box(10, 10, width, height)


@pytest.mark.parametrize("edges", [(5, 0, 4, 1), (0, 5, 1, 4), (1, 1, 1, 2)])
def test_reversed_or_equal_edges_are_refused(edges: tuple[float, float, float, float]) -> None:
    with pytest.raises(InvalidBox):
        Box.from_edges(*edges)


def test_the_refusal_names_the_numbers() -> None:
    with pytest.raises(InvalidBox, match=r"x=1, y=2, width=-3, height=4") as caught:
        Box(1, 2, -3, 4)
    assert isinstance(caught.value, EvidenceError)
    assert caught.value.kind == "InvalidBox"


def test_json_uses_the_names_of_the_exported_citation() -> None:
    assert Box(72, 240, 468, 44).to_json() == {"x": 72, "y": 240, "w": 468, "h": 44}


@given(boxes)
def test_json_round_trips(box: Box) -> None:
    assert Box.from_json(box.to_json()) == box


@given(boxes)
def test_the_centre_lies_inside(box: Box) -> None:
    assert box.contains_point(*box.center)


@given(boxes)
def test_a_box_contains_its_corners_and_nothing_beside_them(box: Box) -> None:
    assert box.contains_point(box.x, box.y)
    assert box.contains_point(box.right, box.bottom)
    assert not box.contains_point(box.x - 1, box.y)
    assert not box.contains_point(box.right, box.bottom + 1)


@given(boxes, boxes)
def test_a_union_holds_both_and_does_not_depend_on_their_order(one: Box, other: Box) -> None:
    union = one.union(other)
    assert union == other.union(one)
    assert union.x == min(one.x, other.x)
    assert union.right == pytest.approx(max(one.right, other.right), abs=1e-9)
    assert union.area >= max(one.area, other.area) - 1e-6


@given(boxes, boxes)
def test_an_intersection_lies_in_both_or_is_none(one: Box, other: Box) -> None:
    common = one.intersection(other)
    assert common == other.intersection(one)
    if common is None:
        assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
    else:
        assert one.contains_point(*common.center)
        assert other.contains_point(*common.center)


def test_boxes_that_only_touch_have_no_intersection() -> None:
    assert Box(0, 0, 10, 10).intersection(Box(10, 0, 10, 10)) is None


def test_a_box_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Box(0, 0, 1, 1).width = 5  # type: ignore[misc]
