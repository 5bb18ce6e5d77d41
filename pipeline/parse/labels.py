"""Printed page labels, and the lines that recur at the edges of pages. One rule for PDF, HTML and text filings.

A number at a page's edge is its label only when its neighbours' numbers run in sequence with it: the label is read,
never computed from the index, because their distance changes within a filing (front matter, exhibits, split sheets).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from pipeline.evidence.document import BlockKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.pdf.layout import Row, pieces_of
from pipeline.parse.values import is_unit

NEIGHBOURS = 6
"""Pages on each side in which a number must find others in sequence."""

SUPPORT = 2
"""Neighbours in sequence that a number needs; one is enough in a document of fewer than five pages, and where two
numbers that stand alone follow one another on facing pages."""

TOP_LINES, BOTTOM_LINES = 2, 3

RECURRENCES = 2
"""Pages among the nearest on each side that must carry a line at the same height for it to be a header or footer."""

NEAR = 4
SAME_HEIGHT = 4.0

RUNNING_SHARE, LEAST_RUNNING = 0.3, 3
"""Where lines have no height on a page, a header or footer stands at the same edge of this share of all pages, and of
so many: the title of a statement that goes on over three pages does not."""

LONGEST_LABELLED = 160
LONGEST_ALONE = 12
"""Characters of a line in which PDFium's spaces within a number ("1 1", "F - 3") are taken out."""

AGREEING = 0.9
"""Share of the pages with both labels on which a file's own /PageLabels must say what is printed to count on others."""

_NUMBER = r"(?:[A-Z]{1,3}-)?\d{1,4}"
_ALONE = re.compile(
    rf"(?:page\s*)?[-–—\s|\[(]*({_NUMBER}|[ivxlc]{{1,7}})[-–—\s|\])]*(?:(?:of|/)\s*\d+)?", re.I
)
_AT_START = re.compile(rf"[-–—\s|]*(?:page\s+)?({_NUMBER})(?:\s+of\s+\d+)?[\s|]+[^\d\s].*[^\d\W].*", re.I)
_AT_END = re.compile(rf".*[^\d\W].*?(?:[\s|]|\bpage\s)[-–—\s|]*({_NUMBER})(?:\s+of\s+\d+)?[-–—\s|]*", re.I)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

_Source = TypeVar("_Source")


@dataclass(frozen=True, slots=True, eq=False)
class EdgeLine(Generic[_Source]):
    """A line near a page's edge. `top` in points from the page's top, None where lines have no place; `pieces` are the
    parts that wide gaps cut it into; `source` is what the caller knows it by."""

    text: str
    source: _Source
    top: float | None = None
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class PageEdges(Generic[_Source]):
    """A page's outermost lines, the outermost first. No line is in both."""

    top: tuple[EdgeLine[_Source], ...]
    bottom: tuple[EdgeLine[_Source], ...]

    @classmethod
    def of(cls, lines: Sequence[EdgeLine[_Source]]) -> PageEdges[_Source]:
        """The edges of a page with these lines, from its top."""
        bottom = lines[max(len(lines) - BOTTOM_LINES, TOP_LINES) :]
        return cls(tuple(lines[:TOP_LINES]), tuple(reversed(bottom)))


@dataclass(frozen=True, slots=True)
class Furniture(Generic[_Source]):
    """A page's label as printed, and its header, footer and page number lines."""

    label: str | None
    lines: tuple[tuple[_Source, BlockKind], ...]


@dataclass(frozen=True, slots=True)
class _Candidate(Generic[_Source]):
    label: str
    series: str
    value: int
    at_top: bool
    is_alone: bool
    line: EdgeLine[_Source]


def edges_of(rows: Sequence[Row]) -> PageEdges[Row]:
    """The edges of a PDF page with these rows."""
    return PageEdges.of([EdgeLine(row.text, row, row.top, len(pieces_of(row))) for row in rows])


def find_furniture(pages: Sequence[PageEdges[_Source]]) -> list[Furniture[_Source]]:
    """For each page of a document its printed label, None where none is certain, and its recurring lines."""
    candidates = [list(_candidates(page)) for page in pages]
    needed = SUPPORT if len(pages) >= 5 else 1
    recurring = _Recurring(pages)
    found = []
    for index, page in enumerate(pages):
        chosen = _best(candidates, index, needed)
        lines = tuple(_lines(recurring, index, page, chosen))
        found.append(Furniture(chosen.label if chosen else None, lines))
    return found


def in_sequence(numbers: Sequence[str | None]) -> list[str | None]:
    """The numbers that page marks carry, those that run in sequence with others; None elsewhere."""
    pages = [PageEdges((EdgeLine(number, None),) if number else (), ()) for number in numbers]
    return [found.label for found in find_furniture(pages)]


def page_labels(printed: Sequence[str | None], in_file: Sequence[str]) -> list[PageLabel]:
    """Each page's label: the printed one; else the one that the PDF's /PageLabels gives ("" for none); else none.

    The file's own labels count nowhere when they contradict what is printed: they were made for another paging.
    """
    own = [text.replace("\x00", "").strip() for text in in_file]
    both = [(text, label) for text, label in zip(own, printed, strict=True) if text and label]
    agreeing = sum(text.casefold() == label.casefold() for text, label in both)
    if agreeing < AGREEING * len(both):
        own = [""] * len(own)
    return [_page_label(label, text) for label, text in zip(printed, own, strict=True)]


def _page_label(printed: str | None, own: str) -> PageLabel:
    if printed is not None:
        return PageLabel(printed, LabelSource.PRINTED)
    return PageLabel(own, LabelSource.PDF) if own else PageLabel.none()


