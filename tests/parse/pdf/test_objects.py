"""A page's objects of one kind are those that pypdfium2 finds, forms within forms included."""

from __future__ import annotations

import ctypes

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from pipeline.parse.pdf.objects import objects_of
from tests.fixtures.hostile import endless_page
from tests.fixtures.pdfs import statement


@pytest.mark.parametrize(
    "kind", [pdfium.FPDF_PAGEOBJ_TEXT, pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_FORM]
)
@pytest.mark.parametrize("depth", [1, 2, 4])
def test_objects_are_those_of_the_library_in_its_order(kind: int, depth: int) -> None:
    for pdf in (statement(), endless_page(levels=3, calls=3)):
        document = pypdfium2.PdfDocument(pdf)
        page = document[0]
        expected = list(page.get_objects(filter=[kind], max_depth=depth))
        found = list(objects_of(page, kind, depth=depth))
        assert [_address(item) for item in found] == [_address(item) for item in expected]
        assert [item.level for item in found] == [item.level for item in expected]
        assert [item.container is None for item in found] == [item.container is None for item in expected]
        assert [type(item) for item in found] == [type(item) for item in expected]
        document.close()


def _address(item: pypdfium2.PdfObject) -> int:
    return ctypes.addressof(item.raw.contents)
