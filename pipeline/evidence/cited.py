"""What a citation says, in terms that outlive its version: the words, and in a table the row, columns and unit.

`describe` reads it off the version that was cited; `pipeline.evidence.reanchor` looks for it in another reading.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from pipeline.evidence.document import Block, PageKind
from pipeline.evidence.edition import Edition
from pipeline.evidence.errors import InvalidAnchor
from pipeline.evidence.figures import SCALES
from pipeline.evidence.folded import fold
from pipeline.evidence.text import TextRange

SURROUNDINGS = 64
"""Characters of the page kept before and after the words: about a line, so that equal sentences can be told apart."""

NEIGHBOURS = 8
"""Rows of the same table, above and below, whose labels tell it from others with such a row."""

_NUMBER = re.compile(r"\d+")
_STATUS = re.compile(r"\b(?:as\s+)?(?:restated|recast|adjusted|revised)\b|\b(?:un)?audited\b", re.IGNORECASE)
"""What a header says of its figures and not of their period: an amendment prints "2024 (as restated)" over the column
that was "2024". "As previously reported" is no such word: it names the other column."""
_SCALE_WORD = re.compile(rf"\b({'|'.join(word for word in SCALES if len(word) > 2)})s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitedCell:
    """A quoted value: its words, the words of its column's header (empty when not known), and whether the answer
    rests on it: on the citation's focus, or without one on every value."""

    text: str
    header: str
    is_asked: bool


@dataclass(frozen=True, slots=True)
class CitedRow:
    """A quoted table row. `label` and headers are compared by letters and digits; `columns` are the headers over all
    values of the row, quoted or not, and `positions` the quoted ones among them; `above` and `below` are labels of the
    table's other rows, nearest first; `scales` are the scale words of its unit lines."""

    label: str
    quotes_label: bool
    cells: tuple[CitedCell, ...]
    columns: tuple[str, ...]
    positions: tuple[int, ...]
    above: tuple[str, ...]
    below: tuple[str, ...]
    section: str
    scales: frozenset[str]


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation's words with what stands around them on their page. `focus` is a part of `exact`, by characters.

    `page_digest` is the sha256 of the page's text. Raises InvalidAnchor when there are no words.
    """

    page_index: int
    kind: PageKind
    offset: int
    exact: str
    prefix: str
    suffix: str
    page_digest: str
    focus: TextRange | None = None
    row: CitedRow | None = None

    def __post_init__(self) -> None:
        if not self.exact.strip() or self.page_index < 0 or self.offset < 0:
            raise InvalidAnchor("A citation needs words on a page to be found again.")
        if self.focus and self.focus.end > len(self.exact):
            raise InvalidAnchor("The focus of a citation is a part of its words.")

    def to_json(self) -> dict[str, Any]:
        return {
            "page_index": self.page_index,
            "kind": self.kind.value,
            "offset": self.offset,
            "exact": self.exact,
            "prefix": self.prefix,
            "suffix": self.suffix,
            "page_digest": self.page_digest,
            "focus": self.focus.to_json() if self.focus else None,
            "row": _row_json(self.row) if self.row else None,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            **{
                name: value[name]
                for name in ("page_index", "offset", "exact", "prefix", "suffix", "page_digest")
            },
            kind=PageKind(value["kind"]),
            focus=TextRange(*value["focus"]) if value["focus"] else None,
            row=_row_from_json(value["row"]) if value["row"] else None,
        )


def describe(edition: Edition, page_index: int, span: TextRange, focus: TextRange | None = None) -> Cited:
    """What stands at `span` of a page, `focus` being the part of it that answers.

    `edition` holds at least the page, and better its neighbours. Raises InvalidRange when the range leaves the page,
    InvalidAnchor when no words stand there.
    """
    text = edition.texts[page_index]
    return Cited(
        page_index=page_index,
        kind=edition.kind,
        offset=span.start,
        exact=span.of(text),
        prefix=text[max(span.start - SURROUNDINGS, 0) : span.start],
        suffix=text[span.end : span.end + SURROUNDINGS],
        page_digest=digest(text),
        focus=focus.shift(-span.start) if focus else None,
        row=_cited_row(edition, page_index, span, focus),
    )


def digest(text: str) -> str:
    """Tells whether a page still says the same."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- rows ------------------------------------------------------------------------------------------------


