"""A place's words with what stands around them in its block, for a list of places."""

from __future__ import annotations

from typing import Any, Final

from pipeline.evidence.document import BLOCK_SEPARATOR
from pipeline.evidence.quote import JOINS
from pipeline.evidence.text import TextRange

View = dict[str, Any]

BEFORE: Final = 44
"""Characters shown before a place: enough for a row's label."""

AFTER: Final = 72
MOST_WORDS: Final = 160
"""Characters shown of the place itself."""


def snippet_view(text: str, span: TextRange) -> View:
    """`{"before", "words", "after"}`: one line, cut between words. Blocks beside the place's own are left out."""
    begin = text.rfind(BLOCK_SEPARATOR, 0, span.start) + 1
    end = text.find(BLOCK_SEPARATOR, span.end)
    before = _line(text[begin : span.start])
    after = _line(text[span.end : end if end >= 0 else len(text)])
    words = _line(span.of(text)).strip()
    return {
        "before": before if len(before) <= BEFORE else f"…{_from_word(before[-BEFORE:])}",
        "words": words if len(words) <= MOST_WORDS else f"{_to_word(words[:MOST_WORDS])}…",
        "after": after if len(after) <= AFTER else f"{_to_word(after[:AFTER])}…",
    }


def _line(text: str) -> str:
    """One space for each run of blanks, without marks that a reader does not see."""
    said = "".join(character for character in text if character not in JOINS)
    line = " ".join(said.split())
    return f"{' ' if said[:1].isspace() else ''}{line}{' ' if line and said[-1:].isspace() else ''}"


def _from_word(text: str) -> str:
    head, blank, rest = text.partition(" ")
    return f" {rest}" if blank and len(head) < BEFORE // 2 else text


def _to_word(text: str) -> str:
    rest, blank, tail = text.rpartition(" ")
    return rest if blank and len(tail) < BEFORE // 2 else text
