"""Which glyphs a reader sees: text that leaves nothing on the page is not citable, whatever the file says of it.

A file may hold text that is clipped away, white on white, under a picture or set to be invisible. A highlight of
such text would mark a place where nobody can read it, so it is left out of a page's characters. Two kinds of text
draw nothing and stay:

- invisible text over a picture, as text recognition lays it over a scan: the reader sees the word in the picture,
  at the same place. Over blank paper, or over other text only, it is left out;
- text whose font is neither embedded nor known to PDFium (Chinese, Japanese, Korean mostly) where this machine has
  no such font: what a filing says must not depend on the machine that reads it. Whoever draws the page says so.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from pipeline.evidence.page import PageGeometry, PageTransform

LOOK_SCALE, CLOSE_SCALE = 0.75, 3.0
"""Pixels a point of the first look at every page, and of the close look at pages with a suspicion."""

MOST_PIXELS = 4_000_000

FAINT = 8
"""Grey levels between two neighbouring pixels from which on there is ink: paper and flat fills leave none. The
full stop of a 5-point text leaves about 50 at LOOK_SCALE, and a glyph that leaves less there is only suspected."""

LEAST_LEFT = 1 / 3
"""Share of its outline's height and of its width that a glyph still shows when a clip cuts through it; a real filing
shows the tips of the capitals of a sentence, and no more of it."""

_INVISIBLE_MODES = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_DRAWN_ELSEWHERE = "cp1252"
"""PDFium brings fonts for these characters with it; of others it draws what the file or the machine has."""


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Characters of a text page by their index in it, with their boxes on the displayed page (n, 4), NaN for none."""

    characters: Sequence[str]
    codes: Sequence[int]
    boxes: NDArray[np.float64]


def seen(
    page: pypdfium2.PdfPage, textpage: pypdfium2.PdfTextPage, transform: PageTransform, glyphs: Glyphs
) -> NDArray[np.bool_]:
    """For each glyph whether a reader of the page sees it; False for those without a box.

    `page` is loaded, turned as it is displayed; switches its objects off and on.
    """
    placed = ~np.isnan(glyphs.boxes[:, 0])
    if not placed.any():
        return placed
    scale = _fitting(LOOK_SCALE, transform.geometry)
    blank = placed.copy()
    blank[placed] = ~_has_edges(_edges(_draw(page, scale)), glyphs.boxes[placed] * scale)
    if not blank.any() and not _any_invisible(textpage, glyphs, placed):
        return placed
    return _CloseLook(page, textpage, transform, glyphs).seen(blank, placed)


