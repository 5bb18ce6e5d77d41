"""Every tagged figure of a real filing: its row is a block, the figure inside it has the gold's box, and its cell has
the gold's row label, and headers and units that tell its period and scale."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, BlockKind, Cell, Page, ParsedDocument, Table
from pipeline.evidence.quote import fold
from pipeline.evidence.text import PageRange, TextRange
from pipeline.parse.pdf.document import parse_pdf

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
    row_label: str
    start: date | None
    end: date
    scale: str


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
    return Fact(
        row["display"],
        row["pdf_line"],
        page.index,
        ((left + right) / 2, (top + bottom) / 2),
        row["row_label"] or "",
        date.fromisoformat(row["start"]) if row["start"] else None,
        date.fromisoformat(row["end"]),
        row["scale"],
    )


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


@dataclass(frozen=True)
class Found:
    """The value cell that a fact's centre lies in, with its row and table."""

    fact: Fact
    row: Block
    cell: Cell
    table: Table


@pytest.fixture(scope="module")
def cells(filing: ParsedDocument, facts: list[Fact]) -> list[Found]:
    """Of every fact that stands in a table."""
    return [found for fact in facts if (found := _cell_at(filing, fact))]


def test_all_but_the_figures_within_labels_are_value_cells(cells: list[Found]) -> None:
    assert len(cells) == 302


def test_a_facts_cell_has_its_words_and_nothing_of_its_neighbours(
    filing: ParsedDocument, cells: list[Found]
) -> None:
    def words(found: Found) -> str:
        return found.cell.range.of(filing.pages[found.row.page_index].text)

    assert [(words(f), f.fact.display) for f in cells if _bare(words(f)) != _bare(f.fact.display)] == []


def test_a_facts_row_has_the_golds_label(filing: ParsedDocument, cells: list[Found]) -> None:
    """Compared by letters and digits. The one that differs is called by its concept in the gold."""
    labelled = [found for found in cells if found.fact.row_label]
    missed = [
        (label, found.fact.row_label)
        for found in labelled
        if fold(label := _label(filing, found)).key != fold(found.fact.row_label).key
    ]
    print(f"{len(labelled) - len(missed)} of {len(labelled)} row labels", *missed, sep="\n")
    assert missed == [("Total shareholders’ equity, beginning balances", "Total shareholders’ equity")]


def test_a_facts_headers_tell_its_period(filing: ParsedDocument, cells: list[Found]) -> None:
    """The end date and the length are read in the column's headers. A balance of another day is named by its row."""
    missed = _missed(cells, lambda found: _tells_period(filing, found))
    print(f"{len(cells) - len(missed)} of {len(cells)} periods", *missed, sep="\n")
    assert missed == []


def test_a_facts_units_tell_its_scale(filing: ParsedDocument, cells: list[Found]) -> None:
    """Per-share figures and shares are excepted by the unit line itself, or named by their row."""
    missed = _missed(cells, lambda found: _tells_scale(filing, found))
    print(f"{len(cells) - len(missed)} of {len(cells)} scales", *missed, sep="\n")
    assert missed == []


def _missed(cells: Iterable[Found], holds: Callable[[Found], bool]) -> list[str]:
    return [f"{f.fact.display} of {f.fact.line}, page {f.fact.page_index}" for f in cells if not holds(f)]


def _cell_at(filing: ParsedDocument, fact: Fact) -> Found | None:
    page = filing.pages[fact.page_index]
    assert page.glyphs is not None
    for block in filing.blocks:
        if block.page_index != page.index or block.table is None:
            continue
        for cell in block.cells:
            boxes = page.glyphs.pieces(cell.range) if cell.column is not None else ()
            if any(_holds(box, fact.center) for box in boxes):
                return Found(fact, block, cell, filing.tables[block.table])
    return None


def _holds(box: Box, point: tuple[float, float]) -> bool:
    left, top, right, bottom = box.edges()
    return left <= point[0] <= right and top <= point[1] <= bottom


def _bare(words: str) -> str:
    return words.strip("$()% \u2014")


def _label(filing: ParsedDocument, found: Found) -> str:
    text = filing.pages[found.row.page_index].text
    return " ".join(cell.range.of(text) for cell in found.row.cells if cell.column is None)


def _printed(filing: ParsedDocument, places: Iterable[PageRange]) -> str:
    return " ".join(place.range.of(filing.pages[place.page_index].text) for place in places)


def _headers(filing: ParsedDocument, found: Found) -> str:
    assert found.cell.column is not None
    return _printed(filing, found.table.columns[found.cell.column].headers)


def _tells_period(filing: ParsedDocument, found: Found) -> bool:
    headers, label = _headers(filing, found), _label(filing, found)
    end = found.fact.end
    if found.fact.start is None and re.search(r"beginning balances?$", label, re.I):
        return bool(
            re.search(r"(three|nine) months ended", headers, re.I)
        )  # the day before the period begins
    written = label if re.search(r"\bas of\b", label) else headers
    if _day(end) not in written:
        return False
    if found.fact.start is None:
        return True
    length = "three" if end - found.fact.start < timedelta(days=100) else "nine"
    return f"{length} months ended" in headers.lower()


def _day(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _tells_scale(filing: ParsedDocument, found: Found) -> bool:
    units = f"{_printed(filing, found.table.units)} {_headers(filing, found)}".lower()
    label = _label(filing, found).lower()
    if found.fact.scale == "0":
        return bool(re.search(r"\bper (?:share|rsu)\b", f"{units} {label}"))
    if found.fact.scale == "3":
        return "in thousands" in units
    return "in millions" in units
