"""Which pages are the financial statements themselves."""

from __future__ import annotations

from pipeline.evidence.parts import STATEMENTS, Part
from pipeline.parse.structure.parts import TOLD
from tests.parse.structure.printed import page_parts, parts

INCOME_ROWS = """
| | 2023 | 2022
| Net sales | 900 | 800
| Cost of sales | 500 | 450
| Income before income taxes | 400 | 350
| Provision for income taxes | 100 | 90
| Net income | 300 | 260
"""
INCOME = f"# CONSOLIDATED STATEMENTS OF INCOME\n{INCOME_ROWS}"
ASSETS = """
| Cash and cash equivalents | 10 | 9
| Total current assets | 40 | 30
| Total assets | 90 | 80
"""
CLAIMS = """
| Accounts payable | 20 | 25
| Total liabilities | 50 | 45
| Total liabilities and shareholders' equity | 90 | 80
"""
BALANCE = f"# CONSOLIDATED BALANCE SHEETS\n{ASSETS}{CLAIMS}"
CASH = """
# CONSOLIDATED STATEMENTS OF CASH FLOWS
| Net income | 300 | 260
| Net cash provided by operating activities | 350 | 310
| Net cash used in investing activities | (100) | (90)
| Net cash used in financing activities | (50) | (40)
| Net increase in cash | 200 | 180
"""
NOTES = "# Notes to Consolidated Financial Statements\n# Note 1 – Policies\nWe consolidate what we control."
PROSE = "The year was a good one for the company, its owners and the people who work for it."


def test_a_title_over_its_own_line_items_is_the_statement() -> None:
    found = parts(PROSE, INCOME, BALANCE, CASH)
    assert found == [
        {Part.DISCUSSION: TOLD},
        {Part.INCOME_STATEMENT: 1.0},
        {Part.BALANCE_SHEET: 1.0},
        {Part.CASH_FLOW: 1.0},
    ]


def test_the_title_is_kept_as_it_is_printed() -> None:
    (found,) = page_parts(INCOME)
    assert found.title == "CONSOLIDATED STATEMENTS OF INCOME"


def test_a_title_over_nothing_or_over_other_rows_is_no_statement() -> None:
    index = """
    # Index to Financial Statements
    | Consolidated Statements of Income | 50
    | Consolidated Balance Sheets | 51
    | Consolidated Statements of Cash Flows | 52
    """
    report = "# Consolidated Balance Sheets\nWe have audited the accompanying balance sheets."
    other = "# Consolidated Balance Sheets\n| Apples | 1 | 2\n| Pears | 3 | 4\n| Plums | 5 | 6"
    few = "# Consolidated Balance Sheets\n| Total assets | 1 | 2\n| Total liabilities | 3 | 4"
    for page in (index, report, other, few):
        assert not parts(page)[0].keys() & set(STATEMENTS)


def test_two_statements_can_stand_on_one_page() -> None:
    (found,) = parts(CASH + BALANCE)
    assert found == {Part.CASH_FLOW: 1.0, Part.BALANCE_SHEET: 1.0}


def test_a_statement_goes_on_without_a_title_where_its_rows_do() -> None:
    on = "# Widgets Inc.\n(in millions)\n" + CLAIMS
    found = parts(f"# Widgets Inc.\n# CONSOLIDATED BALANCE SHEETS\n{ASSETS}", on)
    assert found[1] == {Part.BALANCE_SHEET: 0.85}
    found = parts(f"# Widgets Inc.\n# CONSOLIDATED BALANCE SHEETS\n{ASSETS}", "# Debt\n" + CLAIMS)
    assert found[1] == {}


def test_a_cash_flow_statement_ends_in_its_supplement() -> None:
    supplement = """
    # Supplemental disclosures of cash flow information
    | Interest paid | 1 | 2
    | Treasury shares issued | 3 | 4
    | Conversion of debt | 5 | 6
    """
    assert parts(CASH, supplement)[1] == {Part.CASH_FLOW: 0.85}
    assert parts(PROSE, supplement)[1] == {}


def test_a_title_once_more_names_the_rest_of_the_statement_before() -> None:
    rest = """
    # CONSOLIDATED STATEMENTS OF CASH FLOWS
    | Cash and cash equivalents | 1 | 2
    | Restricted amounts | 3 | 4
    | Total | 5 | 6
    """
    assert parts(CASH, rest)[1] == {Part.CASH_FLOW: 0.85}
    assert parts(PROSE, rest)[1] == {}


def test_a_statement_beside_none_of_the_others_sums_one_up() -> None:
    found = parts(INCOME, *[PROSE] * 6, INCOME, BALANCE, CASH)
    assert found[0][Part.INCOME_STATEMENT] == 0.5
    assert found[7][Part.INCOME_STATEMENT] == 1.0


def test_the_only_statement_of_a_release_needs_no_other() -> None:
    assert parts(PROSE, INCOME)[1] == {Part.INCOME_STATEMENT: 1.0}


def test_rows_without_a_title_are_a_statement_where_no_other_has_one() -> None:
    rows = INCOME_ROWS + "| Basic | 1.10 | 1.00\n| Diluted | 1.00 | 0.90\n| Dividends | 0.50 | 0.40"
    assert parts(rows) == [{Part.INCOME_STATEMENT: 0.85}]
    assert parts(rows, *[PROSE] * 6, INCOME, BALANCE)[0][Part.INCOME_STATEMENT] == 0.5
    assert parts(INCOME_ROWS) == [{}]


def test_a_statement_of_the_parent_within_the_notes_or_in_brackets_counts_less() -> None:
    parent = INCOME.replace("CONSOLIDATED", "PARENT COMPANY – CONDENSED")
    brackets = "# CONSOLIDATED BALANCE SHEETS (PARENTHETICAL)\n| Par value | 1 | 1"
    found = parts(INCOME, BALANCE, brackets, CASH, NOTES, BALANCE, PROSE, parent)
    assert found[2] == {Part.BALANCE_SHEET: 0.3}
    assert found[5][Part.BALANCE_SHEET] == 0.35
    assert found[7][Part.INCOME_STATEMENT] == 0.35


def test_the_statements_of_another_company_in_an_exhibit_count_less() -> None:
    found = parts(INCOME, BALANCE, CASH, NOTES, "^ Exhibit 99.3\n" + INCOME, "^ Exhibit 99.3\n" + BALANCE)
    assert found[4][Part.INCOME_STATEMENT] == 0.35
    assert found[5][Part.BALANCE_SHEET] == 0.35


def test_the_statements_of_a_release_in_an_exhibit_count_whole() -> None:
    assert parts("^ Exhibit 99.1\n" + INCOME, "^ Exhibit 99.1\n" + BALANCE) == [
        {Part.INCOME_STATEMENT: 1.0},
        {Part.BALANCE_SHEET: 1.0},
    ]


def test_totals_without_labels_leave_enough_to_tell_a_balance_sheet() -> None:
    page = """
    # CONSOLIDATED BALANCE SHEETS
    | Cash and cash equivalents | 10 | 9
    | Inventories | 5 | 4
    | Goodwill | 5 | 4
    | Total current liabilities | 5 | 4
    | Retained earnings | 7 | 6
    """
    assert parts(page) == [{Part.BALANCE_SHEET: 1.0}]
