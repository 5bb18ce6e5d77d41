"""Whether boxes lie on the ink they claim: pages drawn by PDFium object by object, apart from the parser's reading.

What a page's text leaves on the paper is the difference between the page drawn whole and the page drawn without its
text, so text under a picture, white on white or outside a clip leaves none. A quote's own ink is that of its text
objects drawn alone, in black, within the outlines of exactly its glyphs. Text objects of which PDFium gives no
character (leader dots that the file says are none) are not drawn.
"""

from __future__ import annotations

import ctypes
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from pipeline.evidence.document import Page
from pipeline.evidence.page import PageTransform
from pipeline.evidence.text import TextRange

Mask = NDArray[np.bool_]
_Edges = tuple[float, float, float, float]

SCALE = 2.5
"""Pixels a point: a stroke of half a point is still a dark pixel."""

MOST_PIXELS, LEAST_SIDE = 4_000_000, 400

DIFFERENCE = 40
"""Grey levels by which a pixel has changed. Anti-aliasing beside a glyph changes less."""

REACHED = 0.5
"""A box reaches over a neighbour when it holds more of its ink than this: line boxes of tight leading share slivers."""

SLACK = 0.75
"""Points by which a glyph's middle may lie outside its box: an outline leans out of its advance in italics."""

LEAST_SHOWN = 2 / 3
"""Share of its height and width that a glyph shows to be missed when it is not read."""

_TEXT, _FORM = pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_FORM
_INVISIBLE = (pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP)
_HYPHENS = {"\x02": "-", "\ufffe": "-", "\u00ad": "-"}


@dataclass(frozen=True)
class Glyph:
    """A character as PDFium gives it: the box of its outline on the displayed page, its text object's address."""

    character: str
    edges: _Edges
    run: int
    is_invisible: bool

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.edges
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True)
class QuoteInk:
    """How a quote's boxes lie.

    `covered`: share of its glyphs' ink inside its boxes. `reached`: neighbours that they hold. `unknown`: characters
    at whose place PDFium has no such glyph. `blank`: pieces of its boxes without any ink.
    """

    text: str
    covered: float
    reached: str
    unknown: str
    blank: int

    @property
    def is_right(self) -> bool:
        return self.covered >= LEAST_COVERED and not (self.reached or self.unknown or self.blank)


LEAST_COVERED = 0.97
"""Share of its ink that a quote's boxes cover: the rest are tips of italics, swashes and accents."""


