"""Within which bounds an expression's value lies when each input is known up to its rounding only.

Interval arithmetic alone is too wide where an input stands twice: in (a − b) ÷ b the two b would move apart. So each
part is evaluated with its rate of change by every input, as intervals too. An input whose rate keeps one sign over its
whole rounding pushes the value one way only, and the bounds stand at its ends: exact. An input whose rate may change
its sign stays an interval: the bounds are then safe, and perhaps too wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce

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
from pipeline.evidence.interval import Interval, exact_arithmetic

LARGEST_POWER = 60
"""Months of five years: no yearly or monthly growth of a filing runs longer."""

_ZERO, _ONE = Interval.point(Decimal(0)), Interval.point(Decimal(1))


def enclose(expression: Expression, inputs: Mapping[str, Interval]) -> Interval:
    """The bounds of an expression over inputs between theirs. A percentage in the expression is a number of percent.

    Raises NotComputable for a divisor that may be zero, a root of what may be negative, numbers beyond all amounts, and
    a `round` that is not the outermost.
    """
    if isinstance(expression, Call) and expression.function is Function.ROUND:
        inner = enclose(expression.arguments[0], inputs)
        return Interval(_rounded(inner.low, expression), _rounded(inner.high, expression))
    with exact_arithmetic():
        rates = _evaluate(expression, inputs).rates
        lowest, highest = dict(inputs), dict(inputs)
        for name, rate in rates.items():
            low, high = Interval.point(inputs[name].low), Interval.point(inputs[name].high)
            if rate.low >= 0:
                lowest[name], highest[name] = low, high
            elif rate.high <= 0:
                lowest[name], highest[name] = high, low
        return Interval(_evaluate(expression, lowest).value.low, _evaluate(expression, highest).value.high)


def value_of(expression: Expression, inputs: Mapping[str, Decimal]) -> Decimal:
    """What an expression comes to. Raises NotComputable as `enclose`."""
    return enclose(expression, {name: Interval.point(value) for name, value in inputs.items()}).low


@dataclass(frozen=True, slots=True)
class _Moving:
    """Bounds of a value, and of its rate of change by each input that it depends on."""

    value: Interval
    rates: Mapping[str, Interval]

    def scaled(self, value: Interval, by: Interval) -> _Moving:
        """Of a function of this alone: its value, and its own rate of change."""
        return _Moving(value, {name: rate * by for name, rate in self.rates.items()})

    def joined(self, other: _Moving, value: Interval, by: Interval, by_other: Interval) -> _Moving:
        """Of a function of both: its value, and its own rate of change by each."""
        names = {*self.rates, *other.rates}
        return _Moving(
            value,
            {
                name: self.rates.get(name, _ZERO) * by + other.rates.get(name, _ZERO) * by_other
                for name in names
            },
        )


def _evaluate(expression: Expression, inputs: Mapping[str, Interval]) -> _Moving:
    match expression:
        case Number(figure):
            return _Moving(Interval.point(figure.value), {})
        case Name(name):
            return _Moving(inputs[name], {name: _ONE})
        case Negative(of):
            inner = _evaluate(of, inputs)
            return inner.scaled(-inner.value, -_ONE)
        case Operation(operator, left, right):
            return _operated(operator, _evaluate(left, inputs), _evaluate(right, inputs))
        case Power(base, exponent):
            return _raised(_evaluate(base, inputs), _evaluate(exponent, inputs))
        case Call(function, arguments):
            return _called(function, [_evaluate(argument, inputs) for argument in arguments])


def _operated(operator: Operator, left: _Moving, right: _Moving) -> _Moving:
    one, two = left.value, right.value
    match operator:
        case Operator.PLUS:
            return left.joined(right, one + two, _ONE, _ONE)
        case Operator.MINUS:
            return left.joined(right, one - two, _ONE, -_ONE)
        case Operator.TIMES:
            return left.joined(right, one * two, two, one)
        case Operator.OVER:
            return left.joined(right, one / two, _ONE / two, -one / (two * two))


def _raised(base: _Moving, exponent: _Moving) -> _Moving:
    power = exponent.value.low
    if exponent.rates or abs(power) > LARGEST_POWER:
        raise NotComputable(f"Only a number up to {LARGEST_POWER} can be an exponent.")
    by = Interval.point(power)
    if power == power.to_integral_value():
        whole = int(power)
        rate = by * base.value.whole_power(whole - 1) if whole else _ZERO
        return base.scaled(base.value.whole_power(whole), rate)
    return base.scaled(base.value.real_power(power), by * base.value.real_power(power - 1))


def _called(function: Function, arguments: list[_Moving]) -> _Moving:
    match function:
        case Function.SUM:
            return reduce(_sum, arguments)
        case Function.AVERAGE:
            total, count = reduce(_sum, arguments), Interval.point(Decimal(len(arguments)))
            return total.scaled(total.value / count, _ONE / count)
        case Function.MOST:
            return reduce(_most, arguments)
        case Function.LEAST:
            least = reduce(_most, [one.scaled(-one.value, -_ONE) for one in arguments])
            return least.scaled(-least.value, -_ONE)
        case Function.MAGNITUDE if len(arguments) == 1:
            inner = arguments[0]
            return inner.scaled(abs(inner.value), _sign(inner.value))
        case Function.MAGNITUDE:
            raise NotComputable("“abs” is of one number.")
        case Function.ROUND:
            raise NotComputable("Only the whole result can be rounded; “round” stands inside the expression.")


def _sum(one: _Moving, two: _Moving) -> _Moving:
    return _operated(Operator.PLUS, one, two)


def _most(one: _Moving, two: _Moving) -> _Moving:
    """The larger of two; where the rounding of both leaves that open, either's rate of change."""
    if one.value.low >= two.value.high:
        return one
    if two.value.low >= one.value.high:
        return two
    value = Interval(max(one.value.low, two.value.low), max(one.value.high, two.value.high))
    names = {*one.rates, *two.rates}
    return _Moving(
        value, {name: one.rates.get(name, _ZERO).hull(two.rates.get(name, _ZERO)) for name in names}
    )


def _sign(value: Interval) -> Interval:
    if value.holds_zero:
        return Interval(Decimal(-1), Decimal(1))
    return _ONE if value.low > 0 else -_ONE


def _rounded(value: Decimal, call: Call) -> Decimal:
    """To the places of `round`'s second argument, halves away from zero."""
    places = _places(call.arguments)
    with exact_arithmetic():
        return value.quantize(Decimal(1).scaleb(-places), "ROUND_HALF_UP")


def _places(arguments: tuple[Expression, ...]) -> int:
    if len(arguments) == 1:
        return 0
    if len(arguments) == 2 and isinstance(arguments[1], Number) and arguments[1].figure.digits.isdigit():
        places = int(arguments[1].figure.digits)
        if places <= 10:
            return places
    raise NotComputable("“round” is of one number, to 10 places at most.")
