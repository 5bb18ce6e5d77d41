"""The pages of the primary financial statements: a title, and the line items under it that such a statement has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.evidence.document import BlockKind
from pipeline.evidence.parts import PagePart, Part
from pipeline.parse.structure.line_items import ALONE, confirms, found_items, is_statement_alone
from pipeline.parse.structure.lines import Line
from pipeline.parse.structure.titles import Title, is_open_title, statement_title

LEAST_ROWS = 3
"""Rows with figures of a statement on a page: a statement of comprehensive income of a simple company has four."""

ROWS_ALONE = 8
"""Rows of a statement that no title names."""

WHOLE = 1.0
CARRIED_ON = 0.85
"""The second page of a statement: the figures that are asked for most stand on either."""

SUMMED_UP = 0.5
"""A statement away from the others, or without a title where others have one: selected data, quarters, a summary."""

OF_A_PART = 0.35
"""The parent alone, guarantors, pro forma; a statement within the notes, as it was before a change; another company's,
in an exhibit."""

PARENTHETICAL = 0.3

PAGES_NEAR = 4
"""The statements of a filing follow each other; each takes one page or two."""

_TITLE_KINDS = frozenset(
    {
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.HEADER,
        BlockKind.OTHER,
        BlockKind.TABLE_ROW,
        BlockKind.LIST_ITEM,
    }
)
_UNITS = re.compile(r"\b(?:millions|thousands|billions|continued|unaudited)\b", re.I)


_SUPPLEMENT = re.compile(r"supplement(?:al|ary)\b.{0,60}\b(?:cash|disclosures?)\b", re.I)
"""How a cash flow statement ends on a page of its own."""


@dataclass(frozen=True, slots=True)
class _Segment:
    """The lines of a page under a title, or above its first one (`title` None)."""

    page_index: int
    title: Title | None
    lines: Sequence[Line]

    @property
    def rows(self) -> int:
        return sum(line.figures > 0 for line in self.lines)

    @property
    def labels(self) -> list[str]:
        return [line.label for line in self.lines if line.label]


def statement_parts(pages: Sequence[Sequence[Line]], is_aside: Sequence[bool]) -> list[PagePart]:
    """The statements of every page. `is_aside`: whether a page stands within the notes or an exhibit."""
    found = _found(pages)
    stand = {
        (one.page_index, one.part)
        for one in found
        if one.strength > SUMMED_UP and not is_aside[one.page_index]
    }
    together = {(page, part) for page, part in stand if _has_another_near(page, part, stand)}
    titled = {one.part for one in found if one.title and (one.page_index, one.part) in stand}
    clustered = {part for _, part in together}
    best: dict[tuple[int, Part], PagePart] = {}
    for one in found:
        key = (one.page_index, one.part)
        if is_aside[one.page_index] and one.part in clustered:
            one = replace(one, strength=min(one.strength, OF_A_PART))
        elif (one.part in clustered and key not in together) or (not one.title and one.part in titled):
            one = replace(one, strength=min(one.strength, SUMMED_UP))
        if key not in best or best[key].strength < one.strength:
            best[key] = one
    return list(best.values())


def _has_another_near(page: int, part: Part, stand: set[tuple[int, Part]]) -> bool:
    return any(other is not part and abs(at - page) <= PAGES_NEAR for at, other in stand)


def _found(pages: Sequence[Sequence[Line]]) -> list[PagePart]:
    """What titles and rows say, page by page."""
    found: list[PagePart] = []
    last: PagePart | None = None
    for page_index, lines in enumerate(pages):
        for place, segment in enumerate(_segments(page_index, lines)):
            if segment.title:
                parts = _titled(segment, segment.title, last)
            elif place == 0 and last and _goes_on(last, segment, pages[page_index - 1]):
                parts = [replace(last, page_index=page_index, strength=min(last.strength, CARRIED_ON))]
            else:
                parts = _untitled(segment)
            found += parts
            if parts or segment.title or segment.rows:
                last = parts[-1] if parts else None
    return found


def _segments(page_index: int, lines: Sequence[Line]) -> list[_Segment]:
    segments: list[_Segment] = []
    title: Title | None = None
    start = 0
    for place in range(len(lines)):
        named = _title_at(lines, place)
        if named is None:
            continue
        segments.append(_Segment(page_index, title, lines[start:place]))
        title, start = named, place + 1
    segments.append(_Segment(page_index, title, lines[start:]))
    return segments


def _title_at(lines: Sequence[Line], place: int) -> Title | None:
    line = lines[place]
    if line.kind not in _TITLE_KINDS or line.is_row:
        return None
    text = line.text
    if is_open_title(text) and place + 1 < len(lines) and not lines[place + 1].is_row:
        text = f"{text} {lines[place + 1].text}"
    return statement_title(text, is_heading=line.is_heading)


def _titled(segment: _Segment, title: Title, last: PagePart | None) -> list[PagePart]:
    if title.is_parenthetical:
        return [PagePart(segment.page_index, part, title.text, PARENTHETICAL) for part in title.parts]
    if segment.rows < LEAST_ROWS:
        return []
    strength = OF_A_PART if title.of_a_part else CARRIED_ON if title.is_continued else WHOLE
    confirmed = [
        PagePart(segment.page_index, part, title.text, strength)
        for part in title.parts
        if confirms(part, segment.labels)
    ]
    if not confirmed and last and last.part in title.parts and last.page_index == segment.page_index - 1:
        return [PagePart(segment.page_index, last.part, title.text, min(last.strength, CARRIED_ON))]
    return confirmed


def _untitled(segment: _Segment) -> list[PagePart]:
    if segment.rows < ROWS_ALONE:
        return []
    labels = [line.label for line in segment.lines if line.figures]
    return [
        PagePart(segment.page_index, part, "", CARRIED_ON)
        for part in ALONE
        if is_statement_alone(part, labels)
    ]


def _goes_on(last: PagePart, segment: _Segment, page_before: Sequence[Line]) -> bool:
    """Whether a page begins with more rows of the statement that the page before ended with. Whatever stands above
    its rows has to stand on that page too, or to say the units: another heading begins something else."""
    if last.page_index != segment.page_index - 1 or segment.rows < LEAST_ROWS:
        return False
    if last.part is Part.CASH_FLOW and any(_SUPPLEMENT.match(line.text) for line in segment.lines[:3]):
        return True
    if not found_items(last.part, segment.labels):
        return False
    seen = {line.text for line in page_before}
    for line in segment.lines:
        if line.figures:
            return True
        if line.kind is not BlockKind.TABLE_ROW and line.text not in seen and not _UNITS.search(line.text):
            return False
    return False
