"""Which filings of a library are files of one filing."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import pytest

from pipeline.evaluate.retrieval_library import copies_of
from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, Registrant
from pipeline.search.filings import Filing

END = date(2023, 9, 30)


def cover(name: str, form: str = "10-K", end: date | None = END, year: int | None = 2023) -> Cover:
    return Cover((Registrant(name),), form, end, year)


def filings(*covers: Cover) -> list[Filing]:
    return [Filing(UUID(int=one), UUID(int=one), "", 1, cover) for one, cover in enumerate(covers, start=1)]


@pytest.mark.parametrize(
    ("other", "is_copy"),
    [
        (cover("APPLE INC."), True),
        (cover("Apple Inc.", "10-K/A"), False),
        (cover("Apple Inc.", end=date(2022, 9, 24)), False),
        (cover("Apple Inc.", year=2022), False),
        (cover("Amazon.com, Inc."), False),
        (cover("Apple Inc.", end=None), False),
        (Cover(), False),
    ],
)
def test_a_copy_is_of_the_same_company_form_and_period(other: Cover, is_copy: bool) -> None:
    first, second = filings(cover("Apple Inc."), other)
    assert copies_of(first, [first, second]) == ({second.version_id} if is_copy else set())


def test_a_number_of_the_registrant_joins_two_names() -> None:
    names = ("Square, Inc.", "Block, Inc.")
    first, second = filings(
        *(Cover((Registrant(name, ein="80-0429876"),), "10-Q", END, 2023, 3) for name in names)
    )
    assert copies_of(first, [first, second]) == {second.version_id}


def test_of_current_reports_there_are_no_copies_of_releases_there_are() -> None:
    for form, end, expected in (("8-K", END, 0), (EARNINGS_RELEASE, None, 1)):
        first, second = filings(cover("Apple Inc.", form, end), cover("Apple Inc.", form, end))
        assert len(copies_of(first, [first, second])) == expected


def test_what_was_not_read_makes_no_copy() -> None:
    unread = [
        cover("Apple Inc.", year=None),
        cover("Apple Inc.", "10-Q"),
        Cover(form="10-K", period_end=END, fiscal_year=2023),
    ]
    for one in unread:
        first, second = filings(one, one)
        assert copies_of(first, [first, second]) == set()
