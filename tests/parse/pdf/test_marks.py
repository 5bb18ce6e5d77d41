"""A raised mark stays with its word, on the real page that it was found on."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2

from pipeline.parse.pdf.document import parse_pdf


def test_a_registered_mark_stands_inside_its_sentence(shared_data: Path) -> None:
    part = pypdfium2.PdfDocument.new()
    with pypdfium2.PdfDocument(shared_data / "filings" / "AAPL_10-Q_FY2023Q3_2023-07-01.pdf") as filing:
        part.import_pages(filing, [18])
    buffer = io.BytesIO()
    part.save(buffer)
    part.close()
    document = parse_pdf(
        buffer.getvalue(), source="page.pdf", progress=lambda done, total: None, interrupted=lambda: False
    )
    texts = [block.range.of(document.pages[0].text) for block in document.blocks]
    assert any("AirPods®, Apple Watch® and Beats® products" in text for text in texts)
    assert any("the App Store®. Year-over-year" in text for text in texts)
    assert all(len(text) > 1 for text in texts)
