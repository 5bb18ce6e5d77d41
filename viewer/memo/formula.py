"""A calculation as a formula of a workbook: made from its tree alone, so that nothing that was written can reach it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from pipeline.evidence.errors import InvalidExpression
from pipeline.evidence.expression import (
    Call,
    Expression,
    Function,
    Name,
    Negative,
    Number,
    Operation,
    Operator,
    Power,
    parse,
)
from viewer.memo.memo import MemoCalculation

NEAR: Final = 1e-9
"""How far, in proportion, a workbook's arithmetic may be from the exact one, beside the rounding of the value told."""
MOST_POWER: Final = 12
"""Powers of ten between what an expression comes to and the unit of its result: percent, thousands … trillions."""

_FUNCTIONS: Final = {
    Function.AVERAGE: "AVERAGE",
    Function.SUM: "SUM",
    Function.LEAST: "MIN",
    Function.MOST: "MAX",
    Function.MAGNITUDE: "ABS",
    Function.ROUND: "ROUND",
}


@dataclass(frozen=True, slots=True)
class LiveFormula:
    """A formula, and what it comes to."""

    text: str
    value: float


class _NoFormulaError(Exception):
    """The expression cannot be told as a formula."""


def live_formula(calculation: MemoCalculation, cells: Mapping[str, str]) -> LiveFormula | None:
    """The result as a formula over the `cells` of its inputs ("H4"), by name; it comes to the calculation's value.

    None where the calculation was not done, an input has no value, or a workbook would come to another value.
    """
    values = {one.name: float(one.value) for one in calculation.inputs if one.value is not None}
    if calculation.value is None or len(values) < len(calculation.inputs):
        return None
    try:
        tree = parse(calculation.written, list(values))
        comes_to = _value(tree, values)
        power = _power_between(comes_to, calculation.value)
        written = _written(tree, cells)
    except (InvalidExpression, _NoFormulaError, ArithmeticError, ValueError):
        return None
    text = f"={written}" if not power else f"={written}{'*' if power > 0 else '/'}{10 ** abs(power)}"
    return LiveFormula(text, comes_to * 10.0**power)


def _power_between(comes_to: float, value: Decimal) -> int:
    """The power of ten by which the result's unit differs from the inputs': 2 for a share told in percent. Raises where
    the value, as far as its last digit tells, is no such multiple."""
    exponent = value.as_tuple().exponent
    half = 0.5 * 10.0 ** int(exponent)
    for power in sorted(range(-MOST_POWER, MOST_POWER + 1), key=abs):
        if math.isclose(comes_to * 10.0**power, float(value), rel_tol=NEAR, abs_tol=half * (1 + NEAR)):
            return power
    raise _NoFormulaError


def _written(tree: Expression, cells: Mapping[str, str]) -> str:
    """In brackets throughout: a workbook's minus binds closer than its powers."""
    match tree:
        case Number():
            return f"{_constant(tree):f}"
        case Name(name):
            return cells[name]
        case Negative(of):
            return f"(-{_written(of, cells)})"
        case Operation(operator, left, right):
            return f"({_written(left, cells)}{operator.value}{_written(right, cells)})"
        case Power(base, exponent):
            return f"({_written(base, cells)}^{_written(exponent, cells)})"
        case Call(Function.ROUND, [only]):
            return f"ROUND({_written(only, cells)},0)"
        case Call(function, arguments):
            return f"{_FUNCTIONS[function]}({','.join(_written(one, cells) for one in arguments)})"


def _value(tree: Expression, values: Mapping[str, float]) -> float:
    """What a workbook makes of it."""
    match tree:
        case Number():
            return float(_constant(tree))
        case Name(name):
            return values[name]
        case Negative(of):
            return -_value(of, values)
        case Operation(operator, left, right):
            return _operated(operator, _value(left, values), _value(right, values))
        case Power(base, exponent):
            return math.pow(_value(base, values), _value(exponent, values))
        case Call(function, arguments):
            return _called(function, [_value(one, values) for one in arguments])


def _operated(operator: Operator, left: float, right: float) -> float:
    match operator:
        case Operator.PLUS:
            return left + right
        case Operator.MINUS:
            return left - right
        case Operator.TIMES:
            return left * right
        case Operator.OVER:
            return left / right


def _called(function: Function, arguments: list[float]) -> float:
    match function:
        case Function.AVERAGE:
            return math.fsum(arguments) / len(arguments)
        case Function.SUM:
            return math.fsum(arguments)
        case Function.LEAST:
            return min(arguments)
        case Function.MOST:
            return max(arguments)
        case Function.MAGNITUDE if len(arguments) == 1:
            return abs(arguments[0])
        case Function.ROUND if len(arguments) <= 2:
            return round(arguments[0], int(arguments[1]) if len(arguments) > 1 else 0)
        case _:
            raise _NoFormulaError


def _constant(number: Number) -> Decimal:
    figure = number.figure
    return figure.value / 100 if figure.percent else figure.value
