"""What a pack says: every check and state in words, reviewers as far as the reader may see them, nothing withheld."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from uuid import UUID

from pipeline.evidence.review import ReviewRole
from pipeline.store import documents, reviewers, reviews
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.evidence.editions import Draft, statement
from tests.reviewed import judge
from tests.viewer.checked_filing import TITLE
from tests.viewer.filing import Stored, cite, html_filing, pdf_filing, save_answer, store, unique
from tests.viewer.pack.conftest import COMMENT, Gather, not_supported, supported
from tests.viewer.readings import filing
from viewer.pack.pack import Pack
from viewer.pack.places import NO_PAGES
from viewer.pack.reviewing import HIDDEN


def said(pack: Pack) -> str:
    return repr(pack)


def test_the_title_block_says_who_when_and_from_what(packed: Gather, tenant: Scope, reviewed: UUID) -> None:
    pack = packed(tenant, reviewed)
    facts = dict(pack.facts)
    assert facts["Answer"] == "Written by scripted-1, 29 Nov 2026, 21:04 UTC"
    assert facts["This pack"] == "30 Nov 2026, 16:05 UTC, made for Analyst"
    assert facts["Review"] == (
        "2 of 9 claims reviewed: 1 × Reviewers differ, and nobody has decided yet; 1 × Reviewers agree: Supported"
    )
    (source,) = pack.sources
    assert (source.title, source.media, source.version) == (TITLE, "PDF", "current version")
    assert len(source.sha256) == 64
    assert source.named == "E1, E2, E3, E4, E2b, E5, marked by a reviewer"


def test_every_claim_has_its_five_checks_with_who_found_what(
    packed: Gather, tenant: Scope, reviewed: UUID
) -> None:
    pack = packed(tenant, reviewed)
    third = pack.claims[2]
    assert [check.label for check in third.checks] == ["Source", "Quote", "Figures", "Place", "Checker"]
    figures = third.checks[2]
    assert (figures.words, figures.tone) == ("1 of 2 missing", "bad")
    assert any(
        "21,231 is not in E3 or E4" in detail and "(pincite-code-1)" in detail for detail in figures.details
    )


def test_a_citation_is_shown_once_with_its_caption(packed: Gather, tenant: Scope, reviewed: UUID) -> None:
    pack = packed(tenant, reviewed)
    (first,) = pack.claims[0].evidence
    (page,) = first.shown.pages
    assert page.caption == f"E1 · {TITLE} · PDF page 1 · printed 1"
    assert "marked: 81,797; marked: 82,959" in page.alt
    assert "row: Total net sales" in page.alt
    assert "unit: (In millions)" in page.alt
    marks = [(mark.look, mark.label) for cut in page.cuts for mark in cut.marks]
    assert sorted(marks) == [
        ("aside", ""),
        ("aside", "column"),
        ("aside", "row"),
        ("aside", "unit"),
        ("cited", ""),
        ("cited", "E1"),
    ]
    again = pack.claims[1].evidence[1]
    assert (again.note.citation_id, again.shown_at, again.shown.pages) == ("E1", 1, ())


def test_candidates_are_all_shown_and_none_is_chosen(packed: Gather, tenant: Scope, reviewed: UUID) -> None:
    (evidence,) = packed(tenant, reviewed).claims[5].evidence
    assert "Nothing is marked as evidence until you do" in evidence.state
    looks = [mark.look for page in evidence.shown.pages for cut in page.cuts for mark in cut.marks]
    assert looks == ["candidate"] * 3
    assert [page.caption.split(" · ")[0] for page in evidence.shown.pages] == [
        f"E5, candidate {number} of 3" for number in (1, 2, 3)
    ]


def test_a_quote_that_is_not_there_is_told_and_nothing_is_marked(
    packed: Gather, tenant: Scope, reviewed: UUID
) -> None:
    (evidence,) = packed(tenant, reviewed).claims[3].evidence
    assert evidence.state.startswith("The quote is not on this page.")
    assert evidence.shown.pages == ()


def test_nothing_of_a_withheld_filing_is_in_the_pack(
    packed: Gather, tenant: Scope, reviewed: UUID, secret: Stored
) -> None:
    pack = packed(tenant, reviewed)
    last = pack.claims[8]
    assert last.claim.is_withheld
    assert last.checks == ()
    assert last.review.words == "Withheld with the claim"
    assert "You do not have access to this document" in last.evidence[0].note.problem
    assert str(secret.version_id) not in said(pack)
    assert secret.sha256 not in said(pack)
    assert "The other company sold" not in said(pack)


# --- reviewers ------------------------------------------------------------------------------------------


def test_verdicts_are_told_with_who_when_why_and_the_marked_place(
    packed: Gather, tenant: Scope, reviewed: UUID
) -> None:
    review = packed(tenant, reviewed).claims[0].review
    assert (review.words, review.tone) == ("Reviewers differ, and nobody has decided yet", "warn")
    other, own = review.verdicts
    assert (other.reviewer, other.words, other.when) == ("B. Ito", "Supported", "30 Nov 2026, 14:01 UTC")
    assert (own.words, own.reason, own.comment) == ("Wrong location", "Another row or column", COMMENT)
    (place,) = own.places
    assert (place.corrects, place.quote) == ("E1", "21,213")
    marks = [mark for page in place.shown.pages for cut in page.cuts for mark in cut.marks]
    assert [(mark.look, mark.label) for mark in marks if mark.look == "reviewer"] == [
        ("reviewer", "right place")
    ]


def test_a_reviewer_learns_nothing_of_claims_that_they_have_not_judged(
    packed: Gather, database: Database, tenant: Scope, second: Scope, reviewed: UUID
) -> None:
    with database.scoped(tenant) as conn:
        reviews.record(conn, not_supported(reviewed, 3, second))
    pack = packed(tenant, reviewed)
    assert pack.claims[2].review.words == HIDDEN
    assert pack.claims[2].review.verdicts == ()
    assert pack.claims[3].review.words == HIDDEN, "nor that nobody did"
    assert "2 of 9 claims reviewed" in pack.review


def test_a_decided_claim_is_told_whole_though_the_reader_has_not_judged_it(
    packed: Gather, database: Database, tenant: Scope, second: Scope, reviewed: UUID
) -> None:
    with database.scoped(tenant) as conn:
        third, decider = (reviewers.add(conn, name) for name in ("C. Osei", "D. Lind"))
        reviews.record(conn, not_supported(reviewed, 3, second))
        judge(conn, reviewed, 3, third)
        judge(conn, reviewed, 3, decider, role=ReviewRole.ADJUDICATOR)
    review = packed(tenant, reviewed).claims[2].review
    assert review.words == "Decided by an adjudicator: Supported"
    assert {one.reviewer for one in review.verdicts} == {"B. Ito", "C. Osei", "D. Lind"}


def test_whoever_only_reads_sees_every_verdict_and_what_was_withdrawn(
    packed: Gather, database: Database, tenant: Scope, second: Scope, reviewed: UUID
) -> None:
    with database.scoped(tenant) as conn:
        taken = supported(reviewed, 3, second)
        reviews.record(conn, taken)
        reviews.withdraw(conn, second.user_id, taken.id)
        reader = Scope(tenant.tenant_id, reviewers.add(conn, "C. Reader").id)
    pack = packed(reader, reviewed)
    assert [len(one.review.verdicts) for one in pack.claims] == [2, 2, 1, 0, 0, 0, 0, 0, 0]
    third = pack.claims[2].review
    assert (third.words, third.verdicts[0].status) == ("Not reviewed", "withdrawn")


# --- other sources and states ----------------------------------------------------------------------------


def test_a_source_without_pages_is_set_in_its_words(
    packed: Gather, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    draft = Draft()
    statement(draft, 0)
    table = store(database, tenant, blob_folder, filing(draft))
    prose = store(database, tenant, blob_folder, html_filing())
    row, sentence = "Monitoring revenue 95,465 76,385", "sales were"
    with database.scoped(tenant) as conn:
        answer = save_answer(
            conn,
            tenant,
            [
                ("Revenue was 95,465.", [cite(table, 0, row, [table.span(0, row)])]),
                ("It sold.", [cite(prose, 0, sentence, [prose.span(0, sentence)], number=2)]),
            ],
        )
    first, second = (claim.evidence[0].shown for claim in packed(tenant, answer).claims)
    head, cells = first.lines
    assert [words for words, _ in head.parts] == ["", "2024", "2023"]
    assert cells.parts == (("Monitoring revenue", True), ("95,465", True), ("76,385", True))
    assert first.remarks == (NO_PAGES,)
    assert first.caption.endswith("Text page 1 · printed 10")
    assert second.lines[0].parts == (
        ("Net ", False),
        ("sales were", True),
        (" $ 21 million, as planned.", False),
    )


def test_superseded_unreadable_and_removed_sources_say_so(
    packed: Gather, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    row = "Total net sales 81,797 82,959"
    stored = [store(database, tenant, blob_folder, unique(pdf_filing())) for _ in range(3)]
    with database.scoped(tenant) as conn:
        cited = [cite(one, 0, row, [one.span(0, row)], number=at) for at, one in enumerate(stored, start=1)]
        answer = save_answer(conn, tenant, [("Sales fell.", [one]) for one in cited])
        reviews.record(conn, replace(supported(answer, 3, tenant), comment="It prints 81,797."))
    older, lost, removed = stored
    store(database, tenant, blob_folder, unique(pdf_filing()), supersedes=older)
    lost.blob_path().unlink()
    with database.scoped(tenant) as conn:
        documents.delete(conn, removed.document_id)
    first, second, third = (claim.evidence[0] for claim in packed(tenant, answer).claims)
    assert first.state.startswith("A newer version replaces this filing.")
    assert first.shown.pages, "the version that was cited is still shown"
    assert "The stored file is gone" in second.state
    assert second.shown.pages == ()
    assert "removed from the library" in third.note.problem
    review = packed(tenant, answer).claims[2].review
    assert "removed from the library" in review.words
    assert review.verdicts == (), "what only the source could tell is told by nobody"
    sources = {source.version_id: source.version for source in packed(tenant, answer).sources}
    assert sources[str(older.version_id)] == "superseded version"
