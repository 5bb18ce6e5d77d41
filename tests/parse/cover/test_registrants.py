"""Who files: names of every kind, several of them, their numbers, tickers and former names."""

from __future__ import annotations

import pytest

from pipeline.parse.cover.cover import read_cover
from tests.parse.cover.printed_covers import CLASSES, HEAD, MARKER, REGISTERED, annual, filer, named


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("3T COMPANY", "3T Company"),
        ("3T", "3T"),
        ("HW", "HW"),
        ("7-TALLOW, INC.", "7-Tallow, Inc."),
        ("The Tallow & Wick Company", "The Tallow & Wick Company"),
        ("U.S. TALLOW", "U.S. Tallow"),
        ("____________ Tallow plc", "Tallow plc"),
    ],
)
def test_a_name_is_read_between_its_file_number_and_its_label(printed: str, name: str) -> None:
    registrant = filer(annual(named(printed)))
    assert (registrant.name, registrant.ein) == (name, "12-3456789")


def test_a_label_without_a_name_gives_the_company_that_we_means() -> None:
    page = annual(named("").replace("1-3285  (", "1-3285 ("))
    registrant = filer(
        page, "As used in this report, the terms “we” and “us” mean Tallow Company and its subsidiaries"
    )
    assert (registrant.name, registrant.ein) == ("Tallow Company", "12-3456789")


@pytest.mark.parametrize("below", [True, False])
def test_each_registrant_of_a_cover_has_its_own_number(*, below: bool) -> None:
    def registrant(name: str, file_number: str, ein: str) -> str:
        if below:
            return f"{name} {MARKER} Delaware {file_number} (Commission file number) {ein} (I.R.S. Employer No.) "
        return f"Commission file number {file_number} {name} {MARKER} Delaware {ein} (I.R.S. Employer No.) "

    page = annual(
        registrant("TALLOW MEDIA, INC.", "1-1111", "11-1111111")
        + registrant("Tallow Finance", "1-22", "22-2222222")
    )
    assert [(one.name, one.ein) for one in read_cover([page]).registrants] == [
        ("Tallow Media, Inc.", "11-1111111"),
        ("Tallow Finance", "22-2222222"),
    ]


@pytest.mark.parametrize("number_first", [True, False])
def test_the_registrants_of_a_table_are_read_row_by_row(number_first: bool) -> None:
    def row(file_number: str, name: str, ein: str) -> str:
        place = "(a Delaware corporation) 526 Church Street, Halden 28202-1803 704-382-3853"
        return (
            f"{file_number} {name} {ein} {place} " if number_first else f"{file_number} {name} {place} {ein} "
        )

    label = (
        "Commission file number Exact name of registrants as specified in their charters IRS Employer No. "
    )
    rows = row("1-32853", "TALLOW ENERGY CORPORATION", "20-2777218") + row(
        "1-4928", "WICK POWER, LLC", "56-0205520"
    )
    assert [(one.name, one.ein) for one in read_cover([annual(label + rows)]).registrants] == [
        ("Tallow Energy Corporation", "20-2777218"),
        ("Wick Power, LLC", "56-0205520"),
    ]


@pytest.mark.parametrize(
    ("table", "tickers"),
    [
        (
            "Common Stock, par value $.01 TLW New York Stock Exchange 1.5% Notes due 2026 TLW26 NYSE",
            ("TLW",),
        ),
        ("Class A TLWA The Nasdaq Stock Market LLC Class C TLW The Nasdaq Stock Market LLC", ("TLWA", "TLW")),
        (
            "Common Stock TLW The New York Stock Exchange Depositary Shares TLW PR D The New York Stock Exchange",
            ("TLW",),
        ),
        ("Class B Common Stock TLW.B NYSE Arca, Inc.", ("TLW.B",)),
        ("COMMON STOCK New York Stock Exchange", ()),
    ],
)
def test_the_table_of_securities_gives_the_tickers_of_shares(table: str, tickers: tuple[str, ...]) -> None:
    section = f"{REGISTERED}{CLASSES}{table} Securities registered pursuant to Section 12(g) of the Act: None"
    assert filer(annual(named("Tallow Inc.") + section)).tickers == tickers


