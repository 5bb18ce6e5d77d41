"""Pages by the labels of their rows."""

from __future__ import annotations

from uuid import UUID, uuid4

from pipeline.evidence.parts import Part
from pipeline.search.lexicon.finance import LineItem
from pipeline.search.pages import PageRef
from pipeline.search.row_lists import BEGINS_LABEL, OFF_STATEMENT, listed_rows, rows_by_page

PAYABLES = LineItem("payables", (), (("account", "payabl"), ("trad", "payabl")), (Part.BALANCE_SHEET,))
COST = LineItem("cost", (), (("cost", "sal"),), (Part.INCOME_STATEMENT,))
FILING = uuid4()


def page(index: int, version: UUID = FILING) -> PageRef:
    return PageRef(version, index)


def test_a_whole_label_counts_more_than_one_that_goes_on() -> None:
    found = rows_by_page(
        [
            (FILING, 1, "4\taccount payabl\n5\taccount payabl relat party"),
            (FILING, 2, "9\taccount payabl oth"),
        ],
        [PAYABLES],
        {page(1): {Part.BALANCE_SHEET: 1.0}, page(2): {Part.BALANCE_SHEET: 1.0}},
    )
    assert [(row.ordinal, row.strength) for row in found[page(1)]] == [(4, 1.0)]
    assert found[page(2)][0].strength == BEGINS_LABEL


def test_a_row_outside_its_statement_counts_less() -> None:
    found = rows_by_page([(FILING, 3, "1\taccount payabl")], [PAYABLES], {})
    assert found[page(3)][0].strength == OFF_STATEMENT


def test_words_inside_other_words_are_no_label() -> None:
    assert rows_by_page([(FILING, 0, "1\tdiscount payabl\n2\taccount payablex")], [PAYABLES], {}) == {}


def test_the_first_pages_print_all_items_before_any_is_printed_again() -> None:
    balance, income = {Part.BALANCE_SHEET: 1.0}, {Part.INCOME_STATEMENT: 1.0}
    found = rows_by_page(
        [
            (FILING, 1, "1\taccount payabl"),
            (FILING, 2, "1\taccount payabl"),
            (FILING, 3, "1\tcost sal"),
        ],
        [PAYABLES, COST],
        {page(1): balance, page(2): balance, page(3): income},
    )
    listed = listed_rows(found, 10)
    assert [one.page.page_index for one in listed] == [1, 3, 2]
    assert listed[0].why == "rows of payables"
