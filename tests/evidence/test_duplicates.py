"""Duplicate facts are of one thing, and agree when they may be roundings of one value."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.comparatives import comparatives
from pipeline.evidence.duplicates import Agreement, agreement, duplicates, is_duplicate
from pipeline.evidence.fact import Dimension, Fact

SERVICES = Dimension("srt:ProductOrServiceAxis", "us-gaap:ServiceMember")
AMERICAS = Dimension("us-gaap:StatementBusinessSegmentsAxis", "aapl:AmericasSegmentMember")
SALES = Fact(
    "f-1",
    "us-gaap:Revenues",
    "81,797",
    "81797000000",
    unit="iso4217:USD",
    scale=6,
    decimals="-6",
    start=date(2023, 4, 2),
    end=date(2023, 7, 1),
    dimensions=(SERVICES, AMERICAS),
)


def test_the_order_of_dimensions_does_not_matter() -> None:
    assert is_duplicate(SALES, replace(SALES, id="f-2", dimensions=(AMERICAS, SERVICES)))


@pytest.mark.parametrize(
    "changes",
    [
        {"concept": "us-gaap:CostOfRevenue"},
        {"unit": "iso4217:EUR"},
        {"start": date(2022, 9, 25)},
        {"end": date(2023, 6, 30)},
        {"dimensions": (SERVICES,)},
        {"dimensions": ()},
        {"dimensions": (SERVICES, replace(AMERICAS, typed=True))},
    ],
)
def test_what_differs_in_anything_but_its_value_is_no_duplicate(changes: dict[str, Any]) -> None:
    assert not is_duplicate(SALES, replace(SALES, **changes))


def test_a_fact_is_among_its_own_duplicates() -> None:
    other = replace(SALES, id="f-2")
    assert duplicates(SALES, [replace(SALES, id="f-0", unit="iso4217:EUR"), SALES, other]) == [SALES, other]


def valued(value: str | None, decimals: str | None = "-6", **changes: Any) -> Fact:
    return replace(SALES, value=value, decimals=decimals, **changes)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (valued("22038000000"), valued("22038000000", "INF"), Agreement.EQUAL),
        (valued("22038000000"), valued("22000000000", "-8"), Agreement.ROUNDED),
        (valued("479000000"), valued("500000000", "-8"), Agreement.ROUNDED),
        (valued("449000000"), valued("500000000", "-8"), Agreement.DIFFERENT),
        (valued("22038000000"), valued("22039000000", "INF"), Agreement.DIFFERENT),
        (valued("22038000000"), valued("-22038000000"), Agreement.DIFFERENT),
        (valued("1", None), valued("2", None), Agreement.DIFFERENT),
        (valued("0.26", "2"), valued("0.264", "3"), Agreement.ROUNDED),
        (valued("1/3", None), valued("2/6", None), Agreement.EQUAL),
        (valued(None), valued("1"), Agreement.UNKNOWN),
        (valued(None, nil=True), valued("0"), Agreement.DIFFERENT),
        (valued(None, nil=True), valued(None, nil=True), Agreement.EQUAL),
        (valued("1", "INF"), valued("2", "-99999999999"), Agreement.DIFFERENT),
    ],
)
def test_numbers_agree_when_one_value_rounds_to_both(one: Fact, other: Fact, expected: Agreement) -> None:
    assert agreement(one, other) is agreement(other, one) is expected


def test_texts_agree_when_their_words_do() -> None:
    one = valued("Apple  Inc.", None, unit=None, scale=None)
    assert agreement(one, replace(one, value="Apple Inc.")) is Agreement.EQUAL
    assert agreement(one, replace(one, value="Apple Inc")) is Agreement.DIFFERENT


@given(st.integers(-(10**15), 10**15), st.integers(-12, 0))
def test_a_number_agrees_with_its_own_rounding(value: int, decimals: int) -> None:
    rounded = int(Decimal(value).scaleb(decimals).to_integral_value().scaleb(-decimals))
    exact, coarse = valued(str(value), "INF"), valued(str(rounded), str(decimals))
    assert agreement(exact, coarse) is not Agreement.DIFFERENT


# --- the real filings ---------------------------------------------------------------------------------------


def tagged(row: dict[str, Any]) -> Fact:
    """A row of the filings' tagged numbers, as the data beside the project has them."""
    return Fact(
        row["fact_id"],
        row["name"],
        row["display"],
        row["value"],
        row["unit"],
        None if row["scale"] is None else int(row["scale"]),
        row["sign"] == "-",
        row["decimals"],
        row["format"],
        row["value"] is None and not row["display"],
        date.fromisoformat(row["start"]) if row["start"] else None,
        date.fromisoformat(row["end"]),
        tuple(
            Dimension(axis, member.removeprefix("typed:"), member.startswith("typed:"))
            for axis, member in row["dims"].items()
        ),
    )


def by_concept(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    groups: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        groups[fact.concept].append(fact)
    return groups


@pytest.mark.parametrize(
    ("name", "equal", "rounded", "with_prior"),
    [
        ("AAPL_10-Q_FY2023Q3_2023-07-01", 79, 0, 197),
        ("AAPL_10-K_FY2024_2024-09-28", 98, 3, 525),
        ("AMZN_10-K_FY2024", 136, 23, 662),
        ("JNJ_10-K_FY2023_2023-12-31", 170, 4, 1537),
    ],
)
def test_all_duplicates_of_real_filings_agree(
    shared_data: Path, name: str, equal: int, rounded: int, with_prior: int
) -> None:
    rows = (shared_data / "filings" / f"{name}.ixfacts.jsonl").read_text().splitlines()
    facts = [tagged(json.loads(row)) for row in rows]
    groups = by_concept(facts)
    pairs = Counter(
        agreement(one, other)
        for one in facts
        for other in duplicates(one, groups[one.concept])
        if one.id < other.id
    )
    unread = pairs.pop(Agreement.UNKNOWN, 0)  # the gold gives no value for numbers in words
    assert (pairs[Agreement.EQUAL] + unread, pairs[Agreement.ROUNDED]) == (equal, rounded)
    assert pairs[Agreement.DIFFERENT] == 0
    periods = Counter(len(comparatives(fact, groups[fact.concept])) for fact in facts)
    assert (periods[1], sum(n for count, n in periods.items() if count > 1)) == (with_prior, 0)
