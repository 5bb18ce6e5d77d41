"""Does a calculation bear out what a claim says of its result?"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from pipeline.answer.support.cells import Cell
from pipeline.answer.support.lexicon import OPPOSITES, Kind
from pipeline.answer.support.reasons import (
    Finding,
    SupportReason,
    listed,
    not_judged,
    not_supported,
    supported,
)
from pipeline.answer.support.rows import change_between
from pipeline.answer.support.said import Said
from pipeline.answer.support.statement import content, meanings, of_kind, read
from pipeline.evidence.calculation import Calculation
from pipeline.evidence.content_words import stem
from pipeline.evidence.printed import PrintedEvidence

_DONE_BY = {
    "change difference": r"[-−–]",
    "growth grow": r"[-−–]",
    "average mean": r"avg|average|mean|[/÷]",
    "sum total combined aggregate": r"[+]|sum|total",
    "ratio margin proportion share rate turnover multiple coverage": r"[/÷]",
    "cagr compound": r"\^|\*\*|root|pow",
}
"""What a claim calls a result, and the signs of which its expression must have one."""

NEUTRAL = "growth"
"""May be negative, as a result's name."""

_OPERATIONS = {stem(word): signs for words, signs in _DONE_BY.items() for word in words.split()}


def judge_calculation(
    claim: Said, calculation: Calculation, evidence: Sequence[PrintedEvidence], context: Set[str]
) -> Finding:
    """What a calculation that was borne out tells of a claim."""
    labels = [one.label for one in calculation.inputs if one.label]
    there = meanings(labels) | context
    lacking = [
        word for word in claim.content if word.meaning not in there and not _is_done(word.text, calculation)
    ]
    if lacking:
        detail = f"the inputs of {calculation.id} do not say {listed([word.text for word in lacking])}."
        return not_judged(SupportReason.WORDS, detail)
    said = {word.meaning for word in claim.words}
    for label in dict.fromkeys(labels):
        unsaid = [w.text for w in content(read(label)) if w.meaning not in said | {"total"}]
        if unsaid:
            return not_judged(SupportReason.ROW, f"the input “{label}” is more than the claim names.")
    if of_kind(claim.words, Kind.NEGATION, Kind.MODAL, Kind.EXCEPTION):
        return not_judged(SupportReason.MODALITY, "the claim makes a reserve that a calculation does not.")
    return _moved(claim, calculation, evidence) or supported(f"The calculation {calculation.id} comes to it.")


def _is_done(word: str, calculation: Calculation) -> bool:
    signs = _OPERATIONS.get(stem(word.lower()))
    return signs is not None and re.search(signs, calculation.expression, re.IGNORECASE) is not None


def _moved(claim: Said, calculation: Calculation, evidence: Sequence[PrintedEvidence]) -> Finding | None:
    moves = [word for word in of_kind(claim.words, *OPPOSITES) if word.text.lower() != NEUTRAL]
    if not moves:
        return None
    cells = _cells(calculation, evidence)
    if len(cells) != 2 or len({word.kind for word in moves}) > 1:
        return not_judged(SupportReason.DIRECTION, f"which way {listed([moves[0].text])} goes is open.")
    change = change_between(*cells) if cells[0].label == cells[1].label else None
    if change is None:
        return not_judged(SupportReason.DIRECTION, "which of the inputs is the earlier one is open.")
    if change == 0 or (change > 0) != (moves[0].kind is Kind.UP):
        how = "rise" if change > 0 else "fall" if change < 0 else "stay the same"
        detail = f"The claim says {listed([moves[0].text])}; the inputs {how}."
        return not_supported(SupportReason.DIRECTION, detail)
    return None


def _cells(calculation: Calculation, evidence: Sequence[PrintedEvidence]) -> list[Cell]:
    places = {(one.citation, one.place) for one in calculation.inputs}
    return [
        Cell(figure, one)
        for one in evidence
        for figure in one.figures
        if (one.citation, figure.range) in places
    ]
