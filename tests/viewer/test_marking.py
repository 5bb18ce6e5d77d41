"""What a reviewer draws or selects is snapped, named, stored with its regions, and shown to those who may read it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from pipeline.evidence.annotation import Annotation, InvalidAnnotation, SnapUnit
from pipeline.evidence.errors import AccessDenied, EvidenceError, InvalidBox, InvalidRange, NotFound
from pipeline.evidence.snapping import NothingThere
from pipeline.evidence.text import TextRange
from pipeline.store import annotations as marked_places
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.database import new_tenant
from tests.evidence.editions import ROWS, Draft, changed, statement
from tests.viewer.filing import HEIGHT, WIDTH, Stored, cite, html_filing, pdf_filing, save_answer, store
from tests.viewer.marked import place, wrong_location
from tests.viewer.readings import filing, read_again
from viewer.annotation_views import annotation_views
from viewer.marking import snapped
from viewer.requests import InvalidRequest

SALES = "Total net sales 81,797 82,959"


@pytest.fixture
def answer(database: Database, tenant: Scope, report: Stored) -> UUID:
    with database.scoped(tenant) as conn:
        return save_answer(conn, tenant, [(SALES, [cite(report, 0, SALES, [report.span(0, SALES)])])])


@pytest.fixture
def marked(database: Database, tenant: Scope, report: Stored, answer: UUID) -> Annotation:
    (made,) = wrong_location(
        database, tenant, answer, [place(report.version_id, 0, report.span(0, "82,959"))]
    )
    return made


def around(left: float, top: float, right: float, bottom: float) -> dict[str, float]:
    """Points of the page as the browser sends them."""
    return {
        "left": 100 * left / WIDTH,
        "top": 100 * top / HEIGHT,
        "width": 100 * (right - left) / WIDTH,
        "height": 100 * (bottom - top) / HEIGHT,
    }


FIRST_VALUE = around(325, 126, 362, 132)
BOTH_ROWS = around(325, 126, 362, 152)


def snap(database: Database, scope: Scope, stored: Stored, **body: Any) -> dict[str, Any]:
    asked = {"version_id": str(stored.version_id), "page_index": 0, "unit": "cells", **body}
    with database.scoped(scope) as conn:
        return snapped(conn, scope, asked)


def views(database: Database, scope: Scope, annotation: Annotation) -> list[dict[str, Any]]:
    with database.scoped(scope) as conn:
        placed = marked_places.of_verdicts(conn, [annotation.verdict_id])[annotation.verdict_id]
        return annotation_views(conn, scope, placed)


# --- snapping -------------------------------------------------------------------------------------------


def test_a_drawn_box_is_the_cell_with_its_row_column_and_unit(
    database: Database, tenant: Scope, report: Stored
) -> None:
    found = snap(database, tenant, report, box=FIRST_VALUE)
    span = report.span(0, "81,797")
    assert (found["start"], found["end"], found["quote"]) == (span.start, span.end, "81,797")
    assert found["words"] == "PDF page 1 · Total net sales · 81,797"
    assert [(one["role"], one["text"], one["cited"]) for one in found["regions"]] == [
        ("annotation", "81,797", True),
        ("row_label", "Total net sales", False),
        ("column_header", "2024", False),
        ("unit", "(In millions)", False),
    ]
    own = found["regions"][0]
    assert own["left"] >= FIRST_VALUE["left"]
    assert own["left"] + own["width"] == pytest.approx(100 * 360 / WIDTH, abs=0.01)
    assert len(found["places"]) == 1


def test_a_box_over_two_rows_is_two_places_with_nothing_between(
    database: Database, tenant: Scope, report: Stored
) -> None:
    found = snap(database, tenant, report, box=BOTH_ROWS)
    assert [one["quote"] for one in found["places"]] == ["81,797", "(45,384)"]
    assert found["quote"] == "81,797"


def test_characters_a_block_and_blanks_that_a_browser_does_not_count(
    database: Database, tenant: Scope, report: Stored, blob_folder: Path
) -> None:
    span = report.span(0, "net sales")
    assert snap(database, tenant, report, start=span.start + 1, end=span.end, unit="words")["quote"] == (
        "net sales"
    )
    assert snap(database, tenant, report, start=span.start, end=span.end, unit="block")["quote"] == SALES
    html = store(database, tenant, blob_folder, html_filing())
    found = snap(database, tenant, html, block="b1", start=4, end=6, unit="words")
    assert found["quote"] == "sales"
    assert (found["ranges"][0]["block"], found["ranges"][0]["start"], found["ranges"][0]["end"]) == (
        "b1",
        3,
        8,
    )
    assert found["ranges"][0]["role"] == "annotation"
    assert found["words"] == "HTML section 1 · “sales”"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"box": around(10, 700, 50, 750)}, NothingThere),
        ({"box": around(-20, 126, 362, 132)}, InvalidBox),
        ({"box": around(325, 126, 325, 132)}, InvalidBox),
        ({"box": FIRST_VALUE | {"left": float("nan")}}, InvalidRequest),
        ({"box": FIRST_VALUE | {"left": True}}, InvalidRequest),
        ({"box": FIRST_VALUE | {"left": 10**400}}, InvalidRequest),
        ({"box": [1, 2, 3, 4]}, InvalidRequest),
        ({"box": FIRST_VALUE, "unit": "page"}, InvalidRequest),
        ({"box": FIRST_VALUE, "page_index": 2}, NotFound),
        ({"start": 5, "end": 5}, InvalidRange),
        ({"start": 5, "end": 10_000}, InvalidRange),
        ({"start": 5}, InvalidRequest),
        ({"block": "p0b3", "start": 0, "end": 999}, InvalidRequest),
        ({"block": "p9b9", "start": 0, "end": 1}, NotFound),
        ({}, InvalidRequest),
        ({"version_id": "no id", "box": FIRST_VALUE}, InvalidRequest),
        ({"version_id": str(uuid4()), "box": FIRST_VALUE}, NotFound),
    ],
)
def test_what_is_no_place_is_refused_in_words(
    database: Database, tenant: Scope, report: Stored, body: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        snap(database, tenant, report, **body)


# --- marking --------------------------------------------------------------------------------------------


def test_a_marked_place_holds_what_a_citation_holds(report: Stored, marked: Annotation) -> None:
    assert (marked.quote, marked.page_label, marked.sha256) == ("82,959", "38", report.sha256)
    assert [(one["role"], one["text"]) for one in marked.regions] == [
        ("quote", "82,959"),
        ("row_label", "Total net sales"),
        ("column_header", "2023"),
        ("unit", "(In millions)"),
    ]
    assert marked.page_dimensions == {"width": WIDTH, "height": HEIGHT}
    assert marked.cited.row is not None
    assert marked.cited.row.label == "totalnetsales"


def test_it_is_shown_where_it_stands(
    database: Database, tenant: Scope, report: Stored, marked: Annotation
) -> None:
    (view,) = views(database, tenant, marked)
    assert (view["state"], view["state_words"], view["page_words"]) == (
        "ready",
        "",
        "PDF page 1 · printed 38",
    )
    assert (view["quote"], view["citation_id"], view["regions"][0]["role"]) == ("82,959", "E1", "annotation")
    assert (view["start"], view["end"]) == (marked.place.range.start, marked.place.range.end)


def test_a_cut_word_another_page_and_another_claims_citation_are_refused(
    database: Database, tenant: Scope, report: Stored, answer: UUID
) -> None:
    span = report.span(0, "82,959")
    for wrong, error in [
        (place(report.version_id, 0, TextRange(span.start + 1, span.end)), InvalidAnnotation),
        (place(report.version_id, 0, span, citation="E2"), InvalidAnnotation),
        (place(report.version_id, 7, span), NotFound),
        (place(report.version_id, 0, span.shift(10_000)), EvidenceError),
        (place(uuid4(), 0, span), NotFound),
    ]:
        with pytest.raises(error):
            wrong_location(database, tenant, answer, [wrong])
    with database.scoped(tenant) as conn:
        assert marked_places.of_answer(conn, answer) == {}, "and nothing of the verdict is stored"


# --- rights ---------------------------------------------------------------------------------------------


def test_who_may_not_read_a_filing_marks_nothing_in_it_and_sees_no_word(
    database: Database, tenant: Scope, report: Stored, marked: Annotation
) -> None:
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, report.document_id, True)
    with pytest.raises(AccessDenied):
        snap(database, tenant, report, box=FIRST_VALUE)
    (view,) = views(database, tenant, marked)
    assert view["state"] == "denied"
    assert "access" in view["state_words"]
    assert not any(str(word) in str(view) for word in ["82,959", "printed", report.version_id, "Example"])
    with pytest.raises(NotFound):
        snap(database, new_tenant(database), report, box=FIRST_VALUE)


# --- other readings and versions ------------------------------------------------------------------------


def written(rows: Any = ROWS, above: str = "") -> Draft:
    draft = Draft()
    draft.line(0, above or "Example Holdings")
    statement(draft, 0, rows=rows)
    return draft


@pytest.fixture
def text_filing(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, filing(written()))


@pytest.fixture
def in_text(database: Database, tenant: Scope, text_filing: Stored) -> Annotation:
    row = "Instruments revenue 201,615 189,730"
    with database.scoped(tenant) as conn:
        answer = save_answer(conn, tenant, [(row, [cite(text_filing, 0, row, [text_filing.span(0, row)])])])
    right = place(text_filing.version_id, 0, text_filing.span(0, "95,465"))
    (made,) = wrong_location(database, tenant, answer, [right])
    return made


def test_a_newer_version_is_told_with_what_stands_there(
    database: Database, tenant: Scope, blob_folder: Path, text_filing: Stored, in_text: Annotation
) -> None:
    rows = changed(ROWS, "Monitoring revenue", 0, "93,345")
    store(database, tenant, blob_folder, filing(written(rows)), supersedes=text_filing)
    (view,) = views(database, tenant, in_text)
    assert view["state"] == "superseded"
    assert view["ranges"][0]["text"] == "95,465", "what was marked is still marked"
    assert "a changed figure, 95,465 → 93,345, Text page 1" in view["state_words"]
    assert (view["newer"]["quote"], view["newer"]["ranges"][0]["text"]) == ("93,345", "93,345")


def test_an_orphan_says_why_and_what_to_do(
    database: Database, tenant: Scope, text_filing: Stored, in_text: Annotation
) -> None:
    read_again(database, tenant, text_filing, written(changed(ROWS, "Monitoring revenue", 0, "95,466")))
    (view,) = views(database, tenant, in_text)
    assert (view["state"], view["regions"], view["ranges"]) == ("orphan", [], [])
    assert view["state_words"] == (
        "The filing was read again by parser 2. That reading does not have the marked words on this page. "
        "Mark the place again."
    )
    assert view["quote"] == "95,465"
    with database.scoped(tenant) as conn:
        documents.delete(conn, text_filing.document_id)
    (view,) = views(database, tenant, in_text)
    assert (view["state"], view["quote"], view["title"]) == ("orphan", "", "")
    assert "not in the library any more" in view["state_words"]


def test_a_place_that_was_found_again_says_by_which_reading(
    database: Database, tenant: Scope, text_filing: Stored, in_text: Annotation
) -> None:
    read_again(database, tenant, text_filing, written(above="Example Holdings plc"))
    (view,) = views(database, tenant, in_text)
    assert (view["state"], view["state_words"]) == ("ready", "Found again in the reading by parser 2.")
    assert view["start"] == in_text.place.range.start + len(" plc")


def test_every_unit_can_be_stored(database: Database, tenant: Scope, report: Stored, answer: UUID) -> None:
    pages = [
        place(report.version_id, 0, report.span(0, SALES), unit=SnapUnit.BLOCK),
        place(report.version_id, 0, report.span(0, "net sales"), unit=SnapUnit.WORDS, citation=None),
        replace(place(report.version_id, 0, TextRange(0, len(report.page_text(0)))), unit=SnapUnit.PASSAGE),
    ]
    made = wrong_location(database, tenant, answer, pages)
    assert [view["unit"] for view in views(database, tenant, made[0])] == ["block", "words", "passage"]


def test_two_filings_of_the_same_words_are_told_apart(
    database: Database, tenant: Scope, blob_folder: Path, report: Stored, answer: UUID
) -> None:
    other = store(database, tenant, blob_folder, pdf_filing(title="Another Holdings · Form 10-K · FY2024"))
    (made,) = wrong_location(database, tenant, answer, [place(other.version_id, 0, other.span(0, "82,959"))])
    (view,) = views(database, tenant, made)
    assert (view["version_id"], view["title"]) == (str(other.version_id), other.parsed.title)
