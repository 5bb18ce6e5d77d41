from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox, InvalidGeometry, InvalidLabel
from pipeline.evidence.page import (
    EDGE_TOLERANCE,
    ROTATIONS,
    LabelSource,
    PageGeometry,
    PageLabel,
    PageTransform,
    PercentBox,
    require_on_page,
)

rotations = st.sampled_from(ROTATIONS)


@st.composite
def transforms(draw: st.DrawFn) -> PageTransform:
    left, bottom = draw(st.floats(-500, 500)), draw(st.floats(-500, 500))
    width, height = draw(st.floats(10, 2000)), draw(st.floats(10, 2000))
    return PageTransform(left, bottom, left + width, bottom + height, draw(rotations))


@st.composite
def placed(draw: st.DrawFn) -> tuple[PageTransform, tuple[float, float, float, float]]:
    """A transform and user-space edges on its page."""
    transform = draw(transforms())
    fractions = st.floats(0, 0.9)
    width, height = transform.right - transform.left, transform.top - transform.bottom
    left = transform.left + draw(fractions) * width
    bottom = transform.bottom + draw(fractions) * height
    return transform, (left, bottom, left + 0.05 * width, bottom + 0.05 * height)


@given(placed())
def test_user_space_to_display_and_back_is_the_same_box(
    case: tuple[PageTransform, tuple[float, float, float, float]],
) -> None:
    transform, edges = case
    box = Box.from_edges(*transform.to_displayed(*edges))
    assert transform.to_user_space(box) == pytest.approx(edges, abs=1e-6)


@given(placed())
def test_a_box_on_the_effective_box_is_on_the_displayed_page(
    case: tuple[PageTransform, tuple[float, float, float, float]],
) -> None:
    transform, edges = case
    box = Box.from_edges(*transform.to_displayed(*edges))
    assert transform.geometry.require(box) is box


@given(placed())
def test_the_area_of_a_box_does_not_depend_on_rotation(
    case: tuple[PageTransform, tuple[float, float, float, float]],
) -> None:
    transform, edges = case
    area = (edges[2] - edges[0]) * (edges[3] - edges[1])
    assert Box.from_edges(*transform.to_displayed(*edges)).area == pytest.approx(area, rel=1e-6)


@pytest.mark.parametrize(
    ("rotation", "corner"),
    [(0, "bottom-left"), (90, "top-left"), (180, "top-right"), (270, "bottom-right")],
)
def test_the_user_space_origin_turns_clockwise_with_the_page(rotation: int, corner: str) -> None:
    transform = PageTransform(10, 20, 110, 220, rotation)
    left, top, right, bottom = transform.to_displayed(10, 20, 11, 21)
    geometry = transform.geometry
    at = ("top" if top == 0 else "bottom") + "-" + ("left" if left == 0 else "right")
    assert at == corner
    assert (right == geometry.width) == corner.endswith("right")
    assert (bottom == geometry.height) == corner.startswith("bottom")


@pytest.mark.parametrize(
    ("rotation", "size"), [(0, (100, 200)), (90, (200, 100)), (180, (100, 200)), (270, (200, 100))]
)
def test_sides_change_places_at_quarter_turns(rotation: int, size: tuple[float, float]) -> None:
    geometry = PageTransform(10, 20, 110, 220, rotation).geometry
    assert (geometry.width, geometry.height) == size


@pytest.mark.parametrize("rotation", [45, -90, 360, 1])
def test_other_rotations_are_refused(rotation: int) -> None:
    with pytest.raises(InvalidGeometry, match="rotated"):
        PageTransform(0, 0, 10, 10, rotation)


@pytest.mark.parametrize(
    "edges", [(0, 0, 0, 10), (5, 0, 4, 10), (0, 0, 10, -1), (math.nan, 0, 1, 1), (0, 0, math.inf, 1)]
)
def test_a_page_without_an_area_is_refused(edges: tuple[float, float, float, float]) -> None:
    with pytest.raises(InvalidGeometry):
        PageTransform(*edges, 0)


@pytest.mark.parametrize("size", [(0, 1), (1, -1), (math.nan, 1), (1, math.inf)])
def test_a_page_without_a_size_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(InvalidGeometry):
        PageGeometry(*size)


@given(st.floats(10, 5000), st.floats(10, 5000), st.floats(0, 0.5), st.floats(0, 0.5), st.floats(0.01, 0.49))
def test_percent_round_trips(width: float, height: float, left: float, top: float, size: float) -> None:
    geometry = PageGeometry(width, height)
    box = Box(left * width, top * height, size * width, size * height)
    back = geometry.from_percent(geometry.percent(box))
    assert back.edges() == pytest.approx(box.edges(), abs=1e-9 * max(width, height))


def test_percent_is_of_the_page_not_of_the_box() -> None:
    assert PageGeometry(200, 400).percent(Box(50, 100, 100, 40)) == PercentBox(25, 25, 50, 10)


@pytest.mark.parametrize(
    "box", [Box(-1, 0, 5, 5), Box(0, -1, 5, 5), Box(96, 0, 5, 5), Box(0, 196, 5, 5), Box(300, 300, 1, 1)]
)
def test_a_box_outside_its_page_is_refused_and_not_clamped(box: Box) -> None:
    geometry = PageGeometry(100, 200)
    assert not geometry.contains(box)
    for ask in (geometry.require, geometry.percent):
        with pytest.raises(InvalidBox, match="not on a page"):
            ask(box)


def test_rounding_of_glyph_boxes_at_the_edge_is_tolerated_and_the_box_kept_as_it_is() -> None:
    geometry = PageGeometry(100, 200)
    box = Box(-EDGE_TOLERANCE / 2, 0, 10, 10)
    assert geometry.require(box) is box
    assert not geometry.contains(Box(-2 * EDGE_TOLERANCE, 0, 10, 10))


def test_a_percent_box_outside_the_page_has_no_box() -> None:
    with pytest.raises(InvalidBox):
        PageGeometry(100, 100).from_percent(PercentBox(90, 0, 20, 10))


def test_json_of_a_percent_box_uses_the_overlays_names() -> None:
    assert PercentBox(1, 2, 3, 4).to_json() == {"left": 1, "top": 2, "width": 3, "height": 4}


@pytest.mark.parametrize("index", [-1, 3, 100])
def test_a_page_that_does_not_exist_is_refused(index: int) -> None:
    with pytest.raises(InvalidBox, match="3 pages"):
        require_on_page(index, 3)


def test_a_page_that_exists_is_its_index() -> None:
    assert [require_on_page(index, 3) for index in range(3)] == [0, 1, 2]


@pytest.mark.parametrize("source", [LabelSource.PRINTED, LabelSource.PDF])
def test_a_label_with_a_source_needs_a_text(source: LabelSource) -> None:
    assert PageLabel("iv", source).text == "iv"
    with pytest.raises(InvalidLabel):
        PageLabel(None, source)


@pytest.mark.parametrize("text", ["", " ", " 38", "38\n"])
def test_a_label_is_what_is_printed(text: str) -> None:
    with pytest.raises(InvalidLabel):
        PageLabel(text, LabelSource.PRINTED)


def test_a_text_without_a_source_is_refused() -> None:
    with pytest.raises(InvalidLabel):
        PageLabel("38", LabelSource.NONE)
    assert PageLabel.none() == PageLabel(None, LabelSource.NONE)
