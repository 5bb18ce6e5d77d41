"""The pages and lines of a text filing, with EDGAR's layout tags read and taken out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.parse.html.text import CHARACTERS

TAB_STOPS = 8

PROSE_LENGTH = 55
"""Lines of running text are longer; justified ones have gaps of two or three spaces."""

LONGEST_FIXED_WIDTH = 500
"""Characters of a line of a fixed-width table; real ones have up to 170."""

_WIDE_GAP = re.compile(r"\S {4,}\S")
_PAGE_MARK = re.compile(
    r"^[ \t]*<PAGE>[ \t]*(?:Page[ \t]+)?([A-Za-z]?-?\d{1,4}|[ivxlc]{1,7})?[ \t]*$|\f", re.M | re.I
)
# "<F1>" is no layout: it is the mark of a footnote, in the table and in front of the footnote.
_LAYOUT_TAG = re.compile(r"</?(?:TABLE|CAPTION|S|C|FN|PAGE)>", re.I)
_RULE = re.compile(r"[\s\-_=*~.·—–+|]*+")
_STROKE = re.compile(r"[-_=*~—–]{3}|\.{4}")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page: `start` is its offset in the page's text, `number` counts from 0.

    `in_table`, `is_header` and `is_note` say what EDGAR's tags around it said.
    """

    number: int
    start: int
    text: str
    in_table: bool = False
    is_header: bool = False
    is_note: bool = False

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def is_blank(self) -> bool:
        return not self.text.strip()

    @property
    def is_rule(self) -> bool:
        """True for a line drawn with dashes, underscores, equal signs or stars."""
        return bool(_RULE.fullmatch(self.text) and _STROKE.search(self.text))

    @property
    def is_fixed_width(self) -> bool:
        """False for lines longer than any printer's: they are running text, whatever figures they hold."""
        return len(self.text) <= LONGEST_FIXED_WIDTH

    @property
    def is_prose(self) -> bool:
        """True for a line of running text: long, and words at its left edge."""
        return (
            len(self.text.strip()) > PROSE_LENGTH
            and self.indent < 12
            and not _WIDE_GAP.search(self.text.strip())
        )


@dataclass(frozen=True, slots=True)
class TextPage:
    """A page: its text with tabs expanded and tags taken out, and the number that its page mark carries."""

    text: str
    lines: tuple[Line, ...]
    marked: str | None


def split_pages(text: str) -> Iterator[TextPage]:
    """Pages between `<PAGE>` marks and form feeds; pages without a word are left out."""
    position, marked = 0, None
    for mark in _PAGE_MARK.finditer(text):
        if page := _page(text[position : mark.start()], marked):
            yield page
            marked = None
        position, marked = mark.end(), mark[1] or marked
    if page := _page(text[position:], marked):
        yield page


def _page(text: str, marked: str | None) -> TextPage | None:
    lines = read_lines(text)
    if all(line.is_blank for line in lines):
        return None
    return TextPage("\n".join(line.text for line in lines), tuple(lines), marked)


def read_lines(text: str) -> list[Line]:
    """Lines with tabs expanded. A line that holds only layout tags becomes blank; other tags become spaces."""
    lines: list[Line] = []
    start, in_table, is_header, is_note = 0, False, False, False
    for number, raw in enumerate(text.split("\n")):
        tags = {tag.upper() for tag in _LAYOUT_TAG.findall(raw)}
        line = _LAYOUT_TAG.sub(lambda tag: " " * len(tag[0]), raw).expandtabs(TAB_STOPS)
        line = line.translate(CHARACTERS).replace("\n", " ").rstrip()
        in_table = in_table or "<TABLE>" in tags
        is_note = in_table and (is_note or "<FN>" in tags)
        is_header = in_table and not is_note and (is_header or "<CAPTION>" in tags) and "<S>" not in tags
        lines.append(Line(number, start, line, in_table, is_header, is_note))
        if "</TABLE>" in tags:
            in_table = is_header = is_note = False
        start += len(line) + 1
    return lines
