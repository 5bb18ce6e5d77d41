from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.dates import MonthDay, find_days, find_month_days, parse_date


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("July 1, 2023", date(2023, 7, 1)),
        ("JULY 1,2023", date(2023, 7, 1)),
        ("Sept. 24, 2022", date(2022, 9, 24)),
        ("Dec 31 2023", date(2023, 12, 31)),
        ("1 July 2023", date(2023, 7, 1)),
        ("30-Jun-2023", date(2023, 6, 30)),
        ("2023-07-01", date(2023, 7, 1)),
        ("6/30/2023", date(2023, 6, 30)),
        ("7/7/2023", date(2023, 7, 7)),
        ("19981215", date(1998, 12, 15)),
        ("February 29, 2023", None),
        ("7/1/2023", None),
        ("July 2023", None),
        ("30", None),
        ("June 31, 2023", None),
    ],
)
def test_a_date_is_read_when_it_can_be_read_in_one_way(text: str, day: date | None) -> None:
    assert parse_date(text) == day


def test_the_days_of_a_text_come_in_order_with_their_places() -> None:
    text = "from January 1, 2023 to March 31, 2023 (2023-04-02)"
    found = find_days(text)
    assert [printed.day for printed in found] == [date(2023, 1, 1), date(2023, 3, 31), date(2023, 4, 2)]
    assert [printed.range.of(text) for printed in found] == [
        "January 1, 2023",
        "March 31, 2023",
        "2023-04-02",
    ]


def test_a_month_and_day_without_a_year_is_none_of_them() -> None:
    text = "Year Ended December 31, and June 30, 2022"
    assert find_month_days(text) == (MonthDay(12, 31),)
    assert find_month_days("February 30 and May 2022") == ()
    assert MonthDay(2, 29).in_year(2023) is None
    assert MonthDay(2, 29).in_year(2024) == date(2024, 2, 29)


@given(st.dates(date(1950, 1, 1), date(2049, 12, 31)))
def test_every_day_reads_back_as_covers_and_facts_print_it(day: date) -> None:
    assert parse_date(f"{day:%B} {day.day}, {day.year}") == day
    assert parse_date(day.isoformat()) == day
    assert [printed.day for printed in find_days(f"as of {day:%b}. {day.day}, {day.year} and")] == [day]
