"""Amounts: what a printed figure stands for, and how exactly it says so."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from pipeline.evidence.errors import InvalidAnswer
from pipeline.evidence.figures import Figure
from pipeline.evidence.units import Unit


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its scale applied ("81,797" in millions is 81,797,000,000) and `half`, half a unit of its last
    printed digit (500,000): what was rounded to it lies within `value` ± `half`. A percentage stays a number of
    percent. Raises InvalidAnswer for a number that is not finite or a negative half.
    """

    value: Decimal
    half: Decimal = Decimal(0)

    def __post_init__(self) -> None:
        if not (self.value.is_finite() and self.half.is_finite()) or self.half < 0:
            raise InvalidAnswer(f"{self.value} ± {self.half} is no amount.")

    @classmethod
    def of(cls, figure: Figure, unit: Unit | None = None) -> Self:
        """What a figure stands for in a unit; a scale word of its own goes before the unit's."""
        value = unit.value(figure) if unit else figure.value
        scale = figure.scale or (unit.scale if unit else 0)
        return cls(value, Decimal("0.5").scaleb(scale - figure.decimals))

    @property
    def low(self) -> Decimal:
        return self.value - self.half

    @property
    def high(self) -> Decimal:
        return self.value + self.half
