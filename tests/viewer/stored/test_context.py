"""What stands around a citation, asked of a real store."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.errors import InvalidRange, NotFound
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored, html_filing, store
from viewer.source_reader import SourceReader
from viewer.stored import context
from viewer.stored.asked import Asked, View


def asked(database: Database, scope: Scope, stored: Stored, page: int, start: int, end: int) -> list[View]:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        query = {"page": str(page), "start": str(start), "end": str(end)}
        blocks: list[View] = context.view(Asked(conn, reader, reader.source(stored.version_id), query))[
            "blocks"
        ]
        return blocks


def test_a_rows_neighbours_come_with_boxes_in_percent_of_their_page(
    database: Database, tenant: Scope, report: Stored
) -> None:
    span = report.span(0, "81,797")
    blocks = asked(database, tenant, report, 0, span.start, span.end)
    assert [(block["part"], block["text"]) for block in blocks] == [
        ("before", "Fiscal year 2024 2023"),
        ("own", "Total net sales 81,797 82,959"),
        ("after", "Cost of sales (45,384) (47,074)"),
    ]
    tops = [region["top"] for block in blocks for region in block["regions"]]
    assert tops == sorted(tops)
    for block in blocks:
        assert block["ranges"] == []
        for region in block["regions"]:
            assert region["role"] == "context"
            assert 0 <= region["left"] < region["left"] + region["width"] <= 100


def test_a_neighbour_may_stand_overleaf(database: Database, tenant: Scope, report: Stored) -> None:
    span = report.span(0, "Cost of sales")
    blocks = asked(database, tenant, report, 0, span.start, span.end)
    assert (blocks[-1]["part"], blocks[-1]["page_index"]) == ("after", 1)


def test_a_rendition_has_ranges_of_its_elements(database: Database, tenant: Scope, blob_folder: Path) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    span = stored.span(0, "21 million")
    own = asked(database, tenant, stored, 0, span.start, span.end)[-1]
    words = "".join(own["text"].split())
    assert [(one["block"], one["start"], one["end"]) for one in own["ranges"]] == [("b1", 0, len(words))]
    assert own["regions"] == []


def test_a_range_that_leaves_the_page_is_refused(database: Database, tenant: Scope, report: Stored) -> None:
    with pytest.raises(InvalidRange):
        asked(database, tenant, report, 0, 0, 100_000)
    with pytest.raises(NotFound):
        asked(database, tenant, report, 2, 0, 5)
