"""A made-up filing with a row wider than most views, as a PDF and as HTML."""

from __future__ import annotations

import io
from dataclasses import replace

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from pipeline.evidence.document import (
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    ParsedDocument,
    Table,
    TitleSource,
)
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import PageRange, TextRange
from tests.viewer.filing import FONT, HEIGHT, SIZE, DrawnPage

WIDE = 1100
"""Points of the page's width."""
RIGHTS = (420, 600, 780, 1060)
YEARS = ("2021", "2022", "2023", "2024")
LABEL = "Total other comprehensive income"
VALUES = ("10,055", "22,803", "30,692", "49,460")
ROW = " ".join((LABEL, *VALUES))
LINE = " ".join(["Comprehensive income is income and all that is added to it"] * 2)
"""About 530 points wide."""


class WidePage(DrawnPage):
    """A page of WIDE points."""

    def wide_row(self, label: str, values: tuple[str, ...]) -> TextRange:
        start = self._begin()
        self._draw(label, 40)
        cells = [Cell(TextRange(start, len(self.text)), None)]
        for column, (value, right) in enumerate(zip(values, RIGHTS, strict=True)):
            self._blank(" ")
            begin = len(self.text)
            self._draw(value, right - stringWidth(value, FONT, SIZE))
            cells.append(Cell(TextRange(begin, len(self.text)), column))
        return self._end(start, BlockKind.TABLE_ROW, None, tuple(cells), 0)


def wide_pdf() -> tuple[bytes, ParsedDocument]:
    """One page: a unit, the years, ROW, and a sentence that begins with LINE."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, HEIGHT), invariant=1)
    drawn = WidePage(canvas, 0)
    unit = drawn.line("(In millions)")
    drawn.wide_row("Year", YEARS)
    drawn.wide_row(LABEL, VALUES)
    drawn.line(f"{LINE}, as told.")
    canvas.showPage()
    canvas.save()
    page = replace(drawn.page(None), transform=PageTransform(0, 0, WIDE, HEIGHT, 0))
    table = Table(0, _columns(drawn.blocks[1]), units=(PageRange(0, unit),))
    return file.getvalue(), _parsed("application/pdf", page, drawn.blocks, table)


def wide_html() -> tuple[bytes, ParsedDocument]:
    """One section, whose table's cells are at least 420 pixels wide."""
    rows = (("Year", *YEARS), (LABEL, *VALUES))
    blocks: list[Block] = []
    start = 0
    for number, words in enumerate(rows):
        cells: list[Cell] = []
        at = start
        for column, word in enumerate(words):
            cells.append(Cell(TextRange(at, at + len(word)), column - 1 if column else None))
            at += len(word) + 1
        span = TextRange(start, at - 1)
        blocks.append(Block(f"b{number}", 0, number, BlockKind.TABLE_ROW, span, None, tuple(cells), 0))
        start = at
    section = Page(0, PageKind.SECTION, "\n".join(" ".join(words) for words in rows), PageLabel.none())
    rendition = f"<table>{''.join(_html_row(number, words) for number, words in enumerate(rows))}</table>"
    parsed = _parsed("text/html", section, blocks, Table(0, _columns(blocks[0]), units=()))
    return f"<html>{rendition}".encode(), replace(parsed, rendition=rendition.encode())


def _html_row(number: int, words: tuple[str, ...]) -> str:
    cells = "".join(f'<td><div style="width:420px">{word}</div></td>' for word in words)
    return f'<tr id="b{number}">{cells}</tr>'


def _columns(head: Block) -> tuple[Column, ...]:
    years = [cell.range for cell in head.cells if cell.column is not None]
    return tuple(Column((PageRange(0, year),)) for year in years)


def _parsed(media_type: str, page: Page, blocks: list[Block], table: Table) -> ParsedDocument:
    return ParsedDocument(
        media_type=media_type,
        title="Wide Tables Inc. · Form 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=(page,),
        blocks=tuple(blocks),
        tables=(table,),
        render_version="wide-test",
        parser_version="test",
    )
