"""A calculation as a workbook's formula: the same value, made of cells and numbers alone."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from tests.viewer.memo.sample import memo_saying
from viewer.memo.formula import live_formula
from viewer.memo.memo import MemoCalculation, MemoInput


def calculation(written: str, value: str | None, **inputs: str) -> MemoCalculation:
    given = tuple(
        MemoInput(name, name, figure, "", "E1", Decimal(figure), None) for name, figure in inputs.items()
    )
    sample = memo_saying("word").calculations[0]
    return replace(sample, written=written, inputs=given, value=None if value is None else Decimal(value))


CELLS = {"a": "I2", "b": "I3"}


@pytest.mark.parametrize(
    ("written", "value", "formula"),
    [
        ("a / b * 100", "25", "=((I2/I3)*100)"),
        ("a ÷ b", "25", "=(I2/I3)*100"),
        ("a + b", "0.005", "=(I2+I3)/1000"),
        ("-a ^ 2", "-1", "=(-(I2^2))"),
        ("(b - a) / a", "3", "=((I3-I2)/I2)"),
        ("average(a, b)", "2.5", "=AVERAGE(I2,I3)"),
        (
            "sum(a, b) + min(a, b) + max(a, b) + abs(-a)",
            "11",
            "=(((SUM(I2,I3)+MIN(I2,I3))+MAX(I2,I3))+ABS((-I2)))",
        ),
        ("a / b * 365", "91.25", "=((I2/I3)*365)"),
        ("a * 50%", "0.5", "=(I2*0.5)"),
        ("(b / a) ^ (1/2) - 1", "1", "=(((I3/I2)^(1/2))-1)"),
    ],
)
def test_a_formula_comes_to_the_value_of_the_calculation(written: str, value: str, formula: str) -> None:
    found = live_formula(calculation(written, value, a="1", b="4"), CELLS)
    assert found is not None
    assert found.text == formula
    assert found.value == pytest.approx(float(value), rel=1e-9)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("a / b", "0.26"),
        ("a / (b - 4)", "1"),
        ("a / c", "0.25"),
        ('a & HYPERLINK("http://evil.example")', "1"),
        ("a / b", None),
        ("(-a) ^ 0.5", "1"),
    ],
)
def test_there_is_no_formula_where_a_workbook_would_come_to_another_value(
    written: str, value: str | None
) -> None:
    assert live_formula(calculation(written, value, a="1", b="4"), CELLS) is None


def test_a_value_is_as_exact_as_its_last_digit_tells() -> None:
    third = live_formula(calculation("a / b", "0.33", a="1", b="3"), CELLS)
    assert third is not None
    assert third.value == pytest.approx(1 / 3)
    assert live_formula(calculation("a / b", "0.34", a="1", b="3"), CELLS) is None


def test_an_input_without_a_value_leaves_no_formula() -> None:
    whole = calculation("a / b", "0.25", a="1", b="4")
    first = replace(whole.inputs[0], value=None, problem="No citation prints it.")
    assert live_formula(replace(whole, inputs=(first, whole.inputs[1])), CELLS) is None
