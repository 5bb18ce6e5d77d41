"""A text as it looks to a reader who knows ASCII only, with the way back to its characters: what hides a handle from a
pattern (full-width forms, foreign brackets, invisible characters, letters that look like E) does not hide it here."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from pipeline.evidence.text import TextRange

LOOK_LIKE_E = "ЕΕᎬꓰⴹ"
"""Capitals of other scripts (Cyrillic, Greek, Cherokee, Lisu, Tifinagh) that no reader tells from a Latin E."""

LOOK_LIKE_SMALL_E = "еҽ℮"

SQUARE = {"[": "【〖〔〘〚〚⟦⟨〈《「『‹«⁅❲{<", "]": "】〗〕〙〛〛⟧⟩〉》」』›»⁆❳}>"}
"""Marks that a model may put around a handle as others put square brackets; NFKC leaves these as they are."""

UNSEEN = frozenset({"Cf", "Mn", "Me", "Cc"})
"""Categories of characters that take no room of their own: a mark between "E" and "9" parts them for no reader."""


@dataclass(frozen=True, slots=True)
class PlainText:
    """`text[i]` was made from the source's character `origins[i]`; `origins` never falls."""

    text: str
    origins: tuple[int, ...] | range

    def range_of(self, start: int, end: int) -> TextRange:
        """The source's characters behind `text[start:end]`, with the unseen ones that follow them."""
        beyond = self.origins[end] if end < len(self.origins) else self.origins[end - 1] + 1
        return TextRange(self.origins[start], max(beyond, self.origins[end - 1] + 1))


def plain_text(text: str) -> PlainText:
    """NFKC character by character, digits of every script as ASCII, look-alikes of E as E, brackets of every shape as
    `[` and `]` (round ones stay round), unseen characters left out (a line's end is kept)."""
    if text.isascii() and text.isprintable() and not any(mark in text for mark in "{}<>"):
        return PlainText(text, range(len(text)))
    characters: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        for plain in _plain(character):
            characters.append(plain)
            origins.append(position)
    return PlainText("".join(characters), tuple(origins))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character.isspace():
        return " " if character not in "\n\r" else "\n"
    return "".join(map(_look, unicodedata.normalize("NFKC", character)))


def _look(character: str) -> str:
    if unicodedata.category(character) in UNSEEN:
        return ""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if character in LOOK_LIKE_E:
        return "E"
    if character in LOOK_LIKE_SMALL_E:
        return "e"
    return next((plain for plain, marks in SQUARE.items() if character in marks), character)
