"""A change is told with what chance would do, case by case where both runs have the same ones."""

from __future__ import annotations

from math import comb, erfc, sqrt
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.measured_change import Direction, FigureChange, chance_of, changes
from pipeline.evidence.measurement import MeasuredCase, MeasuredFigure, Unit


def share(count: int, total: int, low: float, high: float, *, good: bool | None = True) -> MeasuredFigure:
    return MeasuredFigure(
        "page", "right page", Unit.SHARE, count / total, total, low, high, count, more_is_better=good
    )


def cases(right: int, wrong: int, key: str = "page") -> list[MeasuredCase]:
    """The first ones are right."""
    return [
        MeasuredCase(key, f"case {number}", "", "", float(number < right)) for number in range(right + wrong)
    ]


def change(
    before: MeasuredFigure,
    after: MeasuredFigure,
    old: list[MeasuredCase] | None = None,
    new: list[MeasuredCase] | None = None,
) -> FigureChange:
    (only,) = changes([before], [after], old or [], new or [])
    return only


@pytest.mark.parametrize(
    ("after", "direction"),
    [
        (20, Direction.SAME),
        (15, Direction.CHANCE),  # five to none: chance does it 1 time in 16
        (14, Direction.REGRESSION),  # six to none: 1 in 32
        (26, Direction.BETTER),
    ],
)
def test_the_same_cases_are_compared_one_by_one(after: int, direction: Direction) -> None:
    """Their intervals overlap widely: without the pairing none of these would be told apart."""
    moved = change(
        share(20, 30, 0.48, 0.81), share(after, 30, 0.3, 0.95), cases(20, 10), cases(after, 30 - after)
    )
    assert (moved.direction, moved.paired) == (direction, True)
    assert (len(moved.worse), len(moved.better)) == (max(0, 20 - after), max(0, after - 20))


def test_cases_that_swap_are_told_though_the_figure_stays() -> None:
    swapped = [*cases(1, 0), MeasuredCase("page", "case 1", "", "", 1.0)]
    moved = change(
        share(1, 2, 0.1, 0.9),
        share(1, 2, 0.1, 0.9),
        cases(1, 1),
        [MeasuredCase("page", "case 0", "", "", 0.0), swapped[1]],
    )
    assert (moved.worse, moved.better, moved.direction) == (("case 0",), ("case 1",), Direction.CHANCE)


@pytest.mark.parametrize(
    ("after", "good", "direction"),
    [
        (share(50, 100, 0.40, 0.60), True, Direction.REGRESSION),
        (share(50, 100, 0.40, 0.60), False, Direction.BETTER),
        (share(50, 100, 0.40, 0.60), None, Direction.CHANGED),
        (share(85, 100, 0.77, 0.91), True, Direction.CHANCE),
        (share(97, 100, 0.92, 0.99), True, Direction.BETTER),
    ],
)
def test_other_cases_are_compared_by_their_intervals(
    after: MeasuredFigure, good: bool | None, direction: Direction
) -> None:
    before = share(80, 100, 0.71, 0.87, good=good)
    moved = change(before, share(after.count or 0, 100, after.low or 0, after.high or 0, good=good))
    assert (moved.direction, moved.paired) == (direction, False)


def test_fewer_seconds_are_better() -> None:
    slow = MeasuredFigure("page", "wait", Unit.SECONDS, 2.0, 9, 1.9, 2.1, more_is_better=False)
    fast = MeasuredFigure("page", "wait", Unit.SECONDS, 1.0, 9, 0.9, 1.1, more_is_better=False)
    timed = [[MeasuredCase("page", str(n), "", "", seconds) for n in range(9)] for seconds in (2.0, 1.0)]
    assert change(slow, fast, *timed).direction is Direction.BETTER
    assert change(fast, slow, *timed[::-1]).direction is Direction.REGRESSION


def test_a_difference_without_an_interval_is_not_called_chance() -> None:
    before = MeasuredFigure("page", "F1", Unit.SCORE, 0.9, 2)
    after = MeasuredFigure("page", "F1", Unit.SCORE, 0.2, 2)
    assert change(before, after).direction is Direction.UNTOLD


def test_what_is_new_and_what_is_gone_is_said() -> None:
    old, new = share(1, 2, 0.1, 0.9), MeasuredFigure("f1", "F1", Unit.SCORE, 0.5, 2)
    first, second = changes([old], [new])
    assert (first.direction, second.direction) == (Direction.NEW, Direction.GONE)
    assert first.words == "F1: not measured → 0.500 (2 cases): new"


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_sign_test_is_the_share_of_all_ways_that_part_as_unevenly(worse: int, better: int) -> None:
    moved = worse + better
    uneven = sum(comb(moved, k) for k in range(moved + 1) if abs(2 * k - moved) >= abs(worse - better))
    assert chance_of(worse, better) == pytest.approx(uneven / 2**moved)


def test_the_sign_test_of_many_cases_is_exact_and_soon_there() -> None:
    """Against the normal distribution, which so many cases come close to."""
    begun = perf_counter()
    assert chance_of(9_990, 10_010) == pytest.approx(erfc(19 / sqrt(2 * 20_000)), abs=1e-4)
    assert perf_counter() - begun < 5, "summed one by one it takes minutes"
