"""The fonts that pages are drawn with, and pages that lack some: PDFium draws nothing where it has no font."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Final

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from numpy.typing import NDArray
from PIL import Image

from pipeline.evidence.page import PageTransform
from viewer.page_objects import Edges, PageObjects, bounds

OWN_FONTS: Final = ("times", "arial", "helvetica", "courier", "symbol", "zapf")
"""Beginnings of names of fonts that PDFium brings with it, or has one like."""

LEAST_EMPTY: Final = 2
"""Text objects of a font, all without extent, from which on it has no glyph for anything. PDFium leaves such text out
of its characters altogether; one such object may be a space."""

SAMPLED: Final = 60
"""Characters of a page that are looked at."""

BLANK_SHARE: Final = 0.5
"""From this share of characters without ink on, fonts are missing; a few may be clipped away or white."""

FAINT: Final = 8
"""Grey levels within a character's box from which on there is ink."""

_DRAWN_ALWAYS: Final = "cp1252"
"""PDFium brings fonts for these characters with it."""

_INVISIBLE: Final = (pdfium_c.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium_c.FPDF_TEXTRENDERMODE_CLIP)
_kept: list[object] = []


def use_fonts(folder: Path) -> None:
    """Draw with this folder's fonts instead of the system's. To be called before a document is open: PDFium reads its
    font folders once, when it starts."""
    name = ctypes.create_string_buffer(str(folder).encode())
    character_pointer = ctypes.POINTER(ctypes.c_char)
    folders = (character_pointer * 2)(ctypes.cast(name, character_pointer), character_pointer())
    _kept[:] = [name, folders]  # PDFium keeps the pointers
    pdfium_c.FPDF_DestroyLibrary()
    pdfium_c.FPDF_InitLibraryWithConfig(
        pdfium_c.FPDF_LIBRARY_CONFIG(version=2, m_pUserFontPaths=folders, m_pIsolate=None, m_v8EmbedderSlot=0)
    )


def lacks_fonts(page: pdfium.PdfPage, objects: PageObjects, image: Image.Image) -> bool:
    """Whether characters of the page are missing from its image because no font on this machine has them."""
    runs = _runs_of_foreign_fonts(objects)
    if not runs:
        return False
    if any(len(run) >= LEAST_EMPTY and not any(map(_has_area, run)) for run in runs.values()):
        return True
    boxes = _foreign_characters(page)
    if not boxes:
        return False
    sampled = boxes[:: max(len(boxes) // SAMPLED, 1)]
    pixels = np.asarray(image.convert("L"))
    across, down = image.width / page.get_width(), image.height / page.get_height()
    blank = sum(_is_blank(pixels, box, across, down) for box in sampled)
    return blank >= BLANK_SHARE * len(sampled)


def _runs_of_foreign_fonts(objects: PageObjects) -> dict[int, list[Edges]]:
    """The bounds of each text object of the fonts that the file does not bring and PDFium has no own one for, by font.
    Most pages have none, and are done with."""
    return {
        font: [bounds(text) for text in texts]
        for font, texts in objects.texts.items()
        if font and _is_foreign_font(font)
    }


def _is_foreign_font(address: int) -> bool:
    font = ctypes.cast(address, pdfium_c.FPDF_FONT)
    return pdfium_c.FPDFFont_GetIsEmbedded(font) == 0 and not _is_own(font)


def _is_own(font: object) -> bool:
    name = ctypes.create_string_buffer(128)
    pdfium_c.FPDFFont_GetBaseFontName(font, name, 128)
    return name.value.decode("latin-1").lower().startswith(OWN_FONTS)


def _has_area(edges: Edges) -> bool:
    left, bottom, right, top = edges
    return right - left > 0.01 and top - bottom > 0.01


def _foreign_characters(page: pdfium.PdfPage) -> list[Edges]:
    """Displayed boxes of visible characters that only a font of the machine could draw."""
    left, bottom, right, top = page.get_bbox()
    transform = PageTransform(left, bottom, right, top, page.get_rotation())
    textpage = page.get_textpage()
    try:
        return [
            transform.to_displayed(*textpage.get_charbox(index, loose=True))
            for index in range(textpage.count_chars())
            if _is_foreign(textpage, index)
        ]
    finally:
        textpage.close()


def _is_foreign(textpage: pdfium.PdfTextPage, index: int) -> bool:
    code = pdfium_c.FPDFText_GetUnicode(textpage.raw, index)
    if code < 0x100 or 0xD800 <= code < 0xE000 or code >= 0xFFFE or chr(code).isspace():
        return False
    if chr(code).encode(_DRAWN_ALWAYS, "ignore"):
        return False
    text = pdfium_c.FPDFText_GetTextObject(textpage.raw, index)
    if not text or pdfium_c.FPDFTextObj_GetTextRenderMode(text) in _INVISIBLE:
        return False
    font = pdfium_c.FPDFTextObj_GetFont(text)
    return bool(font) and pdfium_c.FPDFFont_GetIsEmbedded(font) == 0


def _is_blank(pixels: NDArray[np.uint8], box: Edges, across: float, down: float) -> bool:
    left, top, right, bottom = box
    area = pixels[
        max(int(top * down), 0) : max(int(bottom * down) + 1, 0),
        max(int(left * across), 0) : max(int(right * across) + 1, 0),
    ]
    return area.size > 0 and int(area.max()) - int(area.min()) < FAINT
