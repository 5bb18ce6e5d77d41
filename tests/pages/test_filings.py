"""The Library's table: what a row says, and that a source cannot write markup."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from html.parser import HTMLParser
from uuid import uuid4

import pytest

from pages.filings import ANYTHING, NONE, filing_row, lacking_counts, lacking_words, lacks, table
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


class Tags(HTMLParser):
    """Collects what a browser would take for elements."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert not any(name.startswith("on") for name, _ in attrs)


def test_a_title_is_split_into_company_and_filing() -> None:
    row = filing_row(document())
    assert (row.company, row.filing) == ("Apple Inc.", "Form 10-Q, Q3 FY2023")
    assert (row.format, row.state, row.pages, row.blocks) == ("PDF", "Ready", "29", "1,104")
    assert row.versions == "Only version"
    assert row.added == "29 Nov 2026"


def test_a_section_of_html_is_not_counted_as_a_page() -> None:
    assert filing_row(document(media_type="text/html")).pages == NONE


@pytest.mark.parametrize(
    ("superseded", "words"), [(1, "Replaces 1 earlier version"), (3, "Replaces 3 earlier versions")]
)
def test_a_chain_of_versions_is_counted(superseded: int, words: str) -> None:
    assert filing_row(document(superseded=superseded)).versions == words


def test_a_restricted_document_has_no_title_and_says_so() -> None:
    row = filing_row(document(title=None, may_read=False))
    assert (row.company, row.filing, row.state) == ("Restricted document", "", "No access")


def test_a_document_of_which_nothing_is_stored_says_so() -> None:
    assert filing_row(document(media_type=None)).state == "Nothing stored"


def test_a_title_cannot_write_markup() -> None:
    hostile = '<img src="https://example.org/x" onerror=alert(1)> · "><script>1</script>'
    plain = Tags(table([filing_row(document())], 1)).seen
    assert Tags(table([filing_row(document(title=hostile))], 1)).seen == plain
    named = [
        filing_row(document(), cover=Cover((Registrant("x", tickers=(ticker,)),)))
        for ticker in ("A", hostile)
    ]
    assert Tags(table(named[:1], 1)).seen == Tags(table(named[1:], 1)).seen


@pytest.mark.parametrize(
    ("words", "matches"), [("", True), ("apple 10-q", True), ("PDF ready", True), ("apple 10-k", False)]
)
def test_the_filter_wants_every_word(words: str, matches: bool) -> None:
    assert filing_row(document()).matches(words) is matches


def test_the_table_says_how_many_the_filter_left() -> None:
    rows = [filing_row(document()), filing_row(document(title="Buckle · 8-K"))]
    assert "All 2 shown" in table(rows, 2)
    assert "1 of 2 shown" in table(rows[:1], 2)


def link(
    *, is_current: bool = True, is_outdated: bool = False, title: str = "Apple Inc. · Form 10-Q"
) -> ChainLink:
    return ChainLink(
        version_id=uuid4(),
        title=title,
        source_name="10-q.pdf",
        media_type="application/pdf",
        sha256="ab" * 32,
        page_count=29,
        parser_version="pincite-pdf-1",
        created_at=datetime(2026, 11, 29, 12, tzinfo=UTC),
        is_current=is_current,
        is_outdated=is_outdated,
    )


def test_a_chain_of_versions_opens_below_its_filing() -> None:
    row = filing_row(document(superseded=1), [link(), link(is_current=False)])
    assert [one.standing for one in row.chain] == ["Current", "Superseded"]
    first = row.chain[0]
    assert (first.pages, first.parser, first.sha256) == ("29", "pincite-pdf-1", "abababab…abab")
    markup = table([row], 1)
    assert "<details><summary>Replaces 1 earlier version</summary></details>" in markup
    assert '<tr class="chain">' in markup


def test_an_only_version_and_a_withheld_one_have_no_chain_to_open() -> None:
    assert filing_row(document(), [link()]).chain == ()
    withheld = filing_row(document(None, superseded=1, may_read=False), [link(), link(is_current=False)])
    assert withheld.chain == ()
    assert "<details" not in table([withheld], 1)


def test_a_filing_that_an_older_parser_read_says_so() -> None:
    row = filing_row(document(superseded=1), [link(is_outdated=True), link(is_current=False)])
    assert (row.tone, row.state) == ("warn", "Read again")
    assert row.chain[0].parser == "pincite-pdf-1, an older one"
    old_only = filing_row(document(superseded=1), [link(), link(is_current=False, is_outdated=True)])
    assert old_only.state == "Ready"


def test_a_title_in_the_chain_cannot_write_markup() -> None:
    chain = [link(title="<img src=x onerror=alert(1)>"), link(is_current=False)]
    assert "img" not in Tags(table([filing_row(document(superseded=1), chain)], 1)).seen


COVER = Cover(
    (Registrant("Apple Inc.", ("Apple Computer, Inc.",), ("AAPL",)),),
    "10-Q",
    fiscal_year=2023,
    sources={CoverField.FORM: CoverSource.COVER},
)


def test_what_a_cover_lacks_is_flagged_and_found_by_the_filter() -> None:
    row = filing_row(document(), cover=COVER)
    assert row.unread == ("quarter", "period end")
    assert row.flag == "Not read: quarter, period end"
    assert "Not read: quarter, period end" in table([row], 1)
    assert row.matches("not read period")
    assert row.matches("aapl computer")


def test_a_cover_of_which_nothing_was_read_is_flagged_as_a_whole() -> None:
    assert filing_row(document(), cover=Cover()).flag == "Cover not read"


def test_filings_are_counted_by_what_they_lack() -> None:
    rows = [filing_row(document(), cover=COVER), filing_row(document(), cover=Cover(form="8-K"))]
    whole = filing_row(document(), cover=replace(COVER, fiscal_quarter=3, period_end=date(2023, 7, 1)))
    assert lacking_counts([*rows, whole]) == {ANYTHING: 2, "company": 1, "period end": 2, "quarter": 1}
    assert lacking_counts([whole]) == {}
    assert [lacks(row, "company") for row in rows] == [False, True]
    assert [lacks(row, ANYTHING) for row in (*rows, whole)] == [True, True, False]
    assert lacking_words("period end", 2) == "filings lack the period end"


def test_a_row_opens_its_cover_unless_it_may_not_be_read() -> None:
    readable = document()
    assert filing_row(readable, cover=COVER).address == f"./library?filing={readable.document_id}"
    hidden = filing_row(document(title=None, may_read=False), cover=COVER)
    assert (hidden.address, hidden.tickers, hidden.unread) == ("", "", ())


def test_a_cover_that_an_analyst_wrote_says_so() -> None:
    said = replace(
        COVER, fiscal_quarter=3, period_end=date(2023, 7, 1), sources={CoverField.FORM: CoverSource.ANALYST}
    )
    assert "Cover edited" in table([filing_row(document(), cover=said)], 1)