class InkPage:
    """A page of an open document. Not for two pages at a time: PDFium draws what is switched on."""

    def __init__(self, document: pypdfium2.PdfDocument, index: int) -> None:
        self._page = document[index]
        left, bottom, right, top = self._page.get_bbox()
        self._transform = PageTransform(left, bottom, right, top, self._page.get_rotation())
        size = self._transform.geometry
        least = LEAST_SIDE / max(size.width, size.height)
        self.scale = min(max(SCALE, least), math.sqrt(MOST_PIXELS / (size.width * size.height)))
        self._objects = list(self._page.get_objects(max_depth=15))
        self._texts = {_address(item.raw): item for item in self._objects if item.type == _TEXT}
        self._runs: dict[int, Mask] = {}
        self._known: set[int] = set()
        self.glyphs = self._read()
        self._show(self._known)
        whole = self._draw()
        self._show(())
        bare = self._draw()
        self.text_ink: Mask = np.abs(whole - bare) > DIFFERENCE
        self.picture_ink: Mask = np.abs(bare - np.median(bare)) > DIFFERENCE
        for item in self._texts.values():
            pdfium.FPDFPageObj_SetFillColor(item.raw, 0, 0, 0, 255)
            pdfium.FPDFPageObj_SetStrokeColor(item.raw, 0, 0, 0, 255)
        for item in self._objects:
            if item.type not in (_TEXT, _FORM):
                pdfium.FPDFPageObj_SetIsActive(item.raw, False)

    def close(self) -> None:
        self._page.close()

    def uncovered(self, boxes: NDArray[np.float32]) -> float:
        """Share of the page's text ink outside the boxes; 0 for a page without any."""
        total = int(self.text_ink.sum())
        return float((self.text_ink & ~self._inside(boxes.tolist(), grown=1)).sum()) / total if total else 0.0

    def missing(self, page: Page) -> Counter[str]:
        """Seen characters that the page's text has not as often as PDFium, and those that it has too often."""
        there = Counter(glyph.character for glyph in self.glyphs)
        ours = Counter(_HYPHENS.get(c, c) for c in page.text if not c.isspace())
        doubtful = there - ours
        seen = Counter(g.character for g in self.glyphs if g.character in doubtful and self._is_seen(g))
        return (seen - ours) + (ours - there)

    def quote(self, page: Page, span: TextRange) -> QuoteInk:
        """Judge the boxes that a citation of these characters gets."""
        assert page.glyphs is not None
        own, unknown = self._matched(span.of(page.text), page.glyphs.boxes[span.start : span.end].tolist())
        boxes = [box.edges() for box in page.glyphs.pieces(span)]
        highlighted = self._inside(boxes, grown=0.5)
        alone = self._alone(own) & self._inside((self.glyphs[number].edges for number in own), grown=1)
        ink = int(alone.sum())
        everything = self.text_ink | self.picture_ink
        return QuoteInk(
            span.of(page.text),
            float((alone & highlighted).sum()) / ink if ink else 1.0,
            "".join(
                g.character for n, g in enumerate(self.glyphs) if n not in own and self._holds(g, boxes, own)
            ),
            unknown,
            sum(not (everything & self._inside([box])).any() for box in boxes),
        )

    def _matched(self, text: str, boxes: Sequence[_Edges]) -> tuple[set[int], str]:
        """One of PDFium's glyphs for each character, the same one, nearest to the middle of its box."""
        found: set[int] = set()
        unknown = []
        for character, box in zip(text, boxes, strict=True):
            if character.isspace():
                continue
            across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            near = [
                (abs(x - across) + abs(y - down), number)
                for number in self._numbers.get(_HYPHENS.get(character, character), ())
                if number not in found
                for x, y in (self.glyphs[number].middle,)
                if box[0] - SLACK <= x <= box[2] + SLACK and box[1] - SLACK <= y <= box[3] + SLACK
            ]
            if near:
                found.add(min(near)[1])
            else:
                unknown.append(character)
        return found, "".join(unknown)

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        numbers: dict[str, list[int]] = {}
        for number, glyph in enumerate(self.glyphs):
            numbers.setdefault(glyph.character, []).append(number)
        return numbers

    def _holds(self, glyph: Glyph, boxes: Sequence[_Edges], own: Iterable[int]) -> bool:
        if max((_share(glyph.edges, box) for box in boxes), default=0.0) < REACHED / 2:
            return False
        if any(_contains(self.glyphs[number].edges, glyph.middle) for number in own):
            return (
                False  # printed over one of the quote's own glyphs: an accent, the other half of a ligature
            )
        ink = self._run(glyph.run) & self._inside([glyph.edges])
        total = int(ink.sum())
        return total > 0 and int((ink & self._inside(boxes)).sum()) > REACHED * total

    def _is_seen(self, glyph: Glyph) -> bool:
        """Whether it leaves ink of its own, and not only what a clip leaves of it, or stands invisibly over a
        picture's."""
        left, top, right, bottom = glyph.edges
        place = self._pixels(top, bottom, 0), self._pixels(left, right, 1)
        if glyph.is_invisible:
            return bool(self.picture_ink[place].any())
        area = (self.text_ink & self._run(glyph.run))[place]
        return bool(area.any()) and all(
            np.ptp(np.flatnonzero(area.any(axis=axis))) + 1 > LEAST_SHOWN * area.shape[1 - axis]
            for axis in (0, 1)
        )

    def _run(self, run: int) -> Mask:
        """The ink of one text object."""
        if run not in self._runs:
            self._show([run])
            self._runs[run] = self._draw() < 255 - DIFFERENCE
        return self._runs[run]

    def _pixels(self, start: float, end: float, axis: int) -> slice:
        length = self.text_ink.shape[axis]
        return slice(
            min(max(math.floor(start * self.scale), 0), length),
            min(max(math.ceil(end * self.scale), 0), length),
        )

    def _inside(self, boxes: Iterable[_Edges], grown: float = 0.0) -> Mask:
        mask = np.zeros(self.text_ink.shape, dtype=np.bool_)
        more = grown / self.scale
        for left, top, right, bottom in boxes:
            mask[self._pixels(top - more, bottom + more, 0), self._pixels(left - more, right + more, 1)] = (
                True
            )
        return mask

    def _alone(self, own: Iterable[int]) -> Mask:
        self._show({self.glyphs[number].run for number in own})
        return self._draw() < 255 - DIFFERENCE

    def _show(self, runs: Iterable[int]) -> None:
        shown = set(runs)
        for address, item in self._texts.items():
            pdfium.FPDFPageObj_SetIsActive(item.raw, address in shown)

    def _draw(self) -> NDArray[np.int16]:
        image = self._page.render(scale=self.scale, grayscale=True, may_draw_forms=False, draw_annots=False)
        return np.asarray(image.to_numpy(), dtype=np.int16).reshape(image.height, image.width)

    def _read(self) -> list[Glyph]:
        textpage = self._page.get_textpage()
        width, height = self._transform.geometry.width, self._transform.geometry.height
        glyphs = []
        for index in range(textpage.count_chars()):
            text = pdfium.FPDFText_GetTextObject(textpage.raw, index)
            character = _character(textpage, index)
            if not text:
                continue
            self._known.add(_address(text))
            if character.isspace():
                continue
            edges = self._transform.to_displayed(*textpage.get_charbox(index))
            glyph = Glyph(
                character, edges, _address(text), pdfium.FPDFTextObj_GetTextRenderMode(text) in _INVISIBLE
            )
            across, down = glyph.middle
            if edges[2] > edges[0] and edges[3] > edges[1] and 0 <= across <= width and 0 <= down <= height:
                glyphs.append(glyph)
        textpage.close()
        return glyphs


def _character(textpage: pypdfium2.PdfTextPage, index: int) -> str:
    """A space for what is none: controls, and the second half of a surrogate pair, which the first speaks for."""
    code = pdfium.FPDFText_GetUnicode(textpage.raw, index)
    if 0xD800 <= code < 0xDC00:
        low = pdfium.FPDFText_GetUnicode(textpage.raw, index + 1)
        return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)) if 0xDC00 <= low < 0xE000 else "\ufffd"
    if 0xDC00 <= code < 0xE000:
        return " "
    if code != 2 and (code < 0x20 or 0x7F <= code < 0xA0):
        return " "
    return _HYPHENS.get(chr(code), chr(code))


def _address(pointer: object) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]


def _share(edges: _Edges, box: _Edges) -> float:
    """The part of the first box that lies in the second."""
    width = min(edges[2], box[2]) - max(edges[0], box[0])
    height = min(edges[3], box[3]) - max(edges[1], box[1])
    return max(width, 0.0) * max(height, 0.0) / ((edges[2] - edges[0]) * (edges[3] - edges[1]))


def _contains(edges: _Edges, point: tuple[float, float]) -> bool:
    return edges[0] <= point[0] <= edges[2] and edges[1] <= point[1] <= edges[3]