class _CloseLook:
    """Draws the suspicious text objects of a page by themselves, over everything that is no text."""

    def __init__(
        self,
        page: pypdfium2.PdfPage,
        textpage: pypdfium2.PdfTextPage,
        transform: PageTransform,
        glyphs: Glyphs,
    ) -> None:
        self._page = page
        self._textpage = textpage
        self._transform = transform
        self._glyphs = glyphs
        self._scale = _fitting(CLOSE_SCALE, transform.geometry)

    def seen(self, blank: NDArray[np.bool_], placed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        runs = np.asarray([self._run(code) for code in self._glyphs.codes])
        invisible = np.asarray(
            [_mode(self._textpage, code) in _INVISIBLE_MODES for code in self._glyphs.codes]
        )
        suspicious = placed & ~invisible & np.isin(runs, np.unique(runs[blank]))
        texts = [
            item for item in self._page.get_objects(max_depth=15) if item.type == pdfium.FPDF_PAGEOBJ_TEXT
        ]
        _switch(texts, ())
        background = _draw(self._page, self._scale)
        _switch(texts, frozenset(runs[suspicious].tolist()))
        ink = np.abs(_draw(self._page, self._scale).astype(np.int16) - background) > FAINT
        _switch(texts, None)
        seen = placed.copy()
        hidden = placed & invisible
        if hidden.any():
            seen[hidden] = _has_edges(_edges(background), self._glyphs.boxes[hidden] * self._scale)
        for index in np.flatnonzero(suspicious).tolist():
            seen[index] = self._is_inked(index, ink) or self._lacks_font(index)
        return seen

    def _run(self, code: int) -> int:
        return _address(pdfium.FPDFText_GetTextObject(self._textpage.raw, code))

    def _is_inked(self, index: int, ink: NDArray[np.bool_]) -> bool:
        """By the box of the outline; the line's box would hold a neighbour's ink too."""
        outline = self._transform.to_displayed(*self._textpage.get_charbox(self._glyphs.codes[index]))
        left, top, right, bottom = (edge * self._scale for edge in outline)
        area = ink[max(math.floor(top), 0) : math.ceil(bottom), max(math.floor(left), 0) : math.ceil(right)]
        return bool(area.any()) and all(
            int(np.ptp(np.flatnonzero(area.any(axis=axis)))) + 1 >= LEAST_LEFT * area.shape[1 - axis]
            for axis in (0, 1)
        )

    def _lacks_font(self, index: int) -> bool:
        character = self._glyphs.characters[index]
        try:
            character.encode(_DRAWN_ELSEWHERE)
        except UnicodeEncodeError:
            text = pdfium.FPDFText_GetTextObject(self._textpage.raw, self._glyphs.codes[index])
            font = pdfium.FPDFTextObj_GetFont(text)
            return bool(font) and pdfium.FPDFFont_GetIsEmbedded(font) == 0
        return False


def _any_invisible(textpage: pypdfium2.PdfTextPage, glyphs: Glyphs, placed: NDArray[np.bool_]) -> bool:
    """Whether any word begins invisibly: text objects are longer than words."""
    starts = np.flatnonzero(placed & ~np.concatenate(([False], placed[:-1])))
    return any(_mode(textpage, glyphs.codes[index]) in _INVISIBLE_MODES for index in starts.tolist())


def _mode(textpage: pypdfium2.PdfTextPage, code: int) -> int:
    text = pdfium.FPDFText_GetTextObject(textpage.raw, code)
    return int(pdfium.FPDFTextObj_GetTextRenderMode(text)) if text else -1


def _address(pointer: object) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def _switch(texts: Iterable[pypdfium2.PdfObject], shown: Iterable[int] | None) -> None:
    """Draw only these text objects from now on; None draws all."""
    chosen = None if shown is None else frozenset(shown)
    for item in texts:
        pdfium.FPDFPageObj_SetIsActive(item.raw, chosen is None or _address(item.raw) in chosen)


def _fitting(scale: float, size: PageGeometry) -> float:
    return min(scale, math.sqrt(MOST_PIXELS / (size.width * size.height)))


def _draw(page: pypdfium2.PdfPage, scale: float) -> NDArray[np.uint8]:
    bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False, draw_annots=False)
    try:
        return np.asarray(bitmap.to_numpy(), dtype=np.uint8).reshape(bitmap.height, bitmap.width).copy()
    finally:
        bitmap.close()


def _edges(picture: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Sums, over all pixels above and to the left, of those that differ from one beside, above or below them."""
    differs = np.zeros(picture.shape, dtype=np.bool_)
    across, down = _apart(picture[:, 1:], picture[:, :-1]), _apart(picture[1:], picture[:-1])
    differs[:, :-1] |= across
    differs[:, 1:] |= across
    differs[:-1] |= down
    differs[1:] |= down
    sums = np.zeros((picture.shape[0] + 1, picture.shape[1] + 1), dtype=np.int32)
    np.cumsum(differs, axis=0, dtype=np.int32, out=sums[1:, 1:])
    np.cumsum(sums[1:, 1:], axis=1, out=sums[1:, 1:])
    return sums


def _apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return (np.maximum(one, other) - np.minimum(one, other)) > FAINT


def _has_edges(sums: NDArray[np.int32], boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether any pixel of each box (in pixels) differs from its neighbour."""
    height, width = sums.shape
    left = np.clip(np.floor(boxes[:, 0]).astype(np.int64), 0, width - 2)
    top = np.clip(np.floor(boxes[:, 1]).astype(np.int64), 0, height - 2)
    right = np.clip(np.ceil(boxes[:, 2]).astype(np.int64), left + 1, width - 1)
    bottom = np.clip(np.ceil(boxes[:, 3]).astype(np.int64), top + 1, height - 1)
    found: NDArray[np.bool_] = (
        sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left] > 0
    )
    return found
