"""The words that a pack has of its own, the same in each kind of file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from viewer.pack.pack import PackEvidence, PackPlace

NAME: Final = "Pincite"
LEGEND: Final = (
    ("Amber with a solid border and the evidence’s number:", "what is cited."),
    ("Dashed border with “row”, “column”, “unit” or “note”:", "what gives a figure its meaning."),
    (
        "Dashed border with a number and “?”:",
        "a candidate. The quote fits several places and none is chosen.",
    ),
    ("Blue with a dashed border and “right place”:", "what a reviewer marked."),
)
MOST_NAME: Final = 90
"""Characters of a claim in the outline."""
MOST_MISSING: Final = 12
"""Characters without a font that are named one by one."""


_TURNED: Final = (
    "This file has words of scripts that are read from right to left, such as Hebrew or Arabic. They are set letter by "
    "letter from left to right, without joining. Take the pack as HTML to read them as they are written; the pictures "
    "of pages show them as the filing prints them."
)


def evidence_head(one: PackEvidence) -> str:
    """ "E1 · Statements of operations" above what is shown, whose caption names filing and page; all of it above what
    is not. A withheld one is named by its number alone."""
    note = one.note
    if note.is_withheld:
        return note.citation_id
    where = (note.section,) if one.shown.pages or one.shown.lines else note.where
    return " · ".join(filter(None, (note.citation_id, *where)))


def corrected(place: PackPlace) -> str:
    return f"in place of {place.corrects}" if place.corrects else "beside what is cited"


def shortened_question(text: str) -> str:
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - 1].rstrip()}…"


def closing_words(missing: Mapping[str, int], *, is_turned: bool) -> list[str]:
    """What is said of how a PDF's words are set: of characters that no font has, and of what is read from the right."""
    return [*([_font_words(missing)] if missing else []), *([_TURNED] if is_turned else [])]


def _font_words(missing: Mapping[str, int]) -> str:
    """What is said of characters that no font of the machine has."""
    codes = [f"U+{ord(one):04X}" for one in sorted(missing)]
    named = ", ".join(codes[:MOST_MISSING]) + (" and others" if len(codes) > MOST_MISSING else "")
    count = sum(missing.values())
    places = "place" if count == 1 else "places"
    return (
        f"The machine that made this file has no font for {len(codes)} of its characters ({named}), which stand "
        f"as codes in {count} {places}. Name a folder with fonts in PINCITE_FONTS, and make the pack again."
    )
