"""What became of cited words in another reading: a newer version of the filing, or the same file read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self

from pipeline.evidence.errors import InvalidAnchor
from pipeline.evidence.text import TextRange

MOST_PLACES = 12
"""More places than this are no choice that an analyst could make."""


class Outcome(StrEnum):
    """What became of cited words."""

    SAME = "same"  # the same words on the same page
    MOVED = "moved"  # the same words on another page, or in another kind of document
    CHANGED_FIGURE = "changed_figure"  # the same row and columns with another figure
    AMBIGUOUS = "ambiguous"  # places for the analyst to choose from
    MISSING = "missing"


class Reason(StrEnum):
    """Why there is no one place."""

    EQUAL_PLACES = "equal_places"  # several, and nothing around them tells which
    NOT_BORNE_OUT = "not_borne_out"  # what stands around them differs
    UNCLEAR_COLUMN = "unclear_column"  # the row stands there, and the headers of its columns are not known
    UNCLEAR_FIGURE = "unclear_figure"  # the cell holds more or less than one figure, or only its marks differ
    OTHER_UNIT = "other_unit"  # the table is in another unit
    NO_WORDS = "no_words"
    NO_COLUMN = "no_column"  # rows of that name have no such column
    OTHER_FIGURES = "other_figures"  # the words stand there, with other figures


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A place in the other reading: characters of a page (0-based), and the part of them that answers."""

    page_index: int
    range: TextRange
    focus: TextRange | None = None

    def __post_init__(self) -> None:
        if self.focus and not self.range.contains(self.focus):
            raise InvalidAnchor("The focus of a place lies outside it.")

    def to_json(self) -> list[Any]:
        return [self.page_index, self.range.to_json(), self.focus.to_json() if self.focus else None]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> Self:
        page_index, span, focus = value
        return cls(page_index, TextRange(*span), TextRange(*focus) if focus else None)


@dataclass(frozen=True, slots=True)
class Change:
    """A figure as it was cited and as it stands in the same row and column now. `is_asked`: the answer rests on it."""

    before: str
    after: str
    is_asked: bool = True


@dataclass(frozen=True, slots=True)
class Reanchored:
    """The outcome with its places, and the figures that changed (those that the answer rests on first).

    `left_out` counts quoted values whose column is gone and which the answer does not rest on. Raises InvalidAnchor
    unless there is one place, or several to choose from and a reason, or none and a reason.
    """

    outcome: Outcome
    places: tuple[Spot, ...] = ()
    changes: tuple[Change, ...] = ()
    reason: Reason | None = None
    left_out: int = 0

    def __post_init__(self) -> None:
        is_found = self.outcome in (Outcome.SAME, Outcome.MOVED, Outcome.CHANGED_FIGURE)
        if is_found != (self.reason is None) or (is_found and len(self.places) != 1):
            raise InvalidAnchor(f"The outcome {self.outcome} does not go with {len(self.places)} places.")
        if (self.outcome is Outcome.CHANGED_FIGURE) != bool(self.changes):
            raise InvalidAnchor("A changed figure has its old and its new value, and nothing else has.")
        if bool(self.places) == (self.outcome is Outcome.MISSING):
            raise InvalidAnchor("What is missing has no place, and everything else has.")

    @property
    def place(self) -> Spot | None:
        """The one place; None where there is a choice or nothing."""
        return self.places[0] if self.reason is None else None

    def to_json(self) -> dict[str, Any]:
        return {
            "outcome": self.outcome.value,
            "places": [place.to_json() for place in self.places],
            "changes": [[one.before, one.after, one.is_asked] for one in self.changes],
            "reason": self.reason.value if self.reason else None,
            "left_out": self.left_out,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            Outcome(value["outcome"]),
            tuple(Spot.from_json(place) for place in value["places"]),
            tuple(Change(*change) for change in value["changes"]),
            Reason(value["reason"]) if value["reason"] else None,
            value["left_out"],
        )


def ambiguous(places: Sequence[Spot], reason: Reason) -> Reanchored:
    """All of the places, or none when they are too many to choose from."""
    distinct = tuple(sorted(set(places)))
    if not distinct or len(distinct) > MOST_PLACES:
        return missing(reason)
    return Reanchored(Outcome.AMBIGUOUS, distinct, reason=reason)


def missing(reason: Reason) -> Reanchored:
    return Reanchored(Outcome.MISSING, reason=reason)
