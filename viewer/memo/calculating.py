"""A calculation in a memo's words: those of its card on screen, and the numbers behind them."""

from __future__ import annotations

from typing import Any

from pipeline.evidence.calculation import Calculation, CalculationInput
from viewer.exports import one_line
from viewer.memo.memo import MemoCalculation, MemoInput


def memo_calculation(claim: int, calculation: Calculation, card: dict[str, Any]) -> MemoCalculation:
    """The calculation of claim number `claim`, as its `card` (viewer/calculation_views.py) tells it."""
    return MemoCalculation(
        id=one_line(calculation.id),
        claim=claim,
        expression=one_line("".join(part["text"] for part in card["expression"])),
        written=calculation.expression,
        inputs=tuple(map(_input, calculation.inputs)),
        stated=one_line(calculation.stated),
        value=calculation.result,
        low=calculation.low,
        high=calculation.high,
        unit=one_line(calculation.unit),
        result=one_line(card["result"] or ""),
        allowed=one_line(card["allowed"] or ""),
        outcome=card["words"],
        tone=card["tone"],
        detail=one_line(calculation.detail),
    )


def _input(one: CalculationInput) -> MemoInput:
    return MemoInput(
        name=one_line(one.name),
        label=one_line(one.label),
        figure=one_line(one.figure),
        unit=one_line(one.unit),
        citation_id=str(one.citation) if one.citation else None,
        value=one.value,
        problem=one_line(one.problem) if one.problem else None,
    )
