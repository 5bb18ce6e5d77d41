"""The Library's rows: what each says, and what it is found by."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from pages.filings import (
    ANYTHING,
    NO_ACCESS,
    NOT_READ,
    NOTHING_STORED,
    READ_AGAIN,
    READY,
    filing_row,
    lacking_counts,
    lacking_words,
    lacks,
    row_view,
    with_twins,
)
from pipeline.evidence.cover import Cover, CoverField, CoverSource, Registrant
from pipeline.store.documents import DocumentRow
from pipeline.store.versions import ChainLink


def document(
    title: str | None = "Apple Inc. · Form 10-Q · Q3 FY2023",
    media_type: str | None = "application/pdf",
    *,
    superseded: int = 0,
    may_read: bool = True,
) -> DocumentRow:
    return DocumentRow(
        document_id=uuid4(),
        version_id=uuid4() if media_type else None,
        title=title,
        source_name="10-q.pdf",
        media_type=media_type,
        pages=29 if media_type else None,
        blocks=1104 if media_type else None,
        passages=100,
        created_at=datetime(2026, 11, 29, 12, tzinfo=UTC),
        superseded_versions=superseded,
        restricted=not may_read,
        may_read=may_read,
    )


def link(*, is_current: bool = True, is_outdated: bool = False) -> ChainLink:
    return ChainLink(
        version_id=uuid4(),
        title="Apple Inc. · Form 10-Q",
        source_name="10-q.pdf",
        media_type="application/pdf",
        sha256="ab" * 32,
        page_count=29,
        parser_version="pincite-pdf-1",
        created_at=datetime(2026, 11, 29, 12, tzinfo=UTC),
        is_current=is_current,
        is_outdated=is_outdated,
    )


COVER = Cover(
    (Registrant("Apple Inc.", ("Apple Computer, Inc.",), ("AAPL",)),),
    "10-Q",
    fiscal_year=2023,
    sources={CoverField.FORM: CoverSource.COVER},
)
WHOLE = replace(COVER, fiscal_quarter=3, period_end=date(2023, 7, 1))


def test_a_title_is_split_into_company_and_filing() -> None:
    row = filing_row(document())
    assert (row.company, row.filing, row.name) == (
        "Apple Inc.",
        "Form 10-Q, Q3 FY2023",
        "Apple Inc., Form 10-Q, Q3 FY2023",
    )
    assert (row.format, row.state, row.pages, row.blocks) == ("PDF", READY, 29, 1104)
    view = row_view(row, "./library")
    assert (view["blocks"], view["versions"], view["added"]) == ("1,104", "Only version", "29 Nov 2026")


def test_a_file_name_stands_for_a_title_that_was_not_read() -> None:
    row = filing_row(document("aapl-2023"), cover=replace(COVER, form=None))
    assert (row.company, row.filing, row.form) == ("Apple Inc.", "aapl-2023", NOT_READ)
    unknown = filing_row(document("aapl-2023"), cover=Cover())
    assert (unknown.company, unknown.filing) == ("aapl-2023", "What it says it is")


def test_a_section_of_html_is_not_counted_as_a_page() -> None:
    row = filing_row(document(media_type="text/html"))
    assert row_view(row, "")["pages"] == "–"


@pytest.mark.parametrize(
    ("superseded", "words"), [(1, "Replaces 1 earlier version"), (3, "Replaces 3 earlier versions")]
)
def test_a_chain_of_versions_is_counted(superseded: int, words: str) -> None:
    assert filing_row(document(superseded=superseded)).versions == words


def test_a_filing_that_is_here_in_another_format_says_so() -> None:
    pdf, html = (
        filing_row(document(media_type=kind), cover=WHOLE) for kind in ("application/pdf", "text/html")
    )
    other = filing_row(document("Buckle · Form 8-K", "text/html"), cover=replace(WHOLE, form="8-K"))
    assert [row.versions for row in with_twins([pdf, html, other])] == [
        "Also here as HTML",
        "Also here as PDF",
        "Only version",
    ]
    twice = with_twins([pdf, replace(pdf, document_id=uuid4())])
    assert {row.versions for row in twice} == {"Only version"}


def test_of_a_restricted_document_nothing_is_told_but_that_it_is() -> None:
    hidden = document(title=None, may_read=False, superseded=2)
    row = filing_row(hidden, [link(is_outdated=True), link(is_current=False)], COVER, {uuid4()})
    assert (row.company, row.filing, row.state) == ("Restricted document", "", NO_ACCESS)
    assert (row.tickers, row.unread, row.form, row.period, row.pages) == ("", (), "", "", None)
    assert row.collections == frozenset()
    view = row_view(row, "")
    assert not view["is_openable"]
    assert not view["is_choosable"]


def test_a_document_of_which_nothing_is_stored_is_opened_and_not_asked() -> None:
    row = filing_row(document(media_type=None))
    assert row.state == NOTHING_STORED
    view = row_view(row, "")
    assert (view["is_openable"], view["is_choosable"]) == (True, False)


def test_a_filing_that_an_older_parser_read_says_so() -> None:
    row = filing_row(document(superseded=1), [link(is_outdated=True), link(is_current=False)])
    assert row.state == READ_AGAIN
    assert row_view(row, "")["status"] == ("warn", "Read again", "history")
    old_only = filing_row(document(superseded=1), [link(), link(is_current=False, is_outdated=True)])
    assert old_only.state == READY


@pytest.mark.parametrize(
    ("words", "matches"), [("", True), ("apple 10-q", True), ("PDF ready", True), ("apple 10-k", False)]
)
def test_a_search_wants_every_word(words: str, matches: bool) -> None:
    assert filing_row(document()).matches(words) is matches


def test_what_a_cover_lacks_is_flagged_and_found() -> None:
    row = filing_row(document(), cover=COVER)
    assert row.unread == ("quarter", "period end")
    assert row.flag == "Not read: quarter, period end"
    assert row_view(row, "")["flag"] == ("warn", row.flag, "warning")
    assert row.matches("not read period")
    assert row.matches("aapl computer")


def test_a_cover_of_which_nothing_was_read_is_flagged_as_a_whole() -> None:
    assert filing_row(document(), cover=Cover()).flag == "Cover not read"


def test_filings_are_counted_by_what_they_lack() -> None:
    rows = [filing_row(document(), cover=COVER), filing_row(document(), cover=Cover(form="8-K"))]
    whole = filing_row(document(), cover=WHOLE)
    assert lacking_counts([*rows, whole]) == {ANYTHING: 2, "company": 1, "period end": 2, "quarter": 1}
    assert lacking_counts([whole]) == {}
    assert [lacks(row, "company") for row in rows] == [False, True]
    assert [lacks(row, ANYTHING) for row in (*rows, whole)] == [True, True, False]
    assert lacking_words("period end") == "Lack the period end"


def test_a_cover_that_an_analyst_wrote_says_so() -> None:
    said = replace(WHOLE, sources={CoverField.FORM: CoverSource.ANALYST})
    assert row_view(filing_row(document(), cover=said), "")["flag"] == ("none", "Cover edited", "edit")
