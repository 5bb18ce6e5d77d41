"""What a search of a stored filing answers, and how it is marked."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.errors import InvalidQuery, InvalidRange, NotFound
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import REPEATED, Stored, html_filing, store
from viewer.requests import InvalidRequest
from viewer.source_reader import SourceReader
from viewer.stored import find, pieces
from viewer.stored.asked import Asked, View


def answered(database: Database, scope: Scope, stored: Stored, noun: str, **query: object) -> View:
    """What the noun's view answers to a query."""
    view = {"find": find.view, "pieces": pieces.view}[noun]
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        words = {name: str(value) for name, value in query.items()}
        return view(Asked(conn, reader, reader.source(stored.version_id), words))


def test_hits_are_counted_in_order_with_their_block_around_them(
    database: Database, tenant: Scope, report: Stored
) -> None:
    view = answered(database, tenant, report, "find", q="net sales")
    span = report.span(0, "net sales")
    assert view == {
        "total": 1,
        "first": 0,
        "hits": [
            {
                "page_index": 0,
                "range": span.to_json(),
                "before": "Total ",
                "words": "net sales",
                "after": " 81,797 82,959",
            }
        ],
    }
    pages = [hit["page_index"] for hit in answered(database, tenant, report, "find", q="s")["hits"]]
    assert pages == sorted(pages)
    assert set(pages) == {0, 1}


def test_case_and_whole_words_are_asked_for_with_a_one(
    database: Database, tenant: Scope, report: Stored
) -> None:
    def total(**query: object) -> object:
        return answered(database, tenant, report, "find", **query)["total"]

    assert total(q="liquidity") == 3
    assert total(q="liquidity", case=1) == 0
    assert total(q="liquidity", case=0) == 3
    assert total(q="remain") == 3
    assert total(q="remain", word=1) == 0
    assert total(q="45,384") == 1
    assert total(q="45,384", word=1) == 0
    assert total(q="(45,384)", word=1) == 1


def test_all_hits_are_counted_and_those_around_a_page_are_sent(
    database: Database, tenant: Scope, report: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = answered(database, tenant, report, "find", q="e")
    hits = whole["hits"]
    monkeypatch.setattr(find, "MOST_HITS", 4)
    overleaf = next(number for number, hit in enumerate(hits) if hit["page_index"] == 1)
    for near, first in ((0, 0), (1, overleaf - 2), (2, len(hits) - 4)):
        cut = answered(database, tenant, report, "find", q="e", near=near)
        assert (cut["total"], cut["first"]) == (len(hits), first)
        assert cut["hits"] == hits[first : first + 4]


def test_nothing_and_too_much_are_not_looked_for(database: Database, tenant: Scope, report: Stored) -> None:
    for query, error in (
        ({"q": "  "}, InvalidQuery),
        ({}, InvalidRequest),
        ({"q": "x" * 301}, InvalidRequest),
    ):
        with pytest.raises(error):
            answered(database, tenant, report, "find", **query)
    assert answered(database, tenant, report, "find", q="no such words") == {
        "total": 0,
        "first": 0,
        "hits": [],
    }


def test_a_hit_of_a_pdf_is_marked_by_its_boxes(database: Database, tenant: Scope, report: Stored) -> None:
    sales, sentence = report.span(0, "81,797"), report.span(1, REPEATED, 2)
    [place] = answered(database, tenant, report, "pieces", page=0, ranges=f"{sales.start}-{sales.end}")[
        "places"
    ]
    [region] = place["regions"]
    assert (region["text"], place["ranges"]) == ("81,797", [])
    assert region["left"] + region["width"] == pytest.approx(360 / 612 * 100)
    both = f"{sentence.start}-{sentence.start + 9}_{sentence.start}-{sentence.end}"
    places = answered(database, tenant, report, "pieces", page=1, ranges=both)["places"]
    assert [one["regions"][0]["text"] for one in places] == ["Liquidity", REPEATED]


def test_a_hit_over_two_blocks_of_a_rendition_is_marked_in_each(
    database: Database, tenant: Scope, blob_folder: Path
) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    [hit] = answered(database, tenant, stored, "find", q="report net sales")["hits"]
    assert hit["words"] == "report Net sales"
    [place] = answered(database, tenant, stored, "pieces", page=0, ranges="-".join(map(str, hit["range"])))[
        "places"
    ]
    assert place["regions"] == []
    assert [(one["block"], one["start"], one["end"]) for one in place["ranges"]] == [
        ("b0", len("Quarterly"), len("Quarterlyreport")),
        ("b1", 0, len("Netsales")),
    ]


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"page": 2, "ranges": "0-1"}, NotFound),
        ({"page": 0, "ranges": "0-100000"}, InvalidRange),
        ({"page": 0, "ranges": "5-5"}, InvalidRange),
        ({"page": 0, "ranges": "5"}, InvalidRequest),
        ({"page": 0, "ranges": "-5-6"}, InvalidRequest),
        ({"page": 0, "ranges": "_".join(["0-1"] * 201)}, InvalidRequest),
        ({"page": 0}, InvalidRequest),
    ],
)
def test_ranges_that_are_none_are_refused(
    database: Database, tenant: Scope, report: Stored, query: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        answered(database, tenant, report, "pieces", **query)
