"""What a measurement comes to: figures, each with its count and interval, and the cases that they stand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, Final, Self
from uuid import UUID

from pipeline.evidence.errors import EvidenceError

CONFIDENCE_WORDS: Final = "95%"
"""What every interval of a figure holds."""

OF_REVIEWERS: Final = "reviewed"
"""The measure whose cases tell what reviewers said of a claim."""


class InvalidMeasurement(EvidenceError):
    """A figure, a case or an address of one contradicts itself."""


class Unit(StrEnum):
    """What a figure is of."""

    SHARE = "share"  # so many of so many
    SCORE = "score"  # from 0 to 1: an overlap, an F1
    SECONDS = "seconds"
    STEPS = "steps"  # keys pressed


@dataclass(frozen=True, slots=True)
class MeasuredFigure:
    """One figure of a measurement.

    `key` names it in every run; `name` is for people. `value` is of `total` cases, None of nothing; `count` are those
    of a share that count. `low` and `high` bound 95 % of what chance would make of it, None where nothing can be said.
    `more_is_better` is None for a figure that is neither good nor bad.

    Raises InvalidMeasurement where these do not go together.
    """

    key: str
    name: str
    unit: Unit
    value: float | None
    total: int
    low: float | None = None
    high: float | None = None
    count: int | None = None
    more_is_better: bool | None = True

    def __post_init__(self) -> None:
        if not self.key or not self.name:
            raise InvalidMeasurement("A figure needs a key and a name.")
        if self.total < 0 or (self.value is None) != (self.total == 0):
            raise InvalidMeasurement(f"{self.key}: {self.value} of {self.total} cases is no figure.")
        if any(number is not None and not isfinite(number) for number in (self.value, self.low, self.high)):
            raise InvalidMeasurement(f"{self.key}: {self.value} ({self.low} … {self.high}) is no number.")
        if (self.low is None) != (self.high is None):
            raise InvalidMeasurement(f"{self.key}: an interval has two ends.")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise InvalidMeasurement(f"{self.key}: {self.low} … {self.high} is reversed.")
        if (self.count is None) != (self.unit is not Unit.SHARE) or not 0 <= (self.count or 0) <= self.total:
            raise InvalidMeasurement(f"{self.key}: {self.count} of {self.total} is no share.")

    @property
    def value_words(self) -> str:
        """ "98.7%", "0.84", "0.31 s", "3 steps", "–" of nothing."""
        return "–" if self.value is None else in_unit(self.value, self.unit)

    @property
    def interval_words(self) -> str:
        """ "95% 96.1 to 99.7%"; nothing where there is none."""
        if self.low is None or self.high is None:
            return ""
        return (
            f"{CONFIDENCE_WORDS} {in_unit(self.low, self.unit, bare=True)} to {in_unit(self.high, self.unit)}"
        )

    @property
    def count_words(self) -> str:
        """ "304 of 308", or "308 cases"."""
        if self.count is not None:
            return f"{self.count:,} of {self.total:,}"
        return f"{self.total:,} case{'' if self.total == 1 else 's'}"

    @property
    def words(self) -> str:
        """Value, count and interval in one line."""
        told = [self.value_words, f"({self.count_words})", self.interval_words]
        return " ".join(filter(None, told))

    def to_json(self) -> dict[str, object]:
        return {
            "key": self.key,
            "name": self.name,
            "unit": self.unit.value,
            "value": self.value,
            "count": self.count,
            "total": self.total,
            "low": self.low,
            "high": self.high,
            "more_is_better": self.more_is_better,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        return cls(
            value["key"],
            value["name"],
            Unit(value["unit"]),
            value["value"],
            value["total"],
            value["low"],
            value["high"],
            value["count"],
            value["more_is_better"],
        )


@dataclass(frozen=True, slots=True)
class ClaimAddress:
    """Leads to a claim of a stored answer, and to its evidence where that is told."""

    answer_id: UUID
    claim: int
    evidence: str | None = None

    def to_json(self) -> dict[str, object]:
        return {"answer": str(self.answer_id), "claim": self.claim, "evidence": self.evidence}


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Leads to a page of a document, counted from 0."""

    document_id: UUID
    page_index: int

    def to_json(self) -> dict[str, object]:
        return {"document": str(self.document_id), "page": self.page_index}


Address = ClaimAddress | PageAddress


def address_of(value: Mapping[str, Any] | None) -> Address | None:
    """An address as `to_json` wrote it. Raises InvalidMeasurement for anything else."""
    if value is None:
        return None
    try:
        if "answer" in value:
            return ClaimAddress(UUID(value["answer"]), int(value["claim"]), value.get("evidence"))
        return PageAddress(UUID(value["document"]), int(value["page"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InvalidMeasurement(f"{value!r} leads to no evidence.") from error


@dataclass(frozen=True, slots=True)
class MeasuredCase:
    """One case behind figure `figure`: `id` names it in every run, `outcome` says what became of it in a word or two,
    `score` what it contributes (1 right, 0 wrong, an overlap, seconds), None where it contributes nothing."""

    figure: str
    id: str
    outcome: str
    words: str
    score: float | None = None
    address: Address | None = None


def in_unit(value: float, unit: Unit, *, bare: bool = False) -> str:
    """A number as people read it: "98.7%", "0.840", "0.31 s", "3 steps"; `bare` leaves the unit out."""
    if unit is Unit.SHARE:
        return f"{100 * value:.1f}{'' if bare else '%'}"
    if unit is Unit.SCORE:
        return f"{value:.3f}"
    digits = f"{value:.2f}" if unit is Unit.SECONDS else f"{value:.1f}".removesuffix(".0")
    if bare:
        return digits
    if unit is Unit.SECONDS:
        return f"{digits} s"
    return f"{digits} step{'' if digits == '1' else 's'}"
