"""The fonts that a pack's PDF is set in: those of the machine, each character in the first that has it.

A PDF brings its fonts along, and none of a machine has every character. What no font has is written as its code
("[U+4E2D]") and counted, so that no empty box stands for it in silence.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from unicodedata import bidirectional

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

_FAMILIES: Final = (
    ("LiberationSans-Regular", "LiberationSans-Bold", "LiberationSans-Italic"),
    ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique"),
    ("Arial", "Arial Bold", "Arial Italic"),
    ("arial", "arialbd", "ariali"),
    ("NotoSans-Regular", "NotoSans-Bold", "NotoSans-Italic"),
    ("Vera", "VeraBd", "VeraIt"),  # comes with reportlab
)
"""File names of sans-serif families with figures of one width, the best known first."""
_MORE: Final = (
    "DejaVuSans",
    "NotoSans-Regular",
    "NotoSansSymbols-Regular",
    "NotoSansSymbols2-Regular",
    "Arial Unicode",
    "ARIALUNI",
    "seguisym",
    "wqy-microhei",
    "wqy-zenhei",
    "DroidSansFallbackFull",
    "simsun",
    "msgothic",
)
"""Fonts with characters that a family for western text lacks."""
_SUFFIXES: Final = frozenset({".ttf", ".ttc"})
"""reportlab sets outlines of TrueType only."""
_FROM_THE_RIGHT: Final = frozenset({"R", "AL", "AN"})
"""Directions of Hebrew, Arabic and their like (Unicode Standard Annex 9, table 4)."""
REGULAR, BOLD, ITALIC = "regular", "bold", "italic"


class Fonts:
    """The fonts of one PDF. `missing` are the characters that none of them had, as they were met; `is_turned` tells
    whether any was met that is read from right to left, which reportlab sets one by one from left to right."""

    def __init__(self, own: Path | None = None, machine: Iterable[Path] | None = None) -> None:
        """`own`: the folder of fonts that comes first (Settings.fonts), `machine`: folders instead of the machine's.
        Registers what it finds with reportlab."""
        folders = font_folders() if machine is None else tuple(machine)
        files = _files((*([own] if own else []), *folders))
        self._styles = _family(files)
        self._more = [font for name in _MORE if (font := _registered(name, files)) is not None]
        self._more += [font for font in _others(own, files) if font not in self._more]
        self.missing: dict[str, int] = {}
        self.is_turned = False

    def name(self, style: str = REGULAR) -> str:
        """The reportlab name of the family's font in a style."""
        return str(self._styles[style].fontName)

    def marked_up(self, text: str, style: str = REGULAR) -> str:
        """The text for a reportlab Paragraph in `style`: escaped, with other fonts named where they are needed."""
        return "".join(self._run(font, "".join(characters)) for font, characters in self._runs(text, style))

    def _runs(self, text: str, style: str) -> Iterator[tuple[Any, Iterator[str]]]:
        """Parts of the text with the font that has them; None for what no font has."""
        own = self._styles[style]
        self.is_turned = self.is_turned or any(bidirectional(one) in _FROM_THE_RIGHT for one in text)
        return (
            (font, iter([one for one, _ in part]))
            for font, part in groupby(
                ((one, self._font_of(one, own)) for one in text), key=lambda pair: pair[1]
            )
        )

    def _font_of(self, character: str, own: Any) -> Any:
        if _has(own, character):
            return own
        return next((font for font in self._more if _has(font, character)), None)

    def _run(self, font: Any, characters: str) -> str:
        if font is None:
            for one in characters:
                self.missing[one] = self.missing.get(one, 0) + 1
            return escape("".join(f"[U+{ord(one):04X}]" for one in characters))
        if font in self._styles.values():
            return escape(characters)
        return f'<font name="{escape(str(font.fontName))}">{escape(characters)}</font>'


def font_folders() -> tuple[Path, ...]:
    """Where this machine keeps fonts; those that come with reportlab last."""
    import reportlab

    places = {
        "win32": [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"],
        "darwin": [Path("/System/Library/Fonts"), Path("/Library/Fonts"), Path.home() / "Library/Fonts"],
    }.get(
        sys.platform,
        [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"],
    )
    return (*places, Path(reportlab.__file__).parent / "fonts")


@cache
def _files(folders: tuple[Path, ...]) -> dict[str, Path]:
    """The font files by their names without suffix; of several the one in the earliest folder."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.suffix.lower() in _SUFFIXES:
                found.setdefault(path.stem, path)
    return found


def _family(files: dict[str, Path]) -> dict[str, Any]:
    """The first family of which all styles are there; PDF's own Helvetica where there is none at all."""
    for names in _FAMILIES:
        fonts = [_registered(name, files) for name in names]
        if all(font is not None for font in fonts):
            return dict(zip((REGULAR, BOLD, ITALIC), fonts, strict=True))
    names = ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique")
    return dict(zip((REGULAR, BOLD, ITALIC), map(pdfmetrics.getFont, names), strict=True))


def _others(own: Path | None, files: dict[str, Path]) -> Iterator[Any]:
    """Fonts of the own folder, whatever they are called: somebody put them there for filings that need them."""
    for stem, path in files.items():
        if own is not None and path.is_relative_to(own) and (font := _registered(stem, files)) is not None:
            yield font


def _registered(stem: str, files: dict[str, Path]) -> Any | None:
    """The font of a file, known to reportlab by that name; None where there is no such file, or reportlab cannot use
    it."""
    if stem not in files:
        return None
    name = f"pincite-{stem}"
    try:
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(files[stem])))
        return pdfmetrics.getFont(name)
    except (TTFError, OSError):
        return None


def _has(font: Any, character: str) -> bool:
    """Blanks are set by every font."""
    if character.isspace():
        return True
    face = font.face
    if not hasattr(face, "charToGlyph"):  # one of PDF's own fonts
        return bool(character.encode("cp1252", "ignore"))
    return ord(character) in face.charToGlyph
