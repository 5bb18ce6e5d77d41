"""What stands on a page: its texts by font and its pictures, read from PDFium in one walk.

Pages have thousands of objects. PDFium's handles are taken as plain addresses, because a Python object around each of
them costs several times as much as the walk (18 against 4 ms on a page of 2,400 objects).
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

Edges = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""

DEPTH: Final = 5
"""Forms within forms that are looked into."""


def _on_addresses(function: object, result: Any, *arguments: Any) -> Callable[..., Any]:
    address = ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]
    return ctypes.CFUNCTYPE(result, *arguments)(address or 0)


_Address = ctypes.c_void_p
_object_of_page = _on_addresses(pdfium_c.FPDFPage_GetObject, _Address, _Address, ctypes.c_int)
_object_of_form = _on_addresses(pdfium_c.FPDFFormObj_GetObject, _Address, _Address, ctypes.c_ulong)
_objects_of_page = _on_addresses(pdfium_c.FPDFPage_CountObjects, ctypes.c_int, _Address)
_objects_of_form = _on_addresses(pdfium_c.FPDFFormObj_CountObjects, ctypes.c_int, _Address)
_kind = _on_addresses(pdfium_c.FPDFPageObj_GetType, ctypes.c_int, _Address)
_font = _on_addresses(pdfium_c.FPDFTextObj_GetFont, _Address, _Address)


@dataclass(frozen=True, slots=True)
class PageObjects:
    """Addresses of the objects of one open page; worthless once it is closed. Forms are looked into."""

    texts: dict[int, list[int]] = field(default_factory=dict)
    """By the address of their font, 0 for none."""
    pictures: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, page: pdfium.PdfPage) -> PageObjects:
        objects = cls()
        address = ctypes.cast(page.raw, _Address).value
        objects._gather(address or 0, _objects_of_page, _object_of_page, DEPTH)
        return objects

    def _gather(
        self, parent: int, count: Callable[[int], int], get: Callable[[int, int], int], depth: int
    ) -> None:
        for index in range(count(parent)):
            item = get(parent, index)
            kind = _kind(item)
            if kind == pdfium_c.FPDF_PAGEOBJ_TEXT:
                self.texts.setdefault(_font(item) or 0, []).append(item)
            elif kind == pdfium_c.FPDF_PAGEOBJ_IMAGE:
                self.pictures.append(item)
            elif kind == pdfium_c.FPDF_PAGEOBJ_FORM and depth:
                self._gather(item, _objects_of_form, _object_of_form, depth - 1)

    def pictured_area(self) -> float:
        """What the pictures cover in square points, overlaps counted twice."""
        area = 0.0
        for picture in self.pictures:
            left, bottom, right, top = bounds(picture)
            area += max(0.0, right - left) * max(0.0, top - bottom)
        return area


def bounds(item: int) -> Edges:
    """Of the object at an address, in the space of the page or form that it stands in."""
    edges = [ctypes.c_float() for _ in range(4)]
    handle = ctypes.cast(item, pdfium_c.FPDF_PAGEOBJECT)
    pdfium_c.FPDFPageObj_GetBounds(handle, *map(ctypes.byref, edges))
    left, bottom, right, top = (edge.value for edge in edges)
    return left, bottom, right, top
