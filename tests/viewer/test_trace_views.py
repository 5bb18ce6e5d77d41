"""How an answer was found: the rank of each list, the passages that came of it, and nothing of a withheld page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.evidence.trace import ListName, SearchTrace, TraceHit, TracePage, TraceStep
from pipeline.store import documents
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.checked_filing import TITLE, checked_filing
from tests.viewer.filing import Stored, store, unique
from viewer.trace_views import FoundPage, found_pages, trace_json, trace_view


@pytest.fixture
def stored(database: Database, tenant: Scope, blob_folder: Path) -> Stored:
    return store(database, tenant, blob_folder, unique(checked_filing()))


def trace_of(stored: Stored, **options: Any) -> SearchTrace:
    version = str(stored.version_id)
    return SearchTrace(
        "net sales",
        metrics=(("net sales", ("total net sales",)),),
        steps=(TraceStep("nearest passages", 200, 1_250.0), TraceStep("packet", 3, 0.2)),
        pages=(
            TracePage(
                version,
                0,
                1,
                0.9,
                (
                    TraceHit(ListName.MEANING, 1, "similarity 0.62"),
                    TraceHit(ListName.ROWS, 11, "rows of total net sales"),
                ),
                ("E1", "E3"),
            ),
            TracePage(version, 1, 2, 0.5, (TraceHit(ListName.WORDS, 40),)),
            TracePage(version, 99, 3, 0.1, (TraceHit(ListName.WORDS, 41),)),
        ),
        **options,
    )


def found(database: Database, tenant: Scope, trace: SearchTrace) -> tuple[FoundPage, ...]:
    with database.scoped(tenant) as conn:
        return found_pages(conn, tenant, trace)


def test_a_page_has_its_place_its_rank_in_each_list_and_what_it_was_read_as(
    database: Database, tenant: Scope, stored: Stored
) -> None:
    trace = trace_of(stored)
    view = json.loads(json.dumps(trace_view(trace, found(database, tenant, trace))))
    assert [one["name"] for one in view["lists"]] == ["meaning", "words", "statements", "row labels"]
    first, second, third = view["pages"]
    assert (first["title"], first["locus"]) == (TITLE, "PDF page 1 · printed 1")
    assert first["hits"] == [{"rank": 1, "share": 1.0}, None, None, {"rank": 11, "share": 0.5}]
    assert [why["words"] for why in first["why"]] == ["similarity 0.62", "rows of total net sales"]
    assert [one["key"] for one in first["handles"]] == ["read:E1", "read:E3"]
    assert second["hits"][1] == {"rank": 40, "share": 0.0}
    assert second["handles"] == []
    assert third["locus"] == "Place no longer known"
    assert view["words"] == "3 pages ranked"


def test_steps_are_counted_and_timed(database: Database, tenant: Scope, stored: Stored) -> None:
    trace = trace_of(stored)
    view = trace_view(trace, found(database, tenant, trace))
    assert view["steps"] == [
        {"name": "Nearest passages", "count": "200", "time": "1.2 s"},
        {"name": "Packet", "count": "3", "time": "< 1 ms"},
    ]


def test_a_list_that_a_model_added_is_shown_where_it_brought_a_page() -> None:
    page = TracePage("0" * 32, 0, 1, 1.0, (TraceHit(ListName.RERANKED, 1),))
    view = trace_view(SearchTrace("", pages=(page,)), ())
    assert [one["name"] for one in view["lists"]][-2:] == ["row labels", "reranked"]


def test_a_search_that_found_nothing_says_why() -> None:
    view = trace_view(SearchTrace("world cup", floor="Nothing speaks of it."), ())
    assert (view["words"], view["floor"], view["pages"]) == (
        "No page was found",
        "Nothing speaks of it.",
        [],
    )


def test_a_step_that_failed_is_said_in_the_line_that_opens_the_trace() -> None:
    view = trace_view(
        SearchTrace("", steps=(TraceStep("planning", 0, 5_000.0, "The model took too long."),)), ()
    )
    assert view["words"] == "No page was found, 1 step failed"
    assert view["problems"] == ["The model took too long."]


@pytest.mark.parametrize("name", list(ListName))
def test_every_list_has_a_name_and_says_what_it_is(name: ListName) -> None:
    page = TracePage("0" * 32, 0, 1, 1.0, (TraceHit(name, 1),))
    (shown,) = [one for one in trace_view(SearchTrace("", pages=(page,)), ())["lists"] if one["name"] == name]
    assert shown["short"]
    assert shown["explain"]


def test_nothing_is_told_of_a_page_that_may_not_be_read(
    database: Database, tenant: Scope, stored: Stored
) -> None:
    trace = trace_of(stored)
    with database.scoped(tenant) as conn:
        documents.set_restricted(conn, stored.document_id, True)
    pages = found(database, tenant, trace)
    view, exported = trace_view(trace, pages), trace_json(trace, pages)
    assert {row["title"] for row in view["pages"]} == {"No access"}
    assert exported["pages"][0] == {"rank": 1, "state": "denied"}
    told = json.dumps([view["pages"], exported["pages"]])
    assert TITLE not in told
    assert "total net sales" not in told
    assert str(stored.version_id) not in told


def test_an_exported_page_is_told_as_a_citation_is(database: Database, tenant: Scope, stored: Stored) -> None:
    trace = trace_of(stored)
    value = json.loads(json.dumps(trace_json(trace, found(database, tenant, trace))))
    assert value["pages"][0] == {
        "rank": 1,
        "state": "ready",
        "document_version": str(stored.version_id),
        "title": TITLE,
        "page_index": 0,
        "display_page_label": "1",
        "score": 0.9,
        "hits": [
            {"list": "meaning", "rank": 1, "why": "similarity 0.62"},
            {"list": "row labels", "rank": 11, "why": "rows of total net sales"},
        ],
        "handles": ["E1", "E3"],
    }
    assert value["steps"][1]["name"] == "packet"
