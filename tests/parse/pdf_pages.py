"""Reading fixture pages: what the tests of the PDF parser share."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pipeline.evidence.document import ParsedDocument
from pipeline.parse.pdf.document import parse_pdf
from pipeline.parse.pdf.layout import Row, rows_of
from pipeline.parse.pdf.opening import open_pdf
from pipeline.parse.pdf.text import PageReading, read_page
from pipeline.parse.tables.borderless import find_tables
from pipeline.parse.tables.layout import TableLayout

SCALE = 3.0
DARK = 128


def parsed(pdf: bytes, source: str = "fixture.pdf") -> ParsedDocument:
    return parse_pdf(pdf, source=source, progress=lambda done, total: None, interrupted=lambda: False)


def reading_of(pdf: bytes, index: int = 0) -> PageReading:
    document = open_pdf(pdf, source="fixture.pdf")
    try:
        return read_page(document, index)
    finally:
        document.close()


def rows_of_page(pdf: bytes, index: int = 0) -> list[Row]:
    reading = reading_of(pdf, index)
    return rows_of(reading.words.get(reading.direction, []))


def tables_of_page(pdf: bytes, index: int = 0) -> list[TableLayout]:
    reading = reading_of(pdf, index)
    rows = rows_of(reading.words.get(reading.direction, []))
    return find_tables(rows, reading.rules_along(reading.direction))


def headers_of(table: TableLayout) -> list[str]:
    return [" ".join(line.text for line in lines) for lines in table.headers]


def cells_of_rows(table: TableLayout) -> list[list[tuple[int | None, str]]]:
    return [[(cell.column, cell.row.text) for cell in row.cells] for row in table.rows if not row.is_header]


@dataclass(frozen=True)
class Picture:
    """A page drawn by PDFium: whether each pixel is dark, SCALE pixels a point."""

    dark: NDArray[np.bool_]

    def share(self, left: float, top: float, right: float, bottom: float) -> float:
        """Share of dark pixels in a box of page points."""
        area = self.dark[
            max(math.floor(top * SCALE), 0) : math.ceil(bottom * SCALE),
            max(math.floor(left * SCALE), 0) : math.ceil(right * SCALE),
        ]
        return float(area.mean()) if area.size else 0.0

    def without(self, boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
        """The dark pixels that lie in none of the boxes (page points)."""
        rest = self.dark.copy()
        for left, top, right, bottom in boxes.tolist():
            rest[
                max(math.floor(top * SCALE), 0) : math.ceil(bottom * SCALE),
                max(math.floor(left * SCALE), 0) : math.ceil(right * SCALE),
            ] = False
        return rest


def picture_of(pdf: bytes, index: int = 0) -> Picture:
    document = open_pdf(pdf, source="fixture.pdf")
    try:
        image = document[index].render(scale=SCALE).to_pil().convert("L")
        return Picture(np.asarray(image) < DARK)
    finally:
        document.close()
