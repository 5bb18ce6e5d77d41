"""Does a claim name another row of the table than the one that it cites? "Net sales" is a part of "Total net sales"
where the table has rows of both names."""

from __future__ import annotations

from collections.abc import Sequence, Set

from pipeline.answer.support.cells import UNSAID, Cell
from pipeline.answer.support.statement import read_once


def named_instead(said: Set[str], cell: Cell, cited: Sequence[Cell]) -> str | None:
    """The label of another row of the cell's table, cited by no other cell, that the claim names rather: one that has
    all words of the cell's row and more, all of them `said` (meanings), or just those of them that are said."""
    own, labels = _words(cell.label), {one.label for one in cited}
    for label in cell.evidence.rows:
        other = _words(label)
        if label not in labels and (own < other <= said or other == own & said < own):
            return label
    return None


def _words(label: str) -> frozenset[str]:
    return frozenset(word.meaning for word in read_once(label) if word.kind not in UNSAID)
