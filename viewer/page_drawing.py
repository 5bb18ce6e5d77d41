"""Pages and tiles of PDFs as WebP, drawn by PDFium. For the drawing process only: PDFium is not thread-safe."""

from __future__ import annotations

import io
from collections import OrderedDict
from pathlib import Path
from typing import Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PIL import Image

from pipeline.evidence.errors import InvalidGeometry, NotFound
from pipeline.store.proven_files import Stamp, stamp_of
from viewer.page_fonts import lacks_fonts
from viewer.page_objects import PageObjects
from viewer.pixels import PixelSize, Tile, TileBox, pixel_size, tile_box

OPEN_DOCUMENTS: Final = 4
PICTURE_SHARE: Final = 0.2
"""A page of which pictures cover more is encoded lossily. Measured on 70 filings and odd PDFs at 1152 px: text
pages are smaller (107 against 142 KB) and cheaper (60 against 80 ms) lossless, scans seven times larger."""


class Documents:
    """The few documents that stay open, the longest unused one closed first, and the page drawn last: its tiles are
    asked for one after the other, and reading a page costs as much as drawing a part of it."""

    def __init__(self, capacity: int = OPEN_DOCUMENTS) -> None:
        self._capacity = capacity
        self._open: OrderedDict[str, tuple[Stamp, pdfium.PdfDocument]] = OrderedDict()
        self._last: tuple[str, int, DrawnPage] | None = None

    def get(self, path: str) -> pdfium.PdfDocument:
        """Opened anew when the file has changed since: an open one would still be read as it was, or in part."""
        stamp = stamp_of(Path(path))
        if path in self._open and self._open[path][0] != stamp:
            self._close(path)
        if path not in self._open:
            while len(self._open) >= self._capacity:
                self._close(next(iter(self._open)))
            document = pdfium.PdfDocument(path)
            document.init_forms()
            self._open[path] = stamp, document
        self._open.move_to_end(path)
        return self._open[path][1]

    def page(self, path: str, page_index: int) -> DrawnPage:
        """Raises NotFound, or pypdfium2's own errors."""
        document = self.get(path)
        if self._last and self._last[:2] == (path, page_index):
            return self._last[2]
        self._close_page()
        if not 0 <= page_index < len(document):
            raise NotFound(f"There is no page {page_index} (0-based).")
        page = DrawnPage(document, page_index)
        self._last = (path, page_index, page)
        return page

    def _close_page(self) -> None:
        if self._last:
            self._last[2].close()
        self._last = None

    def _close(self, path: str) -> None:
        if self._last and self._last[0] == path:
            self._close_page()
        self._open.pop(path)[1].close()


class DrawnPage:
    """An open page, and what is found out about it once."""

    def __init__(self, document: pdfium.PdfDocument, page_index: int) -> None:
        self._document = document
        self._page = document[page_index]
        self._objects = PageObjects.of(self._page)
        width, height = self._page.get_size()
        if not (width > 0 and height > 0):
            raise InvalidGeometry(f"A page of {width:g} × {height:g} points has no area to draw.")
        self._is_pictured = self._objects.pictured_area() / (width * height) >= PICTURE_SHARE
        self.lacks_fonts: bool | None = None
        """None until the whole page was drawn once."""

    def image(self, width: int) -> Image.Image:
        """The page at its effective box and rotation, stretched to whole pixels: percentages of it are percentages
        of the page. Raises InvalidGeometry."""
        page_width, page_height = self._page.get_size()
        size = pixel_size(page_width, page_height, width)
        image = self._draw(TileBox(size, 0, 0, size))
        if self.lacks_fonts is None:
            self.lacks_fonts = lacks_fonts(self._page, self._objects, image)
        return image

    def tile(self, width: int, tile: Tile) -> Image.Image:
        """A square of what `image` would be at this width, however large. Raises InvalidGeometry or NotFound."""
        page_width, page_height = self._page.get_size()
        return self._draw(tile_box(page_width, page_height, width, tile))

    def encode(self, image: Image.Image) -> bytes:
        """WebP at the lowest effort that pays: higher methods cost three times as much for nothing to look at."""
        file = io.BytesIO()
        if self._is_pictured:
            image.save(file, "WEBP", method=1, quality=80)
        else:
            image.save(file, "WEBP", lossless=True, method=1, quality=0)
        return file.getvalue()

    def _draw(self, box: TileBox) -> Image.Image:
        bitmap = _paper(box.size)
        try:
            flags = pdfium_c.FPDF_ANNOT | pdfium_c.FPDF_REVERSE_BYTE_ORDER
            place = (-box.left, -box.top, box.page.width, box.page.height, 0, flags)
            pdfium_c.FPDF_RenderPageBitmap(bitmap, self._page, *place)
            if self._document.formenv:
                pdfium_c.FPDF_FFLDraw(self._document.formenv, bitmap, self._page, *place)
            image: Image.Image = bitmap.to_pil().copy()
            return image
        finally:
            bitmap.close()

    def close(self) -> None:
        self._page.close()


def _paper(size: PixelSize) -> pdfium.PdfBitmap:
    bitmap = pdfium.PdfBitmap.new_native(size.width, size.height, pdfium_c.FPDFBitmap_BGR, rev_byteorder=True)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, size.width, size.height)
    return bitmap
