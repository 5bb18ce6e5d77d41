"""The outline of a filing, asked of a real store."""

from __future__ import annotations

from pathlib import Path

from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored, html_filing, store
from viewer.source_reader import SourceReader
from viewer.stored import outline
from viewer.stored.asked import Asked, View


def asked(database: Database, scope: Scope, stored: Stored) -> View:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        return outline.view(Asked(conn, reader, reader.source(stored.version_id), {}))


def test_a_heading_has_its_page_its_range_and_the_box_of_its_line(
    database: Database, tenant: Scope, report: Stored
) -> None:
    found = asked(database, tenant, report)
    words = "Statements of operations"
    assert found["left_out"] == 0
    [entry] = found["entries"]
    line = entry.pop("line")
    assert entry == {
        "level": 0,
        "text": words,
        "page_index": 0,
        "range": report.span(0, words).to_json(),
        "block": "p0b0",
    }
    assert 8 < line["top"] < 9  # the first line of the page is drawn 72 points below its edge of 792
    assert 0 < line["left"] < line["left"] + line["width"] < 100


def test_a_filing_without_headings_has_an_empty_outline(
    database: Database, tenant: Scope, blob_folder: Path
) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    assert asked(database, tenant, stored) == {"entries": [], "left_out": 0}
