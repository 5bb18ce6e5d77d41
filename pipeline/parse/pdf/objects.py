"""The objects that a page is drawn of, of one kind, also those in forms."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2
import pypdfium2.raw as pdfium


def objects_of(
    page: pypdfium2.PdfPage, kind: int, *, depth: int, form: pypdfium2.PdfObject | None = None, level: int = 0
) -> Iterator[pypdfium2.PdfObject]:
    """The page's objects of one kind (FPDF_PAGEOBJ_…), in their order, down to forms `depth` levels deep.

    As pypdfium2's `get_objects`, which makes a Python object of each of a page's thousands of texts just to look at
    its kind: a third of the time that reading a page takes.
    """
    count, item = pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject
    if form is not None:
        count, item = pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject
    parent = page if form is None else form
    for number in range(count(parent)):
        raw = item(parent, number)
        found = pdfium.FPDFPageObj_GetType(raw)
        if found not in (kind, pdfium.FPDF_PAGEOBJ_FORM):
            continue
        held = pypdfium2.PdfObject(raw, page=page, pdf=page.pdf, container=form, level=level)
        if found == kind:
            yield held
        if found == pdfium.FPDF_PAGEOBJ_FORM and level < depth - 1:
            yield from objects_of(page, kind, depth=depth, form=held, level=level + 1)
