"""The cells of a visual row, and the value columns that the cells of several rows stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from pipeline.parse.pdf.layout import Row, pieces_of
from pipeline.parse.pdf.text import Word
from pipeline.parse.values import is_value, joins_after, joins_before

_LEADER = re.compile(r"[.…·_]{2,}|\.")
"""Dots that lead the eye from a label to its figure: "Net sales . . . . 1,234"."""

_MARK = re.compile(r"\((?:\d{1,2}|[a-z])\)|\d{1,2}")

RAISED = 0.85
"""A mark is lower than this share of the figure that it stands beside."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval across the page, in points."""

    left: float
    right: float

    @property
    def center(self) -> float:
        return (self.left + self.right) / 2

    @property
    def width(self) -> float:
        return self.right - self.left

    def overlaps(self, other: Span) -> bool:
        return self.left < other.right and other.left < self.right

    def union(self, other: Span) -> Span:
        return Span(min(self.left, other.left), max(self.right, other.right))


def span_of(row: Row) -> Span:
    return Span(row.left, row.right)


def cells_of(row: Row) -> list[Row]:
    """A row's cells: pieces at wide gaps and leader dots, figures that stand close apart separated, and "$", "(",
    ")" and "%" joined to their figure."""
    cells: list[Row] = []
    for piece in (figure for part in _without_leaders(row) for figure in _separate_figures(part)):
        if cells and (
            joins_before(cells[-1].text, piece.text) or _closes(cells[-1], piece) or _notes(cells[-1], piece)
        ):
            cells[-1] = Row(cells[-1].words + piece.words)
        else:
            cells.append(piece)
    return cells


def _closes(figure: Row, mark: Row) -> bool:
    return (
        is_value(figure.text)
        and joins_after(figure.text, mark.text)
        and mark.left - figure.right < figure.height
    )


def _notes(figure: Row, mark: Row) -> bool:
    """Whether a raised "(3)" beside a figure is the mark of its footnote: in full size it is a negative amount."""
    return (
        len(mark.words) == 1
        and bool(_MARK.fullmatch(mark.text))
        and mark.height < RAISED * figure.height
        and mark.words[0].middle < figure.words[-1].middle
        and mark.left - figure.right < figure.height
        and is_value(figure.text)
    )


def _without_leaders(row: Row) -> list[Row]:
    """The row's pieces; the figure after leader dots is a piece of its own, the dots stay with the label."""
    parts: list[Row] = []
    for piece in pieces_of(row):
        for word in piece.words:
            starts = word is piece.words[0] or (
                _LEADER.fullmatch(parts[-1].words[-1].text) and not _is_leader(word)
            )
            if parts and (not starts or _is_leader(word)):
                parts[-1] = Row((*parts[-1].words, word))
            else:
                parts.append(Row((word,)))
    return parts


def _is_leader(word: Word) -> bool:
    return bool(_LEADER.fullmatch(word.text))


def _separate_figures(piece: Row) -> list[Row]:
    """A piece that is a run of several figures ("2023 2022 2021") as those figures; any other piece unchanged."""
    if len(piece.words) < 2 or is_value(piece.text):
        return [piece]
    figures: list[Row] = []
    for word in piece.words:
        if figures and (not is_value(figures[-1].text) or joins_after(figures[-1].text, word.text)):
            figures[-1] = Row((*figures[-1].words, word))
        else:
            figures.append(Row((word,)))
    return figures if all(is_value(figure.text) for figure in figures) else [piece]


def columns_of(rows: Sequence[Sequence[Span]]) -> list[Span]:
    """Value columns from the spans of each row's figures, left to right. Figures of a column overlap across the page.

    Narrow figures go first, so that a wide one over two columns cannot melt them: it belongs to neither. Two that
    no row has both of are one column, in which a dash and a short figure did not overlap.
    """
    columns: list[tuple[Span, frozenset[int]]] = []
    spans = [(span, number) for number, row in enumerate(rows) for span in row]
    for span, number in sorted(spans, key=lambda item: item[0].width):
        touched = [column for column in columns if column[0].overlaps(span)]
        members = [row for _, taken in touched for row in taken]
        if len(touched) > 1 and (number in members or len(members) != len(set(members))):
            continue
        columns = [column for column in columns if column not in touched]
        whole = reduce(Span.union, (column for column, _ in touched), span)
        columns.append((whole, frozenset([*members, number])))
    return sorted((column for column, _ in columns), key=lambda column: column.left)


def column_of(span: Span, columns: Sequence[Span]) -> int | None:
    """The one column that a span overlaps; None when there is none or more than one."""
    touched = [number for number, column in enumerate(columns) if column.overlaps(span)]
    return touched[0] if len(touched) == 1 else None
