"""Headings in the order of a document → the section that each block stands in, as a path.

A heading's level is read from what it says ("Part I", "Item 7", "Note 3", "2.1") or, below that, from how it is set
against the headings above it: larger, in capitals, bold. Where neither tells, it replaces the last one: a path then
holds less, and nothing that is not so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from pipeline.evidence.section import joined

DEEPEST = 5
"""Headings in a path. A run of ever smaller captions is no outline."""

LONGEST_OUTER = 80
"""Characters of a heading that others stand under; a longer one is cut at a word."""

SIZE_STEP = 1.06
"""Sizes closer than this are one size: a filing's own conversions shift them by a few percent."""


class Level(IntEnum):
    """What a heading calls itself, the outermost first."""

    PART = 0
    ITEM = 1
    NOTE = 2
    SUBNOTE = 3
    DETAIL = 4


_LEVELS = (
    (
        re.compile(
            r"(?:part\s+[ivx\d]+|appendix\s+\w|annex\s+\w|exhibit\s+\d[\d.]*|schedule\s+[ivx]+)\b", re.I
        ),
        Level.PART,
    ),
    (re.compile(r"item\s+\d+[a-c]?\b", re.I), Level.ITEM),
    (re.compile(r"(?:note|Note|NOTE)\s+\d+\b|\d{1,2}\.\s+[^\W\d_a-z]"), Level.NOTE),
    (re.compile(r"\d{1,2}\.\d{1,2}\.?\s+[^\W\d_a-z]"), Level.SUBNOTE),
    (re.compile(r"\d{1,2}\.\d{1,2}\.\d{1,2}\.?\s+[^\W\d_a-z]"), Level.DETAIL),
)
_CONTINUED = re.compile(r"\s*[-–—,(]*\s*\bcont(?:inued|[’']d)\b\.?\s*\)?\s*$", re.I)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as it is printed. `size` in points, None where it is not known."""

    text: str
    size: float | None = None
    is_bold: bool = False

    @property
    def level(self) -> Level | None:
        return next((level for pattern, level in _LEVELS if pattern.match(self.text)), None)

    @property
    def is_capitals(self) -> bool:
        return self.text == self.text.upper() != self.text.lower()


class SectionPath:
    """The headings that stand above a place in a document. Tell it each heading, in order."""

    def __init__(self) -> None:
        self._above: list[Heading] = []

    @property
    def path(self) -> str | None:
        """The section of what follows the last heading; None before the first."""
        *outer, nearest = [_name(heading.text) for heading in self._above] or [""]
        return joined([*map(_shortened, outer), nearest]) if nearest else None

    def enter(self, heading: Heading) -> None:
        """Go on under a heading, at its own level."""
        level = heading.level
        if level is None:
            while (
                self._above and self._above[-1].level is None and not _stands_under(heading, self._above[-1])
            ):
                self._above.pop()
        else:
            while self._above and ((last := self._above[-1].level) is None or last >= level):
                self._above.pop()
        self._above.append(heading)
        if len(self._above) > DEEPEST:
            del self._above[-2]


def _stands_under(heading: Heading, above: Heading) -> bool:
    """Whether it is certain that a heading that names no level is set below another one."""
    if heading.size is not None and above.size is not None:
        if above.size > heading.size * SIZE_STEP:
            return True
        if heading.size > above.size * SIZE_STEP:
            return False
    if above.is_capitals != heading.is_capitals:
        return above.is_capitals and above.is_bold >= heading.is_bold
    return above.is_bold and not heading.is_bold


def _name(text: str) -> str:
    """A heading in one line, without "(continued)"."""
    return _CONTINUED.sub("", " ".join(text.split())) or text


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_OUTER:
        return text
    return text[:LONGEST_OUTER].rpartition(" ")[0].rstrip(" ,;:") + "…"
