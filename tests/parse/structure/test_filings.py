"""The statements of real filings, on the pages where a reader found them (statement_pages.json)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.structure import statements, truth
from tests.fixtures.sources import load_source
from tests.parse.html_documents import filing, read


@pytest.mark.parametrize(
    "name",
    [
        "AAPL_10-Q_FY2023Q3_2023-07-01.html",
        "BKE_8-K_EX99.1_2024-11-22.html",
        "OLDTEXT_10-K_FY1995-06-30.txt",
        "AAMES_8-K_1998-12-15.txt",
    ],
)
def test_the_statements_of_a_filing_are_found_and_nothing_else(shared_data: Path, name: str) -> None:
    assert statements(filing(shared_data, name).parts) == truth()[f"filings/{name}"]


def test_two_statements_on_one_page_of_a_pdf_are_found(shared_data: Path) -> None:
    path = "financebench/pdfs/AMCOR_2023Q4_EARNINGS.pdf"
    found = statements(read(load_source(shared_data / path)).parts)
    assert found == truth()[path]
    assert found["balance sheet"] == found["cash flow statement"]
