"""Periods of columns and rows: what the words say, and nothing where they leave it open."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidPeriod
from pipeline.evidence.fiscal import FiscalCalendar, Period
from pipeline.evidence.periods import lengths, read_period
from pipeline.evidence.row_period import period_of_row

WEEKS = FiscalCalendar.of(
    [
        "as of April 1, 2023 and as of March 26, 2022",
        "July 1, 2023 and September 24, 2022 and June 25, 2022; fiscal year ended September 25, 2021",
    ]
)
"""A calendar of 52 or 53 weeks, as its filing prints it."""

MONTHS = FiscalCalendar.of(["For the fiscal year ended December 31, 2023"])
NOTHING = FiscalCalendar()

THIRD = Period(date(2023, 7, 1), 3, date(2023, 4, 2))
NINE = Period(date(2023, 7, 1), 9, date(2022, 9, 25))


@pytest.mark.parametrize(
    ("words", "period"),
    [
        ("Three Months Ended July 1, 2023", THIRD),
        ("Three Months Ended June 25, 2022", Period(date(2022, 6, 25), 3, date(2022, 3, 27))),
        ("Nine Months Ended July 1, 2023", NINE),
        ("Nine Months Ended June 25, 2022", Period(date(2022, 6, 25), 9, date(2021, 9, 26))),
        ("13 weeks ended July 1, 2023", THIRD),
        ("Thirty-nine weeks ended July 1, 2023", NINE),
        ("Quarter ended July 1, 2023", THIRD),
        ("Third quarter ended July 1, 2023", THIRD),
        ("As of July 1, 2023", Period(date(2023, 7, 1))),
    ],
)
def test_a_header_of_a_week_calendar_is_read_with_its_first_day(words: str, period: Period) -> None:
    assert read_period(words, WEEKS) == period


@pytest.mark.parametrize(
    ("words", "period"),
    [
        ("Year Ended December 31, 2022", Period(date(2022, 12, 31), 12, date(2022, 1, 1))),
        ("Years ended December 31, 2022", Period(date(2022, 12, 31), 12, date(2022, 1, 1))),
        ("12 Months Ended Dec. 31, 2022", Period(date(2022, 12, 31), 12, date(2022, 1, 1))),
        ("Fiscal Years Ended January 31, 2018", Period(date(2018, 1, 31), 12, date(2017, 2, 1))),
        ("Six months ended June 30, 2023", Period(date(2023, 6, 30), 6, date(2023, 1, 1))),
        ("Six months ended February 29, 2024", Period(date(2024, 2, 29), 6, date(2023, 9, 1))),
        ("January 1, 2023 to March 31, 2023", Period(date(2023, 3, 31), 3, date(2023, 1, 1))),
        ("Q3 2023", Period(date(2023, 9, 30), 3, date(2023, 7, 1))),
        ("3Q23", Period(date(2023, 9, 30), 3, date(2023, 7, 1))),
        ("Second Quarter 2023", Period(date(2023, 6, 30), 3, date(2023, 4, 1))),
        ("FY2023", Period(date(2023, 12, 31), 12, date(2023, 1, 1))),
        ("Fiscal 2023", Period(date(2023, 12, 31), 12, date(2023, 1, 1))),
        ("Fiscal Year 2023", Period(date(2023, 12, 31), 12, date(2023, 1, 1))),
    ],
)
def test_a_header_of_a_month_calendar_is_read_with_its_first_day(words: str, period: Period) -> None:
    assert read_period(words, MONTHS) == period


@pytest.mark.parametrize(
    ("words", "around", "period"),
    [
        ("July 1, 2023", "Condensed consolidated balance sheets", Period(date(2023, 7, 1))),
        (
            "July 1, 2023",
            "as of July 1, 2023 and September 24, 2022 (in millions):",
            Period(date(2023, 7, 1)),
        ),
        ("July 1, 2023", "for the nine months ended:", NINE),
        ("December 31,", "as of December 31, 2022:", Period(date(2022, 12, 31))),
        ("2022", "Years ended December 31,", Period(date(2022, 12, 31), 12, date(2022, 1, 1))),
        (
            "2022",
            "years ended December 31, 2022, 2021 and 2020",
            Period(date(2022, 12, 31), 12, date(2022, 1, 1)),
        ),
        ("2022", "as of December 31, 2022 and 2021", Period(date(2022, 12, 31))),
        ("", "for the nine months ended July 1, 2023 is as follows:", NINE),
        ("Adjusted Cost", "by maturity, as of July 1, 2023 (in millions):", Period(date(2023, 7, 1))),
    ],
)
def test_what_a_header_leaves_open_is_read_in_the_caption(words: str, around: str, period: Period) -> None:
    assert read_period(words, WEEKS, around) == period


@pytest.mark.parametrize(
    ("words", "around"),
    [
        ("", ""),
        ("Level 1", ""),
        ("July 1, 2023", ""),  # a balance's day, or a period's last
        ("2023", ""),
        ("Q3 2023", ""),  # the calendar is not known
        ("2022 vs. 2021", "Years ended December 31,"),
        ("Three Months Ended July 1, 2023 Nine Months Ended", ""),
        ("July 1, 2023 June 25, 2022", "as of"),
        ("July 1, 2023", "for the three- and nine-month periods ended July 1, 2023 and June 25, 2022:"),
        ("", "as of July 1, 2023 and September 24, 2022 (in millions):"),
        ("Three Months Ended", "as of July 1, 2023"),
        ("2022", "Years ended December 31, and six months ended June 30,"),
        ("July 1, 2023", "as of July 1, 2023 and for the nine months then ended:"),
        (
            "2022",
            "for the fiscal years ended January 1, 2023 and January 2, 2022:",
        ),  # a year's name or its day
        ("2024", "Net sales for 2024 and 2023 and long-lived assets as of September 28, 2024 were:"),
    ],
)
def test_what_can_be_read_in_two_ways_is_no_period(words: str, around: str) -> None:
    assert read_period(words, NOTHING, around) is None


def test_the_first_day_is_left_open_where_no_printed_day_tells_it() -> None:
    assert read_period("Nine Months Ended July 1, 2023", NOTHING) == Period(date(2023, 7, 1), 9)
    two = FiscalCalendar(frozenset({date(2023, 4, 1), date(2023, 3, 25)}))
    assert read_period("Three Months Ended July 1, 2023", two) == Period(date(2023, 7, 1), 3)


@pytest.mark.parametrize(
    ("label", "period"),
    [
        ("Net sales", NINE),
        ("Balance as of July 1, 2023", Period(date(2023, 7, 1))),
        ("Balance at December 31, 2022", Period(date(2022, 12, 31))),
        ("Beginning balances", Period(date(2022, 9, 24))),
        ("Total shareholders’ equity, beginning balances", Period(date(2022, 9, 24))),
        ("Cash and cash equivalents at beginning of year", Period(date(2022, 9, 24))),
        ("Total shareholders’ equity, ending balances", Period(date(2023, 7, 1))),
        ("Cash at end of period", Period(date(2023, 7, 1))),
        ("Change from beginning of year to end of year", None),
        ("Notes due May 1, 2030", NINE),
    ],
)
def test_a_row_may_be_of_a_day_of_its_own(label: str, period: Period | None) -> None:
    assert period_of_row(label, NINE) == period


def test_what_was_included_in_a_balance_is_no_balance() -> None:
    label = "Net sales that were included in deferred revenue as of the beginning of the period"
    assert period_of_row(label, NINE) is None


def test_a_year_that_ends_a_month_may_be_one_of_whole_weeks() -> None:
    weeks = FiscalCalendar(frozenset({date(2022, 9, 24)}))
    assert read_period("Year ended September 30, 2023", weeks) == Period(date(2023, 9, 30), 12)
    assert read_period("Year ended September 30, 2023", NOTHING) == Period(
        date(2023, 9, 30), 12, date(2022, 10, 1)
    )


def test_the_end_of_a_year_is_a_day() -> None:
    ends = FiscalCalendar(year_ends=frozenset({(2023, date(2023, 12, 31))}))
    assert (
        read_period("2023", ends, "At the end of fiscal years 2023 and 2022, inventories comprised:") is None
    )
    assert read_period("2023", NOTHING, "At the end of the years December 31, 2023 and 2022") == Period(
        date(2023, 12, 31)
    )


def test_the_beginning_of_a_period_is_unknown_without_its_first_day() -> None:
    assert period_of_row("Beginning balances", Period(date(2023, 7, 1), 9)) is None
    assert period_of_row("Beginning balances", None) is None


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("Three Months Ended", {3}),
        ("three- and nine-month periods", {3, 9}),
        ("three, six and nine months", {3, 6, 9}),
        ("52 weeks ended", {12}),
        ("fiscal years", {12}),
        ("due after 6 months or more", set()),
        ("years of service", set()),
        ("2 weeks", set()),
    ],
)
def test_lengths_are_those_that_are_said(text: str, months: set[int]) -> None:
    assert lengths(text) == months


def test_a_period_agrees_with_gold_by_its_days() -> None:
    assert NINE.is_from(date(2022, 9, 25), date(2023, 7, 1))
    assert not NINE.is_from(date(2022, 9, 26), date(2023, 7, 1))
    assert not NINE.is_from(None, date(2023, 7, 1))
    assert not NINE.is_from(date(2022, 9, 25), date(2023, 6, 30))
    assert Period(date(2023, 7, 1), 9).is_from(date(2022, 9, 25), date(2023, 7, 1))
    assert not Period(date(2023, 7, 1), 9).is_from(date(2023, 4, 2), date(2023, 7, 1))
    assert Period(date(2023, 7, 1)).is_from(None, date(2023, 7, 1))


@pytest.mark.parametrize(
    "parts",
    [
        (date(2023, 7, 1), None, date(2023, 7, 1)),
        (date(2023, 7, 1), 0, None),
        (date(2023, 7, 1), 3, date(2022, 9, 25)),
    ],
)
def test_a_period_that_contradicts_itself_does_not_exist(parts: tuple[date, int | None, date | None]) -> None:
    with pytest.raises(InvalidPeriod):
        Period(*parts)


def test_the_name_of_a_year_that_ends_in_january_is_not_guessed() -> None:
    fiscal = FiscalCalendar.of(["fiscal year ended January 31, 2018", "fiscal year ended January 1, 2023"])
    assert fiscal.year_end(2018) is None
    assert fiscal.year_end(2017) is None
    assert fiscal.year_end(2022) == date(2023, 1, 1)


@given(st.sampled_from([3, 6, 9, 12]), st.dates(date(1990, 1, 1), date(2049, 12, 31)))
def test_a_period_of_whole_months_begins_on_the_day_after_one(months: int, day: date) -> None:
    end = day.replace(day=1) - timedelta(days=1)
    period = NOTHING.period(months, end)
    assert period.start is not None
    assert period.start.day == 1
    assert (12 * (end.year - period.start.year) + end.month - period.start.month + 1) == months
    assert period.is_from(period.start, end)


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_words_break_the_reading(words: str, around: str) -> None:
    read_period(words, WEEKS, around)
    period_of_row(words, NINE)
