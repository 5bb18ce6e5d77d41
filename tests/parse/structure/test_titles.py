"""Titles of statements, as issuers print them, and lines that only mention one."""

from __future__ import annotations

import pytest

from pipeline.evidence.parts import Part
from pipeline.parse.structure.titles import is_open_title, statement_title


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("CONSOLIDATED BALANCE SHEETS", Part.BALANCE_SHEET),
        ("Consolidated Statements of Financial Position", Part.BALANCE_SHEET),
        ("CONDENSED STATEMENT OF CONDITION", Part.BALANCE_SHEET),
        ("Widget plc and Subsidiaries Condensed Consolidated Balance Sheets (Unaudited)", Part.BALANCE_SHEET),
        ("Statements of Consolidated Earnings", Part.INCOME_STATEMENT),
        ("CONSOLIDATED STATEMENTS OF INCOME (LOSS) (In thousands)", Part.INCOME_STATEMENT),
        ("Consolidated Income Statements", Part.INCOME_STATEMENT),
        (
            "Part I - Financial Information Item 1. Consolidated Statements of Operations",
            Part.INCOME_STATEMENT,
        ),
        ("CONSOLIDATED STATEMENTS OF COMPREHENSIVE (LOSS) INCOME", Part.COMPREHENSIVE_INCOME),
        ("Consolidated Statements of Cash Flows For the years ended December 31, 2022", Part.CASH_FLOW),
        ("CONSOLIDATED CASH FLOW STATEMENTS", Part.CASH_FLOW),
        ("Consolidated Statement of Income Widgets Inc. and Subsidiaries", Part.INCOME_STATEMENT),
        ("Consolidated Profit and Loss Account", Part.INCOME_STATEMENT),
        ("COMPREHENSIVE INCOME STATEMENTS", Part.COMPREHENSIVE_INCOME),
        ("STOCKHOLDERS' EQUITY STATEMENTS", Part.EQUITY),
        ("Consolidated Statement of Shareholders' Investment", Part.EQUITY),
        ("Consolidated Statements of Convertible Preferred Stock and Stockholders' Deficit", Part.EQUITY),
        ("Consolidated Statements of Changes in Shareholders' Equity", Part.EQUITY),
    ],
)
def test_a_title_names_its_statement(line: str, part: Part) -> None:
    title = statement_title(line, is_heading=False)
    assert title is not None
    assert title.parts == (part,)


def test_a_title_can_name_two_statements() -> None:
    title = statement_title("Consolidated Statements of Operations and Comprehensive Loss", is_heading=False)
    assert title is not None
    assert title.parts == (Part.INCOME_STATEMENT, Part.COMPREHENSIVE_INCOME)


@pytest.mark.parametrize(
    "line",
    [
        "Notes to Consolidated Financial Statements",
        "Analysis of Consolidated Statements of Income",
        "Consolidated Statements of Cash Flows Reconciliation",
        "Other Consolidated Balance Sheet Components",
        "Consolidated Balance Sheets 45",
        "Consolidated Balance Sheets - 45",
        "Consolidated Statement of Operations Data:",
        "selected unaudited quarterly statements of operations data for each quarter of 2020",
        "The increase in our consolidated statements of cash flows (in millions) follows",
        "Off-balance sheet arrangements",
    ],
)
def test_a_line_that_mentions_a_statement_is_no_title(line: str) -> None:
    assert statement_title(line, is_heading=False) is None


def test_a_heading_may_be_set_in_lower_case() -> None:
    line = "Widgets online consolidated statements of earnings (Dollars in Millions)"
    assert statement_title(line, is_heading=False) is None
    assert statement_title(line, is_heading=True) is not None


def test_a_title_says_that_it_goes_on_or_is_of_the_parent_alone() -> None:
    continued = statement_title("CONSOLIDATED STATEMENTS OF CASH FLOWS - (Continued)", is_heading=True)
    parent = statement_title("PARENT COMPANY - CONDENSED STATEMENTS OF INCOME", is_heading=True)
    bracketed = statement_title("Consolidated Balance Sheets (Parenthetical)", is_heading=True)
    assert continued is not None
    assert continued.is_continued
    assert not continued.of_a_part
    assert parent is not None
    assert parent.of_a_part
    assert not parent.is_continued
    assert bracketed is not None
    assert bracketed.is_parenthetical


def test_a_title_broken_over_two_lines_is_open() -> None:
    assert is_open_title("CONSOLIDATED STATEMENTS OF")
    assert not is_open_title("CONSOLIDATED STATEMENTS OF CASH FLOWS")
