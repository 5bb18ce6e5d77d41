"""Line heights of fonts that claim more than a line: their boxes would reach over the lines above and below."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

TALL = 1.3
"""Line heights above this share of the font's size are cut. Of 68,500 glyphs of odd and ordinary files, 91 % lie
between 0.9 and 1.25; above 1.3 are fonts of mathematical signs and some display and East Asian fonts (3 %)."""

MARGIN = 0.04
"""What is left around the ink of a line, in shares of the font's size."""

_matrix = pdfium.FS_MATRIX()
_x, _y = ctypes.c_double(), ctypes.c_double()


def with_fitting_heights(
    textpage: pypdfium2.PdfTextPage,
    codes: Sequence[int],
    edges: NDArray[np.float64],
    quarters: NDArray[np.int64],
) -> NDArray[np.float64]:
    """User-space edges (n, 4), left, bottom, right, top, of characters by their index in the text page, those of too
    tall fonts cut down to the ink of their line. `quarters` is the direction of each, in quarter turns clockwise."""
    heights = np.where(quarters % 2 == 0, edges[:, 3] - edges[:, 1], edges[:, 2] - edges[:, 0])
    fitted = edges
    for height in np.unique(heights[~np.isnan(heights)].round(2)).tolist():
        alike = np.flatnonzero(np.abs(heights - height) < 0.01)
        if not alike.size or height <= TALL * (size := _size(textpage, codes[alike[0]])) or size <= 0:
            continue
        fitted = fitted.copy() if fitted is edges else fitted
        for line in _lines(textpage, codes, alike.tolist(), quarters):
            _cut(textpage, codes, fitted, line, int(quarters[line[0]]), MARGIN * size)
    return fitted


def _lines(
    textpage: pypdfium2.PdfTextPage, codes: Sequence[int], alike: Sequence[int], quarters: NDArray[np.int64]
) -> list[list[int]]:
    """Characters that stand on one baseline."""
    lines: dict[tuple[int, float], list[int]] = {}
    for index in alike:
        pdfium.FPDFText_GetCharOrigin(textpage.raw, codes[index], ctypes.byref(_x), ctypes.byref(_y))
        quarter = int(quarters[index])
        lines.setdefault((quarter, round(_x.value if quarter % 2 else _y.value, 1)), []).append(index)
    return list(lines.values())


def _size(textpage: pypdfium2.PdfTextPage, code: int) -> float:
    """The font's size on the page; 0 when it cannot be known."""
    if not pdfium.FPDFText_GetMatrix(textpage.raw, code, ctypes.byref(_matrix)):
        return 0.0
    return float(pdfium.FPDFText_GetFontSize(textpage.raw, code)) * math.hypot(_matrix.c, _matrix.d)


def _cut(
    textpage: pypdfium2.PdfTextPage,
    codes: Sequence[int],
    edges: NDArray[np.float64],
    line: Sequence[int],
    quarter: int,
    margin: float,
) -> None:
    """Cut the edges of a line's characters to where its ink ends, in place; never beyond what the font claims."""
    ink = np.asarray([textpage.get_charbox(codes[index]) for index in line])
    low, high = (0, 2) if quarter % 2 else (1, 3)
    inked = ink[:, high] > ink[:, low]
    if not inked.any():
        return
    edges[line, low] = np.maximum(edges[line, low], ink[inked, low].min() - margin)
    edges[line, high] = np.minimum(edges[line, high], ink[inked, high].max() + margin)
