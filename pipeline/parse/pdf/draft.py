"""Blocks of a PDF page before they have their places in its text."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.parse.pdf.text import Word


@dataclass(frozen=True, slots=True)
class DraftCell:
    words: tuple[Word, ...]
    column: int | None


@dataclass(frozen=True, slots=True)
class Draft:
    """A block before it has its place in the page's text. `table` counts the page's tables from 0."""

    kind: BlockKind
    words: tuple[Word, ...]
    cells: tuple[DraftCell, ...] = ()
    table: int | None = None
