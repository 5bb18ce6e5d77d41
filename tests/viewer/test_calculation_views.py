"""The card of a calculation: how its expression, result and interval read."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from pipeline.evidence.calculation import Calculation, CalculationInput, Recomputed
from viewer.calculation_views import calculation_view, expression_parts


def card(
    result: str | None = None,
    low: str | None = None,
    high: str | None = None,
    *,
    unit: str = "%",
    outcome: Recomputed = Recomputed.CONSISTENT,
    detail: str = "The inputs give this.",
) -> dict[str, object]:
    value, lowest, highest = (None if one is None else Decimal(one) for one in (result, low, high))
    calculation = Calculation("c1", "a / b", (), "44.5%", outcome, detail, unit, value, lowest, highest)
    return calculation_view(calculation, {})


@pytest.mark.parametrize(
    ("expression", "names", "read"),
    [
        ("a / b * 100", ["a", "b"], "<a> ÷ <b> × 100"),
        ("(now-then)/then", ["now", "then"], "(<now> − <then>) ÷ <then>"),
        ("-a+b", ["a", "b"], "−<a> + <b>"),
        ("a * -b", ["a", "b"], "<a> × −<b>"),
        ("(a / b) ** (1 / 3) - 1", ["a", "b"], "(<a> ÷ <b>)^(1 ÷ 3) − 1"),
        ("avg(a,b) * 1,000.5", ["a", "b"], "avg(<a>, <b>) × 1,000.5"),
        ("average(a, av)", ["a", "av"], "average(<a>, <av>)"),
        ("revenue_2023 - revenue", ["revenue", "revenue_2023"], "<revenue_2023> − <revenue>"),
        ("", [], ""),
    ],
)
def test_an_expression_reads_as_it_is_written_by_hand(expression: str, names: list[str], read: str) -> None:
    parts = expression_parts(expression, names)
    assert "".join(f"<{one['text']}>" if one["is_variable"] else one["text"] for one in parts) == read


@pytest.mark.parametrize("outcome", [Recomputed.CONSISTENT, Recomputed.DIFFERENT])
def test_a_result_is_told_as_exactly_as_its_inputs_let_it_be(outcome: Recomputed) -> None:
    view = card("44.5163025538", "44.515419", "44.517186", outcome=outcome)
    assert (view["result"], view["allowed"]) == ("44.5163%", "inputs allow 44.5154 … 44.5172")
    assert view["stated"] == "stated 44.5%"


def test_the_interval_is_rounded_outwards() -> None:
    view = card("2", "1.91", "2.09", unit="times")
    assert (view["result"], view["allowed"]) == ("2.00 times", "inputs allow 1.91 … 2.09")
    view = card("1162", "1160.4", "1163.6", unit="USD, millions")
    assert (view["result"], view["allowed"]) == ("1,162.0 (USD, millions)", "inputs allow 1,160.4 … 1,163.6")
    view = card("-1162", "-1763.6", "-560.4", unit="")
    assert (view["result"], view["allowed"]) == ("−1,162", "inputs allow −1,764 … −560")


@pytest.mark.parametrize(
    ("result", "read"),
    [
        ("0.5", "0.5%"),
        ("200", "200%"),
        ("1E+2", "100%"),
        ("12.3456789", "12.345679%"),
        ("-3", "−3%"),
        ("0", "0%"),
    ],
)
def test_an_exact_result_has_no_interval(result: str, read: str) -> None:
    view = card(result, result, result, outcome=Recomputed.EXACT)
    assert (view["result"], view["allowed"], view["words"], view["tone"]) == (read, None, "Exact", "ok")


@pytest.mark.parametrize("power", ["1E+90", "-1E+90", "1E-90"])
def test_a_number_beyond_all_measure_is_told_as_a_power_of_ten(power: str) -> None:
    view = card(power, power, power, unit="", outcome=Recomputed.EXACT)
    assert str(view["result"]).startswith(("1.000000E", "−1.000000E"))


def test_a_calculation_that_was_not_done_says_why_and_has_no_result() -> None:
    problem = "No citation of this claim prints 164."
    one = CalculationInput("a", "Employees", "164", "", problem=problem)
    calculation = Calculation("c1", "a", (one,), "164", Recomputed.NOT_DONE, f"{problem} So it ends.")
    view = calculation_view(calculation, {})
    assert (view["words"], view["tone"], view["result"], view["allowed"]) == (
        "Not recomputed",
        "warn",
        None,
        None,
    )
    assert view["detail"] == f"{problem} So it ends."
    (shown,) = view["inputs"]
    assert (shown["problem"], shown["key"], shown["place"]) == (problem, None, None)
    told_by_input = replace(calculation, detail=problem)
    assert calculation_view(told_by_input, {})["detail"] == ""


def test_of_a_calculation_that_recomputes_only_what_goes_beyond_its_numbers_is_told() -> None:
    assert card("1", "0.9", "1.1")["detail"] == ""
    noted = card("1", "0.9", "1.1", detail="The inputs give 1 %. Their unit is not said.")
    assert noted["detail"] == "Their unit is not said."
    differing = card(
        "1", "0.9", "1.1", outcome=Recomputed.DIFFERENT, detail="The inputs give 1 %; the claim 2 %."
    )
    assert differing["detail"] == "The inputs give 1 %; the claim 2 %."
