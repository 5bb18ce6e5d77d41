"""Tagged facts of a filing (inline XBRL): what is said, of what, for when, in which unit, and where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from pipeline.evidence.errors import InvalidFact
from pipeline.evidence.text import PageRange

UNIT_DIVIDED = " / "
"""Stands between a unit's numerator and denominator: "iso4217:USD / xbrli:shares"."""

UNIT_TIMES = " × "

_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")
_DECIMALS = re.compile(r"INF|-?\d+")


@dataclass(frozen=True, slots=True, order=True)
class Dimension:
    """What a fact is about in particular: an axis with its member, or (`typed`) with a value of its own."""

    axis: str
    member: str
    typed: bool = False

    def __post_init__(self) -> None:
        if not self.axis:
            raise InvalidFact("A dimension needs the name of its axis.")


@dataclass(frozen=True, slots=True)
class FactNote:
    """A footnote that the filing attaches to a fact; `places` is empty when it is not shown."""

    text: str
    places: tuple[PageRange, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One tagged fact. `id` is unique in its version; `display` is what is shown, or hidden, inside the tag.

    `value` is a number in plain decimal digits with `scale` (a power of ten) and sign applied ("-565000000"), a
    fraction ("1/3"), or a text in the form that `format` gives it. It is None for a fact that is `nil`, and when
    the display does not have the form that `format` asks for: a value is never guessed. `unit` is None for texts.
    `decimals` is how exact a number is: "-6", "INF".

    The period runs from `start` to `end`, both inclusive; an instant has no start, "forever" neither. `places` are
    the ranges of the canonical page text that the tag covers, in order; empty when none of it is shown.
    Raises InvalidFact when the parts contradict each other.
    """

    id: str
    concept: str
    display: str
    value: str | None
    unit: str | None = None
    scale: int | None = None
    negative: bool = False
    decimals: str | None = None
    format: str | None = None
    nil: bool = False
    start: date | None = None
    end: date | None = None
    dimensions: tuple[Dimension, ...] = ()
    places: tuple[PageRange, ...] = ()
    notes: tuple[FactNote, ...] = ()

    def __post_init__(self) -> None:
        if not self.id or not self.concept:
            raise InvalidFact(f"A fact needs an id and a concept, not {self.id!r} and {self.concept!r}.")
        if self.nil and self.value is not None:
            raise InvalidFact(f"Fact {self.id} is nil and has the value {self.value!r}.")
        if self.start is not None and (self.end is None or self.end < self.start):
            raise InvalidFact(f"Fact {self.id} starts on {self.start} and ends on {self.end}.")
        if self.decimals is not None and not _DECIMALS.fullmatch(self.decimals):
            raise InvalidFact(f"Fact {self.id} is exact to {self.decimals!r} decimals.")
        if self.unit is not None and self.value is not None:
            parts = self.value.split("/")
            if len(parts) > 2 or not all(_DECIMAL.fullmatch(part) for part in parts):
                raise InvalidFact(f"Fact {self.id} has a unit, and {self.value!r} is no number.")

    @property
    def is_number(self) -> bool:
        return self.unit is not None

    @property
    def is_instant(self) -> bool:
        return self.start is None and self.end is not None

    @property
    def is_shown(self) -> bool:
        return bool(self.places)
