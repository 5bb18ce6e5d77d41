"""The sheets that the annual report is printed on: page templates, running heads, page numbers, contents.

All measures are points. Four sheets are odd on purpose, because real filings have such pages: front matter
counts in roman numerals, business is set in two columns, one table lies on its side (/Rotate 90), and one
page is a printer's proof, whose CropBox hides the slug and the marks around the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate, Paragraph

from pipeline.samples import face

WIDTH, HEIGHT = 612.0, 792.0
MARGIN = 64.0
TEXT_WIDTH = WIDTH - 2 * MARGIN
LANDSCAPE_WIDTH = HEIGHT - 2 * MARGIN
BLEED = 36.0
"""How far a proof's MediaBox reaches beyond the page on each side."""
_HEAD, _FOOT = 46.0, 36.0
_TOP, _BOTTOM = 66.0, 62.0
_GUTTER = 22.0
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


class Sheet(StrEnum):
    """A kind of page."""

    COVER = "cover"
    FRONT = "front"
    BODY = "body"
    COLUMNS = "columns"
    LANDSCAPE = "landscape"
    PROOF = "proof"


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands on every sheet and in the file's description."""

    title: str
    author: str
    subject: str
    head_left: str
    head_right: str
    slug: str


class Report(BaseDocTemplate):
    """A paginated report at `path`. The cover bears no number, the front matter i, ii, …, the body 1, 2, …"""

    def __init__(self, path: Path, imprint: Imprint) -> None:
        super().__init__(
            str(path),
            pagesize=(WIDTH, HEIGHT),
            title=imprint.title,
            author=imprint.author,
            subject=imprint.subject,
            creator="Pincite samples",
            invariant=1,
            pageCompression=1,
        )
        self._imprint = imprint
        self._first_body_page = 0
        self.addPageTemplates([self._template(sheet) for sheet in Sheet])

    def beforeDocument(self) -> None:  # noqa: N802  (reportlab's name)
        self._first_body_page = 0

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802  (reportlab's name)
        """Items of the body go into the table of contents and the outline."""
        if not isinstance(flowable, Paragraph) or flowable.style.name != face.ITEM.name:
            return
        if not self._first_body_page:
            return
        text, key = flowable.getPlainText(), f"item-{self.page}-{len(flowable.getPlainText())}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level=0, closed=True)
        self.notify("TOCEntry", (0, text, self.page - self._first_body_page + 1, key))

    def _template(self, sheet: Sheet) -> PageTemplate:
        prepare: dict[Sheet, Callable[[Canvas], None]] = {
            Sheet.LANDSCAPE: _lay_on_side,
            Sheet.PROOF: lambda canvas: _proof(canvas, self._imprint.slug),
        }

        def begin(canvas: Canvas, _: Any) -> None:
            canvas.setCropBox(None)
            if sheet in prepare:
                prepare[sheet](canvas)
            self._begin(canvas, sheet)

        def end(canvas: Canvas, _: Any) -> None:
            self._number(canvas, sheet)

        template = _Turned if sheet is Sheet.LANDSCAPE else PageTemplate
        return template(
            id=sheet.value, frames=_frames(sheet), onPage=begin, onPageEnd=end, pagesize=_paper(sheet)
        )

    def _begin(self, canvas: Canvas, sheet: Sheet) -> None:
        """The running head, over a hairline; the cover has none."""
        if sheet is Sheet.COVER:
            return
        if sheet is not Sheet.FRONT and not self._first_body_page:
            self._first_body_page = self.page
        width, height = _shown(sheet)
        canvas.setFillColor(face.FAINT)
        canvas.setFont(face.ITALIC, 8.5)
        canvas.drawString(MARGIN, height - _HEAD, self._imprint.head_left)
        canvas.drawRightString(width - MARGIN, height - _HEAD, self._imprint.head_right)
        canvas.setStrokeColor(face.FAINT)
        canvas.setLineWidth(0.4)
        canvas.line(MARGIN, height - _HEAD - 5, width - MARGIN, height - _HEAD - 5)

    def _number(self, canvas: Canvas, sheet: Sheet) -> None:
        """The page number at the foot; the cover has none."""
        if sheet is Sheet.COVER:
            return
        canvas.setFillColor(face.INK)
        canvas.setFont(face.ROMAN, 9.5)
        canvas.drawCentredString(_shown(sheet)[0] / 2, _FOOT, self._printed(sheet))

    def _printed(self, sheet: Sheet) -> str:
        """The number printed on the current page."""
        if sheet is Sheet.FRONT:
            return _ROMAN[self.page - 2]
        return str(self.page - self._first_body_page + 1)


class _Turned(PageTemplate):
    """A page that its reader turns a quarter clockwise: reportlab reads `rotation` and swaps the MediaBox."""

    rotation = 90


def _shown(sheet: Sheet) -> tuple[float, float]:
    """Width and height of the page as its reader sees it."""
    return (HEIGHT, WIDTH) if sheet is Sheet.LANDSCAPE else (WIDTH, HEIGHT)


def _paper(sheet: Sheet) -> tuple[float, float]:
    """Width and height of the paper: a proof's is larger than what is shown of it."""
    width, height = _shown(sheet)
    bleed = BLEED if sheet is Sheet.PROOF else 0
    return width + 2 * bleed, height + 2 * bleed


def _frames(sheet: Sheet) -> list[Frame]:
    if sheet is Sheet.COVER:
        return [_frame(54, 40, WIDTH - 108, HEIGHT - 76)]
    if sheet is Sheet.LANDSCAPE:
        return [_frame(MARGIN, _BOTTOM, LANDSCAPE_WIDTH, WIDTH - _TOP - _BOTTOM)]
    height = HEIGHT - _TOP - _BOTTOM
    if sheet is Sheet.COLUMNS:
        width = (TEXT_WIDTH - _GUTTER) / 2
        return [_frame(x, _BOTTOM, width, height) for x in (MARGIN, MARGIN + width + _GUTTER)]
    return [_frame(MARGIN, _BOTTOM, TEXT_WIDTH, height)]


def _frame(x: float, y: float, width: float, height: float) -> Frame:
    return Frame(x, y, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


def _lay_on_side(canvas: Canvas) -> None:
    """Turn the page's drawing so that it stands upright once the reader turns the page by its /Rotate 90."""
    canvas.translate(WIDTH, 0)
    canvas.rotate(90)


def _proof(canvas: Canvas, slug: str) -> None:
    """Crop to the page, put slug and marks outside the crop, and move the origin to the page's corner."""
    right, top = BLEED + WIDTH, BLEED + HEIGHT
    canvas.setCropBox((BLEED, BLEED, right, top))
    canvas.setFillColor(face.FAINT)
    canvas.setFont("Helvetica", 7)
    canvas.drawString(BLEED + 20, top + 16, slug)
    canvas.drawRightString(right - 20, 14, slug)
    canvas.setLineWidth(0.3)
    for x in (BLEED, right):
        canvas.lines([(x, 4, x, BLEED - 8), (x, top + 8, x, top + BLEED - 4)])
    for y in (BLEED, top):
        canvas.lines([(4, y, BLEED - 8, y), (right + 8, y, right + BLEED - 4, y)])
    canvas.translate(BLEED, BLEED)