def test_a_table_without_tickers_gives_none() -> None:
    table = "Title of each class Name of each exchange on which registered Common Stock, Class A NYSE Arca"
    assert filer(annual(named("Tallow Inc.") + REGISTERED + table)).tickers == ()


def test_a_table_that_is_read_column_by_column_gives_its_tickers() -> None:
    table = "Title of each class Common Stock 1.1% Notes Trading Symbol(s) TLW TLWF/27 Name of each exchange New York"
    assert filer(annual(named("Tallow Inc.") + REGISTERED + table)).tickers == ("TLW",)


@pytest.mark.parametrize(
    ("sentence", "tickers"),
    [
        ("Our stock is traded on the NYSE under the symbol “TLW.”", ("TLW",)),
        ("It is listed under the trading symbol TLW. As of May there were holders", ("TLW",)),
        ("replaces data with symbols (TOKENS) to keep them", ()),
    ],
)
def test_an_older_report_tells_its_ticker_in_a_sentence(sentence: str, tickers: tuple[str, ...]) -> None:
    assert filer(annual(named("Tallow Inc.")), *[""] * 20, sentence).tickers == tickers


@pytest.mark.parametrize(
    ("told", "former"),
    [
        ('TALLOW INC. (formerly "WICK STORES, INC.") ANNUAL REPORT', ("Wick Stores, Inc.",)),
        ("Tallow Inc. (f/k/a Wick Corp.)", ("Wick Corp.",)),
        ("In 2021, we changed our corporate name from Wick, Inc. to Tallow Inc. and our", ("Wick, Inc.",)),
        ("the Company changed its name from Wick, Inc. to Tallow Inc.", ("Wick, Inc.",)),
        ("Halden Ltd. (formerly known as Wick Corp.) competes with us.", ()),
        ("Halden changed its name from Wick, Inc. to Halden Ltd. in 2021.", ()),
    ],
)
def test_a_former_name_is_one_of_the_registrant_itself(told: str, former: tuple[str, ...]) -> None:
    registrant = filer(
        annual(named("TALLOW INC.")), told, "Wick Stores, Inc. was renamed; Tallow Inc. sells candles."
    )
    assert registrant.former_names == former


@pytest.mark.parametrize(
    ("above", "former"),
    [
        ("Wick Tallow, Inc.", ("Wick Tallow, Inc.",)),
        ("N/A", ()),
        ("Not Applicable", ()),
        ("1 Main Street, Halden", ()),
    ],
)
def test_the_covers_line_for_a_former_name_counts_where_it_names_a_company(
    above: str, former: tuple[str, ...]
) -> None:
    label = f"(212) 548-5555 {above} (Former name, former address and former fiscal year, if changed since last report)"
    assert filer(annual(named("Tallow Inc.") + label)).former_names == former


def test_a_foreign_registrant_is_called_by_its_english_name() -> None:
    page = annual(
        f"Commission file number: 001-06439 Taro Kabushiki Kaisha {MARKER} TALLOW CORPORATION "
        "(Translation of Registrant’s name into English) Japan",
        form="FORM 20-F",
    )
    assert filer(page).name == "Tallow Corporation"


def test_a_report_inside_an_annual_report_to_shareholders_is_found() -> None:
    letter = ["Dear shareholders, it was a year of light.", "More of it", "A photograph"]
    cover = read_cover([*letter, annual(named("Tallow Inc.")), "Item 1. Business"])
    assert (cover.form, cover.fiscal_year, cover.registrant and cover.registrant.name) == (
        "10-K",
        2022,
        "Tallow Inc.",
    )


def test_numbers_beyond_the_cover_of_a_filing_without_pages_name_nobody() -> None:
    exhibits = "1-1111 WICK CORPORATION 33-3333333 (a note) 1-2222 HALDEN CORPORATION 44-4444444 (another) "
    page = annual(named("Tallow Inc.")) + "words of the report " * 1_000 + HEAD + exhibits
    assert [one.name for one in read_cover([page]).registrants] == ["Tallow Inc."]
