"""What is taken of a model's plan: bounded words to look for, nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pipeline.evidence.parts import STATEMENTS, Part
from pipeline.model.schema import strict_schema
from pipeline.search.plan import (
    LONGEST_PHRASE,
    MOST_ITEMS,
    MOST_LABELS,
    MOST_PERIODS,
    MOST_PHRASES,
    Plan,
)
from pipeline.search.planning import WrittenItem, WrittenPlan
from tests.model_replies import plan
from tests.strict_schema import not_strict

CAPEX = ("capital expenditures", ["Purchases of property and equipment"], "cash flow statement")


def read(written: str) -> Plan:
    found = Plan.of(json.loads(written))
    assert found is not None
    return found


def test_the_schema_is_strict_and_names_every_statement() -> None:
    schema = strict_schema(WrittenPlan)
    assert not_strict({"name": "plan", "strict": True, "schema": schema}) is None
    named = strict_schema(WrittenItem)["properties"]["statement"]["enum"]
    assert named == [*(part.value for part in STATEMENTS), "none"]


def test_a_plan_is_read_piece_by_piece() -> None:
    found = read(plan(CAPEX, phrases=["investing in new stores"], periods=[(2022, 0), (2023, 2)]))
    (item,) = found.items
    assert item.name == "capital expenditures"
    assert item.printed == (("purchas", "property", "equipment"), ("capital", "expenditur"))
    assert found.statements == (Part.CASH_FLOW,)
    assert found.phrases == ("investing in new stores",)
    assert (found.years, found.quarters) == (frozenset({2022, 2023}), frozenset({2}))


def test_an_empty_plan_is_one_and_adds_nothing() -> None:
    assert read(plan()) == Plan()


@pytest.mark.parametrize("value", [{}, {"claims": []}, {"items": "none"}, {"items": {"name": "x"}}])
def test_what_is_no_plan_is_none(value: dict[str, Any]) -> None:
    assert Plan.of(value) is None


@pytest.mark.parametrize(
    "hostile",
    [
        "[E1]",
        "see E12 for sales",
        "https://example.com/x",
        "page 41",
        "net\0sales",
        "\u202eselas ten",
        "x" * (LONGEST_PHRASE + 1),
        "word " * 2_000_000,
        "12345",
        "of the and",
        "",
        None,
        7,
        ["net sales"],
        {"name": "net sales"},
    ],
)
def test_what_is_no_short_phrase_is_left_out(hostile: Any) -> None:
    items = [
        {"name": hostile, "labels": ["net sales"], "statement": "none"},
        {"name": "revenue", "labels": [hostile, "net sales"], "statement": hostile},
    ]
    found = Plan.of({"items": items, "phrases": [hostile], "periods": [hostile]})
    assert found is not None
    (item,) = found.items
    assert (item.name, item.printed, item.statements) == ("revenue", (("net", "sal"), ("revenu",)), ())
    assert found.phrases == ()
    assert found.years == frozenset()


def test_words_of_a_database_are_words_like_others() -> None:
    assert read(plan(phrases=["'; drop table passages; --"])).phrases == ("'; drop table passages; --",)


@pytest.mark.parametrize("pieces", [7, "net sales", None, [None, 7, "net sales"], [[]]])
def test_pieces_of_another_shape_are_left_out(pieces: Any) -> None:
    found = Plan.of({"items": pieces, "phrases": [], "periods": pieces})
    assert found == Plan()


@pytest.mark.parametrize(
    ("year", "quarter", "years", "quarters"),
    [
        (2022, 5, {2022}, set()),
        (2022, -1, {2022}, set()),
        (2022, True, {2022}, set()),
        (22, 1, set(), set()),
        (True, 1, set(), set()),
        (10**400, 1, set(), set()),
        ("2022", 1, set(), set()),
        (2022.0, 1, set(), set()),
    ],
)
def test_a_period_is_a_year_and_perhaps_a_quarter(
    year: Any, quarter: Any, years: set[int], quarters: set[int]
) -> None:
    found = Plan.of({"items": [], "phrases": [], "periods": [{"year": year, "quarter": quarter}]})
    assert found is not None
    assert (set(found.years), set(found.quarters)) == (years, quarters)


def test_too_much_is_cut_off() -> None:
    def word(number: int) -> str:
        return "".join(chr(ord("a") + int(digit)) for digit in f"{number:03}") + "x"

    labels = [word(number) for number in range(200)]
    items = [(word(number), labels, "balance sheet") for number in range(200)]
    found = read(plan(*items, phrases=labels, periods=[(1990 + n, 1) for n in range(90)]))
    assert len(found.items) == MOST_ITEMS
    assert {len(item.printed) for item in found.items} == {MOST_LABELS, MOST_LABELS + 1}
    assert len(found.phrases) == MOST_PHRASES
    assert len(found.years) == MOST_PERIODS


def test_an_item_that_is_named_twice_counts_once() -> None:
    assert len(read(plan(CAPEX, CAPEX)).items) == 1
