"""Every gold figure of the twin, as the browser marks it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pipeline.evaluate.gold import read_facts
from pipeline.store.scope import LOCAL
from tests.gold_marks import GoldCitation, cite_gold, misses
from tests.viewer.app import PaneApp

NAME = "AAPL_10-Q_FY2023Q3"


@pytest.fixture(scope="module")
def cited(pane_app: PaneApp, shared_data: Path) -> list[GoldCitation]:
    version = pane_app.ingest(shared_data / "filings" / f"{NAME}_2023-07-01.pdf")
    facts = read_facts(shared_data / "twins" / f"{NAME}.pdf_fact_gold.jsonl")
    with pane_app.database.scoped(LOCAL) as conn:
        cited, lost = cite_gold(conn, version, facts)
    assert lost == []
    return cited


@pytest.mark.parametrize(("width", "zoom", "every"), [(1440, 75, 1), (1024, 200, 3)])
def test_a_mark_contains_the_gold_and_lies_on_ink(
    pane_app: PaneApp, browser: Browser, cited: list[GoldCitation], width: int, zoom: int, every: int
) -> None:
    """Every fact at one width and zoom, one in `every` at another."""
    page = browser.new_page(viewport={"width": width, "height": 900})
    off = misses(page, pane_app.url, cited[::every], zoom)
    page.close()
    assert len(cited) == 308
    assert [(miss.fact.id, miss.words) for miss in off] == []
