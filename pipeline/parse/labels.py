"""Printed page labels, and the lines that recur at the edges of pages.

A number at a page's edge is its label only when its neighbours' numbers run in sequence with it: the label is read,
never computed from the index, because their distance changes within a filing (front matter, exhibits, split sheets).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.evidence.page import LabelSource, PageLabel
from pipeline.parse.layout import Row, pieces_of
from pipeline.parse.values import is_unit

NEIGHBOURS = 6
"""Pages on each side in which a number must find others in sequence."""

SUPPORT = 2
"""Neighbours in sequence that a number needs; one is enough in a document of fewer than five pages."""

TOP_LINES, BOTTOM_LINES = 2, 3

RECURRENCES = 2
"""Pages among the nearest on each side that must carry a line at the same height for it to be a header or footer."""

NEAR = 4
SAME_HEIGHT = 4.0
LONGEST_LABELLED = 160

_NUMBER = r"(?:[A-Z]{1,2}-)?\d{1,4}|[ivxlc]{1,7}"
_ALONE = re.compile(rf"(?:page\s+)?[-–—\s|\[(]*({_NUMBER})[-–—\s|\])]*(?:of\s+\d+)?", re.I)
_AT_START = re.compile(r"((?:[A-Z]{1,2}-)?\d{1,4})[\s|]+\D.{2,}")
_AT_END = re.compile(r".*\D[\s|]+((?:[A-Z]{1,2}-)?\d{1,4})")
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class PageEdges:
    """A page's outermost lines, the outermost first."""

    top: tuple[Row, ...]
    bottom: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Furniture:
    """A page's label as printed, and its header, footer and page number lines."""

    label: str | None
    lines: tuple[tuple[Row, BlockKind], ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    label: str
    series: str
    value: int
    at_top: bool
    is_alone: bool
    row: Row


def edges_of(rows: Sequence[Row]) -> PageEdges:
    """The lines at the top and at the bottom of a page's rows. No line is in both."""
    bottom = rows[max(len(rows) - BOTTOM_LINES, TOP_LINES) :]
    return PageEdges(tuple(rows[:TOP_LINES]), tuple(reversed(bottom)))


def find_furniture(pages: Sequence[PageEdges]) -> list[Furniture]:
    """For each page of a document its printed label, None where none is certain, and its recurring lines."""
    candidates = [list(_candidates(page)) for page in pages]
    needed = SUPPORT if len(pages) >= 5 else 1
    found = []
    for index, page in enumerate(pages):
        chosen = _best(candidates, index, needed)
        found.append(Furniture(chosen.label if chosen else None, tuple(_lines(pages, index, page, chosen))))
    return found


def page_label(printed: str | None, in_file: str) -> PageLabel:
    """The printed label; else the one that the PDF's /PageLabels gives ("" when none); else none."""
    if printed is not None:
        return PageLabel(printed, LabelSource.PRINTED)
    text = in_file.replace("\x00", "").strip()
    return PageLabel(text, LabelSource.PDF) if text else PageLabel.none()


def _candidates(page: PageEdges) -> Iterator[_Candidate]:
    for rows, at_top in ((page.top, True), (page.bottom, False)):
        for row in rows:
            text = _joined_digits(row.text)
            if match := _ALONE.fullmatch(text):
                yield _candidate(match[1], at_top, True, row)
            elif len(text) <= LONGEST_LABELLED:
                for pattern in (_AT_START, _AT_END):
                    if match := pattern.fullmatch(text):
                        yield _candidate(match[1], at_top, False, row)


def _joined_digits(text: str) -> str:
    """A short line without the spaces that PDFium may read inside a number ("1 1")."""
    return re.sub(r"(?<=\d) (?=\d)", "", text) if len(text) < 9 else text


def _candidate(label: str, at_top: bool, is_alone: bool, row: Row) -> _Candidate:
    prefix, _, digits = label.rpartition("-")
    if digits.isdigit():
        return _Candidate(label, prefix.upper(), int(digits), at_top, is_alone, row)
    values = [_ROMAN[letter] for letter in label.lower()]
    value = sum(-one if one < after else one for one, after in zip(values, [*values[1:], 0], strict=True))
    return _Candidate(label, "roman", value, at_top, is_alone, row)


def _best(candidates: Sequence[Sequence[_Candidate]], index: int, needed: int) -> _Candidate | None:
    """The page's candidate with most neighbours in sequence; a number that stands alone wins a tie."""
    supported = [
        (support, candidate.is_alone, position)
        for position, candidate in enumerate(candidates[index])
        if (support := _support(candidates, index, candidate)) >= needed
    ]
    return candidates[index][max(supported)[2]] if supported else None


def _support(candidates: Sequence[Sequence[_Candidate]], index: int, candidate: _Candidate) -> int:
    """How many pages nearby carry the number in sequence. A number within a line counts only when the rest of the
    line recurs as well: headings are numbered in sequence too ("1 First part", "2 Second part")."""
    near = range(max(index - NEIGHBOURS, 0), min(index + NEIGHBOURS + 1, len(candidates)))
    pages = [
        [other for other in candidates[page] if _in_sequence(candidate, other, page - index)]
        for page in near
        if page != index
    ]
    if not candidate.is_alone:
        line = _masked(candidate.row)
        if not any(_masked(other.row) == line for others in pages for other in others):
            return 0
    return sum(bool(others) for others in pages)


def _in_sequence(one: _Candidate, other: _Candidate, distance: int) -> bool:
    return one.series == other.series and one.at_top == other.at_top and other.value - one.value == distance


def _lines(
    pages: Sequence[PageEdges], index: int, page: PageEdges, labelled: _Candidate | None
) -> Iterator[tuple[Row, BlockKind]]:
    """Header, footer and page number lines of a page, from its edge inwards up to the first other line."""
    for rows, kind in ((page.top, BlockKind.HEADER), (page.bottom, BlockKind.FOOTER)):
        for row in rows:
            if labelled is not None and row is labelled.row:
                yield row, BlockKind.PAGE_NUMBER if labelled.is_alone else kind
            elif _recurs(pages, index, row, kind):
                yield row, kind
            elif labelled is None or labelled.row not in rows:
                break


def _recurs(pages: Sequence[PageEdges], index: int, row: Row, kind: BlockKind) -> bool:
    """Whether the line stands on pages nearby at the same height, its digits apart.

    Unit lines and lines of several pieces belong to a table that goes on from page to page, unless they carry a
    number, as running heads do.
    """
    key = _masked(row)
    pieces = len(pieces_of(row))
    if sum(character.isalpha() for character in key) < 3 or is_unit(row.text):
        return False
    if pieces > 3 or (pieces > 1 and "#" not in key):
        return False
    near = range(max(index - NEAR, 0), min(index + NEAR + 1, len(pages)))
    matches = 0
    for number in near:
        others = pages[number].top if kind is BlockKind.HEADER else pages[number].bottom
        same = any(abs(other.top - row.top) < SAME_HEIGHT and _masked(other) == key for other in others)
        matches += number != index and same
    return matches >= RECURRENCES


def _masked(row: Row) -> str:
    return re.sub(r"\d+", "#", row.text).casefold()
