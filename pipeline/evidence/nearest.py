"""The printed figure that comes nearest to one that is not printed: named to the analyst, never taken for it."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA

from pipeline.evidence.claimed import Claimed
from pipeline.evidence.evidence_reading import EvidenceReading
from pipeline.evidence.figure_agreement import Print

FEWEST_DIGITS = 3
"""A figure of fewer digits is near to many."""

MOST_EDITS = 2
"""A digit changed, left out or put in, or two neighbours swapped; twice in longer figures."""


def nearest(claimed: Claimed, evidence: Iterable[EvidenceReading]) -> tuple[EvidenceReading, Print] | None:
    """The print whose digits differ least; None when none is near, or two are equally near."""
    digits = _digits(claimed)
    if len(digits) < FEWEST_DIGITS:
        return None
    most = MOST_EDITS if len(digits) > FEWEST_DIGITS + 1 else 1
    ranked = sorted(
        (
            (OSA.distance(digits, _digits(print_.claimed), score_cutoff=most), number, reading, print_)
            for number, (reading, print_) in enumerate(
                (reading, print_) for reading in evidence for print_ in reading.prints
            )
        ),
        key=lambda one: one[:2],
    )
    if not ranked or ranked[0][0] > most:
        return None
    if (
        len(ranked) > 1
        and ranked[1][0] == ranked[0][0]
        and _digits(ranked[1][3].claimed) != _digits(ranked[0][3].claimed)
    ):
        return None
    return ranked[0][2], ranked[0][3]


def _digits(claimed: Claimed) -> str:
    return claimed.figure.digits.replace(".", "").lstrip("0")
