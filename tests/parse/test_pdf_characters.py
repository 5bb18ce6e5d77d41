"""Every visible character of a page belongs to exactly one block, counted against PDFium's own characters."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from pipeline.evidence.document import ParsedDocument
from tests.fixtures.pdfs import (
    Text,
    hyphenated,
    pdf_of,
    scanned,
    statement,
    three_lines,
    turned_pages,
    two_columns,
    unembedded,
)
from tests.ink import InkPage
from tests.parse.pdf_pages import parsed

SEVENTHS = 3
"""Of a filing's pages, the one three sevenths in: past the front matter, among tables and prose."""


def _missing(pdf: bytes, document: ParsedDocument) -> Iterator[tuple[int, Counter[str]]]:
    """The 0-based pages whose blocks do not hold what PDFium has, with the characters too few or too many."""
    opened = pypdfium2.PdfDocument(pdf)
    try:
        for page in document.pages:
            ink = InkPage(opened, page.index)
            if counted := ink.missing(page):
                yield page.index, counted
            ink.close()
    finally:
        opened.close()


@pytest.mark.parametrize(
    "pdf",
    [
        statement(),
        two_columns(),
        hyphenated(),
        turned_pages(three_lines(), 90, cropped=True, shifted=True),
        unembedded(downwards=True),
        scanned(three_lines(), [Text(90, 200, "Revenue grew in every region")]),
        pdf_of(
            [
                Text(60, 100, "Upright 1,234"),
                Text(300, 400, "Sideways", turned=90),
                Text(99, 300, "Slanted", turned=30),
            ]
        ),
    ],
)
def test_each_character_of_an_odd_page_is_in_one_block(pdf: bytes) -> None:
    assert list(_missing(pdf, parsed(pdf))) == []


def test_a_character_that_no_block_holds_is_counted() -> None:
    pdf = statement()
    document = parsed(hyphenated())
    assert next(_missing(pdf, document))[1]["$"] == 4


def test_each_character_of_a_page_of_every_real_filing_is_in_one_block(shared_data: Path) -> None:
    files = sorted(
        [*(shared_data / "filings").glob("*.pdf"), *(shared_data / "financebench/pdfs").glob("*.pdf")]
    )
    part = pypdfium2.PdfDocument.new()
    for file in files:
        with pypdfium2.PdfDocument(file) as filing:
            part.import_pages(filing, [len(filing) * SEVENTHS // 7])
    buffer = io.BytesIO()
    part.save(buffer)
    part.close()
    document = parsed(buffer.getvalue(), "pages.pdf")
    assert len(document.pages) == len(files) > 30
    assert {files[index].name: missing for index, missing in _missing(buffer.getvalue(), document)} == {}
