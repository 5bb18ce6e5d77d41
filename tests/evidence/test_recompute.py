from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.calculation import Recomputed
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.recompute import Recomputation, recompute
from pipeline.evidence.units import Unit
from tests.evidence.printing import EUROS, MILLIONS, PER_SHARE, PERCENT, SHARES, THOUSANDS, printed

EXACT, CONSISTENT, DIFFERENT, NOT_DONE = Recomputed

SALES = {"new": printed("81,797", MILLIONS), "old": printed("56,596", MILLIONS)}
RATES = {
    "a": printed("34%"),
    "b": printed("11 %"),
    "c": printed("12", PERCENT),
    "m": printed("300", MILLIONS),
}
MIXED = {
    "m": printed("3,300", MILLIONS),
    "t": printed("1,700,000", THOUSANDS),
    "e": printed("100", EUROS),
    "s": printed("550,000", SHARES),
    "p": printed("2.50", PER_SHARE),
    "bn": printed("$3.3 billion"),
}


@pytest.mark.parametrize(
    ("expression", "stated", "outcome"),
    [
        # growth, with × 100 or without
        ("(new - old) / old * 100", "44.5%", CONSISTENT),
        ("(new - old) / old", "44.5 %", CONSISTENT),
        ("(new / old - 1) * 100", "44.5 percent", CONSISTENT),
        ("new / old * 100 - 100", "44.53%", CONSISTENT),
        ("100 * (new - old) / old", "44.5%", CONSISTENT),
        ("(new - old) / old", "45.4%", DIFFERENT),
        ("(new - old) / old", "0.445%", DIFFERENT),
        ("(new - old) / old * 100", "4,453%", DIFFERENT),
        ("(new - old) / old", "-44.5%", DIFFERENT),
        ("(new - old) / old", "0.445", CONSISTENT),
        ("(new - old) / old * 100", "44.5", NOT_DONE),
        ("new / old * 100 - 1", "144.5%", NOT_DONE),
        # differences, sums and averages, in every scale
        ("new - old", "$25,201 million", EXACT),
        ("new - old", "25,201", EXACT),
        ("new - old", "$25,201,000,000", EXACT),
        ("new - old", "$25.2 billion", CONSISTENT),
        ("new - old", "$25.202 billion", CONSISTENT),
        ("new - old", "$25.203 billion", DIFFERENT),
        ("new - old", "25,201 thousand", DIFFERENT),
        ("new - old", "300,000", DIFFERENT),
        ("new - old", "$25,201.3 million", CONSISTENT),
        ("new - old", "25,201%", NOT_DONE),
        ("new - old", "€25,201 million", NOT_DONE),
        ("new - old", "25,201 million shares", NOT_DONE),
        ("old - new", "(25,201)", EXACT),
        ("old - new", "25,201", DIFFERENT),
        ("(new + old) / 2", "69,196.5", EXACT),
        ("avg(new, old)", "$69.2 billion", CONSISTENT),
        ("max(new, old) - min(new, old)", "25,201", EXACT),
        # ratios
        ("new / old", "1.4x", CONSISTENT),
        ("new / old", "1.45 times", CONSISTENT),
        ("new / old", "1.5x", DIFFERENT),
        ("new / old", "$1.45", NOT_DONE),
        ("new / old", "1.45 million", DIFFERENT),
        ("old / new * 365", "252.5 days", CONSISTENT),
        ("old / new * 365", "225.5 days", DIFFERENT),
        ("old / new", "0.69 days", NOT_DONE),
        ("(new / old) ^ (1/3) - 1", "13.1%", CONSISTENT),
        ("((new / old) ^ (1 / (2023 - 2020)) - 1) * 100", "13.1%", CONSISTENT),
        ("new ^ 0.5", "285", NOT_DONE),
        ("round((new - old) / old * 100, 1)", "44.5%", EXACT),
    ],
)
def test_sales_are_done_again(expression: str, stated: str, outcome: Recomputed) -> None:
    assert recompute(expression, SALES, stated).outcome is outcome


