"""Sheets that others put in front of a filing, and the address that they print on its pages."""

from __future__ import annotations

import pytest

from pipeline.parse.cover.cover import read_cover
from tests.parse.cover.printed_covers import annual, named

COVER = annual(named("TALLOW, INC."))


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (
            "TALLOW INC FORM 10-K (Annual Report) Filed 02/03/23 for the Period Ending 12/31/22 Address 1 Main Street "
            "CIK 0001018724 Symbol TLW SIC Code 5961 - Catalog Houses Fiscal Year 12/31",
            ("2023-02-03", "0001018724", ("TLW",)),
        ),
        (
            "Document Research FORM 10-K TALLOW INC - TLW Filed: February 03, 2023 (period: December 31, 2022)",
            ("2023-02-03", None, ("TLW",)),
        ),
        (
            "SECURITIES & EXCHANGE COMMISSION EDGAR FILING TALLOW INC Form: 10-K Date Filed: 2023-02-03 Corporate "
            "Issuer CIK: 764478",
            ("2023-02-03", "0000764478", ()),
        ),
    ],
)
def test_a_sheet_in_front_of_the_cover_adds_what_the_cover_lacks(
    sheet: str, said: tuple[str, str | None, tuple[str, ...]]
) -> None:
    cover = read_cover([sheet, COVER])
    filer = cover.registrant
    assert filer
    assert cover.filed_on
    assert (cover.filed_on.isoformat(), filer.cik, filer.tickers) == said
    assert (filer.name, cover.form, cover.fiscal_year) == ("Tallow, Inc.", "10-K", 2022)


def test_the_address_on_its_pages_has_the_commissions_key() -> None:
    printed = (
        "2/3/23, 4:10 PM https://www.sec.gov/ix?doc=/Archives/edgar/data/320193/000032019323000077/tlw.htm "
    )
    filer = read_cover([printed + COVER]).registrant
    assert filer
    assert filer.cik == "0000320193"


def test_a_day_of_filing_on_the_cover_itself_is_of_other_papers() -> None:
    assert (
        read_cover(
            [COVER + "Portions of the proxy statement filed on March 1, 2023 are incorporated"]
        ).filed_on
        is None
    )
