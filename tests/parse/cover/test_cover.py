"""Titles as analysts say them, and a file's name where the filing does not say what it is."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pipeline.evidence.cover import CoverField
from pipeline.evidence.cover_title import titled
from pipeline.evidence.dates import parse_date
from pipeline.evidence.document import TitleSource
from pipeline.evidence.fact import Fact
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.cover.fiscal_naming import FiscalNaming
from tests.fixtures.sources import load_source
from tests.parse.html_documents import read

ANNUAL = """UNITED STATES
SECURITIES AND EXCHANGE COMMISSION
FORM 10-K
For the fiscal year ended {end}
Commission file number 1-3215
{name}
(Exact name of registrant as specified in its charter)
"""
RELEASE = (
    "Oslo (January 24, 2023) – Tallow & Wick (NYSE: TLW) today announced results for "
    "fourth-quarter and full year 2022."
)
QUARTERLY = ANNUAL.replace("10-K", "10-Q").replace("fiscal year ended", "quarterly period ended")


def tagged(**said: str) -> list[Fact]:
    """Facts of the document and its entity, by name."""
    return [Fact(name, f"dei:{name}", value, value) for name, value in said.items()]


@pytest.mark.parametrize(
    ("pages", "title"),
    [
        (
            [ANNUAL.format(end="December 31, 2022", name="Tallow & Wick, Inc.")],
            "Tallow & Wick, Inc. · Form 10-K · FY2022",
        ),
        ([ANNUAL.format(end="January 1, 2023", name="Tallow & Wick")], "Tallow & Wick · Form 10-K · FY2022"),
        ([ANNUAL.format(end="June 30, 2023", name="Tallow plc")], "Tallow plc · Form 10-K · FY2023"),
        (
            [
                ANNUAL.format(end="February 1, 2020", name="Tallow Inc."),
                "fiscal 2019 … fiscal 2019 … fiscal 2020",
            ],
            "Tallow Inc. · Form 10-K · FY2019",
        ),
        (
            [ANNUAL.format(end="February 1, 2020", name="Tallow Inc.")],
            "Tallow Inc. · Form 10-K · Feb 1, 2020",
        ),
        (
            [
                QUARTERLY.format(end="July 1, 2023", name="Tallow Inc."),
                "Three Months Ended Nine Months Ended",
            ],
            "Tallow Inc. · Form 10-Q · Q3 FY2023",
        ),
        (
            [
                QUARTERLY.format(end="December 31, 2022", name="Tallow Inc."),
                "Six Months Ended December 31, 2022",
            ],
            "Tallow Inc. · Form 10-Q · Q2 FY2023",
        ),
        ([QUARTERLY.format(end="July 1, 2023", name="Tallow Inc.")], "Tallow Inc. · Form 10-Q · Jul 1, 2023"),
        (
            [
                "SECURITIES AND EXCHANGE COMMISSION\nFORM 8-K\nDate of report (Date of earliest event reported): "
                "August 30, 2023\nTallow & Wick\n(Exact name of registrant as specified in its charter)"
            ],
            "Tallow & Wick · Form 8-K · Aug 30, 2023",
        ),
        (
            [RELEASE],
            "Tallow & Wick · Earnings release · Q4 FY2022",
        ),
    ],
)
def test_a_cover_gives_registrant_form_and_period(pages: list[str], title: str) -> None:
    assert titled(read_cover(pages), "file.pdf") == (title, TitleSource.COVER)


@pytest.mark.parametrize(
    ("printed", "sentence", "name"),
    [
        ("TALLOW.COM, INC.", "Tallow.com, Inc. and its subsidiaries", "Tallow.com, Inc."),
        ("TALLOW PLC", "Tallow plc is a candle maker", "Tallow plc"),
        ("T ALLOW W ICK", "the results of Tallow Wick, which", "Tallow Wick"),
        ("TALLOW & WICK LLC", "nothing here", "Tallow & Wick LLC"),
        ("McTallow Inc.", "MCTALLOW INC.", "McTallow Inc."),
    ],
)
def test_a_name_in_capitals_is_written_as_the_filing_writes_it(
    printed: str, sentence: str, name: str
) -> None:
    cover = read_cover([ANNUAL.format(end="December 31, 2022", name=printed), sentence])
    assert cover.registrant
    assert cover.registrant.name == name


@pytest.mark.parametrize(
    "pages",
    [
        [],
        [""],
        ["A memo about candles."],
        ["FORM 10-K is a form."],
        ["SECURITIES AND EXCHANGE COMMISSION FORM 10-K"],
    ],
)
def test_a_filing_that_does_not_say_what_it_is_keeps_its_files_name(pages: list[str]) -> None:
    cover = read_cover(pages)
    assert titled(cover, "/folder/Some memo.v2.pdf") == ("Some memo.v2", TitleSource.FILE_NAME)
    assert CoverField.REGISTRANTS in cover.unread
    assert (cover.registrant, cover.period_end) == (None, None)


def test_facts_name_the_fiscal_quarter_that_the_issuer_names() -> None:
    facts = tagged(
        EntityRegistrantName="TALLOW & WICK, INC.",
        DocumentType="10-Q",
        DocumentPeriodEndDate="July 1, 2023",
        DocumentFiscalYearFocus="2022",
        DocumentFiscalPeriodFocus="Q1",
        AmendmentFlag="true",
    )
    cover = read_cover(["Tallow & Wick, Inc. makes candles"], facts)
    assert titled(cover, "x.html") == ("Tallow & Wick, Inc. · Form 10-Q/A · Q1 FY2022", TitleSource.FACTS)
    assert cover.period_end == date(2023, 7, 1)


def test_the_mail_header_gives_the_official_form() -> None:
    header = """CONFORMED SUBMISSION TYPE:\t24F-2NT
