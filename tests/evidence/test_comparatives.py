"""A comparative is the same thing, as long, a year earlier."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.comparatives import comparatives, is_comparative
from pipeline.evidence.fact import Dimension, Fact

QUARTER = Fact(
    "f-1",
    "us-gaap:Revenues",
    "81,797",
    "81797000000",
    unit="iso4217:USD",
    start=date(2023, 4, 2),
    end=date(2023, 7, 1),
)


def of(start: date | None, end: date | None) -> Fact:
    return replace(QUARTER, id="f-2", start=start, end=end)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (date(2022, 3, 27), date(2022, 6, 25), True),  # Apple's own: 13 weeks, a week earlier in the month
        (date(2022, 4, 1), date(2022, 6, 30), True),
        (date(2021, 9, 26), date(2022, 6, 25), False),  # nine months
        (date(2023, 1, 1), date(2023, 4, 1), False),  # the quarter before
        (date(2021, 3, 28), date(2021, 6, 26), False),  # two years
        (date(2024, 3, 31), date(2024, 6, 29), False),  # the year after
        (None, date(2022, 7, 1), False),  # a day
        (date(2023, 4, 2), date(2023, 7, 1), False),  # itself
    ],
)
def test_a_quarter_is_compared_with_the_same_quarter_a_year_earlier(
    start: date | None, end: date, expected: bool
) -> None:
    assert is_comparative(QUARTER, of(start, end)) is expected


def test_a_balance_is_compared_with_the_one_a_year_earlier_not_with_the_last_year_end() -> None:
    balance = of(None, date(2023, 7, 1))
    assert is_comparative(balance, of(None, date(2022, 6, 25)))
    assert not is_comparative(balance, of(None, date(2022, 9, 24)))


def test_a_leap_years_last_day_is_one_year_after_the_last_of_the_year_before() -> None:
    assert is_comparative(of(date(2024, 1, 1), date(2024, 12, 31)), of(date(2023, 1, 1), date(2023, 12, 31)))


def test_what_holds_forever_has_no_comparative() -> None:
    assert not is_comparative(of(None, None), of(None, None))


def test_another_unit_or_member_is_no_comparative() -> None:
    prior = of(date(2022, 3, 27), date(2022, 6, 25))
    assert not is_comparative(QUARTER, replace(prior, unit="iso4217:EUR"))
    assert not is_comparative(QUARTER, replace(prior, concept="us-gaap:CostOfRevenue"))
    axis = Dimension("srt:ProductOrServiceAxis", "us-gaap:ServiceMember")
    assert not is_comparative(QUARTER, replace(prior, dimensions=(axis,)))


def test_the_places_of_a_comparative_are_grouped_by_its_period() -> None:
    prior = of(date(2022, 3, 27), date(2022, 6, 25))
    again, other = replace(prior, id="f-3"), replace(prior, id="f-4", end=date(2022, 6, 30))
    assert comparatives(QUARTER, [QUARTER, prior, other, again]) == {
        (prior.start, prior.end): [prior, again],
        (other.start, other.end): [other],
    }
