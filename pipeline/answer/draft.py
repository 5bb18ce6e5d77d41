"""What a model wrote, before anything of it was checked: plain values, trusted for nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DraftCitation:
    """A handle and the words that it is said to stand for, as written."""

    handle: str
    quote: str


@dataclass(frozen=True, slots=True)
class DraftInput:
    """A named input of a calculation: the figure as it is said to be printed, under a handle; `quote` the words, such
    as a table row, in which it stands."""

    name: str
    handle: str
    quote: str
    figure: str


@dataclass(frozen=True, slots=True)
class DraftCalculation:
    """`expression` over the names of its inputs; `result` as the claim writes it."""

    expression: str
    inputs: tuple[DraftInput, ...]
    result: str


@dataclass(frozen=True, slots=True)
class DraftClaim:
    """One claim as it was written."""

    text: str
    citations: tuple[DraftCitation, ...]
    calculation: DraftCalculation | None = None
