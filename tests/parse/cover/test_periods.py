"""Fiscal years and quarters of every calendar, days of current reports, no period where a report contradicts itself."""

from __future__ import annotations

import pytest

from pipeline.parse.cover.cover import read_cover
from tests.parse.cover.printed_covers import HEAD, MARKER, annual, named, period, quarterly

JANUARY = "January 28, 2023"


@pytest.mark.parametrize(
    ("sentence", "year"),
    [
        (f"Fiscal year 2022 ended {JANUARY}, and consisted of 52 weeks.", 2022),
        (f"the 52 weeks ended {JANUARY} (“fiscal 2022”)", 2022),
        (f"Fiscal 2023 is the year ended {JANUARY}; fiscal 2022 ended January 29, 2022.", 2023),
        (f"Fiscal years 2022 and 2021 represented the 52 weeks ended {JANUARY} and January 29, 2022.", 2022),
        (f"fiscal 2023, fiscal 2022 and fiscal 2021 ended on {JANUARY}, January 29, 2022", 2023),
        (f"We refer to the year ended {JANUARY} as “2022”.", 2022),
        (f"“2022” and “2021” mean the years ended {JANUARY} and January 29, 2022.", None),
        (
            "fiscal 2023 grew by more than fiscal 2022; in fiscal 2023 we opened; fiscal 2022 and fiscal 2023",
            2023,
        ),
        ("fiscal 2022, fiscal 2022, fiscal 2022 and fiscal 2021; we expect for fiscal 2023", 2022),
        ("fiscal 2022 and fiscal 2022 and fiscal 2022; fiscal 2023 and fiscal 2023 and then", 2023),
        ("fiscal 2022 " * 10 + "fiscal 2023 " * 6, None),
        ("TALLOW 2022 Form 10-K", 2022),
        ("no word of it", None),
    ],
)
def test_a_year_that_ends_in_january_is_named_as_the_filing_says(sentence: str, year: int | None) -> None:
    cover = read_cover([annual(named("Tallow Inc."), ended=JANUARY), "", "", sentence])
    assert period(cover) == ("2023-01-28", year, None)


@pytest.mark.parametrize(
    ("ended", "sentence", "year"),
    [
        (
            "March 31, 2023",
            "fiscal year 2022 ended March 31, 2023 (“FY2022”). The year ended March 31, 2023 (“FY2022”)",
            2022,
        ),
        ("March 31, 2023", "fiscal 2023 ended March 31, 2023", 2023),
        ("March 31, 2023", "fiscal 2022 ended March 31, 2023", 2023),
        ("May 28, 2023", "In fiscal 2023", 2023),
        ("December 30, 2023", "", 2023),
        ("January 1, 2023", "", 2022),
        ("31 December 2022", "", 2022),
        ("12/25/2021", "", 2021),
    ],
)
def test_another_year_is_named_by_the_year_it_ends_in_unless_it_is_said_twice(
    ended: str, sentence: str, year: int
) -> None:
    assert read_cover([annual(named("Tallow plc"), ended=ended), sentence]).fiscal_year == year


@pytest.mark.parametrize(
    ("ended", "statements", "said"),
    [
        ("May 7, 2023", "12 Weeks Ended 36 Weeks Ended", ("2023-05-07", 2023, 3)),
        ("November 20, 2022", "Twelve Weeks Ended November 20, 2022", ("2022-11-20", 2023, 1)),
        ("March 19, 2022 (12 weeks)", "12 Weeks Ended 3/19/2022", ("2022-03-19", 2022, 1)),
        ("September 4, 2022", "16 weeks ended; 40 weeks ended September 4, 2022", ("2022-09-04", 2022, 3)),
        (
            "November 26, 2022",
            "Six-Month Period. Six months ended November 26, 2022",
            ("2022-11-26", 2023, 2),
        ),
        (
            "October 29, 2022",
            "Nine Months Ended; the third quarter of 2022; quarter of 2021",
            ("2022-10-29", 2022, 3),
        ),
        (
            "October 31, 2022",
            "Nine Months Ended; fiscal 2023 fiscal 2022 fiscal 2023 fiscal 2022",
            ("2022-10-31", 2023, 3),
        ),
        (
            "November 5, 2022",
            "Third Quarter Ended Three Quarters Ended; quarter of 2022",
            ("2022-11-05", 2022, 3),
        ),
        ("October 29, 2022", "Nine Months Ended", ("2022-10-29", None, None)),
    ],
)
def test_quarters_are_told_by_what_the_statements_cover(
    ended: str, statements: str, said: tuple[str, int | None, int | None]
) -> None:
    assert period(read_cover([quarterly(ended), "", statements])) == said


def test_a_quarter_that_the_balance_sheet_contradicts_is_none() -> None:
    balance = "June 30, 2023 December 31, 2022 " * 3
    agreed = read_cover([quarterly("June 30, 2023"), f"Three Months Ended Six Months Ended {balance}"])
    assert period(agreed) == ("2023-06-30", 2023, 2)
    contradicted = read_cover([quarterly("June 30, 2023"), f"Three Months Ended {balance}"])
    assert period(contradicted) == ("2023-06-30", None, None)


def test_a_transition_period_has_its_last_day_and_no_fiscal_year() -> None:
    page = (
        f"{HEAD}FORM 10-KT ☒ TRANSITION REPORT For the transition period from October 1, 2021 to December 31, 2021 "
        + named("Tallow Inc.")
    )
    cover = read_cover([page])
    assert (cover.form, period(cover)) == ("10-KT", ("2021-12-31", None, None))


@pytest.mark.parametrize(
    "dated",
    [
        "Date of Report (Date of earliest event reported): October 26, 2022",
        "Date of report (Date of earliest event reported) October 26, 2022 (October 24, 2022)",
        "October 26, 2022 (October 24, 2022) Date of Report (Date of earliest event reported)",
        "October 26, 2022",
    ],
)
def test_the_day_of_a_current_report_stands_below_or_above_its_label(dated: str) -> None:
    page = f"{HEAD}FORM 8-K CURRENT REPORT Pursuant to the Securities Exchange Act of 1934 {dated} Tallow Inc. {MARKER}"
    cover = read_cover([page, "Item 9.01 dated January 3, 2022"])
    assert period(cover) == ("2022-10-26", None, None)
    assert cover.registrant
    assert cover.registrant.name == "Tallow Inc."
