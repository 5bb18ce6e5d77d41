"""What of the library is looked at, as the address has it."""

from __future__ import annotations

from datetime import date
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.filings import FilingRow, filing_row
from pages.library_choice import (
    COLLECTION,
    COVERS,
    FACETS,
    GROUPS,
    PAGE_SIZE,
    LibraryChoice,
    facet_counts,
    facet_words,
    shown_filings,
)
from pipeline.evidence.cover import Cover, Registrant
from pipeline.evidence.cover_title import titled
from tests.pages.test_filings import document

AUDIT = uuid4()
FACET = {facet.parameter: facet for facet in FACETS}


def row(company: str, form: str | None = "10-K", year: int = 2023, *collections: UUID) -> FilingRow:
    day = date(year, 12, 31)
    cover = Cover((Registrant(company),), form, day, year)
    title, _ = titled(cover, "x.pdf")
    return filing_row(document(title), cover=cover, collections=collections)


ROWS = [
    row("Birch"),
    row("Alder", "10-K", 2022, AUDIT),
    row("Alder", "10-K", 2023),
    row("Alder", "10-Q", 2023, AUDIT),
    filing_row(document(None, may_read=False)),
]


@settings(max_examples=50)
@given(
    st.builds(
        LibraryChoice,
        words=st.text(max_size=9).map(str.strip),
        facets=st.dictionaries(st.sampled_from([*FACET]), st.text(min_size=1, max_size=9)),
        sort=st.sampled_from(["company", "filing", "pages", "added"]),
        is_down=st.booleans(),
        group=st.sampled_from(["", *GROUPS]),
        page=st.integers(1, 999_999),
    )
)
def test_an_address_says_the_whole_choice(choice: LibraryChoice) -> None:
    assert LibraryChoice.read(choice.parameters()) == choice


@pytest.mark.parametrize(
    "written", [{"page": "0"}, {"page": "-1"}, {"sort": "-x"}, {"group": "owner"}, {"form": ""}]
)
def test_what_an_address_says_in_vain_is_left_out(written: dict[str, str]) -> None:
    assert LibraryChoice.read(written) == LibraryChoice()


def names(choice: LibraryChoice, rows: list[FilingRow] = ROWS) -> list[str]:
    return [
        f"{one.row.company} {one.row.form} {one.row.period}".strip()
        for one in shown_filings(rows, choice).rows
    ]


def test_filings_stand_by_company_the_newest_first_and_what_is_withheld_last() -> None:
    assert names(LibraryChoice()) == [
        "Alder 10-K FY2023",
        "Alder 10-Q FY2023",
        "Alder 10-K FY2022",
        "Birch 10-K FY2023",
        "Restricted document",
    ]


def test_choices_are_counted_as_if_made_beside_the_others() -> None:
    choice = LibraryChoice(facets={"company": "Alder", "form": "10-K"})
    assert names(choice) == ["Alder 10-K FY2023", "Alder 10-K FY2022"]
    assert facet_counts(ROWS, choice, FACET["company"]) == {"Alder": 2, "Birch": 1}
    assert facet_counts(ROWS, choice, FACET["form"]) == {"10-K": 2, "10-Q": 1}
    assert list(facet_counts(ROWS, choice, FACET["period"]).items()) == [("FY2023", 1), ("FY2022", 1)]
    assert facet_counts(ROWS, LibraryChoice(words="alder"), FACET["status"]) == {"Ready": 3}


def test_each_count_is_what_choosing_it_shows() -> None:
    for facet in FACETS:
        for value, count in facet_counts(ROWS, LibraryChoice(), facet).items():
            assert len(names(LibraryChoice(facets={facet.parameter: value}))) == count


def test_a_value_that_no_filing_has_any_more_stays_to_be_taken_away() -> None:
    choice = LibraryChoice(facets={"form": "S-1"})
    assert names(choice) == []
    assert facet_counts(ROWS, choice, FACET["form"])["S-1"] == 0


def test_a_collection_is_called_by_its_name() -> None:
    counts = facet_counts(ROWS, LibraryChoice(), COLLECTION)
    assert counts == {str(AUDIT): 2}
    assert facet_words(COLLECTION, str(AUDIT), 2, {str(AUDIT): "Audit"}) == "Audit · 2"
    assert facet_words(COLLECTION, str(AUDIT), 0, {}) == "A collection that is gone · 0"
    assert facet_words(COVERS, "period end", 3, {}) == "Lack the period end · 3"


def test_a_column_is_sorted_and_at_a_second_press_the_other_way() -> None:
    choice = LibraryChoice(page=4).sorted_by("added")
    assert (choice.sort, choice.is_down, choice.page) == ("added", True, 1)
    assert choice.sorted_by("added").is_down is False
    assert LibraryChoice().sorted_by("company").is_down is True


def test_groups_say_how_many_they_hold_also_across_pages() -> None:
    many = [row("Alder", "10-K", 2000 + number % 20) for number in range(PAGE_SIZE + 10)] + [row("Birch")]
    first, second = (shown_filings(many, LibraryChoice(group="company", page=page)) for page in (1, 2))
    assert (first.found, first.pages, len(first.rows), len(second.rows)) == (PAGE_SIZE + 11, 2, PAGE_SIZE, 11)
    assert [one.group for one in first.rows if one.group] == [("Alder", PAGE_SIZE + 10)]
    assert [one.group for one in second.rows if one.group] == [("Alder", PAGE_SIZE + 10), ("Birch", 1)]
    assert shown_filings(many, LibraryChoice(page=9)).page == 2


def test_years_are_grouped_from_the_newest() -> None:
    groups = [one.group for one in shown_filings(ROWS, LibraryChoice(group="period")).rows if one.group]
    assert groups == [("FY2023", 3), ("FY2022", 1), ("Restricted document", 1)]
