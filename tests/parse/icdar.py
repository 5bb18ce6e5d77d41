"""How well table cells are found, by the ICDAR 2013 tables: government reports whose cells people have boxed.

A gold cell counts as found when a cell of ours reads the same (NFKC, white space left out) and the box around its
glyphs lies in the gold box or within WITHIN_POINTS of it. Our own glyph boxes are as high as the font's line, so that a
highlight covers it; the gold's are as high as the letters. Hence the glyphs' outlines are measured here.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2

from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.opening import open_pdf
from pipeline.parse.pdf.page import ComposedPage, compose_page
from pipeline.parse.pdf.text import PageReading, read_page

WITHIN_POINTS = 2.0

Edges = tuple[float, float, float, float]


@dataclass(frozen=True)
class GoldCell:
    """A cell that people boxed: 0-based page, box in PDF user space (left, bottom, right, top), words."""

    page_index: int
    box: Edges
    words: str


@dataclass(frozen=True)
class FoundCell:
    """A cell of ours: the box around its glyphs' outlines on the displayed page, its words."""

    box: Edges
    words: str


@dataclass(frozen=True)
class Score:
    """Gold cells found, of all; and how many were missed for each reason."""

    found: int
    total: int
    missed: Counter[str]

    @property
    def share(self) -> float:
        return self.found / self.total

    def __str__(self) -> str:
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.missed.most_common())
        return f"{self.found} of {self.total} cells ({self.share:.1%}); missed: {reasons}"


def measure(folder: Path) -> Score:
    """The score over every PDF of a folder, with its gold beside it (`name-str.xml`). A second reading of the same
    tables by other people (`…b-str.xml`) is left out."""
    missed: Counter[str] = Counter()
    total = 0
    for path in sorted(folder.glob("*.pdf")):
        gold = list(gold_cells(path))
        document = open_pdf(path.read_bytes(), source=path.name)
        try:
            pages = {index: _Page(document, index) for index in {cell.page_index for cell in gold}}
        finally:
            document.close()
        total += len(gold)
        missed.update(filter(None, (pages[cell.page_index].miss(cell) for cell in gold)))
    return Score(total - missed.total(), total, missed)


def gold_cells(pdf: Path) -> Iterator[GoldCell]:
    """The cells with words of a PDF's tables. One cell of the gold has a letter in its coordinates, and is left out."""
    for region in ET.parse(pdf.with_name(f"{pdf.stem}-str.xml")).getroot().iter("region"):
        for cell in region.iter("cell"):
            words, box = cell.findtext("content") or "", _box(cell)
            if words.strip() and box:
                yield GoldCell(int(region.attrib["page"]) - 1, box, words)


def _box(cell: ET.Element) -> Edges | None:
    box = cell.find("bounding-box")
    if box is None:
        return None
    try:
        left, bottom, right, top = (float(box.attrib[name]) for name in ("x1", "y1", "x2", "y2"))
    except ValueError:
        return None
    return left, bottom, right, top


def key_of(words: str) -> str:
    return re.sub(r"[\s\u00ad]", "", unicodedata.normalize("NFKC", words))


class _Page:
    """A page's cells, by what they say."""

    def __init__(self, document: pypdfium2.PdfDocument, index: int) -> None:
        self._reading = read_page(document, index)
        composed = compose_page(self._reading, [], {})
        self._text = key_of(composed.text)
        outlines = _outlines(document, self._reading)
        self._cells = [
            _found(cell.range, composed, outlines) for block in composed.blocks for cell in block.cells
        ]

    def miss(self, cell: GoldCell) -> str | None:
        """Why a gold cell is not found, or None."""
        gold = self._reading.transform.to_displayed(*cell.box)
        same = [found.box for found in self._cells if key_of(found.words) == key_of(cell.words)]
        if any(_is_in(box, gold) for box in same):
            return None
        if any(_overlap(box, gold) for box in same):
            return "another box"
        over = [key_of(found.words) for found in self._cells if _overlap(found.box, gold)]
        if not over:
            return "no cell there"
        if any(key_of(cell.words) in words for words in over):
            return "part of a larger cell"
        return "words of several cells" if key_of(cell.words) in self._text else "other words"


def _found(span: TextRange, composed: ComposedPage, outlines: Mapping[bytes, Edges]) -> FoundCell:
    glyphs = composed.glyphs.boxes[span.start : span.end]
    edges = np.asarray([outlines[box.tobytes()] for box in glyphs if not np.isnan(box).any()])
    (left, top), (right, bottom) = edges[:, :2].min(axis=0), edges[:, 2:].max(axis=0)
    return FoundCell((float(left), float(top), float(right), float(bottom)), span.of(composed.text))


def _outlines(document: pypdfium2.PdfDocument, reading: PageReading) -> dict[bytes, Edges]:
    """For each glyph box of a reading, the box of the glyph's outline. A page is read once more for them, and
    the two are brought together by the glyphs' middles; a glyph without an outline keeps its box."""
    page = document[reading.index]
    page.set_rotation(0)  # in memory only: the outlines are in user space
    textpage = page.get_textpage()
    glyphs = {
        _middle(textpage.get_charbox(index, loose=True), reading): textpage.get_charbox(index)
        for index in range(textpage.count_chars())
    }
    outlines: dict[bytes, Edges] = {}
    for box in reading.boxes:
        left, top, right, bottom = box.tolist()
        outline = glyphs.get((round(left + right), round(top + bottom)))
        outlines[box.tobytes()] = (
            reading.transform.to_displayed(*outline) if outline else (left, top, right, bottom)
        )
    return outlines


def _middle(edges: Edges, reading: PageReading) -> tuple[int, int]:
    """Where a glyph's middle is on the displayed page, in half points."""
    left, top, right, bottom = reading.transform.to_displayed(*edges)
    return round(left + right), round(top + bottom)


def _is_in(box: Edges, gold: Edges) -> bool:
    """Whether a box lies in the gold box, give or take WITHIN_POINTS."""
    return (
        box[0] >= gold[0] - WITHIN_POINTS
        and box[1] >= gold[1] - WITHIN_POINTS
        and box[2] <= gold[2] + WITHIN_POINTS
        and box[3] <= gold[3] + WITHIN_POINTS
    )


def _overlap(one: Edges, other: Edges) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
