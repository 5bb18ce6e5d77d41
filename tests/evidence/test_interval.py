from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.evidence.errors import NotComputable
from pipeline.evidence.interval import Interval, exact_arithmetic

numbers = st.decimals(min_value=-1000, max_value=1000, places=2)


@st.composite
def held(draw: st.DrawFn) -> tuple[Interval, Decimal]:
    """An interval and a number in it."""
    low, inside, high = sorted(draw(st.tuples(numbers, numbers, numbers)))
    return Interval(low, high), inside


def is_in(number: Decimal, interval: Interval) -> bool:
    return interval.low <= number <= interval.high


@settings(max_examples=60, deadline=None)
@given(held(), held())
def test_arithmetic_on_intervals_holds_that_on_their_numbers(
    one: tuple[Interval, Decimal], two: tuple[Interval, Decimal]
) -> None:
    (first, a), (second, b) = one, two
    assert is_in(a + b, first + second)
    assert is_in(a - b, first - second)
    assert is_in(a * b, first * second)
    assert is_in(-a, -first)
    assert is_in(abs(a), abs(first))
    assert is_in(a, first.hull(second))
    assert first.whole_power(0) == Interval.point(Decimal(1))
    for power in (1, 2, 3):
        assert is_in(a**power, first.whole_power(power))
    if second.holds_zero:
        with pytest.raises(NotComputable, match="may be zero"):
            first / second
    else:
        quotient = first / second
        slack = Decimal("1e-20") * (1 + abs(a / b))
        assert is_in(a / b, Interval(quotient.low - slack, quotient.high + slack))


def test_an_even_power_of_an_interval_around_zero_is_not_negative() -> None:
    assert Interval(Decimal(-2), Decimal(1)).whole_power(2) == Interval(Decimal(0), Decimal(4))


def test_a_root_of_what_may_be_negative_is_refused() -> None:
    with pytest.raises(NotComputable, match="root"):
        Interval(Decimal(0), Decimal(4)).real_power(Decimal("0.5"))
    assert Interval(Decimal(4), Decimal(9)).real_power(Decimal("0.5")) == Interval(Decimal(2), Decimal(3))


def test_an_interval_is_finite_and_in_order() -> None:
    for low, high in (("2", "1"), ("NaN", "1"), ("1", "Infinity")):
        with pytest.raises((NotComputable, ArithmeticError)):
            Interval(Decimal(low), Decimal(high))


def test_numbers_beyond_all_amounts_are_refused_in_words() -> None:
    huge = Interval.point(Decimal("1e600"))
    with pytest.raises(NotComputable, match="too large"), exact_arithmetic():
        huge * huge
