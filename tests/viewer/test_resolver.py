"""The resolver over the real store: what each state gives, and what it withholds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.document import Block, ParsedDocument
from pipeline.evidence.errors import AccessDenied, BlobCorrupt, BlobMissing, InvalidHandle, NotFound
from pipeline.evidence.region import Role
from pipeline.evidence.text import PageRange, TextRange
from pipeline.store import answers, documents
from pipeline.store.connect import Connection
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.evidence.editions import Draft, statement
from tests.viewer.filing import (
    LABEL_X,
    REPEATED,
    VALUE_RIGHTS,
    Stored,
    cite,
    html_filing,
    pdf_filing,
    save_answer,
    store,
)
from tests.viewer.readings import filing
from viewer.citations import EvidenceState, ResolvedCitation
from viewer.links import LinkKind
from viewer.resolver import answer_json, locate, open_version, resolve, resolve_answer
from viewer.source_files import SourceFiles
from viewer.source_reader import SourceReader

ROW = "Total net sales 81,797 82,959"


@pytest.fixture
def row_answer(database: Database, tenant: Scope, report: Stored) -> UUID:
    """An answer whose only claim cites the sales row."""
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])


def resolved(
    database: Database, scope: Scope, answer_id: UUID, files: SourceFiles, citation: str = "E1"
) -> ResolvedCitation:
    with database.scoped(scope) as conn:
        return resolve(conn, scope, answer_id, citation, files=files)


def test_a_located_row_gives_a_box_a_cell_with_its_row_column_and_unit(
    database: Database, tenant: Scope, row_answer: UUID, files: SourceFiles
) -> None:
    citation = resolved(database, tenant, row_answer, files)
    assert citation.state is EvidenceState.READY
    assert citation.place is not None
    by_role = [(region.role, region.text) for region in citation.place.regions]
    assert by_role == [
        (Role.ROW_LABEL, "Total net sales"),
        (Role.QUOTE, "81,797"),
        (Role.QUOTE, "82,959"),
        (Role.COLUMN_HEADER, "2024"),
        (Role.COLUMN_HEADER, "2023"),
        (Role.UNIT, "(In millions)"),
    ]
    label, first, second = (region.box for region in citation.place.regions[:3])
    assert label.x == pytest.approx(LABEL_X, abs=0.01)
    assert (first.right, second.right) == pytest.approx(VALUE_RIGHTS, abs=0.01)
    assert citation.place.cells == ("Total net sales", "81,797", "82,959")


def test_the_exported_citation_has_the_contract_of_the_design(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    value = json.loads(json.dumps(resolved(database, tenant, row_answer, files).to_json()))
    assert value["citation_id"] == "E1"
    assert value["document_version"] == str(report.version_id)
    assert value["passage_id"] == f"{report.version_id}:0:0"
    assert value["page_index"] == 0
    assert value["display_page_label"] == "38"
    assert value["quote"] == ROW
    assert value["coordinate_space"] == "top-left-page-points"
    assert value["page_dimensions"] == {"width": 612.0, "height": 792.0}
    assert value["render_version"] == "pdfium-test"
    assert value["state"] == "ready"
    assert set(value["regions"][0]) >= {"x", "y", "w", "h", "role"}


def test_a_key_and_a_claim_number_name_the_same_citation(
    database: Database, tenant: Scope, row_answer: UUID, files: SourceFiles
) -> None:
    with database.scoped(tenant) as conn:
        by_key = resolve(conn, tenant, row_answer, "1:E1", files=files)
        by_claim = resolve(conn, tenant, row_answer, "E1", 1, files=files)
    assert by_key == by_claim


@pytest.mark.parametrize("citation", ["E2", "E1b", "2:E1"])
def test_a_citation_that_the_answer_has_not_is_not_found(
    database: Database, tenant: Scope, row_answer: UUID, files: SourceFiles, citation: str
) -> None:
    with pytest.raises(NotFound):
        resolved(database, tenant, row_answer, files, citation)


@pytest.mark.parametrize("citation", ["", "e1", "E01", "E1 ", "x:E1", "1:2:E1", "E1; drop table", "Ｅ1"])
def test_what_is_no_citation_id_is_refused(
    database: Database, tenant: Scope, row_answer: UUID, files: SourceFiles, citation: str
) -> None:
    with pytest.raises(InvalidHandle):
        resolved(database, tenant, row_answer, files, citation)


def test_a_foreign_answer_and_version_look_exactly_like_none(
    database: Database, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    stranger = new_tenant(database)

    def said(answer_id: UUID, version_id: UUID) -> list[str]:
        words = []
        with database.scoped(stranger) as conn:
            with pytest.raises(NotFound) as no_answer:
                resolve(conn, stranger, answer_id, "E1", files=files)
            with pytest.raises(NotFound) as no_version:
                open_version(database, stranger, version_id, LinkKind.FILE, files=files)
            with pytest.raises(NotFound) as no_page:
                locate(conn, stranger, version_id, 0, ROW)
            with pytest.raises(NotFound) as no_document:
                locate(conn, stranger, report.document_id, 0, ROW)
            for error in (no_answer, no_version, no_page, no_document):
                words.append(str(error.value))
        return words

    foreign, absent = said(row_answer, report.version_id), said(UUID(int=404), UUID(int=404))
    identifiers = (row_answer, report.version_id, report.document_id, UUID(int=404))
    for identifier in identifiers:
        foreign = [words.replace(str(identifier), "…") for words in foreign]
        absent = [words.replace(str(identifier), "…") for words in absent]
    assert foreign == absent


def test_a_restricted_document_withholds_title_page_quote_and_claim(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    citation = resolved(database, tenant, row_answer, files)
    assert citation.state is EvidenceState.DENIED
    with database.scoped(tenant) as conn:
        value = answer_json(conn, tenant, answers.get(conn, row_answer), files=files)
    # The id and the time of the answer hold any digits by chance; all else is compared.
    exported = json.dumps(
        {key: part for key, part in value.items() if key not in ("answer_id", "created_at")}
    )
    for secret in ("81,797", "Total net sales", "Example Holdings", str(report.version_id), "38"):
        assert secret not in json.dumps(citation.to_json())
        assert secret not in exported
    with database.scoped(tenant) as conn:
        with pytest.raises(AccessDenied):
            open_version(database, tenant, report.version_id, LinkKind.FILE, files=files)
        with pytest.raises(AccessDenied):
            locate(conn, tenant, report.version_id, 0, ROW)


def test_a_grant_gives_access_and_taking_it_back_ends_it_at_once(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
        documents.grant(conn, report.document_id, tenant.user_id)
    assert resolved(database, tenant, row_answer, files).state is EvidenceState.READY
    with database.scoped(tenant) as conn:
        documents.revoke(conn, report.document_id, tenant.user_id)
    assert resolved(database, tenant, row_answer, files).state is EvidenceState.DENIED


def test_a_superseded_version_is_still_shown_with_its_successor(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, blob_folder: Path, files: SourceFiles
) -> None:
    newer = store(database, tenant, blob_folder, pdf_filing(sales="79,990"), supersedes=report)
    citation = resolved(database, tenant, row_answer, files)
    assert citation.state is EvidenceState.SUPERSEDED
    assert citation.place is not None
    assert citation.source is not None
    assert citation.source.version_id == report.version_id, "a citation stays pinned to what it cited"
    assert citation.source.successor is not None
    assert citation.source.successor.version_id == newer.version_id
    assert citation.to_json()["successor"] == {
        "document_version": str(newer.version_id),
        "title": newer.parsed.title,
    }


def test_an_ambiguous_quote_lists_every_place_and_marks_none(
    connection: Connection, tenant: Scope, report: Stored, files: SourceFiles
) -> None:
    spans = [report.span(1, REPEATED, occurrence) for occurrence in range(3)]
    answer_id = save_answer(connection, tenant, [(REPEATED, [cite(report, 1, REPEATED, spans)])])
    citation = resolve(connection, tenant, answer_id, "E1", files=files)
    assert citation.state is EvidenceState.AMBIGUOUS
    assert citation.place is None
    assert [place.range for place in citation.places] == spans
    value = citation.to_json()
    assert value["regions"] == []
    candidates = value["candidates"]
    assert isinstance(candidates, list)
    tops = [candidate["regions"][0]["y"] for candidate in candidates]
    assert len(set(tops)) == 3


def test_a_quote_without_a_place_is_not_found(
    connection: Connection, tenant: Scope, report: Stored, files: SourceFiles
) -> None:
    answer_id = save_answer(
        connection, tenant, [("Sales doubled.", [cite(report, 0, "Sales doubled to 99", [])])]
    )
    citation = resolve(connection, tenant, answer_id, "E1", files=files)
    assert citation.state is EvidenceState.QUOTE_NOT_FOUND
    assert citation.to_json()["regions"] == []
    assert citation.page is not None, "the page is there to be read"


@pytest.mark.parametrize("shift", [-3, 4])
def test_a_stored_place_that_carries_other_words_marks_nothing(
    connection: Connection, tenant: Scope, report: Stored, files: SourceFiles, shift: int
) -> None:
    span = report.span(0, ROW)
    moved = TextRange(span.start + shift, span.end + shift)
    answer_id = save_answer(connection, tenant, [(ROW, [cite(report, 0, ROW, [moved])])])
    citation = resolve(connection, tenant, answer_id, "E1", files=files)
    assert citation.state is EvidenceState.QUOTE_NOT_FOUND
    assert citation.places == ()


def test_damaged_bytes_are_unavailable_and_their_quote_stays(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    assert resolved(database, tenant, row_answer, files).state is EvidenceState.READY
    path = report.blob_path()
    path.chmod(0o600)
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    citation = resolved(database, tenant, row_answer, files)
    assert citation.state is EvidenceState.UNAVAILABLE
    assert citation.problem is not None
    assert "does not match its checksum" in citation.problem
    assert str(path) not in citation.problem, "an analyst is not told the server's folders"
    assert citation.quote == ROW
    with pytest.raises(BlobCorrupt):
        open_version(database, tenant, report.version_id, LinkKind.PAGES, files=files)


def test_missing_bytes_are_unavailable(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    report.blob_path().unlink()
    assert resolved(database, tenant, row_answer, files).state is EvidenceState.UNAVAILABLE
    with pytest.raises(BlobMissing):
        open_version(database, tenant, report.version_id, LinkKind.FILE, files=files)


def test_a_removed_source_is_unavailable_and_withheld(
    database: Database, tenant: Scope, row_answer: UUID, report: Stored, files: SourceFiles
) -> None:
    with database.scoped(tenant) as conn:
        documents.delete(conn, report.document_id)
    citation = resolved(database, tenant, row_answer, files)
    assert citation.state is EvidenceState.UNAVAILABLE
    assert citation.is_withheld
    assert "81,797" not in json.dumps(citation.to_json())


def test_an_html_quote_gives_offsets_that_skip_blanks(
    connection: Connection, database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    quote = "$ 21 million"
    answer_id = save_answer(
        connection, tenant, [("Sales were $21 million.", [cite(stored, 0, quote, [stored.span(0, quote)])])]
    )
    citation = resolve(connection, tenant, answer_id, "E1", files=files)
    assert citation.place is not None
    (span,) = citation.place.spans
    assert (span.block, span.start, span.end) == ("b1", len("Netsaleswere"), len("Netsaleswere$21million"))
    assert citation.place.regions == ()


def test_links_open_the_original_or_the_rendition(
    database: Database,
    tenant: Scope,
    report: Stored,
    blob_folder: Path,
    files: SourceFiles,
) -> None:
    html = store(database, tenant, blob_folder, html_filing())
    opened = open_version(database, tenant, html.version_id, LinkKind.FRAME, files=files)
    assert opened.path.read_bytes() == html.parsed.rendition
    original = open_version(database, tenant, report.version_id, LinkKind.FILE, files=files)
    assert original.path.read_bytes().startswith(b"%PDF")
    with pytest.raises(NotFound, match="no frame"):
        open_version(database, tenant, report.version_id, LinkKind.FRAME, files=files)


def test_a_whole_answer_resolves_each_citation_under_its_key(
    connection: Connection, tenant: Scope, report: Stored, files: SourceFiles
) -> None:
    row = cite(report, 0, ROW, [report.span(0, ROW)], number=1)
    prose = cite(report, 1, REPEATED, [report.span(1, REPEATED)], number=2)
    answer_id = save_answer(connection, tenant, [("First 81,797.", [row]), ("Both.", [row, prose])])
    answer = resolve_answer(connection, tenant, answer_id, files=files)
    assert list(answer.citations) == ["1:E1", "2:E1", "2:E2"]
    exported = answer_json(connection, tenant, answer.answer, files=files)
    assert list(exported["evidence"]) == ["E1", "E2"]
    assert exported["claims"][1]["evidence_ids"] == ["E1", "E2"]


def test_locate_finds_a_row_by_document_or_version(
    connection: Connection, tenant: Scope, report: Stored
) -> None:
    for identifier in (report.document_id, report.version_id):
        value = locate(connection, tenant, identifier, 0, "total  NET sales 81,797")
        assert value["outcome"] == "located"
        assert value["page_index"] == 0
        assert value["display_page_label"] == "38"
        assert value["page_dimensions"] == {"width": 612.0, "height": 792.0}
        regions = value["regions"]
        assert isinstance(regions, list)
        assert [region["text"] for region in regions if region["role"] == "quote"] == ["81,797"]


def test_locate_lists_every_candidate_of_an_ambiguous_quote(
    connection: Connection, tenant: Scope, report: Stored
) -> None:
    value = locate(connection, tenant, report.version_id, 1, REPEATED)
    assert value["outcome"] == "ambiguous"
    assert value["regions"] == []
    candidates = value["candidates"]
    assert isinstance(candidates, list)
    assert len(candidates) == 3


@pytest.mark.parametrize(
    ("quote", "reason"),
    [("Total net sales 81,798", "not_found"), ("Cost of sales 45,384", "figure_differs"), ("…", "empty")],
)
def test_locate_says_why_a_quote_is_missing(
    connection: Connection, tenant: Scope, report: Stored, quote: str, reason: str
) -> None:
    value = locate(connection, tenant, report.version_id, 0, quote)
    assert value["outcome"] == "missing"
    assert value["reason"] == reason
    assert value["regions"] == value["candidates"] == []


def test_locate_marks_each_piece_of_a_quote_that_was_copied_column_by_column(
    connection: Connection, tenant: Scope, report: Stored
) -> None:
    quote = "Fiscal year Total net sales Cost of sales 2024 81,797 (45,384) 2023 82,959 (47,074)"
    value = locate(connection, tenant, report.version_id, 0, quote)
    assert value["outcome"] == "located"
    regions = value["regions"]
    assert isinstance(regions, list)
    quoted = [region["text"] for region in regions if region["role"] == "quote"]
    assert [text for text in quoted if text.strip("()")[0].isdigit()] == [
        "2024",
        "81,797",
        "(45,384)",
        "2023",
        "82,959",
        "(47,074)",
    ]
    changed = locate(connection, tenant, report.version_id, 0, quote.replace("(47,074)", "47,074"))
    assert changed["outcome"] == "missing"
    assert changed["reason"] == "figure_differs"


def test_locate_on_a_page_that_does_not_exist_is_not_found(
    connection: Connection, tenant: Scope, report: Stored
) -> None:
    for page_index in (-1, 2):
        with pytest.raises(NotFound, match="no page"):
            locate(connection, tenant, report.version_id, page_index, ROW)
    with pytest.raises(NotFound):
        locate(connection, tenant, uuid4(), 0, ROW)


def with_note(parsed: ParsedDocument, row: str, page_index: int, words: str) -> ParsedDocument:
    """The document with a footnote at every value of a row: the first place of `words` on a page."""
    start = parsed.pages[page_index].text.index(words)
    note = PageRange(page_index, TextRange(start, start + len(words)))

    def noted(block: Block) -> Block:
        text = parsed.pages[block.page_index].text
        if not block.range.of(text).startswith(row):
            return block
        return replace(block, cells=tuple(replace(cell, notes=(note,)) for cell in block.cells))

    return replace(parsed, blocks=tuple(map(noted, parsed.blocks)))


def test_a_footnote_on_another_page_is_a_light_region(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    data, parsed = pdf_filing()
    stored = store(database, tenant, blob_folder, (data, with_note(parsed, "Total net sales", 1, REPEATED)))
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(ROW, [cite(stored, 0, ROW, [stored.span(0, ROW)])])])
    place = resolved(database, tenant, answer, files).place
    assert place is not None
    notes = [(region.page_index, region.text) for region in place.regions if region.role is Role.FOOTNOTE]
    assert notes == [(1, REPEATED)]


def test_a_footnote_of_a_rendition_is_a_light_span(
    database: Database, tenant: Scope, blob_folder: Path, files: SourceFiles
) -> None:
    draft = Draft()
    statement(draft, 0)
    draft.line(0, "(1) Restated.")
    data, parsed = filing(draft)
    words = "Monitoring revenue 95,465 76,385"
    stored = store(database, tenant, blob_folder, (data, with_note(parsed, "Monitoring", 0, "(1) Restated.")))
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(words, [cite(stored, 0, words, [stored.span(0, words)])])])
    place = resolved(database, tenant, answer, files).place
    assert place is not None
    assert [span.text for span in place.spans if span.role is Role.FOOTNOTE] == ["(1) Restated."]


def test_only_the_tables_of_the_cited_rows_are_read(
    database: Database, tenant: Scope, blob_folder: Path
) -> None:
    draft = Draft()
    for page in range(3):
        statement(draft, page)
    stored = store(database, tenant, blob_folder, filing(draft))
    with database.scoped(tenant) as conn:
        reader = SourceReader(conn, tenant)
        source = reader.source(stored.version_id)
        conn.execute("delete from blocks where page_index <> 1")
        conn.execute("delete from tables where ordinal <> 1")
        place = reader.place(source, 1, stored.span(1, "Monitoring revenue 95,465 76,385"))
        assert [span.text for span in place.spans if span.role is Role.COLUMN_HEADER] == ["2024", "2023"]
        conn.rollback()
