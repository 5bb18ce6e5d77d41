"""Where a stored filing prints again what is cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.errors import InvalidRange
from pipeline.evidence.text import TextRange
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import REPEATED, Stored, html_filing, pdf_filing, store, unique
from viewer.source_reader import SourceReader
from viewer.stored import occurrences
from viewer.stored.asked import Asked, View


def answered(database: Database, scope: Scope, stored: Stored, page: int, span: TextRange) -> View:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        query = {"page": str(page), "start": str(span.start), "end": str(span.end)}
        return occurrences.view(Asked(conn, reader, reader.source(stored.version_id), query))


def test_a_repeated_sentence_tells_which_one_is_cited(
    database: Database, tenant: Scope, report: Stored
) -> None:
    view = answered(database, tenant, report, 1, report.span(1, REPEATED, 1))
    assert (view["total"], view["cited"], view["first"]) == (3, 1, 0)
    assert [place["range"][0] for place in view["places"]] == [
        report.span(1, REPEATED, number).start for number in range(3)
    ]
    assert {place["row"] for place in view["places"]} == {None}
    assert {place["section"] for place in view["places"]} == {"Liquidity"}


def test_a_figure_stands_in_its_row_and_column(database: Database, tenant: Scope, blob_folder: Path) -> None:
    filing = unique(pdf_filing(sales="82,959"))
    stored = store(database, tenant, blob_folder, filing)
    view = answered(database, tenant, stored, 0, stored.span(0, "82,959", 1))
    assert (view["total"], view["cited"]) == (2, 1)
    assert [(place["row"], place["column"], place["words"]) for place in view["places"]] == [
        ("Total net sales", "2024", "82,959"),
        ("Total net sales", "2023", "82,959"),
    ]


def test_a_figure_that_only_looks_alike_is_no_occurrence(
    database: Database, tenant: Scope, blob_folder: Path
) -> None:
    stored = store(database, tenant, blob_folder, unique(pdf_filing(sales="45,384")))
    view = answered(database, tenant, stored, 0, stored.span(0, "45,384"))
    assert (view["total"], view["cited"]) == (1, 0)
    assert answered(database, tenant, stored, 0, stored.span(0, "(45,384)"))["total"] == 1


def test_what_stands_once_is_itself(database: Database, tenant: Scope, blob_folder: Path) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    span = stored.span(0, "21 million")
    view = answered(database, tenant, stored, 0, span)
    assert (view["total"], view["cited"], view["first"]) == (1, 0, 0)
    assert [place["range"] for place in view["places"]] == [span.to_json()]


def test_many_places_are_counted_and_those_around_the_cited_one_sent(
    database: Database, tenant: Scope, report: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(occurrences, "MOST_PLACES", 2)
    for cited, first in ((0, 0), (1, 0), (2, 1)):
        view = answered(database, tenant, report, 1, report.span(1, REPEATED, cited))
        assert (view["total"], view["cited"], view["first"]) == (3, cited, first)
        assert len(view["places"]) == 2


def test_a_range_outside_the_page_is_refused(database: Database, tenant: Scope, report: Stored) -> None:
    with pytest.raises(InvalidRange):
        answered(database, tenant, report, 1, TextRange(0, 100_000))
