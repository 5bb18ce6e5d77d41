"""Does the evidence print what a claim states? Every figure, date and period, with sign, scale, unit and rounding."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.figures import figures
from pipeline.evidence.printed import PrintedEvidence


def find_figures(
    text: str, evidence: Sequence[PrintedEvidence], calculation: Calculation | None = None
) -> tuple[FigureFinding, ...]:
    """What became of each figure, date and period of a claim's text, in order."""
    printed = [(one, figure) for one in evidence for figure in one.figures]
    found: list[FigureFinding] = []
    for figure in figures(text):
        match = next(((one, other) for one, other in printed if figure.same_as(other.figure)), None)
        if match is not None:
            one, other = match
            detail = f"{one.citation} prints {other.figure.text}."
            found.append(
                FigureFinding(figure.range, FigureOutcome.PRINTED, detail, None, one.citation, other.range)
            )
        elif not figure.glued:
            detail = f"{figure.text} is not in the cited evidence."
            found.append(FigureFinding(figure.range, FigureOutcome.MISSING, detail, "not_in_evidence"))
    return tuple(found)
