"""Sizes of page images."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidGeometry, NotFound
from viewer.pixels import (
    LEAST_READABLE_WIDTH,
    MAX_HEIGHT,
    MAX_PIXELS,
    MAX_TILED_WIDTH,
    MAX_WIDTH,
    MIN_WIDTH,
    TILE_SIDE,
    WIDTH_STEP,
    Tile,
    pixel_size,
    snap_width,
    tile_box,
)

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
        assert page_height / page_width > MAX_HEIGHT / (LEAST_READABLE_WIDTH + WIDTH_STEP)
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


@given(SIDES, SIDES, st.integers(MIN_WIDTH, MAX_TILED_WIDTH), st.integers(0, 90), st.integers(0, 90))
def test_a_tile_is_a_part_of_its_page_and_never_large(
    page_width: float, page_height: float, width: int, column: int, row: int
) -> None:
    width = snap_width(width, tiled=True)
    try:
        box = tile_box(page_width, page_height, width, Tile(column, row))
    except NotFound:
        height = round(width * page_height / page_width)
        assert column * TILE_SIDE >= width or row * TILE_SIDE >= height
        return
    except InvalidGeometry:
        assert page_height / page_width > 16
        return
    assert 0 < box.size.width <= TILE_SIDE
    assert 0 < box.size.height <= TILE_SIDE
    assert box.left + box.size.width <= box.page.width == width
    assert box.top + box.size.height <= box.page.height
