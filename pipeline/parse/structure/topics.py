"""Pages with tables by segment or by place, and with measures that are no GAAP measures; pages on legal matters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence import section
from pipeline.evidence.document import BlockKind
from pipeline.evidence.parts import PagePart, Part
from pipeline.parse.structure.lines import Line
from pipeline.parse.structure.notes import Note
from pipeline.parse.structure.regions import Region

HEADED = 1.0
GOING_ON = 0.85
"""The heading stands on a page before; its tables go on here."""

SAID = 0.7
"""A sentence names what the table holds, and its rows agree."""

SHOWN = 0.5
"""Only the rows say so."""

IN_A_NOTE = 0.6
"""A note on contingencies beside the item on legal proceedings."""

LEAST_ROWS = 3
"""Rows with figures: a heading over prose is not what a search for figures wants."""

NEAREST = 2
"""Headings above a table that say what it holds: its own, and the one over that."""

LEAST_PLACES = 3
LEAST_MEASURES = 2

_SEGMENTS = re.compile(r"\b(?:segments?|lines? of business|business units?|divisions?)\b", re.I)
_GEOGRAPHY = re.compile(
    r"\bgeograph|\bby (?:region|country|countries|location|principal market)|\b(?:u\.s\.|domestic) and (?:international"
    r"|foreign|non-u\.s\.)",
    re.I,
)
_PLACES = re.compile(
    r"\b(united states|u\.?s\.?(?= |$)|united kingdom|international|europe|asia|americas?|china|japan|canada|mexico"
    r"|brazil|india|germany|france|australia|middle east|africa|emea|apac|rest of (?:the )?world|other countries"
    r"|foreign|western hemisphere|domestic)\b",
    re.I,
)
_NON_GAAP = re.compile(
    r"\bnon-? ?gaap\b|\breconcil.{0,80}\b(?:adjusted|ebitdar?|ebita?|free cash|organic|net debt|constant.currency"
    r"|operational|core|comparable)"
    r"|\b(?:adjusted|ebitdar?|free cash flow|organic|constant.currency)\b.{0,80}\breconcil",
    re.I,
)
_MEASURE = re.compile(
    r"\b(?:adjusted|ebitdar?|free cash flow|non-? ?gaap|constant.currency|organic|excluding|comparable)\b",
    re.I,
)
_LEGAL = re.compile(
    r"\b(?:legal|litigation|contingenc|lawsuits?|investigations?|regulatory matters|environmental matters)",
    re.I,
)
_HEADINGS = frozenset({BlockKind.HEADING, BlockKind.HEADER})
LONGEST_HEADING = 140


@dataclass(frozen=True, slots=True)
class _TablePage:
    """A page with figures. `headings` stand on it, notes' names among them; `above` stood on pages before."""

    page_index: int
    lines: Sequence[Line]
    headings: Sequence[str]
    above: Sequence[str]

    @property
    def rows(self) -> list[Line]:
        return [line for line in self.lines if line.figures]

    def headed(self, words: re.Pattern[str], part: Part) -> PagePart | None:
        """The part by the headings over the page's tables."""
        for headings, strength in ((self.headings, HEADED), (self.above, GOING_ON)):
            if heading := next((one for one in headings if words.search(one)), None):
                return PagePart(self.page_index, part, heading, strength)
        return None

    def says(self, words: re.Pattern[str]) -> bool:
        return any(words.search(line.text) for line in self.lines)


def topic_parts(
    pages: Sequence[Sequence[Line]], notes: Sequence[Sequence[Note]], regions: Sequence[Region]
) -> list[PagePart]:
    """The topics of every page, of which `notes` stand on each."""
    found: list[PagePart | None] = []
    for page_index, lines in enumerate(pages):
        if regions[page_index].is_closed:
            continue
        names = [note.name for note in notes[page_index]]
        if name := next((name for name in names if _LEGAL.search(name)), None):
            found.append(PagePart(page_index, Part.LEGAL, name, IN_A_NOTE))
        page = _table_page(page_index, lines, names)
        if len(page.rows) < LEAST_ROWS:
            continue
        found += [_by_segment(page), _by_place(page)]
        if not regions[page_index].is_notes:
            found.append(_reconciled(page))
    return [part for part in found if part]


def _table_page(page_index: int, lines: Sequence[Line], names: Sequence[str]) -> _TablePage:
    headings = [line.text for line in lines if line.kind in _HEADINGS and len(line.text) <= LONGEST_HEADING]
    paths = dict.fromkeys(line.section for line in lines if line.figures and line.section)
    above = [name for path in paths for name in section.headings(path)[-NEAREST:]]
    return _TablePage(page_index, lines, [*names, *headings], above)


def _by_segment(page: _TablePage) -> PagePart | None:
    if part := page.headed(_SEGMENTS, Part.SEGMENTS):
        return part
    if not any(_SEGMENTS.search(line.label) for line in page.rows):
        return None
    is_said = any(not line.figures and _SEGMENTS.search(line.text) for line in page.lines)
    return PagePart(page.page_index, Part.SEGMENTS, "", SAID if is_said else SHOWN)


def _by_place(page: _TablePage) -> PagePart | None:
    named = [
        line.label if line.figures else line.text for line in page.lines if line.kind is BlockKind.TABLE_ROW
    ]
    places = {place.lower() for text in named for place in _PLACES.findall(text)}
    if len(places) < LEAST_PLACES - 1:
        return None
    if part := page.headed(_GEOGRAPHY, Part.GEOGRAPHY):
        return part
    if page.says(_GEOGRAPHY):
        return PagePart(page.page_index, Part.GEOGRAPHY, "", SAID)
    return PagePart(page.page_index, Part.GEOGRAPHY, "", SHOWN) if len(places) >= LEAST_PLACES else None


def _reconciled(page: _TablePage) -> PagePart | None:
    if part := page.headed(_NON_GAAP, Part.NON_GAAP):
        return part
    measures = sum(bool(_MEASURE.search(line.label)) for line in page.rows)
    if measures and page.says(_NON_GAAP):
        return PagePart(page.page_index, Part.NON_GAAP, "", SAID)
    return PagePart(page.page_index, Part.NON_GAAP, "", SHOWN) if measures >= LEAST_MEASURES else None
