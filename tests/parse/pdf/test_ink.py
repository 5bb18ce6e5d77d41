"""Text that leaves nothing on the page is not read; text that a picture shows is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest
from reportlab.lib.colors import black, white
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.text import TextRange
from tests.fixtures.pdfs import Text, drawn, pdf_of, picture_of_page, scanned, three_lines, words_in_mode
from tests.ink import InkPage
from tests.parse.pdf_pages import parsed, reading_of

HIDDEN = "Hidden words"
SEEN = "seen"


def _white_on_white(canvas: Canvas) -> None:
    canvas.setFillColor(white)
    canvas.drawString(60, 500, HIDDEN)


def _invisible(canvas: Canvas) -> None:
    words_in_mode(canvas, 500, HIDDEN, 3)


def _only_clipping(canvas: Canvas) -> None:
    words_in_mode(canvas, 500, HIDDEN, 7)


def _clipped_away(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(300, 300, 50, 50)
    canvas.clipPath(path, stroke=0)
    canvas.drawString(60, 500, HIDDEN)


def _under_a_box(canvas: Canvas) -> None:
    canvas.drawString(60, 500, HIDDEN)
    canvas.rect(50, 480, 200, 50, fill=1)


def _transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    canvas.drawString(60, 500, HIDDEN)


def _invisible_over_visible_text(canvas: Canvas) -> None:
    words_in_mode(canvas, 600, HIDDEN, 3)


@pytest.mark.parametrize(
    "hide",
    [
        _white_on_white,
        _invisible,
        _only_clipping,
        _clipped_away,
        _under_a_box,
        _transparent,
        _invisible_over_visible_text,
    ],
)
def test_text_that_leaves_no_ink_is_not_read(hide: Callable[[Canvas], None]) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 12)
        canvas.drawString(60, 600, f"{SEEN} words stand here")
        canvas.saveState()
        hide(canvas)
        canvas.restoreState()

    assert reading_of(drawn(draw)).characters == f"{SEEN}wordsstandhere"


def test_white_text_on_a_dark_band_is_read() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFillColor(black)
        canvas.rect(50, 480, 300, 40, fill=1)
        canvas.setFillColor(white)
        canvas.drawString(60, 500, SEEN)

    assert reading_of(drawn(draw)).characters == SEEN


def test_a_clip_hides_the_part_of_a_text_that_it_cuts_off() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Courier", 10)
        path = canvas.beginPath()
        path.rect(50, 480, 40, 50)
        canvas.clipPath(path, stroke=0)
        canvas.drawString(60, 500, "12345,678")

    assert reading_of(drawn(draw)).characters == "12345"


def test_the_tips_of_letters_alone_are_no_text() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 12)
        path = canvas.beginPath()
        path.rect(50, 508, 400, 50)
        canvas.clipPath(path, stroke=0)
        canvas.drawString(60, 500, "Tips of letters")

    assert reading_of(drawn(draw)).characters == ""


def test_recognised_text_over_a_scan_is_read_where_the_scan_shows_something() -> None:
    layer = [Text(90, 200, "Revenue grew in every region"), Text(90, 600, "of nothing at all")]
    reading = reading_of(scanned(three_lines(), layer))
    assert reading.characters == "Revenuegrewineveryregion"


def test_text_under_a_picture_of_it_is_read() -> None:
    picture = picture_of_page(three_lines())

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        canvas.drawString(90, 592, "Revenue grew in every region")
        canvas.drawImage(picture, 0, 0, 612, 792)

    assert "Revenuegrew" in reading_of(drawn(draw)).characters


def test_faint_and_tiny_text_is_read() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 4)
        canvas.setFillGray(0.7)
        canvas.drawString(60, 500, "No. 4.1, note - i.e. the least of it...")

    assert reading_of(drawn(draw)).characters == "No.4.1,note-i.e.theleastofit..."


def test_a_scan_has_no_characters() -> None:
    assert reading_of(scanned(pdf_of([Text(60, 100, "Only in the picture")]))).characters == ""


@pytest.mark.parametrize(
    ("mutation", "is_right"),
    [
        ((0, 0, 0, 0), True),
        ((0, 8, 0, 8), False),  # a line too low
        ((12, 0, 12, 0), False),  # two letters too far right
        ((0, 0, 0, 14), False),  # over the next line as well
        ((0, 4, 0, 0), False),  # half the height
    ],
)
def test_the_proof_by_ink_refuses_boxes_that_are_not_on_their_glyphs(
    mutation: tuple[int, ...], is_right: bool
) -> None:
    pdf = pdf_of([Text(90, 200 + 13 * n, f"Line {n} of tightly set text") for n in range(3)])
    (page,) = parsed(pdf).pages
    assert page.glyphs is not None
    moved = GlyphBoxes(page.glyphs.boxes + np.asarray(mutation, dtype=np.float32), page.glyphs.directions)
    document = pypdfium2.PdfDocument(pdf)
    ink = InkPage(document, 0)
    start = page.text.index("Line 1")
    assert ink.quote(replace(page, glyphs=moved), TextRange(start, start + 14)).is_right == is_right
    ink.close()
    document.close()
