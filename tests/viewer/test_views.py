"""What the components are given to draw."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pipeline.evidence.answer import CheckOutcome
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.fixtures.pdfs import Text, pdf_of
from tests.parse.pdf_pages import parsed
from tests.viewer.filing import (
    REPEATED,
    VALUE_RIGHTS,
    WIDTH,
    Stored,
    cite,
    html_filing,
    pdf_filing,
    save_answer,
    store,
)
from viewer.citations import Source
from viewer.deep_links import LinkedView
from viewer.links import LinkKind, Links
from viewer.media import Media
from viewer.resolver import resolve_answer, shown_sources
from viewer.source_files import SourceFiles
from viewer.views import answer_view, pane_view, summary
from viewer.words import WITHHELD_CLAIM, filing_names, section_name

ROW = "Total net sales 81,797 82,959"
Cited = list[tuple[str, list[Any]]]
Show = Callable[[Cited], tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture
def show(database: Database, tenant: Scope, files: SourceFiles) -> Show:
    """Stores an answer of these claims; its answer view and its pane view, as they travel to the browser."""

    def shown(claims: Cited) -> tuple[dict[str, Any], dict[str, Any]]:
        with database.scoped(tenant) as conn:
            answer_id = save_answer(conn, tenant, claims)
            resolved = resolve_answer(conn, tenant, answer_id, files=files)
            sources = shown_sources(conn, resolved)
        pane = pane_view(resolved, sources, Links(b"k" * 32), tenant)
        answer: dict[str, Any] = json.loads(json.dumps(answer_view(resolved)))
        return answer, json.loads(json.dumps(pane))

    return shown


def test_regions_are_percentages_of_their_page(show: Show, report: Stored) -> None:
    _, pane = show([("Sales were 81,797.", [cite(report, 0, ROW, [report.span(0, ROW)])])])
    (evidence,) = pane["evidence"]
    quoted = [region for region in evidence["regions"] if region["role"] == "quote"]
    assert [region["text"] for region in quoted] == ["81,797", "82,959"]
    rights = [region["left"] + region["width"] for region in quoted]
    assert rights == pytest.approx([100 * right / WIDTH for right in VALUE_RIGHTS], abs=0.01)
    assert [region["cited"] for region in quoted] == [True, False]
    assert evidence["quote"] == {"cells": ["Total net sales", "81,797", "82,959"], "text": ROW}


def test_the_pane_begins_at_the_cell_that_answers(show: Show, report: Stored) -> None:
    """The claim is the whole row; the question asked for the second column."""
    citation, passage = cite(report, 0, ROW, [report.span(0, ROW)])
    answering = replace(citation, focus=report.span(0, "82,959"))
    _, pane = show([(ROW, [(answering, passage)])])
    quoted = [region for region in pane["evidence"][0]["regions"] if region["role"] == "quote"]
    assert [(region["text"], region["cited"]) for region in quoted] == [("81,797", False), ("82,959", True)]


@pytest.mark.parametrize(
    ("titles", "names"),
    [
        (["Apple Inc. · Form 10-Q · Q3 FY2023"], []),
        (["A · Form 10-K · FY2022", "A · Form 10-K · FY2023"], ["10-K FY2022", "10-K FY2023"]),
        (["A · Form 10-K · FY2022", "B · Form 10-K · FY2022"], ["A 10-K FY2022", "B 10-K FY2022"]),
        (["A · Form 10-K · FY2022", "A · Form 10-K · FY2022"], ["10-K FY2022 PDF", "10-K FY2022 PDF"]),
        (["notes", "A · Form 10-K · FY2022"], ["notes", "A 10-K FY2022"]),
    ],
)
def test_filings_are_named_where_an_answer_cites_several(titles: list[str], names: list[str]) -> None:
    sources = [
        Source(uuid4(), uuid4(), title, Media.PDF, "0" * 64, None, "pdfium", 1, None) for title in titles
    ]
    found = filing_names(sources)
    assert [found[source.version_id] for source in sources if source.version_id in found] == names


def test_evidence_says_where_it_stands_and_which_version_it_is(show: Show, report: Stored) -> None:
    answer, pane = show([(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    (evidence,) = pane["evidence"]
    assert evidence["key"] == "1:E1"
    assert evidence["title"] == "Example Holdings · Form 10-K · FY2024"
    assert evidence["locus"] == "PDF page 1 of 2 · printed 38"
    assert evidence["section"] == "Statements of operations"
    assert evidence["version"] == {
        "id": str(report.version_id),
        "word": "Current version",
        "sha256": report.sha256,
        "successor": None,
    }
    assert evidence["notice"] is None
    (handle,) = answer["claims"][0]["handles"]
    assert handle["label"] == "Statements of operations, p. 38"
    assert handle["aria"] == (
        "Evidence E1. Example Holdings, Form 10-K, FY2024, PDF page 1, printed 38. Opens source viewer."
    )


def test_a_page_without_a_printed_number_says_so(show: Show, report: Stored) -> None:
    words = "Title of the file: Example Holdings"
    answer, pane = show([(words, [cite(report, 1, words, [report.span(1, words)])])])
    assert pane["evidence"][0]["locus"] == "PDF page 2 of 2 · no printed number"
    assert answer["claims"][0]["handles"][0]["label"] == "Liquidity, PDF p. 2"


def test_sources_give_page_sizes_labels_and_links_that_can_be_read(
    show: Show, report: Stored, tenant: Scope
) -> None:
    _, pane = show([(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    source = pane["sources"][str(report.version_id)]
    assert source["page_count"] == 2
    assert source["sizes"] == [[612.0, 792.0], [612.0, 792.0]]
    assert source["labels"] == ["38", None]
    assert source["textless"] == []
    assert source["page_url"] == f"/evidence/pages/{report.version_id}/{{index}}/{{width}}.webp"
    link = Links(b"k" * 32).read(source["token"], LinkKind.PAGES)
    assert (link.scope, link.target_id) == (tenant, report.version_id)
    file_token = source["original_url"].removeprefix("/evidence/file/")
    assert Links(b"k" * 32).read(file_token, LinkKind.FILE).target_id == report.version_id
    assert source["frame_url"] is None


def test_an_html_source_gives_ranges_and_a_frame(
    show: Show, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    html = store(database, tenant, blob_folder, html_filing())
    quote = "$ 21 million"
    answer, pane = show([("Sales were $21 million.", [cite(html, 0, quote, [html.span(0, quote)])])])
    (evidence,) = pane["evidence"]
    assert evidence["media"] == "html"
    assert evidence["locus"] == "HTML section 1 of 1 · no printed number"
    assert evidence["regions"] == []
    (marked,) = evidence["ranges"]
    assert (marked["block"], marked["start"], marked["end"], marked["role"]) == ("b1", 12, 22, "quote")
    assert pane["sources"][str(html.version_id)]["frame_url"].startswith("/evidence/frame/")
    assert answer["claims"][0]["handles"][0]["label"] == "Results, section 1"


def test_an_ambiguous_quote_gives_candidates_and_no_region(show: Show, report: Stored) -> None:
    spans = [report.span(1, REPEATED, occurrence) for occurrence in range(3)]
    cited = cite(report, 1, REPEATED, spans, outcome=CheckOutcome.AMBIGUOUS)
    answer, pane = show([(REPEATED, [cited])])
    (evidence,) = pane["evidence"]
    assert evidence["state"] == "ambiguous"
    assert evidence["regions"] == evidence["ranges"] == []
    assert [candidate["label"] for candidate in evidence["candidates"]] == [REPEATED] * 3
    assert {candidate["locus"] for candidate in evidence["candidates"]} == {
        "PDF page 2 · no printed number · Liquidity"
    }
    assert evidence["notice"]["text"].startswith("The quote fits three places. Choose the one")
    assert evidence["verbatim"] == {"outcome": "ambiguous", "words": "Several places"}
    assert summary(answer) == (("warn", "1 ambiguous"),)


def test_a_superseded_source_names_its_successor(
    show: Show, database: Database, tenant: Scope, blob_folder: Path, report: Stored
) -> None:
    store(
        database,
        tenant,
        blob_folder,
        pdf_filing(title="Example Holdings · Form 10-K/A", sales="79,990"),
        supersedes=report,
    )
    answer, pane = show([(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    (evidence,) = pane["evidence"]
    assert evidence["state"] == "superseded"
    assert evidence["version"]["word"] == "Superseded"
    assert evidence["version"]["successor"]["title"] == "Example Holdings · Form 10-K/A"
    assert "Form 10-K/A" in evidence["notice"]["text"]
    assert evidence["regions"], "the cited version is still marked"
    assert "Superseded" in answer["claims"][0]["handles"][0]["aria"]


def test_a_denied_source_leaves_nothing_of_claim_or_source(
    show: Show, database: Database, tenant: Scope, report: Stored
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    answer, pane = show([(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    for secret in ("81,797", "net sales", "Example Holdings", "38", str(report.version_id), report.sha256):
        text = json.dumps([answer["claims"], pane["evidence"], pane["sources"]])
        for random in (answer["answer_id"], pane["evidence"][0]["reference"]):  # hold any digits by chance
            text = text.replace(random, "")
        assert secret not in text, secret
    (claim,) = answer["claims"]
    assert claim["parts"] == [{"text": WITHHELD_CLAIM, "figure": False}]
    assert claim["checks"] == []
    assert pane["evidence"][0]["notice"]["text"].startswith("You do not have access to this document.")
    assert pane["sources"] == {}


def test_an_unavailable_source_keeps_its_quote_and_marks_nothing(show: Show, report: Stored) -> None:
    report.blob_path().write_bytes(b"damaged")
    _, pane = show([(ROW, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    (evidence,) = pane["evidence"]
    assert evidence["state"] == "unavailable"
    assert evidence["quote"]["text"] == ROW
    assert evidence["regions"] == []
    assert evidence["notice"]["text"].startswith("Unavailable: checksum mismatch.")


def test_a_quote_that_stands_nowhere_says_what_to_do(show: Show, report: Stored) -> None:
    cited = cite(report, 0, "Sales doubled", [], outcome=CheckOutcome.FAILED)
    answer, pane = show([("Sales doubled.", [cited])])
    (evidence,) = pane["evidence"]
    assert evidence["state"] == "quote_not_found"
    assert evidence["regions"] == []
    assert "Nothing is marked" in evidence["notice"]["text"]
    assert ("bad", "1 not verbatim") in summary(answer)


def test_figures_of_a_claim_are_found_in_its_quotes_or_missing(show: Show, report: Stored) -> None:
    text = "In the 10-K net sales were 81,797, not 81,979."
    answer, _ = show([(text, [cite(report, 0, ROW, [report.span(0, ROW)])])])
    (claim,) = answer["claims"]
    assert "".join(part["text"] for part in claim["parts"]) == text
    marked = {part["text"]: part["figure"] for part in claim["parts"] if part["figure"]}
    assert marked["81,797"] == "found"
    assert marked["81,979"] == "missing"


def test_checks_of_a_claim_are_its_worst(show: Show, report: Stored) -> None:
    good = cite(report, 0, ROW, [report.span(0, ROW)], number=1)
    bad = cite(report, 1, "Liquidity is poor", [], number=2, outcome=CheckOutcome.FAILED)
    answer, _ = show([("Both.", [good, bad])])
    (check,) = answer["claims"][0]["checks"]
    assert (check["label"], check["words"], check["tone"]) == ("Quote", "Not verbatim", "bad")


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        (
            "CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS (Unaudited)",
            "Condensed consolidated statements of operations",
        ),
        ("Item 7. MD&A", "Item 7. MD&A"),
        ("(Unaudited)", "(Unaudited)"),
        (None, None),
    ],
)
def test_a_heading_in_capitals_is_named_in_sentence_case(heading: str | None, name: str | None) -> None:
    assert section_name(heading) == name


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("HALDEN TIDE, INC. CONSOLIDATED BALANCE SHEETS", "Consolidated balance sheets"),
        ("HALDEN TIDE, INC. AND SUBSIDIARIES CONSOLIDATED BALANCE SHEETS", "Consolidated balance sheets"),
        ("Halden Tide Inc", "Halden Tide Inc"),
        ("Halden Tides", "Halden Tides"),
        ("Segments of Halden Tide, Inc.", "Segments of Halden Tide, Inc."),
    ],
)
def test_a_heading_leaves_out_the_company_that_the_title_names(heading: str, name: str) -> None:
    assert section_name(heading, "Halden Tide, Inc. · Form 10-K · FY2024") == name


def test_a_handle_says_the_statement_and_leaves_out_how_it_was_condensed(
    show: Show, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    section = "CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS (Unaudited)"
    data, parsed = pdf_filing()
    blocks = tuple(replace(block, section=section) for block in parsed.blocks)
    stored = store(database, tenant, blob_folder, (data, replace(parsed, blocks=blocks)))
    answer, pane = show([(ROW, [cite(stored, 0, ROW, [stored.span(0, ROW)])])])
    assert answer["claims"][0]["handles"][0]["label"] == "Statements of operations, p. 38"
    assert pane["evidence"][0]["section"] == "Condensed consolidated statements of operations"


def test_the_pages_of_a_pdf_without_text_are_told(
    show: Show, database: Database, tenant: Scope, blob_folder: Path
) -> None:
    document = parsed(pdf_of([Text(90, 200, ROW)], []))
    filing = store(database, tenant, blob_folder, (pdf_of([], []), document))
    _, pane = show([(ROW, [cite(filing, 0, ROW, [filing.span(0, ROW)])])])
    assert pane["sources"][str(filing.version_id)]["textless"] == [1]


def test_the_pane_opens_what_its_address_asks_for(
    database: Database, tenant: Scope, files: SourceFiles, report: Stored
) -> None:
    cited = cite(report, 0, ROW, [report.span(0, ROW)])
    with database.scoped(tenant) as conn:
        answer_id = save_answer(conn, tenant, [("Sales were 81,797.", [cited])])
        resolved = resolve_answer(conn, tenant, answer_id, files=files)
        sources = shown_sources(conn, resolved)

    def opened(**parameters: str) -> tuple[Any, ...]:
        linked = LinkedView.read(parameters)
        view = pane_view(resolved, sources, Links(b"k" * 32), tenant, open_key="1:E1", linked=linked)
        return view["open"], view["open_region"], view["open_zoom"], view["open_fit"], view["open_at"]

    assert opened() == ("1:E1", None, None, None, None)
    assert opened(evidence="E1", region="2", zoom="150", at="1,0.5,0.25") == (
        *("1:E1", 1, 1.5, None),
        {"page": 0, "x": 0.5, "y": 0.25},
    )
    assert opened(evidence="7:E7", zoom="page") == ("7:E7", None, None, "page", None)
