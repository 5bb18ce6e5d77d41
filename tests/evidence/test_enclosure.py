from __future__ import annotations

import itertools
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evidence.enclosure import LARGEST_POWER, enclose, value_of
from pipeline.evidence.errors import NotComputable
from pipeline.evidence.expression import parse
from pipeline.evidence.interval import Interval

NAMES = ("a", "b", "c")
SLACK = Decimal("1e-20")


def within(value: str, half: str) -> Interval:
    return Interval(Decimal(value) - Decimal(half), Decimal(value) + Decimal(half))


def bounds(text: str, **inputs: Interval) -> Interval:
    return enclose(parse(text, inputs), inputs)


def test_an_input_that_stands_twice_moves_as_one() -> None:
    a, b = within("110", "0.5"), within("100", "0.5")
    found = bounds("(a - b) / b", a=a, b=b)
    assert abs(found.low - (Decimal("109.5") / Decimal("100.5") - 1)) < SLACK
    assert abs(found.high - (Decimal("110.5") / Decimal("99.5") - 1)) < SLACK
    assert bounds("a - a", a=a) == Interval.point(Decimal(0))
    assert bounds("a / (a + b)", a=a, b=b).high < Decimal("0.5263")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b", "5"),
        ("a - b * 2", "-4"),
        ("(a + b) / 2", "2.5"),
        ("avg(a, b, c)", "3"),
        ("average(a, b)", "2.5"),
        ("sum(a, b, c)", "9"),
        ("min(a, b, c)", "2"),
        ("max(a, b, c)", "4"),
        ("abs(a - c)", "2"),
        ("a ^ 3", "8"),
        ("c ^ 0.5", "2"),
        ("c ^ (1/2) - 1", "1"),
        ("a ^ -1", "0.5"),
        ("b ^ 0", "1"),
        ("-a", "-2"),
        ("round(a / b, 2)", "0.67"),
        ("round(b / a)", "2"),
    ],
)
def test_an_expression_comes_to_its_value(text: str, expected: str) -> None:
    inputs = {"a": Decimal(2), "b": Decimal(3), "c": Decimal(4)}
    assert value_of(parse(text, NAMES), inputs) == Decimal(expected)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a / b", "may be zero"),
        ("a / (c - c)", "may be zero"),
        ("b ^ 0.5", "root"),
        ("b ^ -1", "may be zero"),
        ("a ^ a", "exponent"),
        (f"a ^ {LARGEST_POWER + 1}", "exponent"),
        ("abs(a, c)", "of one number"),
        ("1 + round(a)", "inside"),
        ("round(a, c)", "10 places"),
        ("round(a, 11)", "10 places"),
    ],
)
def test_an_expression_without_a_value_is_refused_in_words(text: str, words: str) -> None:
    inputs = {"a": within("5", "0.5"), "b": within("0", "0.5"), "c": within("7", "0.5")}
    with pytest.raises(NotComputable, match=words):
        enclose(parse(text, inputs), inputs)


def test_a_tower_of_powers_costs_nothing() -> None:
    with pytest.raises(NotComputable, match=r"exponent|large"):
        value_of(parse("9 ^ 60 ^ 60 ^ 60 * a", NAMES), {"a": Decimal(1)})


expressions = st.recursive(
    st.sampled_from(["a", "b", "c", "2", "0.5"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda parts: f"({''.join(parts)})"),
        inner.map(lambda part: f"(-{part})"),
        inner.map(lambda part: f"{part}^2"),
        st.tuples(st.sampled_from(["max", "min", "avg"]), inner, inner).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
        inner.map(lambda part: f"abs({part})"),
    ),
    max_leaves=6,
)
boxes = st.tuples(st.integers(-20, 20), st.sampled_from(["0.5", "0.05", "2"])).map(
    lambda one: within(str(one[0]), one[1])
)


@settings(max_examples=200, deadline=None)
@given(expressions, boxes, boxes, boxes)
def test_no_choice_of_inputs_within_their_rounding_leaves_the_bounds(
    text: str, a: Interval, b: Interval, c: Interval
) -> None:
    tree = parse(text, NAMES)
    try:
        found = enclose(tree, {"a": a, "b": b, "c": c})
    except NotComputable:
        return
    choices = [(one.low, (one.low * 2 + one.high) / 3, one.high) for one in (a, b, c)]
    for values in itertools.product(*choices):
        value = value_of(tree, dict(zip(NAMES, values, strict=True)))
        slack = SLACK * (1 + abs(value))
        assert found.low - slack <= value <= found.high + slack