@pytest.mark.parametrize(
    ("expression", "stated", "outcome"),
    [
        ("a + b", "45%", EXACT),
        ("a - b", "23 percentage points", EXACT),
        ("a - b", "2,300 basis points", EXACT),
        ("(a - b) * 100", "2,300 bps", EXACT),
        ("a + b", "45", NOT_DONE),
        ("a + c", "46%", EXACT),
        ("a / b", "3.1x", CONSISTENT),
        ("a * m", "$102 million", EXACT),
        ("a / 100 * m", "$102 million", EXACT),
        ("a * m / 100", "102", EXACT),
        ("c * m", "$36 million", EXACT),
        ("m / c", "$2.5 billion", EXACT),
        ("(1 - a) * m", "$198 million", EXACT),
        ("100 - a", "66%", EXACT),
        ("100% - a", "66%", EXACT),
        ("1 - a", "66%", EXACT),
        ("(1 + a) * (1 + b) - 1", "48.7%", CONSISTENT),
        ("avg(a, b, c)", "19%", EXACT),
        ("a + m", "334", NOT_DONE),
    ],
)
def test_printed_percentages_are_shares_of_one_or_numbers_of_percent(
    expression: str, stated: str, outcome: Recomputed
) -> None:
    assert recompute(expression, RATES, stated).outcome is outcome


@pytest.mark.parametrize(
    ("expression", "stated", "outcome", "unit"),
    [
        ("m + t", "$5,000 million", EXACT, "USD, millions"),
        ("m + t", "5 billion", EXACT, "USD, billions"),
        ("m + t", "5,000", DIFFERENT, "USD"),
        ("m + t", "1,703,300", DIFFERENT, "USD"),
        ("m / s", "$6.00", EXACT, "USD per share"),
        ("m / s", "$6.00 per share", EXACT, "USD per share"),
        ("m / s", "$6.01 per share", DIFFERENT, "USD per share"),
        ("m / 3 * 3", "3,300", EXACT, "USD, millions"),
        ("m / s", "$6.05 per share", DIFFERENT, "USD per share"),
        ("m / s", "6.00%", NOT_DONE, ""),
        ("s * p", "$1,375 million", EXACT, "USD, millions"),
        ("m / p", "1,320 million shares", EXACT, "shares, millions"),
        ("bn - m", "0", EXACT, "USD, billions"),
        ("m + e", "3,400", NOT_DONE, ""),
        ("m / e", "33x", NOT_DONE, ""),
        ("m * m", "10,890,000", NOT_DONE, ""),
        ("m + s", "553,300", NOT_DONE, ""),
        ("m + p", "3,302.5", NOT_DONE, ""),
        ("m + 1", "3,301", NOT_DONE, ""),
        ("m * m / t", "$6,406 million", CONSISTENT, "USD, millions"),
        ("m - 0", "3,300", EXACT, "USD, millions"),
    ],
)
def test_units_and_scales_are_reconciled(
    expression: str, stated: str, outcome: Recomputed, unit: str
) -> None:
    done = recompute(expression, MIXED, stated)
    assert done.outcome is outcome, done.detail
    if expression != "bn - m":
        assert done.unit == unit


@pytest.mark.parametrize(
    ("expression", "stated", "outcome"),
    [
        ("a - b", "12.6", EXACT),
        ("a - b", "12.6 million", NOT_DONE),
        ("a - b", "12.6%", NOT_DONE),
        ("(a - b) / b", "40%", EXACT),
        ("a / b", "1.4x", EXACT),
        ("a + m", "44.1", NOT_DONE),
        ("a / m", "14.7%", NOT_DONE),
        ("a * m", "13.23", NOT_DONE),
    ],
)
def test_figures_without_a_unit_bear_out_ratios_and_bare_numbers_only(
    expression: str, stated: str, outcome: Recomputed
) -> None:
    inputs = {"a": printed("44.1"), "b": printed("31.5"), "m": printed("300", MILLIONS)}
    done = recompute(expression, inputs, stated)
    assert done.outcome is outcome
    assert outcome is NOT_DONE or "not said in the evidence" in done.detail


