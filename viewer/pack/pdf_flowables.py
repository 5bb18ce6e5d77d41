"""What reportlab sets in a pack besides paragraphs: framed pictures, entries of the outline, ruled tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Flowable, Table, TableStyle

from viewer.pack.pdf_style import LINE
from viewer.pack.pictures import Picture


class Drawn(Flowable):
    """A picture with a thin frame: a cut-out of white paper on white paper."""

    def __init__(self, picture: Picture, width: float, height: float) -> None:
        super().__init__()
        self._image = ImageReader(picture.image)
        self._size = width, height

    def wrap(self, *_: float) -> tuple[float, float]:
        return self._size

    def draw(self) -> None:
        width, height = self._size
        self.canv.drawImage(self._image, 0, 0, width, height)
        self.canv.setStrokeColor(LINE)
        self.canv.setLineWidth(0.5)
        self.canv.rect(0, 0, width, height)


class Bookmark(Flowable):
    """An entry of the PDF's outline."""

    def __init__(self, key: str, words: str, level: int = 0) -> None:
        super().__init__()
        self._entry = key, words, level

    def wrap(self, *_: float) -> tuple[float, float]:
        return 0, 0

    def draw(self) -> None:
        key, words, level = self._entry
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(words, key, level=level, closed=False)


def table(
    rows: Sequence[list[Any]], widths: Sequence[float], *extra: tuple[Any, ...], head: bool = False
) -> Table:
    """Rows with a thin line below each. `head`: the first row stands again on the next page; `extra`: commands of a
    TableStyle."""
    look = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("RIGHTPADDING", (-1, 0), (-1, -1), 0),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
        *extra,
    ]
    return Table(
        rows,
        colWidths=list(widths),
        style=TableStyle(look),
        repeatRows=int(head),
        hAlign="LEFT",
        splitInRow=1,  # a word without a blank may be longer than what is left of a page
    )
