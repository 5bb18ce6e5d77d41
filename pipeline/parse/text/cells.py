"""The cells of one line of a fixed-width table: pieces two or more spaces apart, or after dot leaders."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from pipeline.parse.html.text import collapsed
from pipeline.parse.marks import without_marks
from pipeline.parse.tables.columns import Span
from pipeline.parse.text.lines import Line
from pipeline.parse.values import is_amount, is_value, joins_after, joins_before

LEADERS = re.compile(r"\.{3,}|(?:\s\.){3,}\s?")

# Telephone and employer numbers, and the ZIP code behind a state.
_ADDRESS = re.compile(
    r"\(\d{3}\)\s*\d{3}-\d{4}\b|(?<![\d,.])\d\d-\d{7}\b|\b(?:[A-Z]{2}|[A-Z][a-z]+),?\s+\d{5}(?:-\d{4})?\s*$"
)
_PIECE = re.compile(r"\S+(?: \S+)*")
_WORD = re.compile(r"(?:\$\s?)?\S+(?:\s[%)])?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell of a line: its text, the character columns it covers, and dot leaders that follow it."""

    text: str
    span: Span
    leader: str = ""

    @property
    def column_span(self) -> Span:
        """Where the figure itself stands: footnote marks behind it reach into the next column."""
        bare = without_marks(self.text)
        return Span(self.span.start, self.span.end - (len(self.text) - len(bare))) if bare else self.span


def pieces(line: Line) -> list[Piece]:
    """The line's cells: "$" and brackets joined to their figures, figures one space apart told apart."""
    found: list[Piece] = []
    for match in _PIECE.finditer(LEADERS.sub(lambda leader: " " * len(leader[0]), line.text)):
        for piece in _separated(Piece(match[0], Span(*match.span()))):
            last = found[-1] if found else None
            leader = collapsed(line.text[last.span.end : piece.span.start]) if last else ""
            if last and leader:
                found[-1] = replace(last, leader=leader)
            elif last and (joins_before(last.text, piece.text) or _closes(last, piece)):
                found[-1] = Piece(last.text + piece.text, last.span.union(piece.span))
                continue
            found.append(piece)
    if found and (leader := collapsed(line.text[found[-1].span.end :])):
        found[-1] = replace(found[-1], leader=leader)
    return found


def _closes(figure: Piece, mark: Piece) -> bool:
    return not mark.text[0].isalnum() and joins_after(figure.text, mark.text)


def _separated(piece: Piece) -> list[Piece]:
    if is_value(piece.text) or " " not in piece.text:
        return [piece]
    words = [
        Piece(m[0], Span(piece.span.start + m.start(), piece.span.start + m.end()))
        for m in _WORD.finditer(piece.text)
    ]
    return words if all(is_value(word.text) for word in words) else [piece]


def is_row(line: Line) -> bool:
    """True for a line that ends in values: at most two wordy cells, then values only, one of them an amount."""
    if not line.is_fixed_width or _ADDRESS.search(line.text):
        return False
    cells = pieces(line)
    wordy = next((number for number, cell in enumerate(cells) if is_value(cell.text)), len(cells))
    values = cells[wordy:]
    if wordy > 2 or not values or not all(is_value(cell.text) for cell in values):
        return False
    return any(is_amount(cell.text) for cell in values) and (wordy > 0 or len(values) > 1)


def values_in(line: Line) -> int:
    return sum(is_value(cell.text) for cell in pieces(line))
