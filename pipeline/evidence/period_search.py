"""A period that a claim names is looked for in what its evidence says, and in the periods of its figures."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.evidence.answer import FigureFinding, FigureOutcome
from pipeline.evidence.evidence_reading import EvidenceReading
from pipeline.evidence.figure_agreement import FigureReason, Fit
from pipeline.evidence.finding_words import handles, place_words
from pipeline.evidence.fiscal import YEAR
from pipeline.evidence.naming import dates_another
from pipeline.evidence.said_periods import SaidPeriod


def find_period(said: SaidPeriod, text: str, readings: Sequence[EvidenceReading]) -> FigureFinding | None:
    """What became of a period of a claim's `text`. None for one that is named by no number of its own."""
    written = said.range.of(text)
    if not readings:
        detail = f"{written} could not be checked: nothing that the claim quotes was located."
        return FigureFinding(said.range, FigureOutcome.MISSING, detail, FigureReason.NOT_LOCATED.value)
    for fit, outcome in ((Fit.PRINTED, FigureOutcome.PRINTED), (Fit.AGREES, FigureOutcome.AGREES)):
        for reading in readings:
            if detail := _said(said, text, reading, fit):
                return FigureFinding(said.range, outcome, detail, None, reading.evidence.citation)
    return _missing(said, written, readings)


def _said(said: SaidPeriod, text: str, reading: EvidenceReading, fit: Fit) -> str:
    """How one place says the period, as words or as the period of a figure; "" when it does not."""
    name, written = reading.evidence.citation, said.range.of(text)
    if fit is Fit.PRINTED:
        is_other = reading.prints_otherwise(said) or dates_another(said, text, reading.evidence.words)
        is_said = reading.parts.say(said) and not is_other
        return f"{name} says {written}, in its words or in those around them." if is_said else ""
    if reading.has_period(said):
        return f"Figures of {name} are of that period."
    return f"{name} prints {said.year}." if _is_bare_figure(said, reading) else ""


def _is_bare_figure(said: SaidPeriod, reading: EvidenceReading) -> bool:
    """A number of four digits may be an amount after all."""
    only_year = said.year and not (said.day or said.month or said.months - {YEAR} or said.quarter)
    return bool(only_year) and any(
        print_.figure.digits == str(said.year) and not print_.figure.scale for print_ in reading.prints
    )


def _missing(said: SaidPeriod, written: str, readings: Sequence[EvidenceReading]) -> FigureFinding:
    where = handles(reading.evidence for reading in readings)
    detail = f"{written} is not in {where}, nor in what stands around."
    for reading in readings:
        for figure in reading.evidence.figures:
            if figure.header:
                detail += f" The cited figure {figure.figure.text} stands at {place_words(figure)}."
                citation = reading.evidence.citation
                return FigureFinding(
                    said.range,
                    FigureOutcome.MISSING,
                    detail,
                    FigureReason.NOT_IN_EVIDENCE.value,
                    citation,
                    figure.range,
                )
    return FigureFinding(said.range, FigureOutcome.MISSING, detail, FigureReason.NOT_IN_EVIDENCE.value)
