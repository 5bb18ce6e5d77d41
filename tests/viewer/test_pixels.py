"""Sizes of page images."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidGeometry
from viewer.pixels import MAX_HEIGHT, MAX_PIXELS, MAX_WIDTH, MIN_WIDTH, WIDTH_STEP, pixel_size, snap_width

SIDES = st.floats(min_value=1, max_value=20_000)


@given(st.integers(-(10**9), 10**9))
def test_a_width_snaps_up_to_a_step_within_bounds(width: int) -> None:
    snapped = snap_width(width)
    assert MIN_WIDTH <= snapped <= MAX_WIDTH
    assert snapped % WIDTH_STEP == 0
    assert snap_width(snapped) == snapped
    if MIN_WIDTH <= width <= MAX_WIDTH:
        assert 0 <= snapped - width < WIDTH_STEP


@given(SIDES, SIDES, st.integers(MIN_WIDTH, MAX_WIDTH))
def test_an_image_fits_the_budget_or_is_refused(page_width: float, page_height: float, width: int) -> None:
    try:
        size = pixel_size(page_width, page_height, snap_width(width))
    except InvalidGeometry:
        assert page_height / page_width > MAX_HEIGHT / (2 * WIDTH_STEP)
        return
    assert size.width <= snap_width(width)
    assert size.height <= MAX_HEIGHT
    assert size.width * size.height <= MAX_PIXELS + size.width
    assert size.height == 1 or abs(size.height - size.width * page_height / page_width) <= 0.5


def test_a_letter_page_is_drawn_at_full_width() -> None:
    assert pixel_size(612, 792, MAX_WIDTH).width == MAX_WIDTH


def test_a_page_two_billion_points_high_is_refused() -> None:
    with pytest.raises(InvalidGeometry, match="too long and thin"):
        pixel_size(595, 2**31, 768)
