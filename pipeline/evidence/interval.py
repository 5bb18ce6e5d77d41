"""Intervals of decimals: where a number lies that was rounded, and what arithmetic makes of it.

Arithmetic keeps 34 digits; its own rounding is some 20 digits below that of any printed figure.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import (
    Context,
    Decimal,
    DecimalException,
    DivisionByZero,
    InvalidOperation,
    Overflow,
    localcontext,
)
from typing import Self

from pipeline.evidence.errors import NotComputable

DIGITS = 34
LARGEST_EXPONENT = 999
"""Of ten: what goes beyond is no amount, and its digits would cost memory."""

_CONTEXT = Context(
    prec=DIGITS,
    Emax=LARGEST_EXPONENT,
    Emin=-LARGEST_EXPONENT,
    traps=[DivisionByZero, InvalidOperation, Overflow],
)


@contextmanager
def exact_arithmetic() -> Iterator[None]:
    """Decimal arithmetic with the digits and bounds of this module. Raises NotComputable where a number leaves them."""
    with localcontext(_CONTEXT):
        try:
            yield
        except DecimalException as error:
            raise NotComputable(
                "The expression has no value: a number in it is too large or not real."
            ) from error


@dataclass(frozen=True, slots=True)
class Interval:
    """Every number from `low` to `high`. Raises NotComputable when reversed or not finite."""

    low: Decimal
    high: Decimal

    def __post_init__(self) -> None:
        if not (self.low.is_finite() and self.high.is_finite() and self.low <= self.high):
            raise NotComputable(f"{self.low} … {self.high} is no interval.")

    @classmethod
    def point(cls, value: Decimal) -> Self:
        return cls(value, value)

    @property
    def holds_zero(self) -> bool:
        return self.low <= 0 <= self.high

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both."""
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        ends = [one * two for one in (self.low, self.high) for two in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __truediv__(self, other: Interval) -> Interval:
        """Raises NotComputable for a divisor that may be zero."""
        if other.holds_zero:
            raise NotComputable("The divisor may be zero within its rounding.")
        ends = [one / two for one in (self.low, self.high) for two in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __abs__(self) -> Interval:
        if self.holds_zero:
            return Interval(Decimal(0), max(-self.low, self.high))
        return self if self.low > 0 else -self

    def whole_power(self, exponent: int) -> Interval:
        """Raised to a whole number; to 0 it is 1. Raises NotComputable for zero raised to a negative one."""
        if exponent == 0:
            return Interval.point(Decimal(1))
        if exponent < 0:
            return Interval.point(Decimal(1)) / self.whole_power(-exponent)
        ends = self.low**exponent, self.high**exponent
        if exponent % 2 == 0 and self.holds_zero:
            return Interval(Decimal(0), max(ends))
        return Interval(min(ends), max(ends))

    def real_power(self, exponent: Decimal) -> Interval:
        """Raised to any number: roots, for a yearly growth. Raises NotComputable unless the base is above zero."""
        if self.low <= 0:
            raise NotComputable("A root is taken of a number that may be zero or negative.")
        ends = self.low**exponent, self.high**exponent
        return Interval(min(ends), max(ends))
