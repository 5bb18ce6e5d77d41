"""What each page of a filing is, read from its headings, its rows and its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.evidence.document import Block, Page
from pipeline.evidence.parts import STATEMENTS, PagePart, Part
from pipeline.parse.structure.lines import lines_of
from pipeline.parse.structure.notes import Note, notes_by_page
from pipeline.parse.structure.regions import regions
from pipeline.parse.structure.statements import statement_parts
from pipeline.parse.structure.topics import topic_parts

TOLD = 0.6
"""How much speaks for a discussion that no heading names."""

SUMMED_UP = 0.5
"""A release may sum its statements up on its first page."""

_OF_A_FORM = frozenset(
    {
        Part.COVER,
        Part.BUSINESS,
        Part.RISK_FACTORS,
        Part.DISCUSSION,
        Part.NOTES,
        Part.LEGAL,
        Part.SELECTED_DATA,
    }
)
"""What the Commission's forms have under headings of their own."""


def parts_of(pages: Sequence[Page], blocks: Sequence[Block]) -> tuple[PagePart, ...]:
    """The parts of every page, by page; a page of no known part is left out."""
    lines = lines_of(pages, blocks)
    of_pages = regions(lines)
    notes = notes_by_page(lines, [region.has_notes for region in of_pages])
    found = [_named(part, notes[part.page_index]) for region in of_pages for part in region.parts]
    found += topic_parts(lines, notes, of_pages)
    found += statement_parts(lines, [region.is_aside for region in of_pages])
    found += _told_before_statements(found)
    strongest: dict[tuple[int, Part], PagePart] = {}
    for one in found:
        key = (one.page_index, one.part)
        if key not in strongest or strongest[key].strength < one.strength:
            strongest[key] = one
    return tuple(sorted(strongest.values(), key=lambda one: (one.page_index, one.part)))


def _told_before_statements(found: Sequence[PagePart]) -> list[PagePart]:
    """A release of results has no items: what it tells before its statements is management's discussion of them."""
    if any(one.part in _OF_A_FORM for one in found):
        return []
    statements = [one.page_index for one in found if one.part in STATEMENTS and one.strength >= SUMMED_UP]
    return [PagePart(index, Part.DISCUSSION, "", TOLD) for index in range(min(statements, default=0))]


def _named(part: PagePart, notes: Sequence[Note]) -> PagePart:
    """A page of notes, by the name of its first note."""
    return replace(part, title=notes[0].name) if part.part is Part.NOTES and notes else part
