"""A rate never claims more than its count bears."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.rates import InvalidRate, Rate, percent


@pytest.mark.parametrize(
    ("failed", "total", "low", "high"),
    # R: binom::binom.confint(methods = "wilson"), and Newcombe 1998, table I, method 3.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons(failed: int, total: int, low: float, high: float) -> None:
    assert Rate(failed, total).interval == pytest.approx((low, high), abs=0.0001)


@given(st.integers(0, 5_000), st.integers(0, 5_000))
def test_the_interval_holds_the_share_and_stays_within_bounds(failed: int, passed: int) -> None:
    rate = Rate(failed, failed + passed)
    if rate.interval is None or rate.share is None:
        assert rate.total == 0
        return
    low, high = rate.interval
    assert 0 <= low <= rate.share <= high <= 1


@given(st.integers(0, 300), st.integers(1, 300))
def test_more_of_the_same_narrows_the_interval(failed: int, passed: int) -> None:
    few, many = Rate(failed, failed + passed).interval, Rate(10 * failed, 10 * (failed + passed)).interval
    assert few is not None
    assert many is not None
    assert many[1] - many[0] < few[1] - few[0]


def test_a_rate_of_nothing_says_nothing() -> None:
    none = Rate(0, 0)
    assert (none.share, none.interval, none.words, none.interval_words) == (None, None, "–", "")


@pytest.mark.parametrize(("failed", "total"), [(-1, 2), (3, 2), (1, 0)])
def test_a_rate_beyond_all_is_refused(failed: int, total: int) -> None:
    with pytest.raises(InvalidRate):
        Rate(failed, total)


def test_rates_add_up_by_their_counts() -> None:
    assert Rate.sum([Rate(1, 10), Rate(0, 90)]) == Rate(1, 100)
    assert Rate.sum([]) == Rate(0, 0)


def test_a_rare_failure_is_never_said_to_be_none_and_a_rare_success_neither() -> None:
    assert percent(0) == "0.0%"
    assert percent(1 / 10_000) == "<0.1%"
    assert percent(0.029) == "2.9%"
    assert percent(9_999 / 10_000) == ">99.9%"
    assert percent(1) == "100.0%"


def test_a_rate_is_told_with_its_count_and_interval() -> None:
    rate = Rate(35, 1204)
    assert (rate.words, rate.count_words, rate.interval_words) == ("2.9%", "35 of 1,204", "95% 2.1 to 4.0%")
