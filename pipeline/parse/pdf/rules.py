"""The ruling lines of a page: strokes and thin filled boxes that run level or upright. Shaded areas are none."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from pipeline.evidence.page import PageTransform
from pipeline.parse.pdf.objects import objects_of

THICKEST = 1.6
"""Points: a filled box no thicker than this is a line that a program drew as a box. From 3 points on they are mostly
the background of an empty cell between two columns."""

SHORTEST = 3.0
"""Points: what is shorter is a dot or part of a drawn letter."""

LIGHTEST = 0.8
"""A filled box brighter than this (0 black, 1 white) is a slice of a shaded row's background, however thin."""

MOST_SEGMENTS = 40_000
"""A page with more path segments is a drawing, and no line of it is read. The busiest real table page measured has
6,000."""

BOX_SEGMENTS = 5

FORM_DEPTH = 4
"""Forms within forms that are looked into."""

_Point = tuple[float, float]
_Edges = tuple[float, float, float, float]
_Matrix = tuple[float, float, float, float, float, float]


def read_rules(page: pypdfium2.PdfPage, transform: PageTransform) -> NDArray[np.float32]:
    """Ruling lines as edges (n, 4), left, top, right, bottom, in points of the displayed page. Their thickness is
    left out: a level line has top == bottom, an upright one left == right."""
    found: list[_Edges] = []
    segments = 0
    for path in objects_of(page, pdfium.FPDF_PAGEOBJ_PATH, depth=FORM_DEPTH):
        segments += pdfium.FPDFPath_CountSegments(path.raw)
        if segments > MOST_SEGMENTS:
            return np.empty((0, 4), dtype=np.float32)
        found += _rules_of(path)
    if not found:
        return np.empty((0, 4), dtype=np.float32)
    displayed = np.asarray(transform.to_displayed(*np.asarray(found, dtype=np.float64).T)).T
    return displayed.astype(np.float32)


def _rules_of(path: pypdfium2.PdfObject) -> Iterator[_Edges]:
    """User-space left, bottom, right, top of each line of a path."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path.raw, ctypes.byref(fill), ctypes.byref(stroke))
    if not stroke.value and _is_plain_box(path):
        return
    for points in _outlines(path, _matrix(path)):
        if stroke.value:
            yield from filter(None, (_line(a, b) for a, b in pairwise(points)))
        elif fill.value and (edges := _thin_box(points)) and _brightness(path) <= LIGHTEST:
            yield edges


def _brightness(path: pypdfium2.PdfObject) -> float:
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    found = pdfium.FPDFPageObj_GetFillColor(
        path.raw, ctypes.byref(red), ctypes.byref(green), ctypes.byref(blue), ctypes.byref(alpha)
    )
    if not found:
        return 0.0  # PDFium knows no colour of a pattern; it is seen
    return (0.299 * red.value + 0.587 * green.value + 0.114 * blue.value) / 255


def _is_plain_box(path: pypdfium2.PdfObject) -> bool:
    """Whether a path is one box too thick for a line: most of a page's paths, told without walking along them."""
    if pdfium.FPDFPath_CountSegments(path.raw) > BOX_SEGMENTS:
        return False
    left, bottom, right, top = path.get_bounds()
    return bool(min(right - left, top - bottom) > THICKEST)


def _line(start: _Point, end: _Point) -> _Edges | None:
    """A stroke that is level or upright, straightened; None for any other."""
    left, right = sorted((start[0], end[0]))
    bottom, top = sorted((start[1], end[1]))
    if top - bottom < 0.5 and right - left >= SHORTEST:
        middle = (bottom + top) / 2
        return left, middle, right, middle
    if right - left < 0.5 and top - bottom >= SHORTEST:
        middle = (left + right) / 2
        return middle, bottom, middle, top
    return None


def _thin_box(points: list[_Point]) -> _Edges | None:
    """The middle line of a filled outline that is long and thin."""
    across, down = [x for x, _ in points], [y for _, y in points]
    left, right, bottom, top = min(across), max(across), min(down), max(down)
    if top - bottom <= THICKEST and right - left >= max(SHORTEST, 2 * (top - bottom)):
        return left, (bottom + top) / 2, right, (bottom + top) / 2
    if right - left <= THICKEST and top - bottom >= max(SHORTEST, 2 * (right - left)):
        return (left + right) / 2, bottom, (left + right) / 2, top
    return None


def _outlines(path: pypdfium2.PdfObject, matrix: _Matrix) -> Iterator[list[_Point]]:
    """The points of each sub-path on the page; a curve breaks it, a closed one ends where it began."""
    x, y = ctypes.c_float(), ctypes.c_float()
    points: list[_Point] = []
    for number in range(pdfium.FPDFPath_CountSegments(path.raw)):
        segment = pdfium.FPDFPath_GetPathSegment(path.raw, number)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
        point = _placed(x.value, y.value, matrix)
        if kind == pdfium.FPDF_SEGMENT_LINETO:
            points.append(point)
        else:
            if len(points) > 1:
                yield points
            points = [point]
        if pdfium.FPDFPathSegment_GetClose(segment) and len(points) > 1:
            points.append(points[0])
    if len(points) > 1:
        yield points


def _placed(x: float, y: float, matrix: _Matrix) -> _Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _matrix(path: pypdfium2.PdfObject) -> _Matrix:
    """From the path's own points to the page: its matrix, then those of the forms around it."""
    whole: _Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    part: pypdfium2.PdfObject | None = path
    while part is not None:
        a, b, c, d, e, f = part.get_matrix().get()
        a0, b0, c0, d0, e0, f0 = whole
        whole = (
            a0 * a + b0 * c,
            a0 * b + b0 * d,
            c0 * a + d0 * c,
            c0 * b + d0 * d,
            e0 * a + f0 * c + e,
            e0 * b + f0 * d + f,
        )
        part = part.container
    return whole
