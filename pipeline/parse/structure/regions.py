"""Runs of pages under one heading: the business, risk factors, management's discussion, the notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.evidence.parts import PagePart, Part
from pipeline.parse.structure.lines import Line, is_content

HEADED = 1.0
CARRIED = 0.8
"""A page that only follows the one with the heading, or its running head."""

LONGEST_HEADING = 200

LINES_AT_TOP = 3
LINES_BEFORE_CONTENTS = 8

LINES_OF_A_NAME = 2
"""Lines below a bare "Item 1." that can hold its name."""

LONGEST_NAME = 120

_SPELLED = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen)"
_SENTENCE = re.compile(r"\. [A-Z]|\b(?:see|refer|is|are|was|were)\b", re.I)
_ITEM = re.compile(
    r"(?:part (?:i{1,3}|iv)\b[\s,.:-]*)?(?:financial information|other information)?[\s,.:-]*"
    rf"items? (?:\d{{1,2}}[a-c]?|{_SPELLED})\b(?:\s*(?:and|,|&) \d{{1,2}}[a-c]?\b)*[\s.,:()-]*",
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

_EXHIBIT = re.compile(r"exhibit \(?\d{1,3}(?:[.-]\d+)*(?:\.?[a-z])?\)?\.?", re.I)
_ENTRY = re.compile(r"(?:part [iv]+\b.{0,40})?item \d{1,2}[a-c]?\b", re.I)
_ENDS_IN_PAGE = re.compile(r".*[\w)][\s.…]+(?:[A-Z]-?)?\d{1,3}$")
ENTRIES_OF_CONTENTS = 5
"""Items, or lines that end in a page number, that make a page a table of contents."""

_CONTENTS = re.compile(
    r"(?:table of )?contents|(?:.{0,60} )?index\b.{0,60}|(?:item )?page(?: no\.?| number)?", re.I
)
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

LONGEST_PAGE = 200
"""Lines of a page as paper has them. An HTML filing without page breaks is one long page: cover, contents, and all."""


@dataclass(frozen=True, slots=True)
class Region:
    """The parts that a page is of. `is_aside`: it stands within the notes, or in an exhibit behind them, from its first
    line to its last. `is_closed`: it only names what stands elsewhere, or is an exhibit."""

    parts: tuple[PagePart, ...]
    is_aside: bool = False
    is_closed: bool = False

    @property
    def has_notes(self) -> bool:
        return any(one.part is Part.NOTES for one in self.parts)

    @property
    def is_notes(self) -> bool:
        """Whether it holds notes and nothing else."""
        return bool(self.parts) and all(one.part is Part.NOTES for one in self.parts)


def regions(pages: Sequence[Sequence[Line]]) -> list[Region]:
    """The region of every page, in order. A page on which one ends and another begins is of both."""
    reading = _Reading()
    return [reading.read(page_index, lines) for page_index, lines in enumerate(pages)]


class _Reading:
    """Where a reader of the pages stands."""

    def __init__(self) -> None:
        self._part: Part | None = None
        self._title = ""
        self._has_notes = False
        self._in_exhibits = False

    def read(self, page_index: int, lines: Sequence[Line]) -> Region:
        if self._has_notes and any(_EXHIBIT.fullmatch(line.text) for line in lines[:LINES_AT_TOP]):
            self._in_exhibits = True
        if self._in_exhibits:
            exhibit = [PagePart(page_index, Part.EXHIBIT, line.text, CARRIED) for line in lines[:1]]
            return Region(tuple(exhibit), is_aside=True, is_closed=True)
        fixed = _fixed(page_index, lines)
        is_long = len(lines) > LONGEST_PAGE
        if fixed and fixed.is_outer and not is_long:
            return Region((PagePart(page_index, fixed.part, "", HEADED),), is_closed=True)
        began_in = self._part
        of_page: dict[Part, PagePart] = {}
        if fixed:
            of_page[fixed.part] = PagePart(page_index, fixed.part, "", HEADED)
        for place, line in enumerate(lines):
            opened = None if fixed and not is_long and not _opens_chapter(line) else _opening(lines, place)
            if opened is not None:
                self._open(page_index, line, opened[0], of_page)
            elif self._part and self._part not in of_page and is_content(line):
                of_page[self._part] = PagePart(page_index, self._part, self._title, CARRIED)
        is_aside = began_in is Part.NOTES and self._part is Part.NOTES
        is_closed = (fixed is not None and not is_long) or set(of_page) == {Part.EXHIBIT}
        return Region(tuple(of_page.values()), is_aside, is_closed)

    def _open(self, page_index: int, line: Line, part: Part | None, of_page: dict[Part, PagePart]) -> None:
        if part is not self._part:
            self._part, self._title = part, line.text
        if part:
            self._has_notes = self._has_notes or part is Part.NOTES
            of_page[part] = PagePart(page_index, part, line.text, HEADED)


def _opening(lines: Sequence[Line], place: int) -> tuple[Part | None] | None:
    """The region that a heading opens, in a tuple; None for a line that opens none."""
    line = lines[place]
    if len(line.text) > LONGEST_HEADING or line.is_row or line.kind not in _HEADING_KINDS:
        return None
    text = line.text.strip(" .:")
    if item := _ITEM.match(text):
        named = text[item.end() :]
        below = [other.text for other in lines[place + 1 : place + 1 + LINES_OF_A_NAME]]
        names = [named] if named else [text for text in below if len(text) <= LONGEST_NAME]
        if not names or not names[0][:1].isupper() or names[0][-1].isdigit():
            return None
        if line.kind is BlockKind.PARAGRAPH and _SENTENCE.search(named):
            return None
        return (next((part for name in names for words, part in _OPENINGS if words.match(name)), None),)
    if line.kind is BlockKind.PARAGRAPH:
        return None
    return next(((part,) for words, part in _MAIN_HEADINGS if words.fullmatch(text)), None)


_HEADING_KINDS = frozenset(
    {BlockKind.HEADING, BlockKind.HEADER, BlockKind.TABLE_ROW, BlockKind.PARAGRAPH, BlockKind.OTHER}
)


@dataclass(frozen=True, slots=True)
class _Fixed:
    """A cover or a table of contents. `is_outer`: of the whole filing, so that it opens nothing; else of a chapter."""

    part: Part
    is_outer: bool


def _fixed(page_index: int, lines: Sequence[Line]) -> _Fixed | None:
    """Whether a page names what begins elsewhere."""
    if page_index < PAGES_WITH_COVER:
        said = sum(any(words.search(line.text) for line in lines) for words in _COVER_WORDS)
        if said >= COVER_WORDS:
            return _Fixed(Part.COVER, is_outer=True)
    numbered = sum(_is_numbered(line) for line in lines)
    if numbered < ENTRIES_OF_CONTENTS:
        return None
    is_index = any(_CONTENTS.fullmatch(line.text) for line in lines[:LINES_BEFORE_CONTENTS])
    items = sum(bool(_ENTRY.match(line.text)) for line in lines)
    if items >= ENTRIES_OF_CONTENTS and (is_index or numbered >= items // 2):
        return _Fixed(Part.CONTENTS, is_outer=True)
    return _Fixed(Part.CONTENTS, is_outer=False) if is_index and numbered >= len(lines) // 2 else None


def _is_numbered(line: Line) -> bool:
    """Whether a line ends in the number of a page, and holds no other figure."""
    return line.figures <= 1 and bool(_ENDS_IN_PAGE.match(line.text))


def _opens_chapter(line: Line) -> bool:
    """Whether a line of a chapter's table of contents can be the chapter's own heading."""
    return line.is_heading and not _is_numbered(line)
