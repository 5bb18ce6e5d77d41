"""The notes to the financial statements: which one stands on which page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.parse.structure.lines import Line, is_content

LONGEST_NAME = 160

_NUMBERED = re.compile(r"(?:notes? \(?\d{1,2}[a-z]?\b|\(?\d{1,2}[.)](?= ))[\s.:)-]*(?:continued)?", re.I)
_HEADING_KINDS = frozenset({BlockKind.HEADING, BlockKind.HEADER})


@dataclass(frozen=True, slots=True)
class Note:
    """A note by its heading as printed, and the page (0-based) that it begins on."""

    name: str
    page_index: int


def notes_by_page(pages: Sequence[Sequence[Line]], is_notes: Sequence[bool]) -> list[tuple[Note, ...]]:
    """The notes of every page, in order: the one that goes on from the page before, and those that begin."""
    found: list[tuple[Note, ...]] = []
    current: Note | None = None
    for page_index, lines in enumerate(pages):
        if not is_notes[page_index]:
            # A page with nothing but its number stands between two of one note at times.
            current = None if any(map(is_content, lines)) else current
            found.append(())
            continue
        of_page: list[Note] = []
        for place, line in enumerate(lines):
            if name := _note_name(lines, place):
                current = Note(name, page_index)
                of_page.append(current)
            elif current and not of_page and is_content(line):
                of_page.append(current)
        found.append(tuple(of_page))
    return found


def _note_name(lines: Sequence[Line], place: int) -> str | None:
    line = lines[place]
    if line.kind not in _HEADING_KINDS or len(line.text) > LONGEST_NAME:
        return None
    numbered = _NUMBERED.match(line.text)
    if not numbered:
        return None
    if numbered.end() < len(line.text):
        return line.text if line.is_heading and line.text[numbered.end()].isupper() else None
    following = lines[place + 1] if place + 1 < len(lines) else None
    return f"{line.text} {following.text}" if following and following.is_heading else None
