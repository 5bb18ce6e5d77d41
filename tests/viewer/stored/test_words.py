"""The words of a page, asked of a real store."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.evidence.errors import NotFound
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.viewer.filing import Stored, html_filing, store
from viewer.source_reader import SourceReader
from viewer.stored import words
from viewer.stored.asked import Asked, View


def asked(database: Database, scope: Scope, stored: Stored, page: int) -> View:
    with database.scoped(scope) as conn:
        reader = SourceReader(conn, scope)
        return words.view(Asked(conn, reader, reader.source(stored.version_id), {"page": str(page)}))


def test_the_words_of_a_page_are_its_text_in_order(database: Database, tenant: Scope, report: Stored) -> None:
    told = asked(database, tenant, report, 0)
    assert "".join(told["texts"]) == report.page_text(0)
    assert len(told["boxes"]) == 4 * len(told["texts"])
    assert sum(count for count, _ in told["lines"]) == len(told["texts"])
    assert sum(count for count, _ in told["blocks"]) == len(told["lines"])
    assert told["leftward"] == []


def test_a_word_has_its_box_in_percent_of_the_page(database: Database, tenant: Scope, report: Stored) -> None:
    told = asked(database, tenant, report, 0)
    at = told["texts"].index("81,797 ")
    left, top, width, height = told["boxes"][4 * at : 4 * at + 4]
    glyphs = report.parsed.pages[0].glyphs
    assert glyphs is not None
    box = glyphs.pieces(report.span(0, "81,797"))[0]
    assert left == pytest.approx(100 * box.x / 612, abs=1e-3)
    assert top == pytest.approx(100 * box.y / 792, abs=1e-3)
    assert width == pytest.approx(100 * box.width / 612, abs=1e-3)
    assert height == pytest.approx(100 * box.height / 792, abs=1e-3)


def test_the_cells_and_kinds_of_blocks_are_told(database: Database, tenant: Scope, report: Stored) -> None:
    told = asked(database, tenant, report, 0)
    assert [(told["texts"][at].strip(), column) for at, column in told["cells"]] == [
        *(("Fiscal", None), ("2024", 0), ("2023", 1)),
        *(("Total", None), ("81,797", 0), ("82,959", 1)),
        *(("Cost", None), ("(45,384)", 0), ("(47,074)", 1)),
    ]
    assert [kind for _, kind in told["blocks"]] == ["heading", "paragraph", *3 * ["table_row"]]


def test_a_rendition_keeps_its_words_in_its_frame(
    database: Database, tenant: Scope, blob_folder: Path
) -> None:
    stored = store(database, tenant, blob_folder, html_filing())
    with pytest.raises(NotFound, match="frame"):
        asked(database, tenant, stored, 0)
    with pytest.raises(NotFound, match="no page 1"):
        asked(database, tenant, stored, 1)
