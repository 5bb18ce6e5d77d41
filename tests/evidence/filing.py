"""A small filing made of values: one page with a paragraph and a table, and a table that goes on overleaf."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

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
from pipeline.evidence.text import PageRange, TextRange

FIRST = ("Net sales rose in the third quarter.", "In millions", "2023 2022", "Products $ 60,584 (63,355)")
SECOND = ("Services 21,213 19,604", "Total 81,797 82,959")

LINE = 20.0
CELL_GAP = 30.0


def places(blocks: Sequence[str]) -> list[TextRange]:
    """The range of each block in the canonical text."""
    ranges, start = [], 0
    for block in blocks:
        ranges.append(TextRange(start, start + len(block)))
        start += len(block) + 1
    return ranges


def cell(row: TextRange, text: str, words: str, column: int | None) -> Cell:
    start = row.start + text.index(words)
    return Cell(TextRange(start, start + len(words)), column)


def pdf_page(index: int, blocks: Sequence[str]) -> Page:
    """Each block on its own line, glyphs 5 × 10 points; before a "$", "(" or digit after a blank stands a cell gap."""
    rows: list[tuple[float, float, float, float]] = []
    for number, block in enumerate(blocks):
        left = 50.0
        for position, character in enumerate(block):
            if character == " ":
                rows.append((math.nan,) * 4)
                left += CELL_GAP if block[position + 1] in "$(0123456789" else 2.5
            else:
                rows.append((left, 50 + LINE * number, left + 5, 60 + LINE * number))
                left += 5
        if number + 1 < len(blocks):
            rows.append((math.nan,) * 4)
    glyphs = GlyphBoxes(np.array(rows, dtype=np.float32), np.zeros(len(rows), dtype=np.uint8))
    text = "\n".join(blocks)
    return Page(index, PageKind.PDF, text, PageLabel.none(), PageTransform(0, 0, 612, 792, 0), glyphs)


def filing() -> ParsedDocument:
    first, second = places(FIRST), places(SECOND)
    headers, row = first[2], first[3]
    columns = tuple(
        Column((PageRange(0, cell(headers, FIRST[2], year, None).range),)) for year in ("2023", "2022")
    )
    blocks = [
        Block("b0", 0, 0, BlockKind.PARAGRAPH, first[0]),
        Block("b1", 0, 1, BlockKind.OTHER, first[1]),
        Block("b2", 0, 2, BlockKind.OTHER, first[2]),
        _row("b3", 0, 3, row, FIRST[3], ("Products", "$ 60,584", "(63,355)")),
        _row("b4", 1, 0, second[0], SECOND[0], ("Services", "21,213", "19,604")),
        _row("b5", 1, 1, second[1], SECOND[1], ("Total", "81,797", "82,959")),
    ]
    return ParsedDocument(
        media_type="application/pdf",
        title="Example Corp · Form 10-Q",
        title_source=TitleSource.COVER,
        pages=(pdf_page(0, FIRST), pdf_page(1, SECOND)),
        blocks=tuple(blocks),
        tables=(Table(0, columns, (PageRange(0, first[1]),)),),
        render_version="pdfium test",
        parser_version="test",
    )


def _row(
    id: str, page_index: int, ordinal: int, row: TextRange, text: str, words: tuple[str, str, str]
) -> Block:
    cells = tuple(cell(row, text, word, column) for word, column in zip(words, (None, 0, 1), strict=True))
    return Block(id, page_index, ordinal, BlockKind.TABLE_ROW, row, cells=cells, table=0)
