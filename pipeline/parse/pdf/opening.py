"""Opening a PDF, or saying why it cannot be opened."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pypdfium2
import pypdfium2.raw as pdfium

from pipeline.evidence.errors import (
    DamagedSource,
    NoPages,
    PasswordNeeded,
    SourceEmpty,
    SourceError,
    UnsupportedSource,
)


def open_pdf(data: bytes, *, source: str) -> pypdfium2.PdfDocument:
    """Open a PDF that has pages; one that is encrypted but needs no password opens like any other.

    Raises SourceEmpty, UnsupportedSource, PasswordNeeded, DamagedSource or NoPages.
    """
    if not data:
        raise SourceEmpty(f"{source} is empty: it has no bytes. Fetch or export it again.", source=source)
    if b"%PDF-" not in data[:1024]:
        raise UnsupportedSource(
            f"{source} is not a PDF: it has no PDF header. Check that the whole file was saved.",
            source=source,
        )
    try:
        document = pypdfium2.PdfDocument(data, password="")
    except pypdfium2.PdfiumError as error:
        raise _unopened(_load_error(data), source) from error
    if not len(document):
        document.close()
        raise _without_pages(source)
    return document


@contextmanager
def part_of(document: pypdfium2.PdfDocument, indexes: Sequence[int]) -> Iterator[pypdfium2.PdfDocument]:
    """Some pages (0-based, in this order) as a document of their own, closed at the end."""
    part = pypdfium2.PdfDocument.new()
    try:
        part.import_pages(document, list(indexes))
        yield part
    finally:
        part.close()


def saved(document: pypdfium2.PdfDocument) -> bytes:
    """A document as the bytes of a file."""
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def _load_error(data: bytes) -> int:
    """PDFium's reason for not loading a document; FPDF_ERR_FILE stands for none.

    For a file without a page it sets no reason, and the one of an earlier file remains. So one that bytes in memory
    never give is provoked first.
    """
    pdfium.FPDF_LoadDocument(b"", None)
    pdfium.FPDF_LoadMemDocument(data, len(data), None)
    return int(pdfium.FPDF_GetLastError())


def _unopened(code: int, source: str) -> SourceError:
    if code == pdfium.FPDF_ERR_FILE:
        return _without_pages(source)
    if code == pdfium.FPDF_ERR_PASSWORD:
        return PasswordNeeded(
            f"{source} opens only with a password. Save a copy without one, and add that.", source=source
        )
    if code == pdfium.FPDF_ERR_SECURITY:
        return UnsupportedSource(
            f"{source} is encrypted for certain recipients or by an unknown method. "
            "Save a copy without encryption, and add that.",
            source=source,
        )
    return DamagedSource(
        f"{source} is damaged: it begins like a PDF and cannot be read as one. Fetch or export it again.",
        source=source,
    )


def _without_pages(source: str) -> NoPages:
    return NoPages(f"{source} is a PDF without a page. Fetch or export it again.", source=source)
