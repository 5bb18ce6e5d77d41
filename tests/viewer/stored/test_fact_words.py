"""Facts in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from pipeline.evidence.fact import Dimension, Fact
from viewer.stored.fact_words import (
    concept_view,
    dimension_view,
    number_words,
    period_words,
    precision_words,
    scale_words,
    unit_words,
    value_words,
)

SHARE = Fact(
    "f-1", "us-gaap:EarningsPerShareBasic", "1.40", "1.40", unit="iso4217:USD / xbrli:shares", scale=0
)


@pytest.mark.parametrize(
    ("qname", "label"),
    [
        ("us-gaap:IncomeTaxExpenseBenefit", "Income tax expense benefit"),
        (
            "us-gaap:RevenueFromContractWithCustomerTextBlock",
            "Revenue from contract with customer (text block)",
        ),
        ("dei:EntityRegistrantName", "Entity registrant name"),
        ("exmp:AOCIAttributableToParentNetOfTax", "AOCI attributable to parent net of tax"),
        ("exmp:Form10KAmendment", "Form 10 k amendment"),
        ("exmp:TextBlock", "Text block (text block)"),
        ("exmp:中文", "中文"),
        ("exmp:ÜbrigeErträge", "ÜbrigeErträge"),
    ],
)
def test_a_concepts_name_is_spelled_as_words(qname: str, label: str) -> None:
    assert concept_view(qname) == {"label": label, "qname": qname}


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (date(2023, 4, 2), date(2023, 7, 1), "Apr 2, 2023 to Jul 1, 2023 (3 months)"),
        (date(2023, 1, 1), date(2023, 12, 31), "Jan 1, 2023 to Dec 31, 2023 (12 months)"),
        (date(2023, 5, 3), date(2023, 5, 3), "May 3, 2023 to May 3, 2023 (1 day)"),
        (date(2023, 1, 1), date(2023, 2, 15), "Jan 1, 2023 to Feb 15, 2023 (46 days)"),
        (None, date(2023, 7, 1), "As of Jul 1, 2023"),
        (None, None, "At any time"),
    ],
)
def test_a_period_is_told_by_its_days_and_length(start: date | None, end: date | None, words: str) -> None:
    assert period_words(start, end) == words


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("iso4217:USD", "USD"),
        ("iso4217:USD / xbrli:shares", "USD per share"),
        ("xbrli:shares", "shares"),
        ("xbrli:pure", "pure number"),
        ("aapl:Customer", "customer"),
        ("iso4217:USD / exmp:MetricTon × exmp:Month", "USD per metric ton × month"),
    ],
)
def test_a_unit_is_told_without_its_prefixes(unit: str, words: str) -> None:
    assert unit_words(unit) == words


@pytest.mark.parametrize(
    ("scale", "words"), [(6, "millions (10⁶)"), (-2, "hundredths (10⁻²)"), (15, "units of 10¹⁵")]
)
def test_a_scale_is_told_with_its_power(scale: int, words: str) -> None:
    assert scale_words(scale) == words


@pytest.mark.parametrize(
    ("decimals", "words"),
    [
        ("-6", "Rounded to millions"),
        ("-5", "Rounded to hundred thousands"),
        ("-13", "Rounded to 10¹³"),
        ("0", "To whole units"),
        ("1", "To 1 decimal place"),
        ("2", "To 2 decimal places"),
        ("INF", "Exact as stated"),
        (None, "Not stated"),
        ("-99999999", "Stated as -99999999 decimals"),
    ],
)
def test_precision_is_told_in_words(decimals: str | None, words: str) -> None:
    assert precision_words(decimals) == words


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "1.4"),
        ({"value": "81797000000", "scale": 6}, "81,797 × 10⁶ = 81,797,000,000"),
        ({"value": "-45384000000", "scale": 6}, "\u221245,384 × 10⁶ = \u221245,384,000,000"),
        ({"value": "0.463", "scale": -2}, "46.3 × 10⁻² = 0.463"),
        ({"value": "0", "scale": 6}, "0"),
        ({"value": "-0"}, "0"),
        ({"value": "1/3"}, "1 / 3"),
        ({"value": "9" * 400, "scale": 3}, None),
        ({"value": None}, "The tag does not hold what its format asks for, so it has no value."),
        ({"value": None, "nil": True}, "Nil: the filing states that there is no value"),
        ({"value": "Apple  Inc.", "unit": None}, "Apple Inc."),
        ({"value": "word " * 100, "unit": None}, f"{'word ' * 31}word…"),
    ],
)
def test_a_value_is_told_with_its_scale(changes: dict[str, object], words: str | None) -> None:
    said = value_words(replace(SHARE, **changes))  # type: ignore[arg-type]
    if words is None:
        assert said.endswith(f" = {int('9' * 400):,}")
    else:
        assert said == words


def test_a_number_keeps_its_zeros_before_the_point() -> None:
    assert number_words(Decimal("1200.00")) == "1,200"
    assert number_words(Decimal("100")) == "100"
    assert number_words(Decimal("0.050")) == "0.05"


def test_a_typed_member_is_a_value_and_keeps_its_form() -> None:
    axis = "us-gaap:StartDateAxis"
    assert dimension_view(Dimension(axis, "2024-09-29", typed=True)) == {
        "axis": "Start date",
        "member": "2024-09-29",
        "axis_qname": axis,
        "member_qname": None,
    }
    assert dimension_view(Dimension(axis, "us-gaap:ServiceMember"))["member"] == "Service"
