"""An image of a page or of a tile of it, what names it, and the cache of those used last."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from pipeline.evidence.errors import PinciteError
from viewer.pixels import Tile


class PageNotDrawn(PinciteError):
    """PDFium cannot draw the page, crashed over it, or took too long."""


class TooManyPages(PinciteError):
    """More pages are waiting to be drawn than anybody can be looking at."""


class Unwanted(PinciteError):
    """Whoever asked for the page has gone."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """A WebP image and its size in device pixels. `lacks_fonts`: characters are missing from the page, because this
    machine has no font for them."""

    webp: bytes
    width: int
    height: int
    lacks_fonts: bool = False


@dataclass(frozen=True, slots=True)
class PageKey:
    """What an image shows: a content-addressed file, a 0-based page, the snapped width of the whole page, and which
    tile of it, or all of it."""

    path: Path
    page_index: int
    width: int
    tile: Tile | None = None

    @property
    def page(self) -> tuple[Path, int]:
        return self.path, self.page_index


class ImageCache:
    """The images used last, at most `capacity` bytes of them."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._images: OrderedDict[PageKey, PageImage] = OrderedDict()
        self.size = 0

    def get(self, key: PageKey) -> PageImage | None:
        image = self._images.get(key)
        if image is not None:
            self._images.move_to_end(key)
        return image

    def put(self, key: PageKey, image: PageImage) -> None:
        replaced = self._images.pop(key, None)
        self.size += len(image.webp) - (len(replaced.webp) if replaced else 0)
        self._images[key] = image
        while self.size > self._capacity:
            self.size -= len(self._images.popitem(last=False)[1].webp)