def _candidates(page: PageEdges[_Source]) -> Iterator[_Candidate[_Source]]:
    edges = [(page.top, True), (page.bottom, False)]
    if not page.bottom:  # its lines are so few that the last may well be its foot
        edges.append((page.top, False))
    for lines, at_top in edges:
        for line in lines:
            text = _without_false_spaces(line.text)
            if match := _ALONE.fullmatch(text):
                yield _candidate(match[1], at_top, True, line)
            elif len(text) <= LONGEST_LABELLED:
                for pattern in (_AT_START, _AT_END):
                    if match := pattern.fullmatch(text):
                        yield _candidate(match[1], at_top, False, line)


def _without_false_spaces(text: str) -> str:
    """A short line without the spaces that PDFium may read inside a number."""
    if len(text) > LONGEST_ALONE:
        return text
    return re.sub(
        r"(?<=\d) (?=\d)|(?<=^[A-Za-z]) (?=-)|(?<=^[A-Za-z]-) (?=\d)|(?<=^[A-Za-z] -) (?=\d)", "", text
    )


def _candidate(label: str, at_top: bool, is_alone: bool, line: EdgeLine[_Source]) -> _Candidate[_Source]:
    prefix, _, digits = label.rpartition("-")
    if digits.isdigit():
        return _Candidate(label, prefix.upper(), int(digits), at_top, is_alone, line)
    values = [_ROMAN[letter] for letter in label.lower()]
    value = sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
    return _Candidate(label, "roman", value, at_top, is_alone, line)


def _best(
    candidates: Sequence[Sequence[_Candidate[_Source]]], index: int, needed: int
) -> _Candidate[_Source] | None:
    """The page's candidate with most neighbours in sequence; a number that stands alone wins a tie."""
    supported = [
        (support, candidate.is_alone, position)
        for position, candidate in enumerate(candidates[index])
        if (support := _support(candidates, index, candidate)) >= needed
        or (support and candidate.is_alone and _has_facing(candidates, index, candidate))
    ]
    return candidates[index][max(supported)[2]] if supported else None


def _support(
    candidates: Sequence[Sequence[_Candidate[_Source]]], index: int, candidate: _Candidate[_Source]
) -> int:
    """How many pages nearby carry the number in sequence. A number within a line counts only when the rest of the
    line recurs as well: headings are numbered in sequence too ("1 First part", "2 Second part")."""
    near = range(max(index - NEIGHBOURS, 0), min(index + NEIGHBOURS + 1, len(candidates)))
    pages = [
        [other for other in candidates[page] if _follows(candidate, other, page - index)]
        for page in near
        if page != index
    ]
    if not candidate.is_alone:
        line = _masked(candidate.line.text)
        if not any(_masked(other.line.text) == line for others in pages for other in others):
            return 0
    return sum(bool(others) for others in pages)


def _has_facing(
    candidates: Sequence[Sequence[_Candidate[_Source]]], index: int, candidate: _Candidate[_Source]
) -> bool:
    return any(
        other.is_alone and _follows(candidate, other, step)
        for step in (-1, 1)
        if 0 <= index + step < len(candidates)
        for other in candidates[index + step]
    )


def _follows(one: _Candidate[_Source], other: _Candidate[_Source], distance: int) -> bool:
    return one.series == other.series and one.at_top == other.at_top and other.value - one.value == distance


def _lines(
    recurring: _Recurring[_Source], index: int, page: PageEdges[_Source], labelled: _Candidate[_Source] | None
) -> Iterator[tuple[_Source, BlockKind]]:
    """Header, footer and page number lines of a page, from its edge inwards up to the first other line."""
    for lines, kind in ((page.top, BlockKind.HEADER), (page.bottom, BlockKind.FOOTER)):
        for line in lines:
            if labelled is not None and line is labelled.line:
                yield line.source, BlockKind.PAGE_NUMBER if labelled.is_alone else kind
            elif recurring.holds(index, line, kind):
                yield line.source, kind
            elif labelled is None or labelled.line not in lines:
                break


class _Recurring(Generic[_Source]):
    """The lines that stand at the same edge of other pages, their digits apart."""

    def __init__(self, pages: Sequence[PageEdges[_Source]]) -> None:
        self._pages = pages
        self._counts = {
            kind: Counter(
                key for page in pages for key in {_masked(line.text) for line in self._edge(page, kind)}
            )
            for kind in (BlockKind.HEADER, BlockKind.FOOTER)
        }

    def holds(self, index: int, line: EdgeLine[_Source], kind: BlockKind) -> bool:
        """Whether a line of page `index` is a header or footer.

        Unit lines and lines of several pieces belong to a table that goes on from page to page, unless they carry
        a number, as running heads do.
        """
        key = _masked(line.text)
        if sum(c.isalpha() for c in key) < 3 or len(key) > LONGEST_LABELLED or is_unit(line.text):
            return False
        if line.pieces > 3 or (line.pieces > 1 and "#" not in key):
            return False
        if line.top is None:
            return self._counts[kind][key] >= max(LEAST_RUNNING, RUNNING_SHARE * len(self._pages))
        near = range(max(index - NEAR, 0), min(index + NEAR + 1, len(self._pages)))
        matches = sum(
            any(_is_level(line, other) and _masked(other.text) == key for other in self._edge(page, kind))
            for number in near
            if number != index
            for page in (self._pages[number],)
        )
        return matches >= RECURRENCES

    @staticmethod
    def _edge(page: PageEdges[_Source], kind: BlockKind) -> tuple[EdgeLine[_Source], ...]:
        return page.top if kind is BlockKind.HEADER else page.bottom


def _is_level(one: EdgeLine[_Source], other: EdgeLine[_Source]) -> bool:
    return one.top is not None and other.top is not None and abs(one.top - other.top) < SAME_HEIGHT


def _masked(text: str) -> str:
    return re.sub(r"\d+", "#", text).casefold()
