from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidExpression
from pipeline.evidence.expression import (
    DEEPEST,
    MOST_CHARACTERS,
    MOST_PARTS,
    Call,
    Expression,
    Function,
    Name,
    Negative,
    Number,
    Operation,
    Power,
    parse,
)
from pipeline.evidence.figures import Figure

NAMES = ("a", "b", "c", "net sales", "x1")


def shape(expression: Expression) -> str:
    """The tree with every bracket written."""
    match expression:
        case Number(figure):
            return figure.text
        case Name(name):
            return name
        case Negative(of):
            return f"(-{shape(of)})"
        case Operation(operator, left, right):
            return f"({shape(left)} {operator.value} {shape(right)})"
        case Power(base, exponent):
            return f"({shape(base)} ^ {shape(exponent)})"
        case Call(function, arguments):
            return f"{function.value}({', '.join(map(shape, arguments))})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(a - b) / b * 100", "(((a - b) / b) * 100)"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b / c", "((a / b) / c)"),
        ("a + b * c", "(a + (b * c))"),
        ("-a * b", "((-a) * b)"),
        ("-a^2", "(-(a ^ 2))"),
        ("a^-2", "(a ^ (-2))"),
        ("2^3^2", "(2 ^ (3 ^ 2))"),
        ("a - -b", "(a - (-b))"),
        ("+a", "a"),
        ("a ** 2", "(a ^ 2)"),
        ("(a − b) ÷ b × 100", "(((a - b) / b) * 100)"),
        ("a – b", "(a - b)"),
        ("a · b ⁄ c", "((a * b) / c)"),
        ("a x b", "(a * b)"),
        ("（a＋b）／c", "((a + b) / c)"),
        ("[(a + b) / 2] - {c}", "(((a + b) / 2) - c)"),
        ("net sales - b", "(net sales - b)"),
        ("x1 / a", "(x1 / a)"),
        ("AVG(a, b)", "average(a, b)"),
        ("sum(a; b; c)", "sum(a, b, c)"),
        ("max(a, min(b, abs(c)))", "max(a, min(b, abs(c)))"),
        ("$4,000 + $17,000", "($4,000 + $17,000)"),
        ("60.3 million + 32,137 thousand", "(60.3 million + 32,137 thousand)"),
        ("34% + 11 %", "(34% + 11 %)"),
        ("$(a + b)", "(a + b)"),
        (".5 * a", "(.5 * a)"),
        ("a\u00a0-\u00a0b", "(a - b)"),
    ],
)
def test_arithmetic_is_read_with_its_precedence(text: str, expected: str) -> None:
    assert shape(parse(text, NAMES)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no expression"),
        ("   ", "no expression"),
        ("a -", "ends too early"),
        ("(a - b", "“)” is missing"),
        ("(a - b]", "“)” is missing"),
        ("a - b)", "should end"),
        ("a b", "should end"),
        ("a (b)", "should end"),
        ("d - a", "“d” is no input"),
        ("ab", "“ab” is no input"),
        ("sqrt(a)", "“sqrt” is no input"),
        ("2a", "“2a” is not one number"),
        ("1.2.3", "not one number"),
        ("1,23", "should end"),
        ("a = b", "“=” is no part of arithmetic"),
        ("a; b", "should end"),
        ("__import__('os')", "no input"),
        ("a.__class__", "no part of arithmetic"),
        ("a if b else c", "“if” is no input"),
        ("* a", "should"),
        ("avg()", "should"),
        ("9" * 30, "not one number"),
    ],
)
def test_what_is_no_arithmetic_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(InvalidExpression, match=words.replace("(", r"\(").replace(")", r"\)")):
        parse(text, NAMES)


def test_an_expression_has_bounds() -> None:
    assert shape(parse("a" + "+a" * (MOST_PARTS // 2 - 1), NAMES)).count("a") == MOST_PARTS // 2
    with pytest.raises(InvalidExpression, match="parts"):
        parse("a" + "+a" * MOST_PARTS, NAMES)
    with pytest.raises(InvalidExpression, match="characters"):
        parse("a" + " " * MOST_CHARACTERS, NAMES)
    with pytest.raises(InvalidExpression, match="brackets in brackets"):
        parse("(" * (DEEPEST + 1) + "a" + ")" * (DEEPEST + 1), NAMES)
    with pytest.raises(InvalidExpression, match="brackets in brackets"):
        parse("-" * (DEEPEST + 1) + "a", NAMES)
    assert parse("(" * (DEEPEST - 1) + "a" + ")" * (DEEPEST - 1), NAMES) == Name("a")


@pytest.mark.parametrize("name", ["", "1", "a-b", "a*b", "(a)", "a,b", " a"])
def test_an_input_whose_name_could_be_arithmetic_is_refused(name: str) -> None:
    with pytest.raises(InvalidExpression, match="cannot be called"):
        parse("1", [name])


def test_a_name_that_begins_another_does_not_cut_it() -> None:
    assert shape(parse("sales - sales old", ["sales", "sales old"])) == "(sales - sales old)"
    assert shape(parse("x", ["x"])) == "x"


def test_a_number_in_brackets_of_its_own_is_told_from_a_group() -> None:
    assert parse("(71)", NAMES) == Number(parse_number("71"), bracketed=True)
    assert parse("[71]", NAMES) == Number(parse_number("71"), bracketed=False)
    assert parse("avg(71)", NAMES) == Call(Function.AVERAGE, (Number(parse_number("71")),))


def parse_number(text: str) -> Figure:
    found = parse(text)
    assert isinstance(found, Number)
    return found.figure


@given(st.text(alphabet="ab()[]{}+-*/^,.0123456789%$ ×÷−xE_", max_size=80))
def test_any_text_is_an_expression_or_an_error_in_words(text: str) -> None:
    try:
        tree = parse(text, NAMES)
    except InvalidExpression as error:
        message = error.message
    else:
        message = f"{shape(tree)}."
    assert message.endswith(".")
