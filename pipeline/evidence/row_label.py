"""The labels of table rows, as a search for a line item sees them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.evidence.content_words import label_stems
from pipeline.evidence.document import Block, BlockKind, Page

_NOTE = re.compile(r"\((?:see\s+)?notes?\b[^)]*\)|\(\d{1,2}\)", re.IGNORECASE)
"""A reference to a note is printed in a label and is not part of it."""

_HAS_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class RowLabel:
    """The folded words of a row's label, in order, and the ordinal of the row's block on its page."""

    ordinal: int
    words: tuple[str, ...]


def row_labels(pages: Sequence[Page], blocks: Iterable[Block]) -> dict[int, list[RowLabel]]:
    """The labels of each page's rows that have a figure, in the order of the rows; pages without any are left out."""
    found: dict[int, list[RowLabel]] = defaultdict(list)
    for block in blocks:
        if block.kind is not BlockKind.TABLE_ROW:
            continue
        text = pages[block.page_index].text
        if not any(
            cell.column is not None and _HAS_DIGIT.search(cell.range.of(text)) for cell in block.cells
        ):
            continue
        if words := label_words(block, text):
            found[block.page_index].append(RowLabel(block.ordinal, words))
    return dict(found)


def label_words(row: Block, text: str) -> tuple[str, ...]:
    """The folded words of a row's label; `text` is its page's."""
    return tuple(label_stems(printed_label(row, text)))


def printed_label(row: Block, text: str) -> str:
    """A row's label as it is printed, without its references to notes; `text` is its page's."""
    return _NOTE.sub(" ", " ".join(cell.range.of(text) for cell in row.cells if cell.column is None))
