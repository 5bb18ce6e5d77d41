"""A passage that was read, asked of a real store: its words as they were given, its place as it is now."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from pipeline.evidence.errors import NotFound, PinciteError
from pipeline.store import answers
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.viewer.filing import Stored, cite, html_filing, pdf_filing, save_answer, store, unique
from viewer.source_reader import SourceReader
from viewer.stored import passage
from viewer.stored.asked import Asked, View


def answer_over(database: Database, scope: Scope, stored: Stored, page: int = 0) -> UUID:
    """An answer whose packet is a page of the filing."""
    quote = stored.page_text(page).split("\n")[0]
    cited = cite(stored, page, quote, [stored.span(page, quote)])
    with database.scoped(scope) as conn:
        return save_answer(conn, scope, [("A claim.", [cited])])


def asked(database: Database, scope: Scope, stored: Stored, answer: UUID | str, handle: str = "E1") -> View:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        query = {"answer": str(answer), "handle": handle}
        return passage.view(Asked(conn, reader, reader.source(stored.version_id), query))


def test_the_words_are_those_that_were_read(database: Database, tenant: Scope, report: Stored) -> None:
    view = asked(database, tenant, report, answer_over(database, tenant, report))
    assert view["text"] == report.page_text(0)
    assert view["evidence"]["state"] == "ready"
    assert view["evidence"]["locus"] == "PDF page 1 of 2 · printed 38"


def test_every_line_is_marked_as_context_and_none_as_a_quote(
    database: Database, tenant: Scope, report: Stored
) -> None:
    evidence = asked(database, tenant, report, answer_over(database, tenant, report))["evidence"]
    assert evidence["regions"]
    assert {region["role"] for region in evidence["regions"]} == {"context"}
    tops = {round(region["top"]) for region in evidence["regions"]}
    assert len(tops) == len(report.page_text(0).split("\n"))
    assert all(region["top"] + region["height"] <= 100 for region in evidence["regions"])


def test_a_rendition_has_ranges_of_its_elements(database: Database, tenant: Scope, blob_folder: Path) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    evidence = asked(database, tenant, stored, answer_over(database, tenant, stored))["evidence"]
    assert [one["block"] for one in evidence["ranges"]] == ["b0", "b1"]
    assert {one["role"] for one in evidence["ranges"]} == {"context"}
    assert evidence["regions"] == []


def test_a_superseded_version_says_so(
    database: Database, tenant: Scope, blob_folder: Path, report: Stored
) -> None:
    answer = answer_over(database, tenant, report)
    store(database, tenant, blob_folder, unique(pdf_filing()), supersedes=report)
    evidence = asked(database, tenant, report, answer)["evidence"]
    assert evidence["state"] == "superseded"
    assert evidence["notice"]["title"] == "A newer version replaces this filing."


def test_a_passage_that_no_longer_stands_so_is_not_marked(
    database: Database, tenant: Scope, report: Stored
) -> None:
    answer = answer_over(database, tenant, report)
    with database.scoped(tenant) as conn:
        conn.execute(
            "update packet_entries set text = replace(text, '81,797', '81,979') where answer_id = %s",
            (answer,),
        )
    view = asked(database, tenant, report, answer)
    assert "81,979" in view["text"]
    assert view["evidence"]["state"] == "quote_not_found"
    assert (view["evidence"]["regions"], view["evidence"]["ranges"]) == ([], [])


def test_the_passage_of_another_version_is_not_told(
    database: Database, tenant: Scope, blob_folder: Path, report: Stored
) -> None:
    other = store(database, tenant, blob_folder, unique(pdf_filing()))
    with pytest.raises(NotFound):
        asked(database, tenant, report, answer_over(database, tenant, other))


def test_the_answer_of_another_tenant_is_not_told(
    database: Database, tenant: Scope, blob_folder: Path, report: Stored
) -> None:
    foreign = new_tenant(database)
    theirs = store(database, foreign, blob_folder, unique(pdf_filing()))
    answer = answer_over(database, foreign, theirs)
    with pytest.raises(NotFound):
        asked(database, tenant, report, answer)


@pytest.mark.parametrize("handle", ["E2", "E01", "e1", "[E1]", "E1b", "E" * 13, ""])
def test_what_is_no_handle_of_the_packet_is_refused(
    database: Database, tenant: Scope, report: Stored, handle: str
) -> None:
    with pytest.raises(PinciteError):
        asked(database, tenant, report, answer_over(database, tenant, report), handle)


@pytest.mark.parametrize("answer", ["6a241753-1a87-481d-99e9-f6c20dd401fd", "E1", "1; drop table answers"])
def test_what_is_no_answer_is_refused(database: Database, tenant: Scope, report: Stored, answer: str) -> None:
    with pytest.raises(NotFound):
        asked(database, tenant, report, answer)


def test_an_entry_is_read_as_it_was_saved(database: Database, tenant: Scope, report: Stored) -> None:
    answer_id = answer_over(database, tenant, report)
    with database.scoped(tenant) as conn:
        whole = answers.get(conn, answer_id).packet.entries[0]
        assert answers.packet_entry(conn, answer_id, whole.handle) == whole
