"""A made-up filing whose text runs in every direction. Selecting needs stored words only, so nothing is drawn."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
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
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import TextRange
from tests.viewer.filing import HEIGHT, WIDTH

ADVANCE, LINE, PITCH = 5.5, 10.0, 14.0
"""Points: a letter's width, a line's height, and from line to line."""

LINES = ("Sales rose. The margin of", "services widened a lit\u00ad", "tle. Costs fell.")
SENTENCE = "The margin of services widened a little."
HEBREW = ("ההכנסות עלו. שיעור הרווח", "של 2024 גדל מעט. פחת.")
HEBREW_SENTENCE = "שיעור הרווח של 2024 גדל מעט."
SECOND_COLUMN = ("Cash was kept. Debt was", "paid back in full. Rates", "went up.")
SECOND_SENTENCE = "Debt was paid back in full."
ROWS = (("Year", "2024", "2023"), ("Net sales", "81,797", "82,959"), ("Other", "", "17"))

UPRIGHT, DOWN, OVER, UP, LEFTWARD, COLUMNS, TABLE, SCAN = range(8)
"""The pages: text that makes no, one, two or three quarter turns, right-to-left text, two columns, a table, no text.
LAST is one more upright page after a few others."""

LAST = 14


class _Written:
    """A page as its text is put on it, block after block."""

    def __init__(self, index: int, turns: int = 0) -> None:
        self.index = index
        self.turns = turns
        self.text = ""
        self.boxes: list[tuple[float, ...]] = []
        self.blocks: list[Block] = []

    def block(self, lines: Sequence[str], start: float = 72, *, leftward: bool = False) -> None:
        begin = self._begin()
        for number, line in enumerate(lines):
            if number and not self.text.endswith("\u00ad"):
                self._blank(" ")
            self._line(line, start, 72 + PITCH * number, leftward=leftward)
        self._end(begin, BlockKind.PARAGRAPH)

    def row(self, number: int, cells: Sequence[str]) -> None:
        begin = self._begin()
        ranges = []
        for column, words in enumerate(cells):
            if not words:
                continue
            if column:
                self._blank(" ")
            at = len(self.text)
            self._line(words, 72 + 120 * column, 72 + PITCH * number)
            ranges.append(Cell(TextRange(at, len(self.text)), column - 1 if column else None))
        self._end(begin, BlockKind.TABLE_ROW, tuple(ranges))

    def page(self) -> Page:
        boxes = np.array(self.boxes, dtype=np.float32).reshape(-1, 4)
        glyphs = GlyphBoxes(boxes, np.full(len(boxes), self.turns, dtype=np.uint8))
        shape = PageTransform(0, 0, WIDTH, HEIGHT, 0)
        return Page(self.index, PageKind.PDF, self.text, PageLabel.none(), shape, glyphs)

    def _begin(self) -> int:
        if self.text:
            self._blank("\n")
        return len(self.text)

    def _end(self, begin: int, kind: BlockKind, cells: tuple[Cell, ...] = ()) -> None:
        span, ordinal = TextRange(begin, len(self.text)), len(self.blocks)
        table = 0 if kind is BlockKind.TABLE_ROW else None
        block_id = f"p{self.index}b{ordinal}"
        self.blocks.append(Block(block_id, self.index, ordinal, kind, span, None, cells, table))

    def _blank(self, character: str) -> None:
        self.text += character
        self.boxes.append((np.nan,) * 4)

    def _line(self, words: str, start: float, above: float, *, leftward: bool = False) -> None:
        places = _leftward(words) if leftward else list(range(len(words)))
        for character, place in zip(words, places, strict=True):
            along = start + ADVANCE * place
            if character == " ":
                self._blank(character)
                continue
            self.text += character
            self.boxes.append(self._displayed(along, above, along + ADVANCE, above + LINE))

    def _displayed(self, start: float, above: float, end: float, below: float) -> tuple[float, ...]:
        match self.turns:
            case 0:
                return start, above, end, below
            case 1:
                return WIDTH - below, start, WIDTH - above, end
            case 2:
                return WIDTH - end, HEIGHT - below, WIDTH - start, HEIGHT - above
            case _:
                return above, HEIGHT - end, below, HEIGHT - start


def worded_filing() -> tuple[bytes, ParsedDocument]:
    """The pages in the order of their names."""
    pages = [_Written(index, index if index < 4 else 0) for index in range(LAST + 1)]
    for index in (UPRIGHT, DOWN, OVER, UP, LAST):
        pages[index].block(LINES)
    pages[LEFTWARD].block(HEBREW, leftward=True)
    pages[COLUMNS].block(LINES)
    pages[COLUMNS].block(SECOND_COLUMN, start=320)
    for number, cells in enumerate(ROWS):
        pages[TABLE].row(number, cells)
    for index in range(SCAN + 1, LAST):
        pages[index].block([f"Page {index} is passed by."])
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1)
    for _ in pages:
        canvas.showPage()
    canvas.save()
    return file.getvalue(), ParsedDocument(
        media_type="application/pdf",
        title="Turning Holdings · Form 10-K · FY2024",
        title_source=TitleSource.COVER,
        pages=tuple(page.page() for page in pages),
        blocks=tuple(block for page in pages for block in page.blocks),
        tables=(Table(0, (Column(), Column())),),
        render_version="pdfium-test",
        parser_version="test",
    )


def _leftward(words: str) -> list[int]:
    """Places from the left of the letters of a line that runs leftwards, whose numbers run rightwards."""
    places = [len(words) - 1 - position for position in range(len(words))]
    start = 0
    while start < len(words):
        end = start + 1
        while words[start].isdigit() and end < len(words) and words[end].isdigit():
            end += 1
        places[start:end] = reversed(places[start:end])
        start = end
    return places
