"""Blocks and tables before they have a place on a page. Offsets count characters of the draft's own text."""

from __future__ import annotations

from dataclasses import dataclass, field

from pipeline.evidence.document import BlockKind


@dataclass(frozen=True, slots=True)
class DraftRange:
    """Characters of a draft's text."""

    draft: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class DraftCell:
    """A cell of a row: characters `start` up to `end` of the row's text; column None is the label.

    `marks` are the footnote marks in it, `notes` the footnotes that they and those of its label and header point at.
    """

    start: int
    end: int
    column: int | None
    marks: frozenset[str] = frozenset()
    notes: tuple[DraftRange, ...] = ()


@dataclass(slots=True)
class Draft:
    """A block to be: `number` counts from 1 over the whole document and makes its id.

    `size` (points, None where it is not known) and `is_bold` say how it is set.
    """

    number: int
    text: str
    kind: BlockKind
    cells: tuple[DraftCell, ...] = ()
    table: int | None = None
    size: float | None = None
    is_bold: bool = False

    @property
    def id(self) -> str:
        return f"b{self.number}"

    def becomes(self, kind: BlockKind) -> None:
        """Turn into a block that is no table row."""
        self.kind, self.cells, self.table = kind, (), None


@dataclass(slots=True)
class DraftTable:
    """A table to be: the header lines of each value column, from the top, and its unit lines."""

    columns: list[list[DraftRange]] = field(default_factory=list)
    units: list[DraftRange] = field(default_factory=list)
