"""A source's or a user's words inside Markdown."""

from __future__ import annotations

from typing import Final

_MEANINGFUL: Final = "\\`*_{}[]()<>#+-.!|:$~^@"


def plain(text: str) -> str:
    """A file's name or an error's words inside Markdown, as they are."""
    return "".join(f"\\{character}" if character in _MEANINGFUL else character for character in text)
