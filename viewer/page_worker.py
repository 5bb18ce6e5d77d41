"""The process that draws pages: reads requests from its input, writes WebP images to its output.

PDFium is not thread-safe and a crafted PDF may crash it or keep it busy for ever, so it draws here, where the
server can stop it. Run as `python -m viewer.page_worker`; one line of JSON in, one length-prefixed reply out.
"""

from __future__ import annotations

import io
import json
import os
import queue
import sys
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Any, BinaryIO, Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PIL import Image

from pipeline.evidence.errors import InvalidGeometry
from viewer.page_fonts import lacks_fonts, use_fonts
from viewer.pixels import HEADER, PixelSize, pixel_size
from viewer.slice_cutter import cut

OPEN_DOCUMENTS: Final = 4
MEMORY_LIMIT: Final = 3 << 30
"""Bytes of address space: a PDF that asks for more ends this process and not the machine."""
PICTURE_SHARE: Final = 0.2
"""A page of which pictures cover more is encoded lossily. Measured on 70 filings and odd PDFs at 1152 px: text
pages are smaller (107 against 142 KB) and cheaper (60 against 80 ms) lossless, scans seven times larger."""


class Documents:
    """The few documents that stay open, the longest unused one closed first."""

    def __init__(self, capacity: int = OPEN_DOCUMENTS) -> None:
        self._capacity = capacity
        self._open: OrderedDict[str, pdfium.PdfDocument] = OrderedDict()

    def get(self, path: str) -> pdfium.PdfDocument:
        if path not in self._open:
            while len(self._open) >= self._capacity:
                self._open.popitem(last=False)[1].close()
            document = pdfium.PdfDocument(path)
            document.init_forms()
            self._open[path] = document
        self._open.move_to_end(path)
        return self._open[path]


def draw(document: pdfium.PdfDocument, page_index: int, width: int) -> Image.Image:
    """The page at its effective box and rotation, stretched to whole pixels: percentages of it are percentages
    of the page."""
    page = document[page_index]
    try:
        page_width, page_height = page.get_size()
        return _bitmap(document, page, pixel_size(page_width, page_height, width))
    finally:
        page.close()


def _bitmap(document: pdfium.PdfDocument, page: pdfium.PdfPage, size: PixelSize) -> Image.Image:
    bitmap = pdfium.PdfBitmap.new_native(size.width, size.height, pdfium_c.FPDFBitmap_BGR, rev_byteorder=True)
    try:
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, size.width, size.height)
        flags = pdfium_c.FPDF_ANNOT | pdfium_c.FPDF_REVERSE_BYTE_ORDER
        place = (0, 0, size.width, size.height, 0, flags)
        pdfium_c.FPDF_RenderPageBitmap(bitmap, page, *place)
        if document.formenv:
            pdfium_c.FPDF_FFLDraw(document.formenv, bitmap, page, *place)
        image: Image.Image = bitmap.to_pil().copy()
        return image
    finally:
        bitmap.close()


def picture_share(page: pdfium.PdfPage) -> float:
    """The part of the page that pictures cover, overlaps counted twice."""
    width, height = page.get_size()
    covered = 0.0
    for picture in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = picture.get_bounds()
        covered += max(0.0, right - left) * max(0.0, top - bottom)
    return covered / float(width * height)


def encode(image: Image.Image, *, lossless: bool) -> bytes:
    """WebP at the lowest effort that pays: higher methods cost three times as much for nothing to look at."""
    file = io.BytesIO()
    if lossless:
        image.save(file, "WEBP", lossless=True, method=1, quality=0)
    else:
        image.save(file, "WEBP", method=1, quality=80)
    return file.getvalue()


def slice_reply(documents: Documents, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """A few pages as a PDF of their own, or the words why there is none."""
    try:
        return {}, cut(documents.get(str(request["path"])), request["slice"])
    except IndexError as error:
        return {"error": "NoPage", "message": str(error)}, b""
    except (pdfium.PdfiumError, OSError, ValueError, MemoryError) as error:
        return {"error": "Undrawable", "message": f"The pages cannot be cut out: {error}"}, b""


def reply(documents: Documents, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """One image, or the words why there is none."""
    if "slice" in request:
        return slice_reply(documents, request)
    path, page_index = str(request["path"]), int(request["page_index"])
    try:
        document = documents.get(path)
        if not 0 <= page_index < len(document):
            return {
                "error": "NoPage",
                "message": f"There is no page {page_index} (0-based).",
            }, b""
        image = draw(document, page_index, int(request["width"]))
        page = document[page_index]
        try:
            lossless = picture_share(page) < PICTURE_SHARE
            lacking = lacks_fonts(page, image)
        finally:
            page.close()
        head = {"width": image.width, "height": image.height, "lacks_fonts": lacking}
        return head, encode(image, lossless=lossless)
    except InvalidGeometry as error:
        return {"error": "InvalidGeometry", "message": error.message}, b""
    except (pdfium.PdfiumError, OSError, ValueError, MemoryError) as error:
        return {
            "error": "Undrawable",
            "message": f"The page cannot be drawn: {error}",
        }, b""


def _read_requests(source: BinaryIO, requests: queue.SimpleQueue[bytes]) -> None:
    """Ends the process when the server's end of the pipe closes, also while a page is being drawn: the kernel
    closes it however the server dies."""
    for line in source:
        requests.put(line)
    os._exit(0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def main() -> None:
    # A library that prints must not end up inside an image, so the real output is known to this function only.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _limit_memory()
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read_requests, args=(sys.stdin.buffer, requests), daemon=True).start()
    if folder := os.environ.get("PINCITE_FONTS"):
        use_fonts(Path(folder))
    documents = Documents()
    while True:
        head, image = reply(documents, json.loads(requests.get()))
        encoded = json.dumps(head).encode()
        output.write(HEADER.pack(len(encoded), len(image)) + encoded + image)
        output.flush()


if __name__ == "__main__":
    main()
