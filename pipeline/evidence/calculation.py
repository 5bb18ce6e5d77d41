"""Calculations: an expression over cited figures, what it comes to, and what the answer says it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.handle import CitationId
from pipeline.evidence.text import TextRange


class Recomputed(StrEnum):
    """What became of a calculation when it was done again from the cited figures."""

    EXACT = "exact"  # the stated result is the result
    CONSISTENT = "consistent"  # it lies in the interval that the rounding of the inputs and its own allow
    DIFFERENT = "different"  # it does not
    NOT_DONE = "not_done"  # an input is not in its evidence, units cannot be reconciled, or the expression has no value


@dataclass(frozen=True, slots=True)
class CalculationInput:
    """A named figure of a calculation. `figure` is written as printed ("36,413"), `value` with its scale applied,
    `half` half a unit of its last printed digit, in the same scale. `citation` and `place` (characters of its page) are
    None when the figure does not stand in the evidence that was named for it; then `problem` says so.
    """

    name: str
    label: str
    figure: str
    unit: str
    citation: CitationId | None = None
    place: TextRange | None = None
    value: Decimal | None = None
    half: Decimal = Decimal(0)
    problem: str | None = None

    def __post_init__(self) -> None:
        if (self.value is None) != (self.problem is not None):
            raise InvalidAnswer(f"The input {self.name} has a value, or a problem.")

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "label": self.label,
            "figure": self.figure,
            "unit": self.unit,
            "evidence_id": str(self.citation) if self.citation else None,
            "place": self.place.to_json() if self.place else None,
            "value": None if self.value is None else str(self.value),
            "half": str(self.half),
            "problem": self.problem,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            value["name"],
            value["label"],
            value["figure"],
            value["unit"],
            CitationId.parse(value["evidence_id"]) if value["evidence_id"] else None,
            TextRange(*value["place"]) if value["place"] else None,
            None if value["value"] is None else Decimal(value["value"]),
            Decimal(value["half"]),
            value["problem"],
        )


@dataclass(frozen=True, slots=True)
class Calculation:
    """`id` is unique in its answer ("c1"). `stated` is the result as the claim writes it; `result` what the expression
    comes to, within `low` … `high` by the rounding of its inputs, in `unit`'s words ("%", "USD, millions", "days").
    `detail` is a sentence for the analyst: by how much it differs, or why it was not done.
    """

    id: str
    expression: str
    inputs: tuple[CalculationInput, ...]
    stated: str
    outcome: Recomputed
    detail: str
    unit: str = ""
    result: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None

    def __post_init__(self) -> None:
        if (self.result is None) != (self.outcome is Recomputed.NOT_DONE):
            raise InvalidAnswer(f"The calculation {self.id} has a result, or was not done.")

    @property
    def is_borne_out(self) -> bool:
        return self.outcome in (Recomputed.EXACT, Recomputed.CONSISTENT)

    def to_json(self) -> dict[str, Any]:
        return {
            "calculation_id": self.id,
            "expression": self.expression,
            "inputs": [one.to_json() for one in self.inputs],
            "stated": self.stated,
            "outcome": self.outcome.value,
            "detail": self.detail,
            "unit": self.unit,
            "result": _text(self.result),
            "low": _text(self.low),
            "high": _text(self.high),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            value["calculation_id"],
            value["expression"],
            tuple(CalculationInput.from_json(one) for one in value["inputs"]),
            value["stated"],
            Recomputed(value["outcome"]),
            value["detail"],
            value["unit"],
            _decimal(value["result"]),
            _decimal(value["low"]),
            _decimal(value["high"]),
        )


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)
