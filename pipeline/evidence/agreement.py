"""Does the evidence print what a claim states? Every figure, date and period, with sign, scale, unit and rounding.

What counts as a figure: every number in digits that letters do not make a name ("10-K", "Q3"), with the words that are
part of it ("20 basis points", "24 cents"); every date, and every period that is named by a number or a quarter. A
number in words is one where it has a scale or percent ("five percent"), and where the evidence counts the same thing
("four segments" against "three reportable segments"); elsewhere ("two of them") it is left to the check of support.
"""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.claimed import Claimed
from pipeline.evidence.counted import counted_in
from pipeline.evidence.evidence_reading import EvidenceReading
from pipeline.evidence.figure_agreement import FigureReason
from pipeline.evidence.figure_search import FigureSearch
from pipeline.evidence.finding_words import handles
from pipeline.evidence.naming import names_another
from pipeline.evidence.period_search import find_period
from pipeline.evidence.printed import PrintedEvidence
from pipeline.evidence.result_figure import is_result
from pipeline.evidence.sentence_reading import SentenceReading, read_sentence
from pipeline.evidence.text import TextRange


def find_figures(
    text: str, evidence: Sequence[PrintedEvidence], calculation: Calculation | None = None
) -> tuple[FigureFinding, ...]:
    """What became of each figure, date and period of a claim's text, in order."""
    claim = read_sentence(text)
    readings = [EvidenceReading(one) for one in evidence]
    search = FigureSearch(claim, readings)
    found = [_figure(one, claim, readings, search, calculation) for one in claim.figures]
    found += [find_period(period, text, readings) for period in claim.periods]
    told = [finding for finding in found if finding is not None]
    return tuple(sorted(told, key=lambda finding: finding.range.start))


def _figure(
    claimed: Claimed,
    claim: SentenceReading,
    readings: Sequence[EvidenceReading],
    search: FigureSearch,
    calculation: Calculation | None,
) -> FigureFinding | None:
    written = claimed.range.of(claim.text)
    result = calculation is not None and is_result(claimed, claim.text, calculation.stated)
    if calculation is not None and result and calculation.is_borne_out:
        detail = f"The calculation {calculation.id} comes to it: {calculation.expression}."
        return FigureFinding(claimed.range, FigureOutcome.CALCULATED, detail)
    if claimed.is_spelled:
        return counted_in(claimed, claim.text, readings)
    if not readings:
        detail = f"{written} could not be checked: nothing that the claim quotes was located."
        return _missing(claimed.range, detail, FigureReason.NOT_LOCATED)
    if claimed.name and not _has_minus(claimed):
        return _named(claimed, claim.text, written, readings)
    finding = search.find(claimed)
    if calculation is not None and result and finding.outcome is FigureOutcome.MISSING:
        detail = f"{written} is not borne out by its calculation. {calculation.detail}"
        return _missing(claimed.range, detail, FigureReason.DOES_NOT_RECOMPUTE)
    return finding


def _has_minus(claimed: Claimed) -> bool:
    """ "Note -8" is no name of a note; "Note (8)" is."""
    return claimed.figure.negative and "(" not in claimed.figure.text


def _named(claimed: Claimed, text: str, written: str, readings: Sequence[EvidenceReading]) -> FigureFinding:
    """A number that is part of a name ("Topic 606"): the evidence has to say the name, wherever it does."""
    name = f"{claimed.name} {written}"
    number = claimed.figure.text if claimed.figure.negative else claimed.figure.digits
    key = f"{claimed.name} {number}".lower()
    for reading in readings:
        if names_another(claimed, text, reading.evidence.words):
            continue
        for other in reading.names:
            if key == other:
                detail = f"{reading.evidence.citation} says {name}."
                citation = reading.evidence.citation
                return FigureFinding(claimed.range, FigureOutcome.PRINTED, detail, None, citation)
    where = handles(reading.evidence for reading in readings)
    return _missing(claimed.range, f"{name} is not in {where}.", FigureReason.NOT_IN_EVIDENCE)


def _missing(span: TextRange, detail: str, reason: FigureReason) -> FigureFinding:
    return FigureFinding(span, FigureOutcome.MISSING, detail, reason.value)
