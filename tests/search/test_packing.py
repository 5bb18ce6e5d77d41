"""Which passages of the best pages go into a packet."""

from __future__ import annotations

from uuid import UUID

from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from pipeline.search.lexicon.finance import finance_lexicon
from pipeline.search.needs import Needs, needs_of
from pipeline.search.packing import PacketLimits, bounded, input_pages, inputs, passage_scores
from pipeline.search.pages import PageRef
from pipeline.search.row_lists import FoundRow
from pipeline.search.terms import read_question

OLD, NEW = UUID(int=1), UUID(int=2)
DPO = "What is the days payable outstanding for FY2023?"


def passage(version: UUID, page: int, ordinal: int = 0, text: str = "text", context: str = "") -> Passage:
    blocks = (10 * ordinal, 10 * ordinal + 9)
    return Passage(
        PassageId(str(version), page, ordinal), TextRange(0, len(text)), *blocks, text=text, context=context
    )


def row(item: str, ordinal: int = 0, strength: float = 1.0) -> FoundRow:
    return FoundRow(item, ordinal, strength)


def test_a_passage_counts_with_its_page() -> None:
    near, far = passage(NEW, 1), passage(NEW, 2)
    scores = passage_scores({PageRef(NEW, 1): 0.1}, [([far.id, near.id], 1.0)])
    assert scores[near.id] > scores[far.id]


def test_every_input_is_taken_before_prose_in_each_period() -> None:
    """The newer report's balance sheet has two year ends; the older one adds nothing."""
    balance = passage(NEW, 5, context="2023 2022", text="Accounts payable 10 9")
    inventory = passage(NEW, 5, 1, context="2023 2022", text="Inventories 4 3")
    income = passage(NEW, 4, context="2023 2022 2021", text="Cost of sales 50 49 48")
    older = passage(OLD, 5, context="2022 2021", text="Accounts payable 9 8")
    rows = {
        PageRef(NEW, 5): [row("accounts payable", 3), row("inventories", 12)],
        PageRef(NEW, 4): [row("cost of sales", 2)],
        PageRef(OLD, 5): [row("accounts payable", 3)],
    }
    by_page = {PageRef(NEW, 5): [balance, inventory], PageRef(NEW, 4): [income], PageRef(OLD, 5): [older]}
    found = inputs(read_question(DPO), needs_of(DPO), rows, by_page, {NEW: 1.0, OLD: 0.6})
    assert found == [balance, income, inventory]


def test_a_period_that_the_best_row_does_not_print_is_looked_for_elsewhere() -> None:
    newer = passage(NEW, 5, context="2023", text="Accounts payable 10")
    older = passage(OLD, 5, context="2022 2021", text="Accounts payable 9 8")
    needs = Needs(items=(finance_lexicon().items["accounts payable"],))
    question = read_question("How did accounts payable change from 2022 to 2023?")
    rows = {PageRef(NEW, 5): [row("accounts payable")], PageRef(OLD, 5): [row("accounts payable")]}
    found = inputs(
        question, needs, rows, {PageRef(NEW, 5): [newer], PageRef(OLD, 5): [older]}, {NEW: 1.0, OLD: 0.6}
    )
    assert found == [newer, older]


def test_a_row_of_no_told_period_is_taken_once() -> None:
    one, two = passage(NEW, 5, text="Accounts payable 10"), passage(NEW, 6, text="Accounts payable 10")
    rows = {
        PageRef(NEW, 5): [row("accounts payable")],
        PageRef(NEW, 6): [row("accounts payable", strength=0.5)],
    }
    needs = Needs(items=(finance_lexicon().items["accounts payable"],))
    found = inputs(read_question(DPO), needs, rows, {PageRef(NEW, 5): [one], PageRef(NEW, 6): [two]}, {})
    assert found == [one]


def test_the_strongest_pages_of_each_item_are_looked_at() -> None:
    rows = {PageRef(NEW, page): [row("cost of sales", strength=1 / (page + 1))] for page in range(20)}
    rows[PageRef(NEW, 30)] = [row("inventories", strength=0.1)]
    pages = [page.page_index for page in input_pages(rows, {})]
    assert pages[:3] == [0, 1, 2]
    assert 30 in pages
    assert len(pages) == 9


def test_inputs_come_first_and_the_limits_hold() -> None:
    first = [passage(NEW, 9, number, text="x" * 40) for number in range(2)]
    ranked = [passage(NEW, 1, number, text="x" * 40) for number in range(5)]
    chosen = bounded(first, ranked, PacketLimits(entries=4, characters=1_000))
    assert chosen == [*first, *ranked[:2]]
    assert bounded(first, ranked, PacketLimits(entries=4, characters=100)) == first


def test_each_filing_has_its_share() -> None:
    ranked = [passage(NEW, 1, number) for number in range(6)] + [passage(OLD, 1)]
    chosen = bounded([], ranked, PacketLimits(entries=4))
    assert [one.id.version for one in chosen].count(str(OLD)) == 1


def test_a_filing_that_weighs_more_has_more_of_the_places() -> None:
    ranked = [
        passage(version, page, ordinal) for page in range(4) for ordinal in range(2) for version in (NEW, OLD)
    ]
    chosen = bounded([], ranked, PacketLimits(entries=8), {NEW: 1.0, OLD: 0.3})
    assert [one.id.version for one in chosen].count(str(OLD)) == 2


def test_a_page_has_a_few_places_before_others_have_theirs() -> None:
    ranked = [passage(NEW, 1, ordinal) for ordinal in range(6)] + [passage(NEW, 2)]
    chosen = bounded([], ranked, PacketLimits(entries=4))
    assert [one.id.page_index for one in chosen] == [1, 1, 1, 2]
