"""Units and percentages of an expression reconciled before it is evaluated.

A ratio is written as a percentage with "× 100" or without, and a printed percentage stands in arithmetic as it is
(34 % + 11 %), as a share (12 % × 300) or beside one (1 − 21 %). So a factor 100 is counted, never guessed at: it makes
a percentage of a ratio, and cancels against a printed percentage that is divided by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import reduce

from pipeline.evidence.dimension import Dimension
from pipeline.evidence.errors import NotComputable
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
)
from pipeline.evidence.figures import figures

HUNDREDS = {Decimal(100): 1, Decimal(10_000): 2}
"""Factors that make percent, and basis points, of a ratio."""
BESIDE_ANYTHING = frozenset({Decimal(0)})
"""What can be added to an amount of any unit: a nil that the table prints as a dash."""

_HUNDRED = Number(figures("100")[0])


@dataclass(frozen=True, slots=True)
class Reconciled:
    """An expression whose parts fit together, and what it measures; `constant`: it holds no input."""

    expression: Expression
    dimension: Dimension
    constant: bool = False


def reconcile(expression: Expression, dimensions: Mapping[str, Dimension]) -> Reconciled:
    """The expression with its percentages brought to one footing. Raises NotComputable where its units contradict."""
    found = _reconciled(expression, dimensions)
    found.dimension.require_amount()
    return _cancelled(found)


def _reconciled(expression: Expression, dimensions: Mapping[str, Dimension]) -> Reconciled:
    match expression:
        case Number(figure):
            return Reconciled(expression, Dimension(percent=int(figure.percent)), constant=True)
        case Name(name):
            return Reconciled(expression, dimensions[name])
        case Negative(of):
            inner = _reconciled(of, dimensions)
            return replace(inner, expression=Negative(inner.expression))
        case Operation(operator, left, right):
            one, two = _reconciled(left, dimensions), _reconciled(right, dimensions)
            if operator in (Operator.PLUS, Operator.MINUS):
                return _added(one, two, operator)
            return _multiplied(one, two, operator)
        case Power(base, exponent):
            return _raised(_reconciled(base, dimensions), _reconciled(exponent, dimensions))
        case Call(function, arguments):
            return _called(function, arguments, dimensions)


def _multiplied(one: Reconciled, two: Reconciled, operator: Operator) -> Reconciled:
    sign = 1 if operator is Operator.TIMES else -1
    dimension = _as_factor(one).times(_as_factor(two), sign)
    return Reconciled(
        Operation(operator, one.expression, two.expression), dimension, one.constant and two.constant
    )


def _as_factor(part: Reconciled) -> Dimension:
    if isinstance(part.expression, Number) and not part.expression.figure.percent:
        return Dimension(hundred=HUNDREDS.get(part.expression.figure.value, 0))
    return part.dimension


def _added(one: Reconciled, two: Reconciled, operator: Operator) -> Reconciled:
    first, second = _on_one_footing(one, two)
    dimension = _sum(first, second)
    return Reconciled(
        Operation(operator, first.expression, second.expression), dimension, one.constant and two.constant
    )


def _sum(one: Reconciled, two: Reconciled) -> Dimension:
    for part, other in ((one, two), (two, one)):
        if part.constant and (_is_number(part, BESIDE_ANYTHING) or other.dimension.open):
            return other.dimension
    return one.dimension.plus(two.dimension)


def _on_one_footing(one: Reconciled, two: Reconciled) -> tuple[Reconciled, Reconciled]:
    """Both as percentages, or both as ratios. Raises NotComputable for a ratio beside one that was made a percentage:
    "a ÷ b × 100 − 1" is no growth."""
    first, second = _cancelled(one), _cancelled(two)
    if _footing(first) == _footing(second):
        return first, second
    hundred = frozenset(HUNDREDS)
    if _footing(first) == 1 and second.constant and _is_number(second, hundred):
        return first, replace(second, dimension=Dimension(hundred=1))
    if _footing(second) == 1 and first.constant and _is_number(first, hundred):
        return replace(first, dimension=Dimension(hundred=1)), second
    if any(part.constant and _is_number(part, BESIDE_ANYTHING) for part in (first, second)):
        return first, second
    first, second = _as_ratio(first), _as_ratio(second)
    if first.dimension.hundred != second.dimension.hundred:
        if first.dimension.is_plain or second.dimension.is_plain:
            raise NotComputable("A percentage and a ratio are added: one of them is × 100, the other is not.")
        first, second = _without_hundreds(first), _without_hundreds(second)
    return first, second


def _footing(part: Reconciled) -> int:
    return part.dimension.percent + part.dimension.hundred


def _is_number(part: Reconciled, numbers: frozenset[Decimal]) -> bool:
    return isinstance(part.expression, Number) and part.expression.figure.value in numbers


def _as_ratio(part: Reconciled) -> Reconciled:
    """Its printed percentages as shares of one: 21 % is 0.21."""
    expression, power = part.expression, part.dimension.percent
    for _ in range(abs(power)):
        operator = Operator.OVER if power > 0 else Operator.TIMES
        expression = Operation(operator, expression, _HUNDRED)
    return replace(part, expression=expression, dimension=replace(part.dimension, percent=0))


def _cancelled(part: Reconciled) -> Reconciled:
    """Without the factors 100 that undo a printed percentage, as in "r ÷ 100"."""
    percent, hundred = part.dimension.percent, part.dimension.hundred
    if percent * hundred >= 0:
        return part
    undone = min(abs(percent), abs(hundred)) * (1 if percent > 0 else -1)
    return replace(
        part, dimension=replace(part.dimension, percent=percent - undone, hundred=hundred + undone)
    )


def _without_hundreds(part: Reconciled) -> Reconciled:
    return replace(part, dimension=replace(part.dimension, hundred=0))


def _raised(base: Reconciled, exponent: Reconciled) -> Reconciled:
    if not exponent.constant:
        raise NotComputable("An exponent holds an input; only a number can be one.")
    whole = _whole(exponent.expression)
    if whole is not None:
        dimension = base.dimension.raised(whole)
    else:
        base = _as_ratio(_cancelled(base))
        if base.dimension != replace(Dimension(), currencies=base.dimension.currencies):
            raise NotComputable("A root is taken of an amount with a unit; only a ratio has one.")
        dimension = base.dimension
    return Reconciled(Power(base.expression, exponent.expression), dimension, base.constant)


def _whole(exponent: Expression) -> int | None:
    negative = isinstance(exponent, Negative)
    number = exponent.of if isinstance(exponent, Negative) else exponent
    if isinstance(number, Number) and number.figure.value == number.figure.value.to_integral_value():
        return int(number.figure.value) * (-1 if negative else 1)
    return None


def _called(
    function: Function, arguments: tuple[Expression, ...], dimensions: Mapping[str, Dimension]
) -> Reconciled:
    if function is Function.ROUND:
        inner = _reconciled(arguments[0], dimensions)
        return replace(inner, expression=Call(function, (inner.expression, *arguments[1:])))
    parts = [_reconciled(argument, dimensions) for argument in arguments]
    if len(parts) > 1:
        parts = _level(parts)
    return Reconciled(
        Call(function, tuple(part.expression for part in parts)),
        reduce(lambda one, two: replace(one, dimension=_sum(one, two)), parts).dimension,
        all(part.constant for part in parts),
    )


def _level(parts: list[Reconciled]) -> list[Reconciled]:
    """Every part on the footing of the first; as ratios where they differ."""
    if len({_footing(_cancelled(part)) for part in parts}) == 1:
        return [_cancelled(part) for part in parts]
    ratios = [_as_ratio(_cancelled(part)) for part in parts]
    if len({part.dimension.hundred for part in ratios}) > 1:
        raise NotComputable("A percentage and a ratio are added: one of them is × 100, the other is not.")
    return ratios
