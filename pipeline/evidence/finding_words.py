"""What was found of a figure, as the sentence that an analyst reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pipeline.evidence.amount import Amount
from pipeline.evidence.claimed import Claimed
from pipeline.evidence.figure_agreement import FigureReason, Fit, Print
from pipeline.evidence.figures import CURRENCY
from pipeline.evidence.handle import CitationId
from pipeline.evidence.printed import PrintedEvidence, PrintedFigure
from pipeline.evidence.units import Measure, Unit

_SCALES = {3: "thousands", 6: "millions", 9: "billions", 12: "trillions"}
_MOST_NAMED = 3
"""Figures of a quote that are listed where nothing comes near."""
_SIGN_APART = re.compile(rf"([{CURRENCY}])\s")
_LENGTH = re.compile(
    r"^(?:[A-Za-z-]+\s+(?:months?|weeks?)|(?:fiscal\s+)?years?|quarters?)\s+ended\b", re.IGNORECASE
)
"""How long a column's period is, which inside a sentence begins with no capital."""

_LONGEST_NAME = 90
"""Characters of a row's name."""


def found(claimed: Claimed, written: str, fit: Fit, print_: Print, citation: CitationId) -> str:
    """ "E1 prints 81,797, in millions of USD, which rounds to 81.8 billion." """
    said = f"{citation} prints {printed_words(print_.printed)}"
    if fit is Fit.PRINTED:
        return f"{said}."
    is_same = Amount.of(claimed.figure).value.copy_abs() == print_.amount.value
    return f"{said}, which {'is' if is_same else 'rounds to'} {written}."


def printed_words(printed: PrintedFigure) -> str:
    """ "81,797, in millions of USD", "$3.3 billion", "22.1, in percent"."""
    unit = printed.unit
    text = _SIGN_APART.sub(r"\1", " ".join(printed.figure.text.split()))
    if unit is not None and unit.measure is Measure.PERCENT and not printed.figure.percent:
        return f"{text}, in percent"
    if unit is None or printed.figure.scale or unit.scale not in _SCALES:
        return text
    return f"{text}, in {_scale_words(unit)}"


def _scale_words(unit: Unit) -> str:
    """ "millions of USD", "thousands of shares"."""
    what = "shares" if unit.measure is Measure.SHARES else unit.currency
    return f"{_SCALES[unit.scale]} of {what}" if what else _SCALES[unit.scale]


def place_words(printed: PrintedFigure) -> str:
    """Row and column of a table's figure: "Services, three months ended July 1, 2023"; "" in prose."""
    header = _LENGTH.sub(lambda match: match.group().lower(), printed.header)
    words = ", ".join(part for part in (printed.label.rstrip(" :."), header) if part)
    return words if len(words) <= _LONGEST_NAME else f"{words[: _LONGEST_NAME - 1].rstrip()}…"


def handles(evidence: Iterable[PrintedEvidence]) -> str:
    """ "E4", "E4 or E5"."""
    names = list(dict.fromkeys(str(one.citation) for one in evidence))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def missing(written: str, reason: FigureReason, where: str, print_: Print | None, period: str = "") -> str:
    """Why a figure is not verified, with what the evidence prints nearest to it. `where` names the citations."""
    if print_ is None:
        return f"{written} is not in {where}."
    printed, of = printed_words(print_.printed), place_words(print_.printed)
    at = f" ({of})" if of else ""
    if reason is FigureReason.WRONG_PERIOD:
        column = print_.printed.header or "another period"
        stands = f"stands in the column {column}" if print_.printed.header else "is of another period"
        return f"{written} {stands} of {where}, not in {period}." if column else ""
    if reason is FigureReason.WRONG_COLUMN:
        return f"{written} stands in the column {print_.printed.header} of {where}, not in the one named."
    if reason is FigureReason.WRONG_SIGN:
        return f"{written} is not in {where} with that sign: {printed} is printed there{at}."
    if reason is FigureReason.SCALE_NOT_KNOWN:
        return f"{where} prints {printed}{at}, and nothing there says in which scale: {written} is not borne out."
    if reason is FigureReason.TOO_EXACT:
        return f"{written} is more exact than its evidence: {where} prints {printed}{at}."
    row = "The cited row" if of else where
    return f"{written} is not in {where}. {row} prints {printed}{at}."


def nothing_like(written: str, where: str, evidence: Sequence[PrintedEvidence]) -> str:
    """A figure that nothing comes near; a short quote's own figures are named."""
    printed = [one for place in evidence for one in place.figures if not one.figure.glued]
    if len(printed) == 1:
        of = place_words(printed[0])
        return f"{written} is not in {where}. {where} prints {printed_words(printed[0])}{f' ({of})' if of else ''}."
    if 1 < len(printed) <= _MOST_NAMED:
        listed = ", ".join(one.figure.text for one in printed[:-1])
        return f"{written} is not in {where}, which prints {listed} and {printed[-1].figure.text}."
    return f"{written} is not in {where}."
