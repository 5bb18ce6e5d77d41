"""What a plan finds in filings: rows, statements and words, as one more voice."""

from __future__ import annotations

from uuid import UUID

from pipeline.evidence.parts import Part
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.search.pages import PageRef
from pipeline.search.plan import Plan
from pipeline.search.planned_pages import ROW_PASSAGES, PlannedPages
from pipeline.search.row_lists import FoundRow

ONE, OTHER = UUID(int=1), UUID(int=2)


def passage(version: UUID, page: int, first: int, last: int) -> Passage:
    text = "Total cost of sales 45,384"
    return Passage(PassageId(str(version), page, first), TextRange(0, len(text)), first, last, text, "")


def test_the_passage_that_holds_a_row_comes_by_the_row_and_its_filing() -> None:
    rows = {
        PageRef(ONE, 3): [FoundRow("cost of sales", 12, 0.9)],
        PageRef(OTHER, 5): [FoundRow("cost of sales", 7, 1.0)],
    }
    found = [passage(ONE, 3, 0, 9), passage(ONE, 3, 10, 19), passage(OTHER, 5, 0, 9), passage(ONE, 4, 10, 19)]
    pages = PlannedPages(rows)
    weights = {ONE: 1.0, OTHER: 0.5}
    assert pages.row_passages(found, weights) == [found[1].id, found[2].id]
    assert pages.row_passages(found, {}) == [found[2].id, found[1].id]


def test_a_packet_is_not_filled_with_planned_rows_alone() -> None:
    rows = {PageRef(ONE, page): [FoundRow("x", 0, 1.0)] for page in range(100)}
    found = [passage(ONE, page, 0, 0) for page in range(100)]
    assert len(PlannedPages(rows).row_passages(found, {})) == ROW_PASSAGES


def test_each_page_of_a_plan_says_why() -> None:
    pages = PlannedPages(
        {PageRef(ONE, 3): [FoundRow("cost of sales", 12, 0.9)]},
        {
            PageRef(ONE, 3): {Part.INCOME_STATEMENT: 1.0},
            PageRef(ONE, 2): {Part.CASH_FLOW: 0.5, Part.EQUITY: 0.2},
        },
        {PassageId(str(ONE), 7, 1): 2.0, PassageId(str(ONE), 8, 0): 5.0, PassageId(str(ONE), 7, 0): 3.0},
    )
    listed = [[(one.page.page_index, one.why) for one in of_list.pages] for of_list in pages.lists()]
    assert listed == [
        [(3, "rows of cost of sales")],
        [(3, "income statement"), (2, "cash flow statement")],
        [(8, "planned words"), (7, "planned words")],
    ]


def test_nothing_planned_is_nothing_listed() -> None:
    assert all(not of_list.pages for of_list in PlannedPages().lists())
    assert Plan().size == 0
