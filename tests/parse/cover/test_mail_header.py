"""Mail headers of EDGAR's text filings: several filers, former names, whose report it is not."""

from __future__ import annotations

from datetime import date

from pipeline.evidence.cover import CoverField, CoverSource, Registrant
from pipeline.parse.cover.cover import read_cover
from pipeline.parse.cover.mail_header import read_header


def filer(name: str, cik: str, irs: str, *former: tuple[str, str]) -> str:
    changes = "".join(
        f"\n\tFORMER COMPANY:\n\t\tFORMER CONFORMED NAME:\t{old}\n\t\tDATE OF NAME CHANGE:\t{day}\n"
        for old, day in former
    )
    return (
        f"FILER:\n\n\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\t\t\t{name}\n\t\tCENTRAL INDEX KEY:\t\t\t{cik}\n"
        f"\t\tIRS NUMBER:\t\t\t\t{irs}\n\t\tFISCAL YEAR END:\t\t\t0331\n{changes}\n"
    )


TOP = (
    "ACCESSION NUMBER:\t\t0001\nCONFORMED SUBMISSION TYPE:\t10-K\nCONFORMED PERIOD OF REPORT:\t20230331\n"
    "FILED AS OF DATE:\t\t20230609\n\n"
)


def test_a_header_gives_every_filer_its_numbers_and_former_names() -> None:
    header = (
        TOP
        + filer(
            "TALLOW INC /IN/",
            "0001357878",
            "980479983",
            ("WICK CORP", "20111007"),
            ("WAX INC", "20180309"),
            ("WICK CORP", "20121007"),
            ("DIP INC", "20170621"),
        )
        + filer("Tallow Funding LLC", "1171040", "000000000")
    )
    cover = read_header(header)
    assert cover.registrants == (
        Registrant("TALLOW INC", ("WAX INC", "DIP INC", "WICK CORP"), (), "98-0479983", "0001357878"),
        Registrant("Tallow Funding LLC", (), (), None, "0001171040"),
    )
    assert (cover.form, cover.period_end, cover.filed_on) == ("10-K", date(2023, 3, 31), date(2023, 6, 9))
    assert cover.sources[CoverField.FILED_ON] is CoverSource.HEADER


def test_an_owner_who_reports_is_no_registrant() -> None:
    owner = "<REPORTING-OWNER>\nCOMPANY DATA:\n\tCOMPANY CONFORMED NAME:\t\t\tDOE JANE\n</REPORTING-OWNER>\n"
    other = "FILED BY:\n\n\tCOMPANY DATA:\n\t\tCOMPANY CONFORMED NAME:\t\t\tRAIDER LP\n"
    header = TOP + filer("TALLOW INC", "1", "111111111").replace("FILER", "SUBJECT COMPANY")
    assert [one.name for one in read_header(header + owner + other).registrants] == ["TALLOW INC"]
    assert [one.name for one in read_header(TOP + other + filer("TALLOW INC", "1", "1")).registrants] == [
        "TALLOW INC"
    ]


def test_a_header_completes_the_cover_and_its_form_is_the_official_one() -> None:
    page = (
        "SECURITIES AND EXCHANGE COMMISSION FORM 10-K For the fiscal year ended March 31, 2023 Commission file number "
        "1-1 TALLOW INCORPORATED (Exact name of registrant as specified in its charter) 11-1111111"
    )
    header = TOP.replace("10-K", "10-K/A") + filer("TALLOW INC", "77", "111111111", ("WICK CORP", "20111007"))
    cover = read_cover([page, "Tallow Incorporated was Wick Corp. once"], header=header)
    assert cover.registrants == (
        Registrant("Tallow Incorporated", ("Wick Corp.",), (), "11-1111111", "0000000077"),
    )
    assert (cover.form, cover.fiscal_year, cover.filed_on) == ("10-K/A", 2023, date(2023, 6, 9))
    assert cover.sources[CoverField.FORM] is CoverSource.HEADER
    assert cover.sources[CoverField.REGISTRANTS] is CoverSource.COVER
    assert cover.sources[CoverField.FISCAL_YEAR] is CoverSource.COVER


def test_a_filing_without_a_header_has_nothing_of_one() -> None:
    assert read_header("").unread == (CoverField.REGISTRANTS, CoverField.FORM)