CONFORMED PERIOD OF REPORT:\t19951031
FILER:
\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\tTALLOW TRUST
"""
    cover = read_cover(["the Tallow Trust sold shares"], header=header)
    assert titled(cover, "x.txt")[0] == "Tallow Trust · Form 24F-2NT · Oct 31, 1995"


def test_dates_are_read_in_every_form_and_never_invented() -> None:
    assert (
        parse_date("JULY 1, 2023") == parse_date("2023-07-01") == parse_date("20230701") == date(2023, 7, 1)
    )
    assert parse_date("July 41, 2023") is None
    assert parse_date("soon") is None


def test_a_year_that_ends_in_january_is_named_by_the_issuers_own_words() -> None:
    year_end = date(2020, 1, 31)
    assert FiscalNaming.of("fiscal 2020 and fiscal 2020 against fiscal 2019").year(year_end) == 2020
    assert FiscalNaming.of("in fiscal 2019").year(year_end) == 2019
    assert FiscalNaming.of("").year(year_end) is None


@pytest.mark.parametrize(
    ("name", "title", "numbers", "days"),
    [
        (
            "AAMES_8-K_1998-12-15.txt",
            "Aames Capital Corporation · Form 8-K · Dec 15, 1998",
            ("95-4438859", "0000913951", ()),
            ("1998-12-15", "1998-12-31"),
        ),
        (
            "COMMONSENSE_24F-2NT_1995-12-28.txt",
            "Common Sense Trust · Form 24F-2NT · Oct 31, 1995",
            (None, "0000810271", ()),
            ("1995-10-31", "1995-12-28"),
        ),
        (
            "OLDTEXT_10-K_FY1995-06-30.txt",
            "Aeroflex Incorporated · Form 10-K · FY1995",
            ("11-1974412", None, ("ARX",)),
            ("1995-06-30", None),
        ),
        (
            "PAGEAMERICA_S-3A_1995-05-25.txt",
            "Page America Group, Inc. · Form S-3/A · May 25, 1995",
            ("13-2865787", None, ()),
            (None, "1995-05-25"),
        ),
        (
            "BKE_8-K_EX99.1_2024-11-22.html",
            "The Buckle, Inc. · Earnings release · Q3 FY2024",
            (None, None, ("BKE",)),
            ("2024-11-02", None),
        ),
        (
            "AAPL_10-Q_FY2025Q3_2025-06-28.html",
            "Apple Inc. · Form 10-Q · Q3 FY2025",
            ("94-2404110", "0000320193", ("AAPL",)),
            ("2025-06-28", None),
        ),
    ],
)
def test_real_filings_say_what_they_are(
    shared_data: Path,
    name: str,
    title: str,
    numbers: tuple[str | None, str | None, tuple[str, ...]],
    days: tuple[str | None, str | None],
) -> None:
    parsed = read(load_source(shared_data / "filings" / name))
    filer = parsed.cover.registrant
    assert parsed.title == title
    assert filer
    assert (filer.ein, filer.cik, filer.tickers) == numbers
    said = (parsed.cover.period_end, parsed.cover.filed_on)
    assert tuple(day.isoformat() if day else None for day in said) == days
