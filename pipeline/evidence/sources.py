"""Where the numbers of an expression come from: each is a cited figure, or one that arithmetic needs.

Needed are counts of what is averaged and of periods (up to twelve), ½, 100 and 10,000 (percent, basis points), days and
weeks of fiscal periods; beside a term only 0, 1 and 100 ("a ÷ b − 1"); as an exponent the number of periods, also as
the difference of two years. Anything else, a scale such as 1,000 too (figures carry their own), is a number without a
source. A figure may be written in place of its input's name, with its sign, when the expression has that name nowhere;
"(71)" is a minus where an input prints it so, and a bracket else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto

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
from pipeline.evidence.figures import Figure
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.units import Measure

COUNTS = frozenset(map(Decimal, range(1, 13)))
"""What is averaged, quarters, months."""
DAYS = frozenset(
    map(Decimal, (28, 29, 30, 31, 90, 91, 92, 98, 181, 182, 183, 184, 273, 274, 275, 360, 364, 365, 366, 371))
)
"""Months, quarters, halves, nine months and years, of calendar, banking and 52- or 53-week years."""
WEEKS = frozenset(map(Decimal, (13, 14, 26, 27, 39, 40, 52, 53)))
FACTORS = COUNTS | DAYS | WEEKS | frozenset(map(Decimal, ("0.5", "100", "10000")))
TERMS = frozenset(map(Decimal, (0, 1, 100)))
PERIODS = frozenset(map(Decimal, range(61))) | {Decimal("0.5")}
"""Exponents: up to the months of five years; a square root."""
YEARS = range(1900, 2101)


class _Place(Enum):
    """What a part of an expression is to the part around it."""

    WHOLE = auto()
    TERM = auto()
    FACTOR = auto()
    DIVISOR = auto()
    EXPONENT = auto()


def sourced(expression: Expression, inputs: Mapping[str, PrintedFigure]) -> Expression:
    """The expression with a name for every cited figure. Raises NotComputable for a number without a source, for one
    that two inputs could be, and for an expression over no input."""
    free = {name: figure for name, figure in inputs.items() if name not in names_of(expression)}
    named = _Sourcing(free).part(expression, _Place.WHOLE)
    if not names_of(named):
        raise NotComputable("The expression holds no cited figure.")
    return named


def names_of(expression: Expression) -> frozenset[str]:
    """The inputs that an expression names."""
    match expression:
        case Number():
            return frozenset()
        case Name(name):
            return frozenset({name})
        case Negative(of):
            return names_of(of)
        case Operation(_, left, right):
            return names_of(left) | names_of(right)
        case Power(base, exponent):
            return names_of(base) | names_of(exponent)
        case Call(_, arguments):
            return frozenset().union(*map(names_of, arguments))


def counts_days(expression: Expression) -> bool:
    """Whether a number of days stands in an expression: what it gives may then be days."""
    match expression:
        case Number(figure):
            return figure.value in DAYS
        case Name():
            return False
        case Negative(of):
            return counts_days(of)
        case Operation(_, left, right):
            return counts_days(left) or counts_days(right)
        case Power(base, _):
            return counts_days(base)
        case Call(_, arguments):
            return any(map(counts_days, arguments))


@dataclass(frozen=True, slots=True)
class _Sourcing:
    """Over the inputs that the expression does not name."""

    free: Mapping[str, PrintedFigure]

    def part(self, expression: Expression, place: _Place) -> Expression:
        match expression:
            case Number():
                return self._number(expression, place)
            case Name():
                return expression
            case Negative(Number(figure, bracketed=False)) if name := self._input(figure, negative=True):
                return Name(name)
            case Negative(of):
                return Negative(self.part(of, place))
            case Operation(operator, left, right):
                return self._operation(operator, left, right, place)
            case Power(base, exponent):
                return Power(self.part(base, _Place.FACTOR), self.part(exponent, _Place.EXPONENT))
            case Call(Function.ROUND, arguments):
                return Call(Function.ROUND, (self.part(arguments[0], place), *arguments[1:]))
            case Call(function, arguments):
                return Call(function, tuple(self.part(one, _Place.TERM) for one in arguments))

    def _operation(
        self, operator: Operator, left: Expression, right: Expression, place: _Place
    ) -> Expression:
        if operator in (Operator.PLUS, Operator.MINUS):
            if operator is Operator.MINUS and self._is_year(left) and self._is_year(right):
                return Operation(operator, left, right)
            inner = place if place is _Place.EXPONENT else _Place.TERM
            if _is_one(right) and _is_quotient(left):
                return Operation(operator, self.part(left, inner), right)
            if _is_one(left) and _is_percentage(right):
                return Operation(operator, left, self.part(right, inner))
            return Operation(operator, self.part(left, inner), self.part(right, inner))
        if operator is Operator.OVER and isinstance(right, Number):
            if right.figure.value == _terms(left) > 1:
                return Operation(operator, self.part(left, _Place.FACTOR), right)
            return Operation(operator, self.part(left, _factor(place)), self.part(right, _divisor(place)))
        return Operation(operator, self.part(left, _factor(place)), self.part(right, _factor(place)))

    def _number(self, number: Number, place: _Place) -> Expression:
        figure = number.figure
        is_percent_of = place is _Place.FACTOR and figure.value == 100
        if place is not _Place.EXPONENT and not is_percent_of:
            name = self._input(figure, negative=False)
            in_brackets = self._input(figure, negative=True) if number.bracketed else None
            if name and in_brackets:
                raise NotComputable(f"({figure.text}) could be one of two inputs, one of them negative.")
            if name or in_brackets:
                return Name(name or in_brackets or "")
        if figure.percent and figure.value == 100:
            return Number(figure)
        permitted = {_Place.EXPONENT: PERIODS, _Place.TERM: TERMS, _Place.WHOLE: frozenset[Decimal]()}
        if figure.value in permitted.get(place, FACTORS) and not (figure.percent or figure.currency):
            return Number(figure)
        raise NotComputable(f"{figure.text} stands in the expression without a source.")

    def _is_year(self, expression: Expression) -> bool:
        """Whether a number can only be a year: written without a comma, and no input's figure."""
        return (
            isinstance(expression, Number)
            and expression.figure.text.isdigit()
            and int(expression.figure.text) in YEARS
            and self._input(expression.figure, negative=False) is None
        )

    def _input(self, figure: Figure, negative: bool) -> str | None:
        found = [name for name, printed in self.free.items() if _stands_for(figure, printed, negative)]
        if len({(self.free[name].amount, self.free[name].unit) for name in found}) > 1:
            raise NotComputable(f"{figure.text} could be one of {len(found)} inputs.")
        return found[0] if found else None


