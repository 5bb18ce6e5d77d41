"""What a question needs: line items, metrics, statements, topics."""

from __future__ import annotations

import pytest

from pipeline.evidence.parts import Part
from pipeline.search.needs import Needs, needs_of


def names(needs: Needs) -> list[str]:
    return [item.name for item in needs.items]


def test_a_metric_brings_every_line_item_that_it_is_made_of() -> None:
    needs = needs_of("What is the FY2018 days payable outstanding of Tallow & Wick?")
    assert [metric.name for metric in needs.metrics] == ["days payable outstanding"]
    assert names(needs) == ["accounts payable", "cost of sales", "inventories"]
    assert needs.statements == (Part.BALANCE_SHEET, Part.INCOME_STATEMENT)
    assert needs.computes


def test_items_of_a_definition_are_read_beside_those_of_the_metric() -> None:
    needs = needs_of(
        "What is the payout? It is defined as dividends paid / net income. Use the balance sheet."
    )
    assert names(needs) == ["dividends paid", "net income"]
    assert needs.statements[0] is Part.BALANCE_SHEET  # what the question names comes first


@pytest.mark.parametrize(
    ("question", "items"),
    [
        ("What was net income in 2022?", ["net income"]),
        ("What was the cost of goods sold?", ["cost of sales"]),
        ("How much cash did it generate from operating activities?", ["cash from operations"]),
        ("How much capex?", ["capital expenditures"]),
        ("What were cash dividends, by the statement of cash flows?", ["dividends paid"]),
        ("What is year end net property, plant, and equipment?", ["property, plant and equipment"]),
        ("Who runs the company?", []),
    ],
)
def test_the_longest_name_counts(question: str, items: list[str]) -> None:
    assert names(needs_of(question)) == items


def test_a_statement_that_is_named_asks_for_no_item() -> None:
    needs = needs_of("Using only the statement of cash flows, what happened?")
    assert (needs.named, needs.items) == ((Part.CASH_FLOW,), ())


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("the P&L statement", Part.INCOME_STATEMENT),
        ("the income statement", Part.INCOME_STATEMENT),
        ("the consolidated statements of operations", Part.INCOME_STATEMENT),
        ("the statement of financial position", Part.BALANCE_SHEET),
        ("the cash flow statement", Part.CASH_FLOW),
        ("the statement of shareholders' equity", Part.EQUITY),
    ],
)
def test_statements_are_known_by_their_names(words: str, part: Part) -> None:
    assert needs_of(f"Look at {words}.").named == (part,)


def test_topics_come_from_other_words_than_the_items() -> None:
    assert [topic.name for topic in needs_of("Is there any litigation about its plants?").topics] == [
        "legal matters",
        "stores and properties",
    ]
    assert needs_of("What is net property, plant and equipment?").topics == ()


def test_the_words_of_a_company_name_ask_for_nothing() -> None:
    question = "How many customers has Union Cash Corp?"
    assert names(needs_of(question)) == ["cash and cash equivalents"]
    needs = needs_of(question, frozenset({"union", "cash", "corp"}))
    assert (names(needs), [topic.name for topic in needs.topics]) == ([], ["business"])


def test_adjusted_figures_are_looked_for_under_their_own_name_too() -> None:
    needs = needs_of("What was adjusted EBITDA in FY 2023?")
    assert names(needs)[0] == "adjusted ebitda"
    assert ("adjust", "ebitda") in needs.items[0].printed
    assert Part.NON_GAAP in needs.statements
    assert "adjusted ebitda" not in names(needs_of("What was EBITDA in FY 2023?"))
