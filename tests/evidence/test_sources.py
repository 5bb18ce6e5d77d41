from __future__ import annotations

import pytest

from pipeline.evidence.errors import NotComputable
from pipeline.evidence.expression import parse
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.sources import counts_days, names_of, sourced
from tests.evidence.printing import EUROS, MILLIONS, PERCENT, printed
from tests.evidence.test_expression import shape

INPUTS = {
    "a": printed("1,171", MILLIONS),
    "b": printed("814", MILLIONS),
    "loss": printed("(71)", MILLIONS),
    "rate": printed("34%"),
    "two": printed("2", MILLIONS),
}


def named(text: str, inputs: dict[str, PrintedFigure] | None = None) -> str:
    given = INPUTS if inputs is None else inputs
    return shape(sourced(parse(text, given), given))


@pytest.mark.parametrize(
    "text",
    [
        "(a + b) / 2",
        "(a - b) / b * 100",
        "a / b - 1",
        "100 - rate",
        "1 - rate",
        "a / b * 365",
        "a / (b / 90)",
        "a * 4",
        "a * 12 / 9",
        "a * 0.5",
        "(a / b - rate) * 10,000",
        "(a / b) ^ (1/3) - 1",
        "(a / b) ^ (1/(2023 - 2019)) - 1",
        "a / (2023 - 2019)",
        "a * 52 / 53",
        "a + 0",
    ],
)
def test_counts_days_and_percent_need_no_source(text: str) -> None:
    assert names_of(sourced(parse(text, INPUTS), INPUTS)) == names_of(parse(text, INPUTS))


@pytest.mark.parametrize(
    "text",
    [
        "a - 5",
        "a + 3",
        "a * 1.21",
        "a * 21%",
        "a * 13.5",
        "a / 1,000",
        "a * 1000000",
        "a / 37",
        "a - $1",
        "a / 2023",
        "a ^ 61",
        "a ^ 0.25",
        "avg(a, 3)",
        "71 - a",
    ],
)
def test_any_other_number_is_one_without_a_source(text: str) -> None:
    with pytest.raises(NotComputable, match="without a source"):
        sourced(parse(text, INPUTS), INPUTS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,171 - 814", "(a - b)"),
        ("$1,171 + $814", "(a + b)"),
        ("1171 - 814 million", "(a - b)"),
        ("1,171 - (71)", "(a - loss)"),
        ("1,171 - -71", "(a - loss)"),
        ("-71 / 814", "(loss / b)"),
        ("(1,171 + 814) / 2", "((a + b) / 2)"),
        ("-(1,171 + 814) / 2", "((-(a + b)) / 2)"),
        ("1,171 / 814 - 1", "((a / b) - 1)"),
        ("34% * 814", "(rate * b)"),
        ("2 - 814", "(two - b)"),
        ("(1,171 - 2) / 2", "((a - two) / two)"),
        ("a * (814)", "(a * b)"),
    ],
)
def test_a_figure_may_stand_for_its_input(text: str, expected: str) -> None:
    assert named(text) == expected


def test_an_input_that_is_named_is_not_meant_by_a_number() -> None:
    assert named("(a + two) / 2") == "((a + two) / 2)"
    assert named("two * 2") == "(two * 2)"


def test_a_number_that_two_inputs_could_be_is_refused() -> None:
    with pytest.raises(NotComputable, match="one of 2 inputs"):
        named("814 / 2", {"a": printed("814", MILLIONS), "b": printed("814", EUROS)})
    with pytest.raises(NotComputable, match="one of them negative"):
        named("1 - (71)", {"a": printed("71", MILLIONS), "b": printed("(71)", MILLIONS)})
    same = {"a": printed("814", MILLIONS), "b": printed("814", MILLIONS)}
    assert named("814 / 2", same) == "(a / 2)"


def test_an_expression_over_no_input_is_refused() -> None:
    with pytest.raises(NotComputable, match="no cited figure"):
        sourced(parse("12 * 3"), {})


def test_a_year_that_is_an_inputs_figure_is_that_figure() -> None:
    inputs = {"a": printed("2,023", MILLIONS), "b": printed("2,019", MILLIONS)}
    assert named("2,023 - 2,019", inputs) == "(a - b)"
    assert named("2023 - 2019", inputs) == "(a - b)"


def test_a_percentage_is_the_figure_of_a_column_in_percent() -> None:
    assert named("2.9% + 3.8%", {"a": printed("2.9", PERCENT), "b": printed("3.8%")}) == "(a + b)"
    with pytest.raises(NotComputable, match="without a source"):
        named("2.9% + 3.8%", {"a": printed("2.9"), "b": printed("3.8%")})


def test_days_are_counted_where_a_number_of_days_stands() -> None:
    assert counts_days(parse("a / b * 365", INPUTS))
    assert counts_days(parse("avg(a, b) / (b / 91)", INPUTS))
    assert not counts_days(parse("a / b * 100", INPUTS))
