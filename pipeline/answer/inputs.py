"""The inputs of a written calculation, each found as a printed figure of its citation, or said why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from pipeline.answer.draft import DraftInput
from pipeline.evidence.calculation import CalculationInput
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.unit_words import SCALE_WORDS, unit_words
from pipeline.evidence.units import Measure

LONGEST_FIGURE = 40
"""Characters of a figure that are repeated in words: what is longer is none."""


@dataclass(frozen=True, slots=True)
class FoundInput:
    """An input as it is shown, with the figure that it stands for; None where `input.problem` says why not."""

    input: CalculationInput
    printed: PrintedFigure | None = None


def find_input(
    written: DraftInput, citation: CitationId | None, evidence: Sequence[PrintedEvidence]
) -> FoundInput:
    """The printed figure of an input: the same number, sign and percent, in the quote that it cites. A scale word or a
    currency that was written with it has to be the print's."""
    said = _said(written.figure)
    if citation is None:
        return _not_found(written, None, f"No passage of this answer is cited for {said}.")
    wanted = [figure for figure in figures(written.figure) if not figure.glued]
    if len(wanted) != 1:
        return _not_found(written, citation, f"The input {said} is not one figure.")
    own = [one for one in evidence if one.citation == citation]
    if not own:
        return _not_found(
            written, citation, f"{said} has no evidence: its quote does not stand in {citation}."
        )
    printed = [figure for one in own for figure in one.figures if not figure.figure.glued]
    fitting = [one for one in printed if _is_printed_as(wanted[0], one)]
    if not fitting:
        return _not_found(written, citation, _why_not(wanted[0], said, citation, printed))
    if len({(one.amount, one.unit) for one in fitting}) > 1:
        return _not_found(
            written, citation, f"{citation} prints {said} more than once, and not in the same unit."
        )
    return _found(written, citation, fitting)


def _found(written: DraftInput, citation: CitationId, fitting: Sequence[PrintedFigure]) -> FoundInput:
    printed = fitting[0]
    places = {one.range for one in fitting}
    labels = {_label(one) for one in fitting}
    amount = printed.amount
    shown = CalculationInput(
        written.name,
        labels.pop() if len(labels) == 1 else printed.label,
        printed.figure.text,
        unit_words(printed.unit),
        citation,
        places.pop() if len(places) == 1 else None,
        _plain(amount.value),
        _plain(amount.half),
    )
    return FoundInput(shown, printed)


def _plain(number: Decimal) -> Decimal:
    """Written without an exponent."""
    return Decimal(f"{number:f}")


def _not_found(written: DraftInput, citation: CitationId | None, problem: str) -> FoundInput:
    figure = _said(written.figure)
    return FoundInput(CalculationInput(written.name, "", figure, "", citation, problem=problem))


def _label(printed: PrintedFigure) -> str:
    """ "Total net sales, July 1, 2023"."""
    return ", ".join(filter(None, (printed.label, " ".join(printed.header.split()))))


def _is_printed_as(wanted: Figure, printed: PrintedFigure) -> bool:
    return _is_same_number(wanted, printed.figure) and _why_other_unit(wanted, printed) is None


def _is_same_number(wanted: Figure, figure: Figure) -> bool:
    return wanted.magnitude == figure.magnitude and wanted.negative == figure.negative


def _why_other_unit(wanted: Figure, printed: PrintedFigure) -> str | None:
    """How the print's unit differs from what was written; None where it does not."""
    figure, unit = printed.figure, printed.unit
    is_percent = figure.percent or (unit is not None and unit.measure is Measure.PERCENT)
    if wanted.percent != figure.percent and not (wanted.percent and is_percent):
        return "a percentage" if is_percent else "no percentage"
    scale = figure.scale or (unit.scale if unit else 0)
    if wanted.scale and wanted.scale != scale:
        return f"in {SCALE_WORDS[scale]}" if scale in SCALE_WORDS else "in no such scale"
    if wanted.currency and figure.currency and wanted.currency != figure.currency:
        return f"in {figure.currency}"
    return None


def _why_not(wanted: Figure, said: str, citation: CitationId, printed: Iterable[PrintedFigure]) -> str:
    """One sentence, with what the evidence prints instead where that is the same number but for a mark."""
    alike = [one for one in printed if one.figure.magnitude == wanted.magnitude]
    if not alike:
        return f"{said} is not in {citation}."
    near = next((one for one in alike if _is_same_number(wanted, one.figure)), None)
    if near is None:
        return f"{citation} prints {alike[0].figure.text}; the input says {said}: the sign differs."
    return f"{citation} prints {near.figure.text}, {_why_other_unit(wanted, near)}; the input says {said}."


def _said(figure: str) -> str:
    words = " ".join(figure.split())
    return words if len(words) <= LONGEST_FIGURE else f"{words[:LONGEST_FIGURE]}…"
