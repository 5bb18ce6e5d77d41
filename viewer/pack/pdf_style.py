"""How a pack's PDF looks: its paper, type and colours, and what stands on every page."""

from __future__ import annotations

from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas

from viewer.pack.fonts import BOLD, ITALIC, REGULAR, Fonts

PAPER: Final = letter
"""US Letter: what the filings of the SEC are printed on. It fits on A4 without being scaled."""
SIDE: Final = 48.0
PADDING: Final = 6.0
"""What reportlab leaves free around the text of a page, inside its margins."""
TOP: Final = 58.0
BOTTOM: Final = 54.0
WIDTH: Final = PAPER[0] - 2 * SIDE
HEIGHT: Final = PAPER[1] - TOP - BOTTOM

INK: Final = HexColor("#14181f")
SOFT: Final = HexColor("#454e5b")
LINE: Final = HexColor("#c9cfd6")
WHITE: Final = HexColor("#ffffff")
GROUND: Final = HexColor("#f7f8fa")
MARKED: Final = HexColor("#ffe08f")
TONES: Final = {
    "ok": HexColor("#176b3f"),
    "warn": HexColor("#8a5200"),
    "bad": HexColor("#b0261e"),
    "none": HexColor("#5b6573"),
}
"""Over 4.5 : 1 on white. A tone never says what its words do not."""

WEIGHTS: Final = {
    **dict.fromkeys(("bold", "title", "head", "label", "ok", "warn", "bad", "none"), BOLD),
    "remark": ITALIC,
}
"""The weight of each style that is not regular, so that its missing characters are looked for in the right font."""


class Styles:
    """Paragraph styles in the fonts that were found."""

    def __init__(self, fonts: Fonts) -> None:
        regular, bold, italic = (fonts.name(style) for style in (REGULAR, BOLD, ITALIC))
        text = ParagraphStyle(
            "text", fontName=regular, fontSize=9.5, leading=13, textColor=INK, splitLongWords=1
        )

        def style(name: str, **changes: Any) -> ParagraphStyle:
            return ParagraphStyle(name, parent=text, **changes)

        self.text = text
        self.bold = style("bold", fontName=bold)
        self.title = style("title", fontName=bold, fontSize=17, leading=22, spaceAfter=8)
        self.kicker = style("kicker", fontSize=9, textColor=SOFT, spaceAfter=2)
        self.head = style("head", fontName=bold, fontSize=11, leading=15, spaceBefore=12, spaceAfter=4)
        self.claim = style("claim", fontSize=12.5, leading=17, spaceAfter=6)
        self.label = style("label", fontName=bold, fontSize=8.5, leading=12)
        self.small = style("small", fontSize=8.5, leading=12, textColor=SOFT)
        self.caption = style("caption", fontSize=8.5, leading=11.5, spaceBefore=2, spaceAfter=2)
        self.comment = style("comment", leftIndent=60, spaceBefore=3, spaceAfter=6)
        self.quote = style("quote", fontSize=9.5, leading=13.5, leftIndent=8, borderPadding=0)
        self.remark = style("remark", fontName=italic, fontSize=8.5, leading=12, textColor=TONES["warn"])
        self.hash = style("hash", fontName="Courier", fontSize=7.2, leading=10, textColor=SOFT)
        self.toned = {tone: style(tone, fontName=bold, textColor=colour) for tone, colour in TONES.items()}


def numbered(fonts: Fonts, head: str, foot: str) -> type[Canvas]:
    """A canvas that prints `head`, `foot` and "3 of 7" on every page, once it is known how many there are."""
    font = fonts.name()

    class Numbered(Canvas):
        def __init__(self, *args: Any, **settings: Any) -> None:
            super().__init__(*args, **settings)
            self._kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802 (reportlab's name)
            self._kept.append(dict(self.__dict__))
            self._startPage()  # type: ignore[attr-defined]

        def save(self) -> None:
            for number, page in enumerate(self._kept, start=1):
                self.__dict__.update(page)
                self._furnish(f"{number} of {len(self._kept)}")
                super().showPage()
            super().save()

        def _furnish(self, number: str) -> None:
            self.setFont(font, 8)
            self.setFillColor(SOFT)
            self.setStrokeColor(LINE)
            self.setLineWidth(0.5)
            self.drawString(SIDE, PAPER[1] - 36, head)
            self.line(SIDE, PAPER[1] - 42, PAPER[0] - SIDE, PAPER[1] - 42)
            self.drawString(SIDE, 30, foot)
            self.drawRightString(PAPER[0] - SIDE, 30, number)

    return Numbered
