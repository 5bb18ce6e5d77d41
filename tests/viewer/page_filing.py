"""A made-up filing of many pages for the tests of zooming and scrolling, and one of many tiny ones."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import Block, BlockKind, Page, PageKind, ParsedDocument, TitleSource
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import TextRange
from tests.viewer.filing import FONT, HEIGHT, SIZE, WIDTH, DrawnPage

PAGES = 40
TINY_WIDTH, TINY_HEIGHT = 40.0, 30.0
FINE = 0.75
"""Points between the lines of the fine print: no image that is stretched shows them."""


def words_of(index: int) -> str:
    return f"Sales of segment {index} were {81_000 + index:,}."


def many_pages(count: int = PAGES) -> tuple[bytes, ParsedDocument]:
    """Letter pages; below the middle of each is a sentence of its own, in the upper part fine print."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    pages: list[Page] = []
    blocks: list[Block] = []
    for index in range(count):
        page = DrawnPage(canvas, index, y=500)
        _fine_print(canvas)
        page.line(words_of(index))
        canvas.showPage()
        pages.append(page.page(str(index)))
        blocks.extend(page.blocks)
    canvas.save()
    return file.getvalue(), _parsed(pages, blocks)


def tiny_pages(count: int = 80) -> tuple[bytes, ParsedDocument]:
    """Pages of half an inch, each with the word "Sales"."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(TINY_WIDTH, TINY_HEIGHT), invariant=1)
    lefts = [5 + stringWidth("Sales"[:position], FONT, SIZE) for position in range(6)]
    boxes = np.array([(left, 12, right, 22) for left, right in pairwise(lefts)], dtype=np.float32)
    glyphs = GlyphBoxes(boxes, np.zeros(len(boxes), dtype=np.uint8))
    shape = PageTransform(0, 0, TINY_WIDTH, TINY_HEIGHT, 0)
    pages = [Page(at, PageKind.PDF, "Sales", PageLabel.none(), shape, glyphs) for at in range(count)]
    blocks = [Block(f"p{at}b0", at, 0, BlockKind.PARAGRAPH, TextRange(0, 5), None) for at in range(count)]
    for _ in range(count):
        canvas.setFont(FONT, SIZE)
        canvas.drawString(5, TINY_HEIGHT - 20, "Sales")
        canvas.showPage()
    canvas.save()
    return file.getvalue(), _parsed(pages, blocks)


def _fine_print(canvas: Canvas) -> None:
    canvas.setLineWidth(FINE / 2)
    for line in range(200):
        y = HEIGHT - 200 - FINE * line
        canvas.line(100, y, 500, y)


def _parsed(pages: list[Page], blocks: list[Block]) -> ParsedDocument:
    return ParsedDocument(
        media_type="application/pdf",
        title="Segments Inc. · Form 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=tuple(pages),
        blocks=tuple(blocks),
        tables=(),
        render_version="pdfium-test",
        parser_version="test",
    )
