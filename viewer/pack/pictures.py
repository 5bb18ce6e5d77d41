"""Pictures of marked places: the pages as the pane's own renderer draws them, cut out around the marks."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import Image

from pipeline.evidence.errors import InvalidGeometry, NotFound, StoreError
from viewer.pack.marking_up import marked_up
from viewer.pack.pack import MarkedPage, Shown
from viewer.page_image import PageImage, PageNotDrawn, TooManyPages
from viewer.page_images import PageImages, Prove
from viewer.source_files import file_problem

DOTS: Final = 2.5
"""Pixels a point: 180 an inch, at which a filing's smallest print is still read."""

LACKS_FONTS: Final = (
    "Characters of this page are missing from the picture: the machine that drew it has no font for them."
)

Draw = Callable[[Path, int, int], PageImage]
"""A page (0-based) of the PDF at a path, so many pixels wide, for a thread that is not the event loop's."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A cut-out of a page with its marks, which shows `points` points of the page across."""

    image: Image.Image
    points: float
    caption: str
    alt: str

    def png(self) -> bytes:
        """Text on paper has few colours, so that little effort pays."""
        file = io.BytesIO()
        self.image.save(file, "PNG", compress_level=4)
        return file.getvalue()


class Pictures:
    """Draws each page once, however many places of it are shown."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._pages: dict[tuple[Path, int], tuple[Image.Image, bool]] = {}

    def of(self, shown: Shown) -> tuple[list[Picture], list[str]]:
        """The pictures of a place, and what has to be said beside them: a page that cannot be drawn is missing in
        words."""
        pictures: list[Picture] = []
        said = list(shown.remarks)
        for page in shown.pages:
            try:
                image, lacks_fonts = self._page(page)
            except StoreError as error:
                said.append(f"There is no picture of {page.caption}. {file_problem(error)}")
                continue
            except (PageNotDrawn, TooManyPages, NotFound, InvalidGeometry) as error:
                said.append(f"There is no picture of {page.caption}. {error.message}")
                continue
            pictures += _cut_out(image, page)
            if lacks_fonts and LACKS_FONTS not in said:
                said.append(LACKS_FONTS)
        return pictures, said

    def _page(self, page: MarkedPage) -> tuple[Image.Image, bool]:
        key = page.path, page.page_index
        if key not in self._pages:
            drawn = self._draw(*key, round(page.cuts[0].geometry.width * DOTS))
            with Image.open(io.BytesIO(drawn.webp)) as image:
                self._pages[key] = image.convert("RGB"), drawn.lacks_fonts
        return self._pages[key]


def _cut_out(image: Image.Image, page: MarkedPage) -> Iterator[Picture]:
    total = len(page.cuts)
    for number, cut in enumerate(page.cuts, start=1):
        part = f" · part {number} of {total}, from the top" if total > 1 else ""
        yield Picture(marked_up(image, cut), cut.box.width, f"{page.caption}{part}", page.alt)


@contextmanager
def drawing(fonts: Path | None, prove: Prove | None = None) -> Iterator[Draw]:
    """Draws in a process of its own, for a command: its event loop runs in a thread until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="drawing", daemon=True)
    thread.start()
    images = PageImages(workers=1, fonts=fonts, prove=prove)
    try:
        asyncio.run_coroutine_threadsafe(images.open(), loop).result()
        yield images.image_from_thread
    finally:
        asyncio.run_coroutine_threadsafe(images.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
