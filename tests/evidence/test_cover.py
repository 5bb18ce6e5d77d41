"""What is known of a filing: what is missing, what another reading adds, and its title."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, CoverField, CoverSource, Registrant, all_from
from pipeline.evidence.cover_title import titled
from pipeline.evidence.document import TitleSource

HALDEN = (Registrant("Halden plc"),)
ANNUAL = all_from(CoverSource.COVER, Cover(HALDEN, "10-K", date(2023, 1, 28), 2022))


@pytest.mark.parametrize(
    ("cover", "unread"),
    [
        (Cover(), {CoverField.REGISTRANTS, CoverField.FORM}),
        (ANNUAL, set()),
        (replace(ANNUAL, fiscal_year=None, period_end=None), {CoverField.FISCAL_YEAR, CoverField.PERIOD_END}),
        (replace(ANNUAL, form="10-Q/A"), {CoverField.FISCAL_QUARTER}),
        (Cover(HALDEN, EARNINGS_RELEASE), {CoverField.FISCAL_YEAR}),
        (Cover(HALDEN, "8-K"), {CoverField.PERIOD_END}),
        (Cover(HALDEN, "S-3"), set()),
    ],
)
def test_unread_is_what_a_filing_of_the_form_says(cover: Cover, unread: set[CoverField]) -> None:
    assert set(cover.unread) == unread


def test_a_cover_is_completed_field_by_field_with_the_source_of_each() -> None:
    header = all_from(
        CoverSource.HEADER, Cover((Registrant("HALDEN PLC"),), "10-K/A", filed_on=date(2023, 3, 1))
    )
    whole = replace(ANNUAL, form=None, sources={CoverField.REGISTRANTS: CoverSource.COVER}).completed(header)
    assert (whole.registrants, whole.form, whole.filed_on) == (HALDEN, "10-K/A", date(2023, 3, 1))
    assert whole.sources == {
        CoverField.REGISTRANTS: CoverSource.COVER,
        CoverField.FORM: CoverSource.HEADER,
        CoverField.FILED_ON: CoverSource.HEADER,
    }


def test_a_cover_comes_back_from_json() -> None:
    cover = replace(
        ANNUAL, registrants=(Registrant("A", ("B",), ("C",), "12-3456789", "0000000001"), *HALDEN)
    )
    assert Cover.from_json(cover.to_json()) == cover
    assert Cover.from_json({}) == Cover()


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (ANNUAL, "Halden plc · Form 10-K · FY2022"),
        (replace(ANNUAL, form="10-Q", fiscal_quarter=3), "Halden plc · Form 10-Q · Q3 FY2022"),
        (replace(ANNUAL, fiscal_year=None), "Halden plc · Form 10-K · Jan 28, 2023"),
        (replace(ANNUAL, form="8-K", fiscal_quarter=4), "Halden plc · Form 8-K · Jan 28, 2023"),
        (Cover(HALDEN, "8-K", None, 2022, 4), "Halden plc · Form 8-K · Q4 FY2022"),
        (Cover(HALDEN, "S-3/A", filed_on=date(1995, 5, 25)), "Halden plc · Form S-3/A · May 25, 1995"),
        (Cover(HALDEN, EARNINGS_RELEASE, None, 2023), "Halden plc · Earnings release · FY2023"),
        (Cover(HALDEN, "SD"), "Halden plc · Form SD"),
    ],
)
def test_a_title_names_registrant_form_and_period(cover: Cover, title: str) -> None:
    assert titled(cover, "file.pdf")[0] == title


@pytest.mark.parametrize("cover", [Cover(), Cover(HALDEN), Cover(form="10-K")])
@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("/a/Some memo.v2.pdf", "Some memo.v2"),
        ("C:\\a\\memo.pdf", "memo"),
        ("memo", "memo"),
        (".pdf", ".pdf"),
        ("a/", "a/"),
    ],
)
def test_a_filing_without_registrant_or_form_is_called_by_its_file(
    cover: Cover, source: str, title: str
) -> None:
    assert titled(cover, source) == (title, TitleSource.FILE_NAME)


@pytest.mark.parametrize(
    ("sources", "where"),
    [
        ({CoverField.REGISTRANTS: CoverSource.FACTS, CoverField.FORM: CoverSource.FACTS}, TitleSource.FACTS),
        ({CoverField.REGISTRANTS: CoverSource.COVER, CoverField.FORM: CoverSource.HEADER}, TitleSource.COVER),
        (
            {CoverField.REGISTRANTS: CoverSource.FACTS, CoverField.FORM: CoverSource.ANALYST},
            TitleSource.ANALYST,
        ),
    ],
)
def test_a_title_tells_where_it_was_read(sources: dict[CoverField, CoverSource], where: TitleSource) -> None:
    assert titled(replace(ANNUAL, sources=sources), "file.pdf")[1] is where
