"""What a source is, as far as showing it goes."""

from __future__ import annotations

from enum import StrEnum

from pipeline.evidence.errors import InvalidDocument


class Media(StrEnum):
    """How a source is shown: pages as images, or the rendition in a frame."""

    PDF = "pdf"
    HTML = "html"
    TEXT = "text"

    @classmethod
    def of(cls, media_type: str) -> Media:
        """Raises InvalidDocument for a media type that no parser stores."""
        if media_type not in _MEDIA:
            raise InvalidDocument(f"A source of the type {media_type!r} cannot be shown.")
        return _MEDIA[media_type]

    @property
    def extension(self) -> str:
        """Of a downloaded file. HTML is handed out as text, so that no browser runs it."""
        return "pdf" if self is Media.PDF else "txt"

    @property
    def served_type(self) -> str:
        """The content type under which a browser gets the original file."""
        return "application/pdf" if self is Media.PDF else "text/plain; charset=utf-8"

    @property
    def word(self) -> str:
        """For the analyst: PDF, HTML, Text."""
        return {Media.PDF: "PDF", Media.HTML: "HTML", Media.TEXT: "Text"}[self]


_MEDIA = {
    "application/pdf": Media.PDF,
    "text/html": Media.HTML,
    "application/xhtml+xml": Media.HTML,
    "text/plain": Media.TEXT,
}
