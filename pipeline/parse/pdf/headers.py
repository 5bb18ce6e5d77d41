"""Which value columns a line of column headers stands over. When that is unsure, it stands over none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb

from pipeline.parse.pdf.cells import Span

CENTERED = 5.0
"""Points by which a header's middle may miss the middle of the columns that it is centred over."""

BESIDE = 14.0
"""Points by which a header that no figure reaches up to may miss its column's middle or right edge."""

PARALLEL = 9.0
"""Points that the distances of a line's headers from their columns' right edges may differ by: a percent sign hangs out
of one column and not of the next."""

MOST_PARTITIONS = 2_000
"""Ways to part the columns that are tried; a table with more is given no spanning headers."""

_PERIOD = re.compile(
    r"\b(months?|weeks?|years?|quarters?|periods?)\b.*\b(ended|ending)\b|\b(ended|ending|as of|fiscal)\b"
    r"|\b(full|calendar) year\b|\byear[- ]to[- ]date\b|\b(first|second|third|fourth) (quarter|half)\b"
    r"|\b(19|20)\d\d\b|\b(january|february|march|april|may|june|july|august|september|october|november|december)\b",
    re.I,
)

_START = re.compile(r"\d{1,2} (months?|weeks?|quarters?|years? ended)|[1-4]Q|\d{1,2}[/-]\d{1,2}[/-]", re.I)

Header = tuple[str, Span]


def names_period(words: str) -> bool:
    """Whether a header names a period or a date: "Three Months Ended", "December 31,", "12 Months"."""
    return bool(_PERIOD.search(words) or _START.match(words))


def columns_under(headers: Sequence[Header], columns: Sequence[Span]) -> list[tuple[int, ...]]:
    """For each header cell of one line, from the left, the columns it stands over; empty where that is unsure."""
    if len(headers) == len(columns):
        if _is_parallel([span for _, span in headers], columns):
            return [(number,) for number in range(len(columns))]
        return [
            (number,) if _stands_over(span, columns[number], _others(columns, number)) else ()
            for number, (_, span) in enumerate(headers)
        ]
    if 0 < len(headers) < len(columns):
        partition = _partition([span for _, span in headers], columns)
        if partition and all(
            _may_span(header, [columns[number] for number in group])
            for header, group in zip(headers, partition, strict=True)
        ):
            return partition
    return _disjoint([_alone(header, columns) for header in headers])


def _is_parallel(headers: Sequence[Span], columns: Sequence[Span]) -> bool:
    """Whether the headers stand beside their columns' right edges by one and the same distance, less than half a
    column: headers set to the left of right-aligned figures."""
    if len(columns) < 2:
        return False
    shifts = [header.right - column.right for header, column in zip(headers, columns, strict=True)]
    pitch = min(right.right - left.right for left, right in pairwise(columns))
    return max(shifts) - min(shifts) < PARALLEL and max(map(abs, shifts)) < pitch / 2


def _others(columns: Sequence[Span], number: int) -> list[Span]:
    return [column for position, column in enumerate(columns) if position != number]


def _stands_over(header: Span, column: Span, others: Sequence[Span]) -> bool:
    """Whether a header overlaps its column, or stands beside it and nearer to it than to any other."""
    if any(abs(header.center - other.center) <= abs(header.center - column.center) for other in others):
        return False
    if header.overlaps(column):
        return True
    return min(abs(header.center - column.center), abs(header.right - column.right)) < BESIDE


def _partition(headers: Sequence[Span], columns: Sequence[Span]) -> list[tuple[int, ...]] | None:
    """All columns parted into runs, one a header, whose middles agree; None when none or several do."""
    count = len(columns)
    if comb(count - 1, len(headers) - 1) > MOST_PARTITIONS:
        return None
    fitting = []
    for cuts in combinations(range(1, count), len(headers) - 1):
        edges = (0, *cuts, count)
        groups = [tuple(range(start, end)) for start, end in pairwise(edges)]
        if all(_is_centered(h, [columns[n] for n in g]) for h, g in zip(headers, groups, strict=True)):
            fitting.append(groups)
        if len(fitting) > 1:
            return None
    return fitting[0] if fitting else None


def _is_centered(header: Span, group: Sequence[Span]) -> bool:
    whole = Span(group[0].left, group[-1].right)
    if len(group) == 1:
        return header.overlaps(whole) or abs(header.center - whole.center) < BESIDE
    return abs(header.center - whole.center) < CENTERED + 0.04 * whole.width


def _may_span(header: Header, group: Sequence[Span]) -> bool:
    """Whether a centred header surely belongs to the whole group.

    Over an odd number of columns it might as well be the middle one's own, unless it reaches over its neighbours
    or names a period. Over an even number its middle is a gap, where no single column's header stands.
    """
    words, span = header
    if len(group) % 2 == 0 or len(group) == 1:
        return True
    return sum(span.overlaps(column) for column in group) > 1 or names_period(words)


def _alone(header: Header, columns: Sequence[Span]) -> tuple[int, ...]:
    """The columns right under a header: one that it overlaps, or neighbours that it is centred over."""
    _, span = header
    touched = [number for number, column in enumerate(columns) if span.overlaps(column)]
    if len(touched) > 1:
        group = [columns[number] for number in touched]
        if _is_centered(span, group):
            return tuple(touched)
        near = [n for n in touched if abs(columns[n].center - span.center) < CENTERED]
        return (near[0],) if len(near) == 1 else ()
    return tuple(number for number in touched if _is_above(span, columns[number]))


def _is_above(header: Span, column: Span) -> bool:
    """Whether one's middle lies over the other, or their right edges meet: a title only brushes a column."""
    over = header.left < column.center < header.right and abs(header.center - column.center) < column.width
    return over or column.left < header.center < column.right or abs(header.right - column.right) < CENTERED


def _disjoint(assigned: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Without the columns that two headers of one line would claim."""
    claims = [number for group in assigned for number in group]
    return [group if all(claims.count(number) == 1 for number in group) else () for group in assigned]