def _stands_for(written: Figure, printed: PrintedFigure, negative: bool) -> bool:
    figure, unit = printed.figure, printed.unit
    is_percent = figure.percent or (unit is not None and unit.measure is Measure.PERCENT)
    return (
        written.magnitude == figure.magnitude
        and negative == figure.negative
        and (is_percent or not written.percent)
        and written.scale in (0, figure.scale or (unit.scale if unit else 0))
        and (None in (written.currency, figure.currency) or written.currency == figure.currency)
    )


def _factor(place: _Place) -> _Place:
    return _Place.EXPONENT if place is _Place.EXPONENT else _Place.FACTOR


def _divisor(place: _Place) -> _Place:
    return _Place.EXPONENT if place is _Place.EXPONENT else _Place.DIVISOR


def _terms(expression: Expression) -> int:
    """How many terms a sum has, also under a minus; 1 for anything else."""
    if isinstance(expression, Negative):
        return _terms(expression.of)
    if isinstance(expression, Operation) and expression.operator is Operator.PLUS:
        return _terms(expression.left) + _terms(expression.right)
    return 1


def _is_one(expression: Expression) -> bool:
    return isinstance(expression, Number) and expression.figure.value == 1


def _is_percentage(expression: Expression) -> bool:
    return isinstance(expression, Number) and expression.figure.percent


def _is_quotient(expression: Expression) -> bool:
    return isinstance(expression, Operation) and expression.operator is Operator.OVER
