"""Press releases that announce results: whose, of which quarter, ended when; and pages that are none."""

from __future__ import annotations

import pytest

from pipeline.evidence.cover import EARNINGS_RELEASE
from pipeline.parse.cover.cover import read_cover
from tests.parse.cover.printed_covers import HEAD, MARKER, period

Said = tuple[str | None, int | None, int | None]


@pytest.mark.parametrize(
    ("pages", "name", "tickers", "said"),
    [
        (
            [
                "Tallow Wholesale Corporation Reports Third Quarter and Year-to-Date Results for Fiscal 2023 HALDEN, "
                "May 25, 2023 - Tallow Wholesale Corporation (“Tallow” or the “Company”) (Nasdaq: TLW) today announced "
                "results for the third quarter (twelve weeks) of fiscal 2023, ended May 7, 2023. Net income",
                "12 Weeks Ended May 7, 2023 May 8, 2022",
            ],
            "Tallow Wholesale Corporation",
            ("TLW",),
            ("2023-05-07", 2023, 3),
        ),
        (
            [
                "Tallow Strength Drives Third Quarter Results HALDEN — April 25, 2023 — Tallow Corp. today announced "
                "the following results for the quarter ended March 31, 2023, as compared to last year: Revenue was",
                "Three Months Ended March 31, Nine Months Ended March 31, 2023 2022",
            ],
            "Tallow Corp.",
            (),
            ("2023-03-31", 2023, 3),
        ),
        (
            [
                "News Release 3T Reports Third-Quarter 2023 Results – 3T (NYSE: TTT) today reported quarterly sales."
            ],
            "3T",
            ("TTT",),
            (None, 2023, 3),
        ),
        (
            [
                "Tallow Reports First Quarter Results – Tallow Co., Inc. (NYSE: TLW) today announced results for the "
                "13-week first quarter ended April 29, 2023 (“Q1 FY24”), as compared to April 30, 2022 (“Q1 FY23”)."
            ],
            "Tallow Co., Inc.",
            ("TLW",),
            ("2023-04-29", 2024, 1),
        ),
        (
            [
                "Tallow reports fiscal 2023 results and provides outlook for fiscal 2024. Net sales of $14 million",
                "Three Months Ended June 30, 2022 2023 Twelve Months Ended June 30, 2022 2023 Net income of Tallow plc",
                "About Tallow Tallow makes candles. NYSE: TLW; ASX: TLC www.tallow.com",
            ],
            "Tallow plc",
            ("TLW", "TLC"),
            ("2023-06-30", 2023, 4),
        ),
        (
            [
                "4Q22 TALLOW BANK REPORTS FOURTH-QUARTER NET INCOME OF $11 BILLION. Tallow Bank & Co. (NYSE: TLW)"
            ],
            "Tallow Bank & Co.",
            ("TLW",),
            (None, 2022, 4),
        ),
    ],
)
def test_a_release_tells_whose_results_of_which_period_it_announces(
    pages: list[str], name: str, tickers: tuple[str, ...], said: Said
) -> None:
    cover = read_cover(pages)
    assert cover.form == EARNINGS_RELEASE
    assert cover.registrant
    assert (cover.registrant.name, cover.registrant.tickers) == (name, tickers)
    assert period(cover) == said


@pytest.mark.parametrize(
    "page",
    [
        "A memo on candles: the results are good.",
        "Tallow Corp. Third Quarter 2022 Earnings Call Transcript. Operator: Tallow reports results for 2022. Revenue",
        "Tallow Corp. announces a new line of candles for fiscal 2023. Revenue is not affected.",
    ],
)
def test_other_pages_are_no_release(page: str) -> None:
    assert read_cover([page]).form is None


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("HALDEN, Calif., April 26, 2023 – ", "eTallow Inc."),
        ("Halden, N.J. April 26, 2023 ", "Tallow Inc."),
        ("Exhibit 99.1 ", "Tallow Inc."),
        ("Tallow Reports Record Results ", "Tallow & Wick"),
        ("It was a good year for candles. ", "Tallow Corp. of Halden"),
    ],
)
def test_a_name_begins_behind_the_dateline_and_the_headline(before: str, name: str) -> None:
    cover = read_cover(
        [f"{before}{name} (Nasdaq: TLW) today announced results for the first quarter of 2023"]
    )
    assert cover.registrant
    assert (cover.registrant.name, cover.registrant.tickers) == (name, ("TLW",))


def test_a_year_that_ended_before_does_not_end_the_quarter() -> None:
    page = "Tallow plc (NYSE: TLW) today announced results for its second quarter of 2023."
    report = (
        "see the report for the fiscal year ended January 1, 2023, and for the year ended January 1, 2023"
    )
    assert period(read_cover([page, report])) == (None, 2023, 2)
    assert period(read_cover([page, report, "Second Quarter July 2, 2023"])) == ("2023-07-02", 2023, 2)


def test_a_quarter_that_figures_fell_into_or_are_compared_with_is_not_announced() -> None:
    page = (
        "Tallow plc (NYSE: TLW) today reported results, against the third quarter of 2021 and a gain in the first "
        "quarter of 2022, for its second quarter of 2022."
    )
    assert period(read_cover([page])) == (None, 2022, 2)


CURRENT = (
    f"{HEAD}FORM 8-K CURRENT REPORT Date of Report (Date of earliest event reported): August 30, 2023 "
    f"Tallow Inc. {MARKER}"
)


def test_a_current_report_has_the_period_of_the_results_it_carries() -> None:
    release = "Exhibit 99.1 Tallow Reports Second Quarter Fiscal 2023 Results. Tallow Inc. (NYSE: TLW) today reported"
    cover = read_cover([CURRENT, "Item 2.02 Results of Operations and Financial Condition", release])
    assert (cover.form, period(cover)) == ("8-K", ("2023-08-30", 2023, 2))


@pytest.mark.parametrize(
    "pages",
    [
        ["Item 5.02 Departure of Directors", "Exhibit 99.1 Tallow Reports Second Quarter 2023 Results"],
        [
            "Item 2.02 Results of Operations and Financial Condition",
            "Exhibit 99.1 Tallow Announces Updated Financials and 2023 Guidance. Tallow Inc. (NYSE: TLW) announced "
            "results without a business, including a gain in the third quarter of 2023.",
        ],
    ],
)
def test_a_current_report_that_announces_no_period_has_its_day_alone(pages: list[str]) -> None:
    assert period(read_cover([CURRENT, *pages])) == ("2023-08-30", None, None)
