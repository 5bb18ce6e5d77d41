"""How many pixels a page image has. Shared by the server and the processes that draw."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.errors import InvalidGeometry, NotFound

WIDTH_STEP = 4
"""Widths go up to a multiple of this: coarse enough for the cache to be hit, fine enough that a page at 100 % is drawn
for the screen's own pixels."""
MIN_WIDTH = 64
LEAST_READABLE_WIDTH = 32
MAX_WIDTH = 3200
MAX_HEIGHT = 16_383
"""WebP stores a side in 14 bits."""
MAX_PIXELS = 14_000_000
"""A letter page at MAX_WIDTH is 13.2 million pixels, 40 MB while it is drawn."""
TILE_SIDE = 768
"""Device pixels. A page that is shown larger than its image is sharp for is drawn in squares, those that are seen."""
MAX_TILED_WIDTH = 65_536
MAX_TILED_HEIGHT = 1 << 20
"""The largest page of Acrobat, 14,400 points, at 400 % of an ordinary screen; a tile costs the same at any width."""

HEADER: Final = struct.Struct(">II")
"""What precedes an image between the drawing process and the server: bytes of the JSON part, bytes of the image."""


@dataclass(frozen=True, slots=True)
class PixelSize:
    """Width and height of an image in device pixels."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Tile:
    """A square of a page's image, counted from the upper left corner."""

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class TileBox:
    """Where a tile lies in the image of its whole page, in device pixels; those at the edges are cut off there."""

    page: PixelSize
    left: int
    top: int
    size: PixelSize


def snap_width(width: int, *, tiled: bool = False) -> int:
    """The width that is drawn when `width` device pixels are asked for."""
    bounded = min(max(width, MIN_WIDTH), MAX_TILED_WIDTH if tiled else MAX_WIDTH)
    return -(-bounded // WIDTH_STEP) * WIDTH_STEP


def tile_box(page_width: float, page_height: float, width: int, tile: Tile) -> TileBox:
    """A tile of a page of this size in points, when the whole page is `width` device pixels wide.

    Raises InvalidGeometry for a page too long and thin, NotFound for a tile beyond its edges.
    """
    height = max(1, round(width * page_height / page_width))
    if height > MAX_TILED_HEIGHT:
        raise _too_thin(page_width, page_height)
    left, top = tile.column * TILE_SIDE, tile.row * TILE_SIDE
    if not (0 <= left < width and 0 <= top < height):
        raise NotFound(f"The page has no tile in column {tile.column} and row {tile.row} at this width.")
    size = PixelSize(min(TILE_SIDE, width - left), min(TILE_SIDE, height - top))
    return TileBox(PixelSize(width, height), left, top, size)


def pixel_size(page_width: float, page_height: float, width: int) -> PixelSize:
    """Pixels for a page of this size in points at `width`, narrower where the whole would be too much to draw.

    Raises InvalidGeometry for a page so long and thin that no readable image of it fits.
    """
    ratio = page_height / page_width
    affordable = min(MAX_HEIGHT / ratio, (MAX_PIXELS / ratio) ** 0.5)
    drawn = min(width, int(affordable // WIDTH_STEP) * WIDTH_STEP)
    if drawn < LEAST_READABLE_WIDTH:
        raise _too_thin(page_width, page_height)
    return PixelSize(drawn, max(1, round(drawn * ratio)))


def _too_thin(page_width: float, page_height: float) -> InvalidGeometry:
    return InvalidGeometry(f"A page of {page_width:g} × {page_height:g} points is too long and thin to draw.")
