"""Every tagged figure of a real filing: its row is a block, and the figure inside it has the gold's box."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.document import Block, BlockKind, Page, ParsedDocument
from pipeline.evidence.quote import fold
from pipeline.evidence.text import TextRange
from pipeline.parse.pdf import parse_pdf

FILING = "filings/AAPL_10-Q_FY2023Q3_2023-07-01.pdf"
GOLD = "twins/AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl"
WITHIN_POINTS = 2.0


@dataclass(frozen=True)
class Fact:
    """A tagged figure: what is printed, its line, and the centre of its box on the displayed page."""

    display: str
    line: str
    page_index: int
    center: tuple[float, float]


@pytest.fixture(scope="module")
def filing(shared_data: Path) -> ParsedDocument:
    data = (shared_data / FILING).read_bytes()
    return parse_pdf(data, source=FILING, progress=lambda done, total: None, interrupted=lambda: False)


@pytest.fixture(scope="module")
def facts(shared_data: Path, filing: ParsedDocument) -> list[Fact]:
    rows = map(json.loads, (shared_data / GOLD).read_text().splitlines())
    return [_fact(row, filing.pages[row["pdf_page_index"]]) for row in rows]


def _fact(row: dict[str, Any], page: Page) -> Fact:
    assert page.transform is not None
    left, top, right, bottom = page.transform.to_displayed(*row["pdf_bbox_userspace"])
    return Fact(row["display"], row["pdf_line"], page.index, ((left + right) / 2, (top + bottom) / 2))


def test_every_gold_figure_lies_in_the_row_that_gold_names(filing: ParsedDocument, facts: list[Fact]) -> None:
    missed = [reason for fact in facts if (reason := _miss(filing, fact))]
    print(f"{len(facts) - len(missed)} of {len(facts)} gold figures", *missed, sep="\n")
    assert len(facts) == 308
    assert not missed


def _miss(filing: ParsedDocument, fact: Fact) -> str | None:
    """Why the fact is not found, or None. Several rows may read the same: one of them must be at the gold's place."""
    page = filing.pages[fact.page_index]
    rows = [b for b in filing.blocks if b.page_index == page.index and _reads_as(b, page, fact.line)]
    if not rows:
        return f"no block reads as {fact.line!r} on page {page.index}"
    distances = [
        math.dist(center, fact.center) for row in rows for center in _figure_centers(row, page, fact)
    ]
    if not distances:
        return f"{fact.display!r} is no figure of {[row.range.of(page.text) for row in rows]} on page {page.index}"
    if min(distances) > WITHIN_POINTS:
        return f"{fact.display!r} of {fact.line!r} on page {page.index} is {min(distances):.1f} points off"
    return None


def _reads_as(block: Block, page: Page, line: str) -> bool:
    return fold(line).key in fold(block.range.of(page.text)).key


def _figure_centers(block: Block, page: Page, fact: Fact) -> Iterator[tuple[float, float]]:
    """Centres of the figure's boxes in the block, in a cell where the block has cells. One figure is one piece."""
    assert page.glyphs is not None
    spans = [cell.range for cell in block.cells] if block.kind is BlockKind.TABLE_ROW else [block.range]
    figure = re.compile(rf"(?<![\d,.]){re.escape(fact.display)}(?![\d,]|\.\d)")
    for span in spans:
        for match in figure.finditer(span.of(page.text)):
            pieces = page.glyphs.pieces(TextRange(span.start + match.start(), span.start + match.end()))
            if len(pieces) == 1:
                yield pieces[0].center
