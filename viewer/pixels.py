"""How many pixels a page image has. Shared by the server and the processes that draw."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.errors import InvalidGeometry

WIDTH_STEP = 32
"""Widths go up to a multiple of this, so that a pane dragged by a few pixels asks for an image it already has."""
MIN_WIDTH = 64
MAX_WIDTH = 3200
MAX_HEIGHT = 16_383
"""WebP stores a side in 14 bits."""
MAX_PIXELS = 14_000_000
"""A letter page at MAX_WIDTH is 13.2 million pixels, 40 MB while it is drawn."""


HEADER: Final = struct.Struct(">II")
"""What precedes an image between the drawing process and the server: bytes of the JSON part, bytes of the image."""


@dataclass(frozen=True, slots=True)
class PixelSize:
    """Width and height of an image in device pixels."""

    width: int
    height: int


def snap_width(width: int) -> int:
    """The width that is drawn when `width` device pixels are asked for."""
    bounded = min(max(width, MIN_WIDTH), MAX_WIDTH)
    return -(-bounded // WIDTH_STEP) * WIDTH_STEP


def pixel_size(page_width: float, page_height: float, width: int) -> PixelSize:
    """Pixels for a page of this size in points at `width`, narrower where the whole would be too much to draw.

    Raises InvalidGeometry for a page so long and thin that no readable image of it fits.
    """
    ratio = page_height / page_width
    affordable = min(MAX_HEIGHT / ratio, (MAX_PIXELS / ratio) ** 0.5)
    drawn = min(width, int(affordable // WIDTH_STEP) * WIDTH_STEP)
    if drawn < WIDTH_STEP:
        raise InvalidGeometry(
            f"A page of {page_width:g} × {page_height:g} points is too long and thin to draw."
        )
    return PixelSize(drawn, max(1, round(drawn * ratio)))
