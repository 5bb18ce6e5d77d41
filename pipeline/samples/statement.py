"""A financial table as a value: columns under their headings, rows with their figures. Renderers draw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import Enum, auto
from typing import Generic, TypeVar

from pipeline.samples.amount import Amount, Measure

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Period:
    """A duration, or an instant when `start` is None."""

    start: date | None
    end: date


@dataclass(frozen=True, slots=True)
class Column:
    """A value column: its own heading lines, the heading it shares with its neighbours, and its period."""

    heading: tuple[str, ...]
    group: str = ""
    period: Period | None = None


class Rule(Enum):
    """The lines of a row: none, one above (a sum), one above and two below (a final sum)."""

    NONE = auto()
    SUM = auto()
    FINAL = auto()


@dataclass(frozen=True, slots=True)
class Row:
    """A label and one amount a column; a row without amounts is a heading.

    `concept` and `member` name the figure for inline XBRL, and `negated` says that a cost is printed as
    a negative number although its concept counts it as a positive one.
    """

    label: str
    amounts: tuple[Amount, ...] = ()
    rule: Rule = Rule.NONE
    indent: int = 0
    note: str = ""
    concept: str = ""
    member: str = ""
    negated: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A titled table with its unit line and footnotes."""

    title: str
    units: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    footnotes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if row.amounts and len(row.amounts) != len(self.columns):
                raise ValueError(
                    f"{row.label!r} has {len(row.amounts)} amounts for {len(self.columns)} columns"
                )


@dataclass(frozen=True, slots=True)
class Lines(Generic[Value]):
    """Makes rows over the same values, one a column: each row reads its own figure from every value."""

    values: Sequence[Value]
    measure: Measure = Measure.THOUSANDS
    indent: int = 1

    def __call__(
        self,
        label: str,
        read: Callable[[Value], Decimal | int],
        concept: str = "",
        *,
        indent: int | None = None,
        member: str = "",
        note: str = "",
        negated: bool = False,
    ) -> Row:
        amounts = tuple(Amount(read(value), self.measure) for value in self.values)
        depth = self.indent if indent is None else indent
        return Row(label, amounts, indent=depth, note=note, concept=concept, member=member, negated=negated)


def heading(label: str, indent: int = 0) -> Row:
    """A row without figures."""
    return Row(label, indent=indent)


def dollars(row: Row) -> Row:
    """The row with a dollar sign before each figure: the first and the last of a column carry it."""
    return replace(row, amounts=tuple(_in_dollars(amount) for amount in row.amounts))


def _in_dollars(amount: Amount) -> Amount:
    return replace(amount, measure=Measure.DOLLARS) if amount.measure is Measure.THOUSANDS else amount


def total(row: Row) -> Row:
    """The row under a single rule."""
    return replace(row, rule=Rule.SUM)


def final(row: Row) -> Row:
    """The row in dollars between a single and a double rule."""
    return replace(dollars(row), rule=Rule.FINAL, strong=True)
