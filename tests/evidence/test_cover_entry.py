"""What an analyst writes into the fields of a cover."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, CoverField, Registrant
from pipeline.evidence.cover_entry import CoverEntry, InvalidCoverEntry

COVER = Cover(
    (
        Registrant("Halden plc", ("Old Halden",), ("HLD", "HLD.A"), "91-1646860", "0000320193"),
        Registrant("Halden Capital", cik="0000000042"),
    ),
    "10-K",
    date(2023, 9, 30),
    2023,
    None,
    date(2023, 11, 2),
)


@pytest.mark.parametrize("cover", [COVER, Cover(), Cover(form="8-K"), replace(COVER, fiscal_quarter=3)])
def test_what_is_written_as_it_was_changes_nothing(cover: Cover) -> None:
    assert CoverEntry.of(cover).changes(cover) == {}


def test_only_the_fields_that_differ_change() -> None:
    entry = replace(CoverEntry.of(COVER), fiscal_year="FY2024", form="form 10-k/a", filed_on=None)
    assert entry.changes(COVER) == {
        CoverField.FORM: "10-K/A",
        CoverField.FISCAL_YEAR: 2024,
        CoverField.FILED_ON: None,
    }


def test_a_company_is_written_in_every_usual_way() -> None:
    entry = replace(CoverEntry.of(COVER), ein="911646860", cik="320193", tickers="hld; hld.a")
    assert entry.changes(COVER) == {}
    assert replace(entry, form="earnings RELEASE").cover(COVER).form == EARNINGS_RELEASE


def test_a_company_that_files_with_the_first_keeps_what_no_field_has() -> None:
    entry = replace(CoverEntry.of(COVER), others="Halden Capital\nHalden Water\nHalden Water")
    assert entry.cover(COVER).registrants[1:] == (COVER.registrants[1], Registrant("Halden Water"))


def test_a_cover_without_a_company_is_one_without_registrants() -> None:
    assert CoverEntry(form="8-K").cover(COVER).registrants == ()


@pytest.mark.parametrize(
    ("field", "written"),
    [
        ("company", "…"),
        ("company", "x" * 201),
        ("tickers", "A&B"),
        ("tickers", "ELEVENCHARS"),
        ("ein", "91-164686"),
        ("ein", "0000320193"),
        ("cik", "32O193"),
        ("cik", "12345678901"),
        ("form", "---"),
        ("fiscal_year", "23"),
        ("fiscal_year", "2023.0"),
        ("fiscal_year", "1776"),
        ("fiscal_year", "２０２３"),
        ("fiscal_quarter", 5),
        ("period_end", date(1, 1, 1)),
    ],
)
def test_what_cannot_be_is_refused_by_its_field_in_words(field: str, written: object) -> None:
    entry = replace(CoverEntry.of(COVER), **{field: written})  # type: ignore[arg-type]
    with pytest.raises(InvalidCoverEntry) as refused:
        entry.changes(COVER)
    assert set(refused.value.problems) == {field}
    assert refused.value.message == refused.value.problems[field]


def test_every_wrong_field_is_named_at_once() -> None:
    entry = replace(CoverEntry.of(COVER), ein="1", cik="x", fiscal_year="soon")
    with pytest.raises(InvalidCoverEntry) as refused:
        entry.cover(COVER)
    assert set(refused.value.problems) == {"ein", "cik", "fiscal_year"}


def test_a_number_without_a_company_is_refused() -> None:
    with pytest.raises(InvalidCoverEntry) as refused:
        CoverEntry(ein="91-1646860").cover(Cover())
    assert set(refused.value.problems) == {"company"}
