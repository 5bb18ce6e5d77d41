"""Real citations in another version: Apple's 10-Q as PDF and HTML, the sample annual report and its amendment."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.box import Box
from pipeline.evidence.cited import Cited, describe
from pipeline.evidence.document import Block, ParsedDocument
from pipeline.evidence.edition import Edition
from pipeline.evidence.folded import fold
from pipeline.evidence.quote import Located, locate
from pipeline.evidence.reanchor import Finder
from pipeline.evidence.reanchored import Outcome
from pipeline.evidence.snapping import snap_box
from pipeline.evidence.text import TextRange
from pipeline.parse import parse
from pipeline.samples import build
from tests.fixtures.sources import load_source

TWIN = "AAPL_10-Q_FY2023Q3_2023-07-01"

ON_TAGGED_FACTS = 288
"""The rest stand in the PDF where HTML tags the same value elsewhere (the discussion repeats the statements untagged, a
row prints a value twice): each lands in its own row and column, on no other value."""


def read(path: Path) -> ParsedDocument:
    return parse(load_source(path), progress=lambda done, total: None, interrupted=lambda: False)


@pytest.fixture(scope="module")
def twin(shared_data: Path) -> tuple[ParsedDocument, ParsedDocument]:
    return read(shared_data / "filings" / f"{TWIN}.pdf"), read(shared_data / "filings" / f"{TWIN}.html")


@pytest.fixture(scope="module")
def restated(tmp_path_factory: pytest.TempPathFactory) -> tuple[ParsedDocument, ParsedDocument]:
    annual, amendment, _ = build(tmp_path_factory.mktemp("filings"))
    return read(annual.path), read(amendment.path)


def gold_facts(shared_data: Path) -> list[dict[str, Any]]:
    lines = (shared_data / "twins" / "AAPL_10-Q_FY2023Q3.pdf_fact_gold.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def cell_at(pdf: ParsedDocument, fact: dict[str, Any]) -> tuple[Block, TextRange]:
    """The block and the cell that the gold box of a fact lies on; inside a label the figure itself."""
    page = pdf.pages[fact["pdf_page_index"]]
    assert page.glyphs is not None
    left, bottom, right, top = fact["pdf_bbox_userspace"]
    x, y = (left + right) / 2, 792 - (top + bottom) / 2
    for block in pdf.blocks:
        for cell in block.cells if block.page_index == page.index else ():
            if any(_holds(box, x, y) for _, box in page.glyphs.line_pieces(cell.range, 1e9)):
                if cell.column is not None:
                    return block, cell.range
                figure = locate(fact["display"], page.text, within=cell.range)
                return block, figure.range if isinstance(figure, Located) else cell.range
    raise AssertionError(f"no cell at fact {fact['fact_id']}")


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def test_every_fact_of_the_pdf_is_found_in_its_html_row_and_column(
    twin: tuple[ParsedDocument, ParsedDocument], shared_data: Path
) -> None:
    pdf, html = twin
    old, finder = Edition.of(pdf), Finder(Edition.of(html))
    tagged = {fact.id: fact for fact in html.facts}
    on_fact = 0
    for fact in gold_facts(shared_data):
        block, cell = cell_at(pdf, fact)
        found = finder.find(describe(old, block.page_index, block.range, cell))
        assert found.outcome is Outcome.MOVED, (fact["fact_id"], found)
        assert found.place is not None
        place = found.place.focus or found.place.range
        words = place.of(html.pages[found.place.page_index].text)
        assert fold(fact["display"]).key in fold(words).key, (fact["fact_id"], words)
        (gold,) = tagged[fact["fact_id"]].places
        if (found.place.page_index, True) == (gold.page_index, place.overlaps(gold.range)):
            on_fact += 1
        else:
            there = {
                one.value
                for one in html.facts
                for other in one.places
                if one.is_number
                and other.page_index == found.place.page_index
                and place.overlaps(other.range)
            }
            assert there <= {fact["value"]}, f"{fact['fact_id']} lands on another value"
    assert on_fact >= ON_TAGGED_FACTS


def test_a_box_drawn_around_a_fact_means_its_cell_which_is_found_in_the_other_filing(
    twin: tuple[ParsedDocument, ParsedDocument], shared_data: Path
) -> None:
    pdf, html = twin
    old, finder = Edition.of(pdf), Finder(Edition.of(html))
    for fact in gold_facts(shared_data):
        page = pdf.pages[fact["pdf_page_index"]]
        blocks = [block for block in pdf.blocks if block.page_index == page.index]
        left, bottom, right, top = fact["pdf_bbox_userspace"]
        drawn = Box.from_edges(left, 792 - top, right, 792 - bottom)
        _, cell = cell_at(pdf, fact)
        (cells,) = snap_box(drawn, page, blocks, SnapUnit.CELLS)
        (words,) = snap_box(drawn, page, blocks, SnapUnit.WORDS)
        assert cells.contains(cell), (fact["fact_id"], cells.of(page.text))
        assert fold(words.of(page.text)).key == fold(fact["display"]).key, (
            fact["fact_id"],
            words.of(page.text),
        )
        found = finder.find(describe(old, page.index, cells))
        assert found.place is not None, (fact["fact_id"], found)
        there = found.place.range.of(html.pages[found.place.page_index].text)
        assert fold(there).key == fold(cells.of(page.text)).key, (fact["fact_id"], there)


def every_citation(parsed: ParsedDocument) -> Iterator[Cited]:
    """Each block whole, and each row once for each of its values."""
    edition = Edition.of(parsed)
    for block in parsed.blocks:
        if not block.is_furniture:
            values = [cell.range for cell in block.cells if cell.column is not None]
            yield describe(edition, block.page_index, block.range)
            for focus in values:
                yield describe(edition, block.page_index, block.range, focus)


@pytest.mark.parametrize("at", [0, 1])
def test_everything_stands_in_its_own_place_in_itself(
    twin: tuple[ParsedDocument, ParsedDocument], at: int
) -> None:
    finder = Finder(Edition.of(twin[at]))
    for cited in every_citation(twin[at]):
        found = finder.find(cited)
        assert found.outcome is Outcome.SAME
        assert found.place is not None
        assert (found.place.page_index, found.place.range.start) == (cited.page_index, cited.offset)


def test_a_restatement_is_told_by_every_figure_that_changed(
    restated: tuple[ParsedDocument, ParsedDocument],
) -> None:
    annual, amendment = restated
    finder = Finder(Edition.of(amendment))
    outcomes: Counter[Outcome] = Counter()
    changes: set[tuple[str, str]] = set()
    for cited in every_citation(annual):
        found = finder.find(cited)
        outcomes[found.outcome] += 1
        changes |= {(change.before, change.after) for change in found.changes}
        if found.outcome in (Outcome.SAME, Outcome.MOVED) and found.place and not found.left_out:
            words = found.place.range.of(amendment.pages[found.place.page_index].text)
            assert fold(words).key == fold(cited.exact).key
    assert {
        ("95,465", "93,345"),
        ("$ 57,415", "$ 55,762"),
        ("$ 1.37", "$ 1.33"),
        ("35,690", "37,810"),
    } <= changes
    assert all(before != after for before, after in changes)
    assert outcomes[Outcome.CHANGED_FIGURE] >= 100
    assert outcomes[Outcome.MOVED] >= 350
    assert outcomes[Outcome.AMBIGUOUS] <= 90, "what nothing tells apart"
