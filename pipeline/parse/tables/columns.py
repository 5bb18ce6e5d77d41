"""Value columns from the places that cells cover, in grid columns (HTML) or character columns (text)."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Columns `start` up to, not including, `end`."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def union(self, other: Span) -> Span:
        return Span(min(self.start, other.start), max(self.end, other.end))


def value_columns(spans: Iterable[tuple[Span, bool]]) -> list[Span]:
    """Columns from cells' spans, left to right. Each span comes with whether it holds a value or words.

    Values make the columns; words make one only where no value column is. The commonest spans go first, so that
    a rare wide cell cannot melt two columns into one: a span over two columns makes none.
    """
    counted = Counter(spans)
    columns: list[Span] = []
    for wordy in (False, True):
        these = [(span, count) for (span, is_value), count in counted.items() if is_value is not wordy]
        for span, _ in sorted(these, key=lambda item: (-item[1], item[0])):
            touched = [column for column in columns if column.overlaps(span)]
            if not touched:
                columns.append(span)
            elif len(touched) == 1 and not wordy:
                columns[columns.index(touched[0])] = touched[0].union(span)
    return _without_overlap(sorted(columns))


def _without_overlap(columns: Sequence[Span]) -> list[Span]:
    """Columns that grew into each other stay apart: the later one starts where the earlier one ends."""
    apart: list[Span] = []
    for column in columns:
        start = max(column.start, apart[-1].end) if apart else column.start
        if start < column.end:
            apart.append(Span(start, column.end))
    return apart


def column_of(span: Span, columns: Sequence[Span]) -> int | None:
    """The one column that a span lies over; None when there is none or more than one. Columns never overlap."""
    first = bisect_right(columns, span.start, key=lambda column: column.end)
    if first == len(columns) or not columns[first].overlaps(span):
        return None
    is_only = first + 1 == len(columns) or not columns[first + 1].overlaps(span)
    return first if is_only else None
