"""The files that a verification pack can be taken away as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from viewer.memo.files import name_of
from viewer.pack.html import html
from viewer.pack.pack import Pack
from viewer.pack.pdf import pdf
from viewer.pack.pictures import Draw


@dataclass(frozen=True, slots=True)
class PackFile:
    """One kind of file. `make` is given the pack, what draws its pages, and the folder of fonts to take first, if there
    is one (Settings.fonts)."""

    words: str
    extension: str
    media_type: str
    make: Callable[[Pack, Draw, Path | None], bytes]

    def name(self, question: str) -> str:
        """Told from the memo of the same question: "What were net sales, verification pack.pdf"."""
        stem = name_of(question, "").removesuffix(".")
        return f"{stem}, verification pack.{self.extension}"


def _html(pack: Pack, draw: Draw, _: Path | None) -> bytes:
    """Its words are set by the browser that opens it, in that machine's fonts."""
    return html(pack, draw)


FILES: Final = (
    PackFile("Verification pack (PDF)", "pdf", "application/pdf", pdf),
    PackFile("Verification pack (HTML)", "html", "text/html; charset=utf-8", _html),
)
"""In the order in which they are offered."""
