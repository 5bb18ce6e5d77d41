"""Runs of pages under one heading: the business, risk factors, management's discussion, the notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.evidence.parts import PagePart, Part
from pipeline.parse.structure.lines import Line

HEADED = 1.0
CARRIED = 0.8
"""A page that only follows the one with the heading, or its running head."""

LONGEST_HEADING = 200

_ITEM = re.compile(
    r"(?:part (?:i{1,3}|iv)\b[\s,.:-]*)?(?:financial information|other information)?[\s,.:-]*"
    r"items? \d{1,2}[a-c]?\b(?:\s*(?:and|,|&) \d{1,2}[a-c]?\b)*[\s.,:()-]*",
    re.I,
)
_OPENINGS: tuple[tuple[re.Pattern[str], Part | None], ...] = (
    (re.compile(r"management'?s'? (?:discussion|narrative)", re.I), Part.DISCUSSION),
    (re.compile(r"risk factors", re.I), Part.RISK_FACTORS),
    (re.compile(r"legal proceedings", re.I), Part.LEGAL),
    (re.compile(r"(?:description of )?(?:the )?business\b", re.I), Part.BUSINESS),
    (
        re.compile(r"(?:selected|summary) .{0,30}financial (?:and operating )?data", re.I),
        Part.SELECTED_DATA,
    ),
    (re.compile(r"(?:list of )?exhibits?\b", re.I), Part.EXHIBIT),
)
"""What an item's own words open. Other items end what went before: their numbers mean other things in a 10-Q."""

_MAIN_HEADINGS: tuple[tuple[re.Pattern[str], Part | None], ...] = (
    (
        re.compile(
            r"(?:\d{4} )?management'?s'? discussion and analysis(?: of (?:the )?(?:consolidated )?"
            r"(?:financial condition|results of operations).{0,80})?(?: \(md&a\))?",
            re.I,
        ),
        Part.DISCUSSION,
    ),
    (
        re.compile(
            r".{0,80}\bnotes to (?:the )?(?:.{0,40}\b)?(?:financial statements|consolidated statements).{0,80}",
            re.I,
        ),
        Part.NOTES,
    ),
    (
        re.compile(
            r"note 1\b.{0,120}|1\. [a-z].{0,60}(?:accounting policies|basis of presentation).{0,40}", re.I
        ),
        Part.NOTES,
    ),
    (re.compile(r"risk factors", re.I), Part.RISK_FACTORS),
    (re.compile(r"(?:exhibit index|index to exhibits|list of exhibits)", re.I), Part.EXHIBIT),
    (
        re.compile(
            r"reports? of (?:the )?independent (?:registered )?(?:public )?(?:accounting|accountants|auditors?).{0,80}",
            re.I,
        ),
        None,
    ),
    (
        re.compile(
            r"signatures?|management'?s'? (?:annual )?report on .{0,100}|report of management.{0,60}", re.I
        ),
        None,
    ),
)
"""Headings that say what follows without an item's number."""

_ENTRY = re.compile(r"(?:part [iv]+\b.{0,40})?item \d{1,2}[a-c]?\b", re.I)
_ENDS_IN_PAGE = re.compile(r".*[\w)][\s.…]+(?:[A-Z]-?)?\d{1,3}$")
ENTRIES_OF_CONTENTS = 5
"""Items, or lines that end in a page number, that make a page a table of contents."""

_CONTENTS = re.compile(r"(?:table of )?contents|(?:.{0,60} )?index\b.{0,60}", re.I)
_COVER_WORDS = tuple(
    re.compile(words, re.I)
    for words in (
        r"securities and exchange commission",
        r"exact name of (?:each )?(?:registrant|issuer)",
        r"commission file",
        r"employer identification|i\.?r\.?s\.? employer",
        r"^form (?:10|8|20|40|6|s)-",
        r"pursuant to section 13 or 15",
        r"indicate by check ?mark",
    )
)
COVER_WORDS = 3
PAGES_WITH_COVER = 6


@dataclass(frozen=True, slots=True)
class Region:
    """What a page stands in when it ends, and which regions have some of it. `titles`: their headings."""

    parts: tuple[PagePart, ...]
    in_notes: bool


def regions(pages: Sequence[Sequence[Line]]) -> list[Region]:
    """The region of every page, in order. A page on which one ends and another begins is of both."""
    found: list[Region] = []
    part: Part | None = None
    title = ""
    for page_index, lines in enumerate(pages):
        if fixed := _fixed(page_index, lines):
            found.append(Region((PagePart(page_index, fixed, "", HEADED),), in_notes=False))
            if fixed is Part.COVER:
                part = None
            continue
        of_page: dict[Part, PagePart] = {}
        began_in = part
        before = True
        for line in lines:
            opened = _opening(line)
            if opened is None:
                if (
                    before
                    and part
                    and not line.is_heading
                    and line.kind is not BlockKind.HEADER
                    and len(line.text) > 3
                ):
                    of_page.setdefault(part, PagePart(page_index, part, title, CARRIED))
                    before = False
                continue
            (now,) = opened
            if now is not part:
                part, title, before = now, line.text, True
            if now:
                of_page[now] = PagePart(page_index, now, line.text, HEADED)
        found.append(Region(tuple(of_page.values()), in_notes=began_in is Part.NOTES and part is Part.NOTES))
    return found


def _opening(line: Line) -> tuple[Part | None] | None:
    """The region that a heading opens, in a tuple; None for a line that opens none."""
    if len(line.text) > LONGEST_HEADING or line.is_row or line.kind not in _HEADING_KINDS:
        return None
    text = line.text.strip(" .:")
    if item := _ITEM.match(text):
        if line.kind is BlockKind.PARAGRAPH and text.count(",") + text.count(".") > 4:
            return None
        named = text[item.end() :]
        return (next((part for words, part in _OPENINGS if words.match(named)), None),) if named else None
    if line.kind is BlockKind.PARAGRAPH:
        return None
    return next(((part,) for words, part in _MAIN_HEADINGS if words.fullmatch(text)), None)


_HEADING_KINDS = frozenset(
    {BlockKind.HEADING, BlockKind.HEADER, BlockKind.TABLE_ROW, BlockKind.PARAGRAPH, BlockKind.OTHER}
)


def _fixed(page_index: int, lines: Sequence[Line]) -> Part | None:
    """Whether a page is a cover or a table of contents: what they name begins elsewhere."""
    if page_index < PAGES_WITH_COVER:
        said = sum(any(words.search(line.text) for line in lines) for words in _COVER_WORDS)
        if said >= COVER_WORDS:
            return Part.COVER
    items = sum(bool(_ENTRY.match(line.text)) for line in lines)
    if items >= ENTRIES_OF_CONTENTS:
        return Part.CONTENTS
    is_index = any(_CONTENTS.fullmatch(line.text) for line in lines[:8])
    numbered = sum(bool(_ENDS_IN_PAGE.match(line.text)) and line.figures <= 1 for line in lines)
    return Part.CONTENTS if is_index and numbered >= max(ENTRIES_OF_CONTENTS, len(lines) // 2) else None
