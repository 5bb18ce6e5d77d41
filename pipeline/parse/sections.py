"""Headings in the order of a document → the section that each block stands in, as a path.

A heading's level is read from what it says ("Part I", "Item 7", "Note 3", "2.1") or, below that, from how it is set
against the headings above it: larger, in capitals, bold. Where neither tells, it replaces the last one: a path then
holds less, and nothing that is not so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import IntEnum

from pipeline.evidence.document import BlockKind
from pipeline.evidence.section import joined
from pipeline.parse.structure.titles import Title, statement_title

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


_NOTE_NUMBER = re.compile(r"note\s+(\d+)\b", re.I)
_REFERENCE = re.compile(r"[Nn]ote\s+\d+\.|[Nn]ote\s+\d+,?\s+[a-z].*", re.S)
"""The end of a sentence that was broken over lines: "Note 2.", "Note 13 for further information."."""

_ENDS_NOTES = re.compile(
    r".{0,100}\bnotes\s+to\s+(?:\w+\s+){0,5}financial\s+statements\b.{0,60}"
    r"|reports?\s+of\s+(?:the\s+)?independent\s+(?:registered|auditors?|accountants?|public)\b.{0,80}",
    re.I | re.S,
)
"""Headings that no note holds: what goes before all of them."""

_ITEM_AS_TEXT = re.compile(
    r"item\s+\d+[a-c]?\s*[.:–—-]\s*(?:management|financial statements|risk factors|business|properties|legal proceed"
    r"|controls and|quantitative|market for|selected|exhibits|directors|executive comp|security owner|certain relation"
    r"|principal account|unresolved|mine safety|cybersec|changes in and|other information|unregistered)",
    re.I,
)
_BARE_ITEM = re.compile(r"item\s+(\d+[a-c]?)[\s.:–—-]*", re.I)
_ITEM_NAMES = {
    "business": ("1",),
    "risk factors": ("1a",),
    "unresolved staff comments": ("1b",),
    "cybersecurity": ("1c",),
    "properties": ("2",),
    "legal proceedings": ("1", "3"),
    "mine safety": ("4",),
    "market for": ("5",),
    "selected": ("6",),
    "management": ("2", "7"),
    "quantitative and qualitative": ("3", "7a"),
    "financial statements": ("1", "8"),
    "changes in and disagreements": ("9",),
    "controls and procedures": ("4", "9a"),
    "other information": ("5", "9b"),
    "directors": ("10",),
    "executive compensation": ("11",),
    "security ownership": ("12",),
    "certain relationships": ("13",),
    "principal account": ("14",),
    "exhibits": ("6", "15"),
    "unregistered sales": ("2",),
}
"""How the items of annual and quarterly reports begin, and the numbers that Forms 10-K and 10-Q give them: a name that
stands on a line of its own belongs to the item above only if the two go together."""

_SENTENCE = re.compile(r"\b(?:is|are|was|were|has|have|see|refer|should|of this|in this)\b|[.;]\s+\S|\d$")
WORDS_OF_A_BARE_NOTE = 2

BLOCKS_AT_TOP = 4
"""Blocks of a page among which a statement's title stands; below them, a list of statements may name it."""

LONGEST_ITEM = 240
"""Characters of an item's heading that was taken for a paragraph: its units may stand behind it."""


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
    def note(self) -> int | None:
        """The number of the note that it names."""
        found = _NOTE_NUMBER.match(self.text)
        return int(found.group(1)) if found else None

    @property
    def statement(self) -> Title | None:
        """The title of the whole company's statement that it is."""
        title = statement_title(" ".join(self.text.split()), is_heading=False)
        return title if title and not title.of_a_part else None

    @property
    def is_item_as_text(self) -> bool:
        """Whether words that are not set as a heading are an item's name all the same, and no sentence about one."""
        return (
            len(self.text) <= LONGEST_ITEM
            and bool(_ITEM_AS_TEXT.match(self.text))
            and not _SENTENCE.search(self.text)
        )

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

    def read(self, kind: BlockKind, heading: Heading, ordinal: int) -> None:
        """Go on past a block, the `ordinal`th of its page. Not only headings begin something: an item may be set like
        text, a statement's title like text or like the first row of its table, and a note's number may recur at the top
        of its pages, so that it was taken for their running head."""
        match kind:
            case BlockKind.HEADING:
                begins = not self._is_reference(heading)
            case BlockKind.HEADER:
                begins = self._is_next_note(heading)
            case BlockKind.PARAGRAPH if heading.is_item_as_text:
                begins = True
            case BlockKind.PARAGRAPH | BlockKind.TABLE_ROW | BlockKind.OTHER:
                begins = ordinal < BLOCKS_AT_TOP and heading.statement is not None
            case _:
                begins = False
        if begins:
            self.enter(heading)

    def enter(self, heading: Heading) -> None:
        """Go on under a heading, at its own level. A statement stands under no report, index or contact above it."""
        level = heading.level
        if _ENDS_NOTES.fullmatch(heading.text):
            self._leave_notes()
        if level is None and self._name_item(heading):
            return
        if level is None and heading.statement:
            while self._above and self._above[-1].level is None:
                self._above.pop()
        elif level is None:
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

    def _name_item(self, heading: Heading) -> bool:
        """Give an item that is nothing but its number yet the name that a heading says; False where it says none."""
        places = [place for place, above in enumerate(self._above) if above.level is Level.ITEM]
        bare = _BARE_ITEM.fullmatch(self._above[places[-1]].text) if places else None
        if bare is None:
            return False
        name = " ".join(heading.text.split())
        numbers = next((of for start, of in _ITEM_NAMES.items() if name.lower().startswith(start)), ())
        if bare.group(1).lower() not in numbers:
            return False
        item = self._above[places[-1]]
        self._above[places[-1] :] = [replace(item, text=f"{item.text} {name}")]
        return True

    @property
    def _note(self) -> int | None:
        return next((heading.note for heading in self._above if heading.level is Level.NOTE), None)

    def _is_reference(self, heading: Heading) -> bool:
        """Whether a line that was taken for a heading is the end of a sentence that names a note."""
        if not _REFERENCE.fullmatch(heading.text):
            return False
        is_bare = heading.text.endswith(".") and len(heading.text.split()) == WORDS_OF_A_BARE_NOTE
        return not (is_bare and heading.note == (self._note or 0) + 1)

    def _is_next_note(self, heading: Heading) -> bool:
        """Whether a running head names a later note than the one that the page before ended in."""
        if heading.note is None or len(heading.text.split()) != WORDS_OF_A_BARE_NOTE:
            return False
        return self._note is not None and heading.note > self._note

    def _leave_notes(self) -> None:
        levels = [heading.level for heading in self._above]
        if Level.NOTE in levels:
            del self._above[levels.index(Level.NOTE) :]


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
