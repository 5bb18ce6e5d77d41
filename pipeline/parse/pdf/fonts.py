"""The fonts that a PDF is read with: its own, PDFium's own, and one of squares for every other.

PDFium leaves whole lines of Chinese, Japanese or Korean text out of its text, in silence, when their font is not
embedded and the machine has none. Here such text has a font always, the same on every machine: what a filing says,
and where, must not depend on what is installed. A square stands where the character stands; nobody ever sees it.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

from pypdfium2 import PdfSysfontBase

SQUARES = Path(__file__).with_name("square.ttf")
"""A font in which every character is a square. tests/fixtures/square_font.py builds it."""

_WITH_OWN_FONTS = frozenset({0, 1, 2, 255})
"""Character sets (Windows' numbers: ANSI, default, symbol, OEM) that PDFium brings fonts for."""

_HANDLE = 1
_FACE_NAME = b"Pincite Square\0"


def read_with_squares() -> None:
    """From now on this process reads PDFs without the machine's fonts. Fonts of open documents stay as they are."""
    if not isinstance(PdfSysfontBase.SINGLETON, _Squares):
        _squares().setup(reusable=True)


@cache
def _squares() -> _Squares:
    return _Squares()


class _Squares(PdfSysfontBase):  # type: ignore[misc]
    """Answers PDFium's questions for fonts; method names are its own (fpdf_sysfontinfo.h)."""

    def __init__(self) -> None:
        self._font = SQUARES.read_bytes()
        super().__init__()

    def EnumFonts(self, _: object, mapper: object) -> None:  # noqa: N802
        """The machine's fonts are not for reading."""

    def MapFont(  # noqa: N802
        self, _: object, weight: int, italic: int, charset: int, pitch: int, face: object, exact: object
    ) -> int | None:
        return None if charset in _WITH_OWN_FONTS else _HANDLE

    def GetFont(self, _: object, face: object) -> None:  # noqa: N802
        """No font by its name."""

    def GetFontData(self, _: object, font: object, table: int, buffer: object, size: int) -> int:  # noqa: N802
        """The size in bytes of the whole file (table 0), 0 for a single table; copies it when the buffer has room."""
        if table:
            return 0
        if buffer and size >= len(self._font):
            ctypes.memmove(buffer, self._font, len(self._font))  # type: ignore[arg-type]
        return len(self._font)

    def GetFaceName(self, _: object, font: object, buffer: object, size: int) -> int:  # noqa: N802
        if buffer and size >= len(_FACE_NAME):
            ctypes.memmove(buffer, _FACE_NAME, len(_FACE_NAME))  # type: ignore[arg-type]
        return len(_FACE_NAME)

    def GetFontCharset(self, _: object, font: object) -> int:  # noqa: N802
        return 1

    def DeleteFont(self, _: object, font: object) -> None:  # noqa: N802
        """Nothing was opened."""