def test_the_interval_is_that_of_the_inputs_rounding() -> None:
    done = recompute("(new - old) / old", SALES, "44.5%")
    low, high = Decimal("81796.5") / Decimal("56596.5"), Decimal("81797.5") / Decimal("56595.5")
    assert done.low is not None
    assert done.high is not None
    assert done.low <= (low - 1) * 100 < done.low + Decimal("0.00001")
    assert done.high - Decimal("0.00001") < (high - 1) * 100 <= done.high


@pytest.mark.parametrize(
    ("expression", "stated", "detail"),
    [
        ("(new - old) / old", "44.5%", "The inputs give 44.53 %, rounded to 44.5%."),
        ("(new - old) / old", "45.4%", "The inputs give 44.53 %; the claim says 45.4%, 0.9 points more."),
        ("(new - old) / old", "43%", "The inputs give 44.5 %; the claim says 43%, 2 points less."),
        ("(new - old) / old", "-44.5%", "The inputs give 44.53 %; the claim says -44.5%: the sign differs."),
        (
            "(new - old) / old",
            "0.4%",
            "The inputs give 44.53 %; the claim says 0.4%: that is the ratio, not the percentage.",
        ),
        ("new - old", "25,201", "The inputs give 25,201 (USD, millions), as stated."),
        ("old - new", "(25,201)", "The inputs give −25,201 (USD, millions), as stated."),
        (
            "new - old",
            "25,202",
            "The inputs give 25,201 (USD, millions); their rounding allows 25,200 … 25,202 (USD, millions).",
        ),
        (
            "new - old",
            "$25,201 thousand",
            "The inputs give 25,201,000 (USD, thousands); the claim says $25,201 thousand: off by thousands,"
            " so the scale differs.",
        ),
        ("new + new2", "1", "“new2” is no input of the calculation."),
        ("new - 5,000", "1", "5,000 stands in the expression without a source."),
        (
            "new - old",
            "about the same",
            "“about the same” is not one number, so there is nothing to compare with.",
        ),
    ],
)
def test_the_detail_is_a_sentence_for_the_analyst(expression: str, stated: str, detail: str) -> None:
    assert recompute(expression, SALES, stated).detail == detail


def test_a_bare_number_is_not_borne_out_in_units_by_the_rounding_of_millions() -> None:
    inputs = {"a": printed("12.4", MILLIONS), "b": printed("12.4", MILLIONS)}
    assert recompute("a - b", inputs, "40,000").outcome is DIFFERENT
    assert recompute("a - b", inputs, "0.1").outcome is CONSISTENT
    assert recompute("a - b", inputs, "0").outcome is EXACT


def test_a_divisor_that_may_be_zero_is_told() -> None:
    inputs = {"a": printed("5", MILLIONS), "b": printed("0", MILLIONS)}
    done = recompute("a / b", inputs, "2.0x")
    assert done.outcome is NOT_DONE
    assert "may be zero" in done.detail


def test_a_fall_told_in_words_needs_no_minus() -> None:
    assert recompute("old - new", SALES, "25,201", says_fall=True).outcome is EXACT
    assert recompute("old - new", SALES, "25,101", says_fall=True).outcome is DIFFERENT
    assert recompute("new - old", SALES, "25,201", says_fall=True).outcome is EXACT


@given(
    st.decimals(-10_000, 10_000, places=1),
    st.decimals(-10_000, 10_000, places=1),
    st.sampled_from([MILLIONS, THOUSANDS, PER_SHARE]),
)
def test_a_true_difference_is_exact_and_one_beyond_all_rounding_is_not(
    a: Decimal, b: Decimal, unit: Unit
) -> None:
    inputs = {"a": _printed(a, unit), "b": _printed(b, unit)}
    assert recompute("a - b", inputs, f"{a - b:f}").outcome is EXACT
    assert recompute("a - b", inputs, f"{a - b + 1:f}").outcome is DIFFERENT


def _printed(value: Decimal, unit: Unit) -> PrintedFigure:
    return printed(f"{value:f}", unit)


def test_what_was_not_done_has_no_result() -> None:
    assert recompute("new -", SALES, "1") == Recomputation(NOT_DONE, "The expression ends too early.")
