"""A version read again by another parser: each citation stands in one place of the new reading, or says why not."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import numpy as np
import pytest

from pipeline.evidence.answer import CheckOutcome
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.reanchored import Outcome
from pipeline.evidence.text import TextRange
from pipeline.store import answers, pages, passages, readers, reanchorings, rereads, versions
from pipeline.store.database import Database
from pipeline.store.readers import Reader
from pipeline.store.scope import Scope
from tests.evidence.editions import ROWS, Draft, changed, statement
from tests.viewer.filing import Stored, cite, save_answer, store
from tests.viewer.readings import filing, read_again
from viewer.citations import EvidenceState, ResolvedCitation
from viewer.resolver import resolve, resolve_answer
from viewer.source_files import SourceFiles
from viewer.views import pane_view

ROW = "Monitoring revenue 95,465 76,385"


def written(**kwargs: object) -> Draft:
    draft = Draft()
    draft.line(0, "Example Holdings")
    statement(draft, 1, **kwargs)  # type: ignore[arg-type]
    return draft


def read_otherwise() -> Draft:
    """The same page with a line more above the table, as another parser might read it."""
    draft = Draft()
    draft.line(0, "Example Holdings")
    draft.line(1, "A line that the first parser left out")
    statement(draft, 1, headers=("Year ended 2024", "Year ended 2023"))
    return draft


@pytest.fixture
def stored(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, filing(written()))


@pytest.fixture
def answer(database: Database, tenant: Scope, stored: Stored) -> UUID:
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(ROW, [cite(stored, 1, ROW, [stored.span(1, ROW)])])])


def resolved(database: Database, scope: Scope, answer: UUID, files: SourceFiles) -> ResolvedCitation:
    with database.scoped(scope) as conn:
        return resolve(conn, scope, answer, "E1", files=files)


def test_a_citation_moves_with_its_words_on_their_page(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    before = resolved(database, tenant, answer, files)
    done = read_again(database, tenant, stored, read_otherwise())
    after = resolved(database, tenant, answer, files)
    assert (done.found, done.marked) == (1, 0)
    assert (done.before.reading, done.after.reading) == (1, 2)
    assert after.state is EvidenceState.READY
    assert before.place is not None
    assert after.place is not None
    assert after.place.range.start > before.place.range.start
    assert [span.text for span in after.place.spans][:3] == ["Monitoring revenue", "95,465", "76,385"]
    assert "Year ended 2024" in [span.text for span in after.place.spans], "headers are of the new reading"


def test_the_answer_stays_as_it_was_said(
    database: Database, tenant: Scope, stored: Stored, answer: UUID
) -> None:
    with database.scoped(tenant) as conn:
        before = answers.get(conn, answer)
    read_again(database, tenant, stored, read_otherwise())
    with database.scoped(tenant) as conn:
        assert answers.get(conn, answer) == before


def test_the_exported_passage_is_one_of_the_new_reading_and_the_reading_is_told(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    read_again(database, tenant, stored, read_otherwise())
    value = resolved(database, tenant, answer, files).to_json()
    assert value["passage_id"] == f"{stored.version_id}:1:0"
    told = value["read_again"]
    assert isinstance(told, dict)
    assert (told["parser_version"], told["outcome"]) == ("parser 2", "same")


def test_words_that_the_new_reading_has_not_are_marked_with_the_day_and_the_parser(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    done = read_again(
        database, tenant, stored, written(rows=changed(ROWS, "Monitoring revenue", 0, "95,466"))
    )
    citation = resolved(database, tenant, answer, files)
    assert (done.found, done.marked) == (0, 1)
    assert citation.state is EvidenceState.QUOTE_NOT_FOUND
    assert citation.places == ()
    assert citation.passage is None
    assert citation.problem is not None
    assert "was read again on " in citation.problem
    assert "by parser 2" in citation.problem
    assert "other figures" in citation.problem


def test_a_citation_whose_section_is_gone_names_no_other(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    from viewer.links import Links
    from viewer.resolver import shown_sources

    draft = Draft()
    draft.line(0, "Example Holdings")
    read_again(database, tenant, stored, draft)
    value = resolved(database, tenant, answer, files).to_json()
    assert value["state"] == "quote_not_found"
    assert value["quote"] == ROW
    assert (value["page_index"], value["display_page_label"], value["page_dimensions"]) == (None, None, None)
    with database.scoped(tenant) as conn:
        whole = resolve_answer(conn, tenant, answer, files=files)
        view = pane_view(whole, shown_sources(conn, whole), Links(b"k" * 32), tenant)
    (evidence,) = view["evidence"]
    assert (evidence["title"], evidence["locus"]) == (value["title"], "Place no longer known")


def test_words_that_the_new_reading_has_twice_are_offered_and_none_is_marked(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    draft = Draft()
    draft.line(0, "Example Holdings")
    for _ in range(2):
        draft.line(1, ROW)
    read_again(database, tenant, stored, draft)
    with database.scoped(tenant) as conn:
        whole = resolve_answer(conn, tenant, answer, files=files)
    citation = whole.citations["1:E1"]
    assert citation.state is EvidenceState.AMBIGUOUS
    assert citation.place is None
    assert len(citation.places) == 2


def test_another_place_with_the_same_words_is_never_taken_silently(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    draft = written(rows=changed(ROWS, "Monitoring revenue", 0, "95,466"))
    draft.line(0, ROW)
    read_again(database, tenant, stored, draft)
    assert resolved(database, tenant, answer, files).state is EvidenceState.QUOTE_NOT_FOUND


def test_a_later_reading_is_compared_with_the_words_that_were_cited_first(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    worse = written(rows=changed(ROWS, "Monitoring revenue", 0, "95,466"))
    read_again(database, tenant, stored, worse, "parser 2")
    read_again(database, tenant, stored, read_otherwise(), "parser 3")
    assert resolved(database, tenant, answer, files).state is EvidenceState.READY
    with database.scoped(tenant) as conn:
        carried = reanchorings.carried(conn, answer)[1, "E1"]
        assert versions.get(conn, stored.version_id).reading == 3
    assert carried.parser_version == "parser 3"
    assert carried.found is not None
    assert carried.found.outcome is Outcome.SAME


def test_a_quote_that_was_ambiguous_stays_so(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    draft = Draft()
    for words in ("Liquidity", "We make no assurance.", "Risks", "We make no assurance."):
        draft.line(0, words)
    stored = store(database, tenant, blob_folder, filing(draft))
    spans = [stored.span(0, "We make no assurance.", occurrence) for occurrence in (0, 1)]
    with database.scoped(tenant) as conn:
        cited = cite(stored, 0, "We make no assurance.", spans, outcome=CheckOutcome.AMBIGUOUS)
        answer = save_answer(conn, tenant, [("No assurance.", [cited])])
    other = Draft()
    other.line(0, "A first line")
    for words in ("Liquidity", "We make no assurance.", "Risks", "We make no assurance."):
        other.line(0, words)
    read_again(database, tenant, stored, other)
    citation = resolved(database, tenant, answer, files)
    assert citation.state is EvidenceState.AMBIGUOUS
    assert [place.range.start for place in citation.places] == [span.start + 13 for span in spans]


def test_an_answer_that_was_stored_after_its_version_was_read_again_says_so(
    database: Database, tenant: Scope, stored: Stored, files: SourceFiles
) -> None:
    cited = cite(stored, 1, ROW, [stored.span(1, ROW)])
    read_again(database, tenant, stored, read_otherwise())
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(ROW, [cited])])
    citation = resolved(database, tenant, answer, files)
    assert citation.state is EvidenceState.QUOTE_NOT_FOUND
    assert citation.problem is not None
    assert "read again while the question was answered" in citation.problem


def test_an_answer_from_the_new_reading_is_not_looked_for(
    database: Database, tenant: Scope, stored: Stored, files: SourceFiles
) -> None:
    read_again(database, tenant, stored, written())
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(ROW, [cite(stored, 1, ROW, [stored.span(1, ROW)])])])
        assert reanchorings.carried(conn, answer) == {}
    assert resolved(database, tenant, answer, files).read_again is None


def test_nothing_of_the_old_reading_stays(database: Database, tenant: Scope, stored: Stored) -> None:
    done = read_again(database, tenant, stored, read_otherwise())
    assert done.freed == done.before.rendition_sha256
    with database.scoped(tenant) as conn:
        assert "left out" in pages.texts(conn, stored.version_id)[1]
        assert len(passages.of_page(conn, stored.version_id, 1)) == 1
        version = versions.get(conn, stored.version_id)
    assert version.passage_count == 2
    assert version.parser_version == "parser 2"
    assert version.read_at is not None


def test_a_reading_that_fails_leaves_everything_as_it_was(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    before = resolved(database, tenant, answer, files)

    _, parsed = filing(read_otherwise())
    passage = Passage(PassageId(str(stored.version_id), 0, 0), TextRange(0, 7), 0, 0, "Example")
    nothing = np.empty((0, 2), dtype=np.float32)
    with pytest.raises(InvalidDocument), database.scoped(tenant) as conn:
        rereads.replace(
            conn, stored.version_id, parsed, [passage], nothing, "test", rendition_sha256=None, seconds=0
        )
    assert resolved(database, tenant, answer, files) == before


def test_a_version_that_another_parser_or_renderer_would_read_today_is_told(
    database: Database, tenant: Scope, stored: Stored
) -> None:
    def outdated(parser: str, *renderings: str) -> bool:
        with database.scoped(tenant) as conn:
            readers.announce(conn, {"text/plain": Reader(parser, renderings)})
            (link,) = versions.chains(conn, [stored.document_id])[stored.document_id]
            assert (stored.version_id in readers.outdated(conn, [stored.version_id])) is link.is_outdated
            return link.is_outdated

    with database.scoped(tenant) as conn:
        assert readers.outdated(conn, [stored.version_id]) == set(), "nobody has said what reads here"
    assert not outdated("parser 1", "frame-test", "frame-escaped")
    assert outdated("parser 2", "frame-test")
    assert outdated("parser 1", "frame-newer")


def test_the_pane_says_when_words_were_lost(
    database: Database, tenant: Scope, stored: Stored, answer: UUID, files: SourceFiles
) -> None:
    from viewer.links import Links
    from viewer.resolver import shown_sources

    read_again(
        database, tenant, stored, written(rows=[row for row in ROWS if row[0] != "Monitoring revenue"])
    )
    with database.scoped(tenant) as conn:
        whole = resolve_answer(conn, tenant, answer, files=files)
        view = pane_view(whole, shown_sources(conn, whole), Links(b"k" * 32), tenant)
    (evidence,) = view["evidence"]
    assert evidence["state"] == "quote_not_found"
    assert (
        "by parser 2. That reading does not have the quoted words on this page." in evidence["notice"]["text"]
    )
    assert evidence["ranges"] == []
