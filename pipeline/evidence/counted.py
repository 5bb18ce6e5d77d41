"""Counts that are written as words: "four segments" is held against a quote that says "three reportable segments"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.claimed import Claimed
from pipeline.evidence.evidence_reading import EvidenceReading
from pipeline.evidence.figure_agreement import FigureReason
from pipeline.evidence.text import TextRange

_WORD = re.compile(r"[A-Za-z]+|[.;:,()]")
_WORDS_AFTER = 3
"""What is counted stands within three words: "three reportable operating segments"."""

_UNCOUNTED = frozenset(
    ("of", "the", "and", "or", "in", "to", "at", "for", "its", "our", "their", "which", "that", "were", "was", "are",
     "is", "year", "month", "day", "week", "quarter", "time", "percent", "hour", "other", "more", "new", "main",
     "such", "these", "those", "time", "part", "period")
)  # fmt: skip
"""Words that are counted in many ways at once, or that say nothing of what is counted."""


def counted_in(claimed: Claimed, text: str, readings: Sequence[EvidenceReading]) -> FigureFinding | None:
    """What a quote says of the same count; None where it counts nothing of the kind."""
    things = _things(text, claimed.range)
    told: list[tuple[EvidenceReading, Claimed]] = [
        (reading, other)
        for reading in readings
        for other in reading.sentence.figures
        if not other.has_marks and not other.name and things & _things(reading.evidence.words, other.range)
    ]
    for reading, other in told:
        if other.figure.digits == claimed.figure.digits:
            citation = reading.evidence.citation
            detail = f"{citation} says {other.figure.text}."
            return FigureFinding(claimed.range, FigureOutcome.PRINTED, detail, None, citation)
    if not told:
        return None
    reading, other = told[0]
    written = claimed.figure.text
    detail = f"{written} is not in {reading.evidence.citation}, which says {other.figure.text}."
    return FigureFinding(
        claimed.range,
        FigureOutcome.MISSING,
        detail,
        FigureReason.FIGURE_DIFFERS.value,
        reading.evidence.citation,
    )


def _things(text: str, span: TextRange) -> set[str]:
    """The nouns that may be what a number counts, without their plural."""
    found: set[str] = set()
    for match in _WORD.finditer(text, span.end):
        if not match.group().isalpha() or len(found) == _WORDS_AFTER:
            break
        word = match.group().lower().removesuffix("s")
        if word in _UNCOUNTED:
            break
        found.add(word)
    return found
