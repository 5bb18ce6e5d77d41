"""A few pages of a PDF as a PDF of their own, cut by the process that draws pages."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pypdfium2 as pdfium

from pipeline.evidence.errors import NotFound


def cut(document: pdfium.PdfDocument, page_indexes: Sequence[int]) -> bytes:
    """The pages (0-based) in that order, with their own boxes and rotation. Raises PdfiumError, or NotFound for a page
    that the document has not."""
    if not all(0 <= index < len(document) for index in page_indexes):
        raise NotFound(f"Not all of the pages {list(page_indexes)} (0-based) are in the document.")
    part = pdfium.PdfDocument.new()
    try:
        part.import_pages(document, list(page_indexes))
        file = io.BytesIO()
        part.save(file)
        return file.getvalue()
    finally:
        part.close()
