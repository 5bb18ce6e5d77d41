"""The level ruling lines of a page, under which a column header's width can be seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pipeline.parse.pdf.cells import Span, span_of
from pipeline.parse.pdf.headers import CENTERED
from pipeline.parse.pdf.layout import Row

BELOW = 0.7
"""An underline lies within this share of the height of its header's bottom."""

TOUCHING = 0.75
"""Points that the pieces of one line may lie apart; the underlines of two headers are further apart."""

REACH = 1.5
"""Points that an underline may miss its outer columns' edges by."""


class Underlines:
    """Level lines of a page (n, 4: left, top, right, bottom), pieces that touch put together."""

    def __init__(self, rules: NDArray[np.float64]) -> None:
        level = rules[rules[:, 1] == rules[:, 3]] if len(rules) else rules.reshape(-1, 4)
        self._lines: list[tuple[float, Span]] = []
        for left, top, right, _ in sorted(level.tolist(), key=lambda edges: (round(edges[1]), edges[0])):
            before = self._lines[-1] if self._lines else None
            if before and abs(before[0] - top) < 1 and left <= before[1].right + TOUCHING:
                self._lines[-1] = before[0], before[1].union(Span(left, right))
            else:
                self._lines.append((top, Span(left, right)))

    def columns_under(
        self, header: Row, others: Sequence[Row], columns: Sequence[Span], labels: float
    ) -> tuple[int, ...]:
        """The columns that the line under a header reaches over, when the header has that line to itself.

        Empty when there is no such line, when the header does not stand over its middle, when it also runs under
        another header of the row or under the labels (which end at `labels`), or when it ends within a column.
        """
        for line in self._under(header):
            if line.left < labels or any(line.left < span_of(other).center < line.right for other in others):
                continue
            if abs(line.center - span_of(header).center) > CENTERED + 0.04 * line.width:
                continue  # the upper border of the row below, which says nothing of this header
            inside = [n for n, c in enumerate(columns) if line.left - REACH <= c.center <= line.right + REACH]
            touched = [
                n
                for n, c in enumerate(columns)
                if c.left < line.right - REACH and line.left + REACH < c.right
            ]
            if inside and inside == touched:
                return tuple(inside)
        return ()

    def are_between(self, above: Row, below: Row) -> bool:
        """Whether a line parts two rows of words that stand one over the other."""
        left, right = max(above.left, below.left), min(above.right, below.right)
        return any(
            above.bottom - 2 < top < below.top + 2 and line.left < right and left < line.right
            for top, line in self._lines
        )

    def _under(self, header: Row) -> list[Span]:
        center = span_of(header).center
        return [
            line
            for top, line in self._lines
            if -0.3 * header.height < top - header.bottom < BELOW * header.height
            and line.left < center < line.right
        ]
