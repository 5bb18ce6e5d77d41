"""Pages with tables by segment or by place, and with measures that are no GAAP measures; pages on legal matters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.document import BlockKind
from pipeline.evidence.parts import PagePart, Part
from pipeline.parse.structure.lines import Line
from pipeline.parse.structure.notes import Note

HEADED = 1.0
SAID = 0.7
"""A sentence names what the table holds, and its rows agree."""

SHOWN = 0.5
"""Only the rows say so."""

IN_A_NOTE = 0.6
"""A note on contingencies beside the item on legal proceedings."""

LEAST_ROWS = 3
"""Rows with figures: a heading over prose is not what a search for figures wants."""

LEAST_PLACES = 3
LEAST_MEASURES = 2

_SEGMENTS = re.compile(r"\b(?:segments?|lines? of business|business units?)\b", re.I)
_GEOGRAPHY = re.compile(
    r"\bgeograph|\bby (?:region|country|countries|location|principal market)|\b(?:u\.s\.|domestic) and (?:international"
    r"|foreign|non-u\.s\.)",
    re.I,
)
_PLACES = re.compile(
    r"^(?:total |other |the )?(united states|u\.?s\.?(?: and canada)?|united kingdom|international|europe"
    r"|asia(?:[ -]pacific)?|americas|(?:north|south|latin) america|china|greater china|japan|canada|mexico|brazil|india|germany|france"
    r"|australia|middle east|africa|emea|rest of (?:the )?world|other countries|non-u\.s\.|foreign|western hemisphere"
    r"|(?:eastern|western|central) europe|domestic)\b",
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


def topic_parts(
    pages: Sequence[Sequence[Line]], notes: Sequence[Sequence[Note]], closed: Sequence[bool]
) -> list[PagePart]:
    """The topics of every page. `notes` stand on each; `closed` pages are covers, contents and the like."""
    found: list[PagePart] = []
    for page_index, lines in enumerate(pages):
        if closed[page_index]:
            continue
        names = [note.name for note in notes[page_index]]
        if name := next((name for name in names if _LEGAL.search(name)), None):
            found.append(PagePart(page_index, Part.LEGAL, name, IN_A_NOTE))
        if sum(line.figures > 0 for line in lines) < LEAST_ROWS:
            continue
        headings = names + [
            line.text for line in lines if line.kind in _HEADINGS and len(line.text) <= LONGEST_HEADING
        ]
        found += _by_segment(page_index, lines, headings)
        found += _by_place(page_index, lines, headings)
        if not names:
            found += _reconciled(page_index, lines, headings)
    return found


def _by_segment(page_index: int, lines: Sequence[Line], headings: Sequence[str]) -> list[PagePart]:
    if heading := _first(_SEGMENTS, headings):
        return [PagePart(page_index, Part.SEGMENTS, heading, HEADED)]
    said = [line.text for line in lines if not line.figures and _SEGMENTS.search(line.text)]
    shown = any(line.is_row and _SEGMENTS.search(line.label) for line in lines)
    if shown:
        return [PagePart(page_index, Part.SEGMENTS, "", SAID if said else SHOWN)]
    return []


def _by_place(page_index: int, lines: Sequence[Line], headings: Sequence[str]) -> list[PagePart]:
    places = {match.group(1) for line in lines if line.figures and (match := _PLACES.match(line.label))}
    if len(places) < LEAST_PLACES - 1:
        return []
    if heading := _first(_GEOGRAPHY, headings):
        return [PagePart(page_index, Part.GEOGRAPHY, heading, HEADED)]
    if any(_GEOGRAPHY.search(line.text) for line in lines):
        return [PagePart(page_index, Part.GEOGRAPHY, "", SAID)]
    return [PagePart(page_index, Part.GEOGRAPHY, "", SHOWN)] if len(places) >= LEAST_PLACES else []


def _reconciled(page_index: int, lines: Sequence[Line], headings: Sequence[str]) -> list[PagePart]:
    measures = sum(line.figures > 0 and bool(_MEASURE.search(line.label)) for line in lines)
    if heading := _first(_NON_GAAP, headings):
        return [PagePart(page_index, Part.NON_GAAP, heading, HEADED)]
    if measures and any(_NON_GAAP.search(line.text) for line in lines):
        return [PagePart(page_index, Part.NON_GAAP, "", SAID)]
    return [PagePart(page_index, Part.NON_GAAP, "", SHOWN)] if measures >= LEAST_MEASURES else []


def _first(words: re.Pattern[str], texts: Sequence[str]) -> str | None:
    return next((text for text in texts if words.search(text)), None)