def _cited_row(
    edition: Edition, page_index: int, span: TextRange, focus: TextRange | None
) -> CitedRow | None:
    """The one row that the range lies in, when it quotes a value of it and the row has a label."""
    sequence = reading_order(edition)
    touched = [
        position
        for position, block in enumerate(sequence)
        if block.page_index == page_index and block.range.overlaps(span)
    ]
    if len(touched) != 1:
        return None
    at = touched[0]
    block, text = sequence[at], edition.texts[page_index]
    values = [cell for cell in block.cells if cell.column is not None]
    columns = tuple(header_key(edition, block, cell.column) for cell in values)
    quoted = [position for position, cell in enumerate(values) if cell.range.overlaps(span)]
    cells = tuple(
        CitedCell(
            values[position].range.of(text),
            columns[position],
            focus is None or values[position].range.overlaps(focus),
        )
        for position in quoted
    )
    label = label_key(edition, block)
    if not label or not any(cell.is_asked for cell in cells):
        return None
    above, below = neighbours(sequence, at)
    return CitedRow(
        label=label,
        quotes_label=any(cell.column is None and cell.range.overlaps(span) for cell in block.cells),
        cells=cells,
        columns=columns,
        positions=tuple(quoted),
        above=tuple(block_key(edition, other) for other in above),
        below=tuple(block_key(edition, other) for other in below),
        section=fold(block.section or "").key,
        scales=scales_of(edition, block),
    )


def reading_order(edition: Edition) -> list[Block]:
    """The blocks that say something: page headers, footers and numbers stand in nobody's context."""
    return [block for block in edition.blocks if not block.is_furniture]


def neighbours(sequence: Sequence[Block], at: int) -> tuple[list[Block], list[Block]]:
    """The rows of the same table above and below one, nearest first."""
    table = sequence[at].table
    above = list(reversed(sequence[max(at - NEIGHBOURS, 0) : at]))
    below = list(sequence[at + 1 : at + 1 + NEIGHBOURS])
    return [row for row in above if row.table == table], [row for row in below if row.table == table]


def label_key(edition: Edition, block: Block) -> str:
    """Letters and digits of a table row's label; empty for what has none."""
    text = edition.texts[block.page_index]
    return fold(" ".join(cell.range.of(text) for cell in block.cells if cell.column is None)).key


def block_key(edition: Edition, block: Block) -> str:
    """What tells a neighbour: a row's label, else the block's words; figures aside, since those may have changed."""
    return masked(label_key(edition, block) or fold(edition.of_block(block)).key)


def header_key(edition: Edition, block: Block, column: int | None) -> str:
    """Letters and digits of a column's header lines, from the top, without what they say of the figures' status; empty
    when none is known."""
    if block.table is None or column is None:
        return ""
    headers = edition.tables[block.table].columns[column].headers
    words = " ".join(edition.words(place) for place in headers)
    return fold(_STATUS.sub(" ", words)).key


def scales_of(edition: Edition, block: Block) -> frozenset[str]:
    """The scale words of the unit lines of a row's table ("million"); empty when none is known."""
    if block.table is None:
        return frozenset()
    return frozenset(
        word.lower()
        for place in edition.tables[block.table].units
        for word in _SCALE_WORD.findall(edition.words(place))
    )


def masked(key: str) -> str:
    """A key in which every number reads alike."""
    return _NUMBER.sub("0", key)


# --- as JSON ---------------------------------------------------------------------------------------------


def _row_json(row: CitedRow) -> dict[str, Any]:
    return {
        "label": row.label,
        "quotes_label": row.quotes_label,
        "cells": [[cell.text, cell.header, cell.is_asked] for cell in row.cells],
        "columns": list(row.columns),
        "positions": list(row.positions),
        "above": list(row.above),
        "below": list(row.below),
        "section": row.section,
        "scales": sorted(row.scales),
    }


def _row_from_json(value: Mapping[str, Any]) -> CitedRow:
    return CitedRow(
        label=value["label"],
        quotes_label=value["quotes_label"],
        cells=tuple(CitedCell(*cell) for cell in value["cells"]),
        columns=tuple(value["columns"]),
        positions=tuple(value["positions"]),
        above=tuple(value["above"]),
        below=tuple(value["below"]),
        section=value["section"],
        scales=frozenset(value["scales"]),
    )
