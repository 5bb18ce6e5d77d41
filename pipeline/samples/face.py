"""How the annual report is set: typefaces, sizes and colors. Only the standard PDF fonts are used."""

from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

INK: Final = HexColor(0x1A1C20)
FAINT: Final = HexColor(0x5B6068)
BAND: Final = HexColor(0xEDF2F7)
HAIR: Final = 0.5

ROMAN, BOLD, ITALIC = "Times-Roman", "Times-Bold", "Times-Italic"

BODY = ParagraphStyle(
    "Body",
    fontName=ROMAN,
    fontSize=10,
    leading=13.2,
    textColor=INK,
    alignment=TA_JUSTIFY,
    spaceAfter=7,
    allowWidows=0,
    allowOrphans=0,
)
NARROW = ParagraphStyle("Narrow", BODY, fontSize=9.6, leading=12.4, spaceAfter=6, embeddedHyphenation=1)
ITEM = ParagraphStyle(
    "Item",
    BODY,
    fontName=BOLD,
    fontSize=13.5,
    leading=17,
    alignment=0,
    spaceBefore=12,
    spaceAfter=8,
    keepWithNext=1,
)
HEADING = ParagraphStyle(
    "Heading",
    BODY,
    fontName=BOLD,
    fontSize=10.8,
    leading=14,
    alignment=0,
    spaceBefore=7,
    spaceAfter=4,
    keepWithNext=1,
)
RUN_IN = ParagraphStyle(
    "RunIn", BODY, fontName="Times-BoldItalic", alignment=0, spaceBefore=3, spaceAfter=3, keepWithNext=1
)
FOOTNOTE = ParagraphStyle(
    "Footnote", BODY, fontSize=8.2, leading=10.4, spaceBefore=3, spaceAfter=2, alignment=0
)
CENTERED = ParagraphStyle("Centered", BODY, alignment=TA_CENTER, spaceAfter=0)
STRONG_CENTERED = ParagraphStyle("StrongCentered", CENTERED, fontName=BOLD)
CONTENTS = ParagraphStyle("Contents", BODY, fontSize=10.5, leading=19, alignment=0, spaceAfter=0)

CELL = ParagraphStyle("Cell", BODY, fontSize=9.2, leading=11.4, alignment=0, spaceAfter=0)
FIGURE = ParagraphStyle("Figure", CELL, alignment=TA_RIGHT, splitLongWords=0)
COLUMN_HEADING = ParagraphStyle(
    "ColumnHeading", CELL, fontName=BOLD, fontSize=8.4, leading=10, alignment=TA_CENTER
)

_HYPHENATED = (
    "instru-men-ta-tion",
    "instru-ments",
    "instru-ment",
    "pro-fil-ers",
    "pro-fil-er",
    "Mon-i-tor-ing",
    "mon-i-tor-ing",
    "sub-scrip-tions",
    "sub-scrip-tion",
    "elec-tric-ity",
    "man-u-fac-tures",
    "man-u-fac-tur-ing",
    "qual-i-fy-ing",
    "con-duc-tiv-ity",
    "inter-change-able",
    "param-e-ter",
    "hydro-log-i-cal",
    "envi-ron-men-tal",
    "com-pli-ance",
    "gen-er-a-tion",
    "cal-i-bra-tion",
    "spec-i-fi-ca-tion",
    "com-pet-i-tor",
    "spread-sheet",
    "reser-voirs",
    "author-i-ties",
    "irri-ga-tion",
    "devel-op-ment",
    "tem-per-a-ture",
)
_SOFT: Final = {word.replace("-", ""): word.replace("-", "\xad") for word in _HYPHENATED}


def hyphenated(text: str) -> str:
    """The text with soft hyphens where its long words may break: a narrow column needs them."""
    return " ".join(_soft(word) for word in text.split(" "))


def _soft(word: str) -> str:
    stem = word.rstrip(".,;:")
    return _SOFT.get(stem, stem) + word[len(stem) :]
