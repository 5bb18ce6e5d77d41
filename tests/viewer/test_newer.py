"""Superseded evidence, looked for in the newer version on request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from pipeline.evidence.errors import AccessDenied, AlreadySuperseded, InvalidAnchor, NotFound
from pipeline.evidence.reanchored import Outcome, Reason
from pipeline.store import documents, versions
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.evidence.editions import ROWS, Draft, changed, statement
from tests.viewer.filing import Stored, cite, pdf_filing, save_answer, store
from tests.viewer.readings import filing, read_again
from viewer.citations import EvidenceState, ResolvedCitation
from viewer.links import Links
from viewer.resolver import find_newer, resolve, resolve_answer, shown_sources
from viewer.source_files import SourceFiles
from viewer.views import View, pane_view

ROW = "Monitoring revenue 95,465 76,385"
NEWER_TITLE = "Example Holdings · Form 10-K/A · FY2024"
RESTATED = changed(ROWS, "Monitoring revenue", 0, "93,345")

Supersede = Callable[[Draft], Stored]


def written(
    rows: Sequence[tuple[str, ...]] = ROWS,
    page: int = 1,
    headers: Sequence[str] = ("2024", "2023"),
    copies: int = 1,
) -> Draft:
    draft = Draft()
    draft.line(0, "Example Holdings")
    for copy in range(copies):
        statement(draft, page + copy, rows, headers)
    return draft


@pytest.fixture
def old(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, filing(written()))


@pytest.fixture
def answer(database: Database, tenant: Scope, old: Stored) -> UUID:
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(ROW, [cite(old, 1, ROW, [old.span(1, ROW)])])])


@pytest.fixture
def supersede(database: Database, tenant: Scope, old: Stored, blob_folder: Path) -> Supersede:
    def with_newer(draft: Draft) -> Stored:
        return store(database, tenant, blob_folder, filing(draft, NEWER_TITLE), supersedes=old)

    return with_newer


def found(database: Database, scope: Scope, answer: UUID, files: SourceFiles) -> ResolvedCitation:
    with database.scoped(scope) as conn:
        find_newer(conn, scope, answer, "E1")
        return resolve(conn, scope, answer, "E1", files=files)


def view_of(database: Database, scope: Scope, answer: UUID, files: SourceFiles) -> View:
    with database.scoped(scope) as conn:
        whole = resolve_answer(conn, scope, answer, files=files)
        return pane_view(whole, shown_sources(conn, whole), Links(b"k" * 32), scope)


OUTCOMES: tuple[tuple[Draft, Outcome, str, str], ...] = (
    (
        written(changed(ROWS, "Gross profit", 0, "1")),
        Outcome.SAME,
        "Same words, Text page 2 · printed 11",
        "newer",
    ),
    (written(page=3), Outcome.MOVED, "Same words, moved to Text page 4 · printed 13", "newer"),
    (
        written(RESTATED, page=3),
        Outcome.CHANGED_FIGURE,
        "Changed figure: 95,465 → 93,345, Text page 4 · printed 13",
        "newer",
    ),
    (written(RESTATED, page=3, copies=2), Outcome.AMBIGUOUS, "Ambiguous: choose", "ambiguous"),
    (written(headers=("2025", "2022")), Outcome.MISSING, "Not in the newer version", "quote_not_found"),
)


@pytest.mark.parametrize(
    ("newer", "outcome", "words", "state"), OUTCOMES, ids=[str(one[1]) for one in OUTCOMES]
)
def test_every_outcome_is_stored_and_shown_in_words(
    database: Database,
    tenant: Scope,
    answer: UUID,
    files: SourceFiles,
    supersede: Supersede,
    newer: Draft,
    outcome: Outcome,
    words: str,
    state: str,
) -> None:
    target = supersede(newer)
    citation = found(database, tenant, answer, files)
    assert citation.state is EvidenceState.SUPERSEDED
    assert citation.newer is not None
    assert citation.newer.found.outcome is outcome
    cited, there = view_of(database, tenant, answer, files)["evidence"]
    assert cited["version"]["successor"] == {
        "title": NEWER_TITLE,
        "key": there["key"],
        "outcome": cited["version"]["successor"]["outcome"],
    }
    assert cited["version"]["successor"]["outcome"]["words"] == words
    assert (there["of"], there["state"]) == (cited["key"], state)
    assert there["version"]["id"] == str(target.version_id)
    assert there["notice"]["title"] == f"{words}."
    assert bool(there["ranges"]) is (state == "newer")
    assert len(there["candidates"]) == (2 if state == "ambiguous" else 0)


def test_the_old_one_still_opens_as_it_was_cited(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    before = view_of(database, tenant, answer, files)["evidence"][0]
    supersede(written(RESTATED))
    found(database, tenant, answer, files)
    after = view_of(database, tenant, answer, files)["evidence"][0]
    for name in ("title", "locus", "quote", "ranges", "page_index"):
        assert after[name] == before[name]


def test_the_export_tells_what_was_found_and_keeps_what_it_told_before(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    target = supersede(written(RESTATED, page=3))
    value: dict[str, Any] = found(database, tenant, answer, files).to_json()["successor"]  # type: ignore[assignment]
    assert (value["document_version"], value["title"]) == (str(target.version_id), NEWER_TITLE)
    assert (value["outcome"], value["reason"]) == ("changed_figure", None)
    assert value["changes"] == [{"before": "95,465", "after": "93,345", "answers": True}]
    assert (value["page_index"], value["display_page_label"]) == (3, "13")
    assert value["quote"] == "Monitoring revenue 93,345 76,385"
    assert [span["text"] for span in value["ranges"] if span["role"] == "quote"] == ["93,345", "76,385"]


def test_the_pane_begins_at_the_figure_that_took_the_place_of_the_cited_one(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    supersede(written(RESTATED))
    found(database, tenant, answer, files)
    there = view_of(database, tenant, answer, files)["evidence"][1]
    assert [span["text"] for span in there["ranges"] if span["cited"]] == ["93,345"]
    assert there["verbatim"]["words"] == "Changed figure"


def test_a_pdf_is_followed_into_another_kind_of_document(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    old = store(database, tenant, blob_folder, pdf_filing())
    words = "Total net sales 81,797 82,959"
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(words, [cite(old, 0, words, [old.span(0, words)])])])
    rows = (("Total net sales", "81,797", "82,959"), ("Cost of sales", "(45,384)", "(47,074)"))
    draft = Draft()
    statement(draft, 0, rows, unit="(In millions)")
    store(database, tenant, blob_folder, filing(draft, NEWER_TITLE), supersedes=old)
    newer = found(database, tenant, answer, files).newer
    assert newer is not None
    assert newer.found.outcome is Outcome.MOVED
    assert newer.places[0].spans[0].text == "Total net sales"


def test_in_a_chain_of_three_the_current_version_is_looked_through(
    database: Database,
    tenant: Scope,
    answer: UUID,
    files: SourceFiles,
    supersede: Supersede,
    blob_folder: Path,
) -> None:
    second = supersede(written(RESTATED))
    assert found(database, tenant, answer, files).newer is not None
    third = store(
        database, tenant, blob_folder, filing(written(page=5), "Example · Third"), supersedes=second
    )
    with database.scoped(tenant) as conn:
        earlier = resolve(conn, tenant, answer, "E1", files=files)
    assert earlier.newer is None, "what was found in the second is no news of the third"
    assert earlier.source is not None
    assert earlier.source.successor is not None
    assert earlier.source.successor.version_id == third.version_id
    newest = found(database, tenant, answer, files).newer
    assert newest is not None
    assert newest.source.version_id == third.version_id
    assert newest.found.outcome is Outcome.MOVED


def test_a_version_is_superseded_once_and_the_error_names_the_current_one(
    database: Database, tenant: Scope, old: Stored, supersede: Supersede, blob_folder: Path
) -> None:
    second = supersede(written(RESTATED))
    third = store(
        database, tenant, blob_folder, filing(written(page=5), "Example · Third"), supersedes=second
    )
    with pytest.raises(AlreadySuperseded, match=str(third.version_id)):
        supersede(written(page=7))
    with database.scoped(tenant) as conn:
        chain = versions.chains(conn, [old.document_id])[old.document_id]
    assert [link.version_id for link in chain] == [third.version_id, second.version_id, old.version_id]
    assert [link.is_current for link in chain] == [True, False, False]


def test_what_was_found_is_forgotten_when_the_newer_version_is_read_again(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    target = supersede(written(RESTATED))
    assert found(database, tenant, answer, files).newer is not None
    read_again(database, tenant, target, written(RESTATED, page=2))
    with database.scoped(tenant) as conn:
        assert resolve(conn, tenant, answer, "E1", files=files).newer is None
    newer = found(database, tenant, answer, files).newer
    assert newer is not None
    assert newer.places[0].page.index == 2


def test_a_citation_whose_own_version_was_read_again_is_looked_for_by_its_present_place(
    database: Database, tenant: Scope, old: Stored, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    again = written()
    again.line(1, "Another line")
    read_again(database, tenant, old, again)
    supersede(written(RESTATED))
    newer = found(database, tenant, answer, files).newer
    assert newer is not None
    assert newer.found.outcome is Outcome.CHANGED_FIGURE


def test_without_a_right_to_the_filing_nothing_is_looked_for_or_told(
    database: Database, tenant: Scope, old: Stored, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    supersede(written(RESTATED))
    found(database, tenant, answer, files)
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, old.document_id, True)
    with database.scoped(tenant) as conn, pytest.raises(AccessDenied):
        find_newer(conn, tenant, answer, "E1")
    with database.scoped(tenant) as conn:
        told = resolve(conn, tenant, answer, "E1", files=files)
    assert told.to_json() == {"citation_id": "E1", "state": "denied"}
    (only,) = view_of(database, tenant, answer, files)["evidence"]
    assert "93,345" not in str(only)


def test_a_foreign_tenant_looks_for_nothing(database: Database, answer: UUID, supersede: Supersede) -> None:
    supersede(written(RESTATED))
    stranger = new_tenant(database)
    with database.scoped(stranger) as conn, pytest.raises(NotFound):
        find_newer(conn, stranger, answer, "E1")


def test_there_is_nothing_to_find_without_a_newer_version(
    database: Database, tenant: Scope, answer: UUID
) -> None:
    with database.scoped(tenant) as conn, pytest.raises(NotFound, match="Nothing has taken the place"):
        find_newer(conn, tenant, answer, "E1")


def test_a_citation_without_one_place_is_not_looked_for(
    database: Database, tenant: Scope, old: Stored, supersede: Supersede
) -> None:
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [("No such words.", [cite(old, 1, "No such words.", [])])])
    supersede(written(RESTATED))
    with database.scoped(tenant) as conn, pytest.raises(InvalidAnchor):
        find_newer(conn, tenant, answer, "E1")


def test_removing_the_filing_removes_the_whole_chain_and_what_was_found(
    database: Database, tenant: Scope, old: Stored, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    target = supersede(written(RESTATED))
    found(database, tenant, answer, files)
    with database.scoped(tenant) as conn:
        freed = documents.delete(conn, old.document_id)
        assert {old.sha256, target.sha256} <= set(freed)
        assert conn.execute("select count(*) from reanchorings").fetchone() == (0,)
        assert resolve(conn, tenant, answer, "E1", files=files).state is EvidenceState.UNAVAILABLE


def test_removing_the_answer_removes_what_was_found(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    supersede(written(RESTATED))
    found(database, tenant, answer, files)
    with database.scoped(tenant) as conn:
        conn.execute("delete from answers where id = %s", (answer,))
        assert conn.execute("select count(*) from reanchorings").fetchone() == (0,)


def test_the_reason_is_said_in_a_sentence(
    database: Database, tenant: Scope, answer: UUID, files: SourceFiles, supersede: Supersede
) -> None:
    supersede(written(headers=("2025", "2022")))
    citation = found(database, tenant, answer, files)
    assert citation.newer is not None
    assert citation.newer.found.reason is Reason.NO_COLUMN
    outcome = view_of(database, tenant, answer, files)["evidence"][0]["version"]["successor"]["outcome"]
    assert outcome["detail"] == "Rows of that name stand there, but none with a column of the cited period."
