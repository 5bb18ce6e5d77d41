"""Fixed-width tables of text filings: lines → rows with cells, value columns, headers and units.

Columns are character columns here; a line's cells stand two or more spaces apart, or after dot leaders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pipeline.evidence.document import BlockKind
from pipeline.parse.columns import Span, column_of, value_columns
from pipeline.parse.draft import Draft, DraftCell, DraftRange, DraftTable
from pipeline.parse.html_text import collapsed
from pipeline.parse.text_lines import Line
from pipeline.parse.values import (
    is_amount,
    is_period,
    is_unit,
    is_value,
    is_year,
    joins_after,
    joins_before,
    unit_part,
)
from pipeline.parse.wording import is_footnote

LONG_NOTE = 160
"""Text inside a table's frame with more characters than this is a paragraph."""

CENTRED_WITHIN = 0.15
"""A heading's middle may be this share of the columns' width away from theirs."""

_PIECE = re.compile(r"\S+(?: \S+)*")
_LEADERS = re.compile(r"\.{3,}|(?:\s\.){3,}\s?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A cell of a line: its text, the character columns it covers, and dot leaders that follow it."""

    text: str
    span: Span
    leader: str = ""


@dataclass(slots=True)
class TextRow:
    """Lines that make one row: a label, wrapped over all lines, and the values of the last line."""

    lines: list[Line]
    label: str
    values: list[Piece]
    is_header: bool = False

    @property
    def text(self) -> str:
        parts = [self.label]
        for piece in self.values:
            parts += [piece.text, piece.leader]
        return " ".join(part for part in parts if part)


@dataclass(slots=True)
class TableLines:
    """What a stretch of table lines turns into: (first line, last line, draft) in order, and the table."""

    drafts: list[tuple[Line, Line, Draft]] = field(default_factory=list)
    table: DraftTable | None = None


def pieces(line: Line) -> list[Piece]:
    """The line's cells: "$" and brackets joined to their figures, figures one space apart told apart."""
    found: list[Piece] = []
    for match in _PIECE.finditer(_LEADERS.sub(lambda leader: " " * len(leader[0]), line.text)):
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


_WORD = re.compile(r"(?:\$\s?)?\S+(?:\s[%)])?")


def is_row(line: Line) -> bool:
    """True for a line that ends in values: at most two wordy cells, then values only, one of them an amount."""
    if not line.is_fixed_width:
        return False
    cells = pieces(line)
    wordy = next((number for number, cell in enumerate(cells) if is_value(cell.text)), len(cells))
    values = cells[wordy:]
    if wordy > 2 or not values or not all(is_value(cell.text) for cell in values):
        return False
    return any(is_amount(cell.text) for cell in values) and (wordy > 0 or len(values) > 1)


def values_in(line: Line) -> int:
    return sum(is_value(cell.text) for cell in pieces(line))


def read_table(lines: Sequence[Line], above: Sequence[Draft], number: int, table: int) -> TableLines:
    """Draft every line of a stretch. `number` is the last draft's number so far, `table` the new table's.

    `above` are the drafts before it, for the unit. The result has no table when no line is a row.
    """
    return _Reader(lines, number, table).read(above)


class _Reader:
    def __init__(self, lines: Sequence[Line], number: int, table: int) -> None:
        self._lines = lines
        self._number = number
        self._table = table
        self._result = TableLines()
        self._rows: list[tuple[TextRow, Draft]] = []
        self._pending: list[Line] = []
        self._seen_values = False

    def read(self, above: Sequence[Draft]) -> TableLines:
        for line in self._lines:
            if line.is_note:
                self._flush()
                self._note(line)
            elif not line.text.strip():
                self._flush()
            elif line.is_rule:
                self._flush()
                self._add([line], collapsed(line.text), BlockKind.OTHER)
            elif line.is_fixed_width:
                self._line(line)
            else:
                self._wait(line)
        self._flush()
        if self._rows:
            self._result.table = self._columns(above)
        return self._result

    def _line(self, line: Line) -> None:
        cells = pieces(line)
        is_header = line.is_header or (
            not self._seen_values
            and not any(is_amount(cell.text) for cell in cells)
            and self._is_headed(line, cells)
        )
        if is_header:
            self._flush()
            self._row(TextRow([line], "", cells, is_header=True))
        elif any(is_value(cell.text) for cell in cells[1:]) or (cells and is_amount(cells[0].text)):
            self._seen_values = True
            split = _first_value(cells)
            label = collapsed(line.text[: cells[split].span.start])
            lines = [*self._continued(line), line]
            whole = collapsed(" ".join([*(one.text for one in lines[:-1]), label]))
            self._row(TextRow(lines, whole, cells[split:]))
        else:
            self._wait(line)

    def _is_headed(self, line: Line, cells: Sequence[Piece]) -> bool:
        return len(cells) > 1 or line.indent > 20 or all(is_year(cell.text) for cell in cells)

    def _wait(self, line: Line) -> None:
        """Keep a line of words: it may be the start of the next row's label."""
        if self._pending and not _continues(self._pending[-1], line):
            self._flush()
        self._pending.append(line)

    def _continued(self, line: Line) -> list[Line]:
        """The waiting lines, if this line goes on with their label."""
        if self._pending and not _continues(self._pending[-1], line):
            self._flush()
        lines, self._pending = self._pending, []
        return lines

    def _flush(self) -> None:
        """Words that no value follows: a heading inside the table, or a paragraph in its frame."""
        lines, self._pending = self._pending, []
        if not lines:
            return
        text = collapsed(" ".join(line.text for line in lines))
        if len(text) > LONG_NOTE or is_footnote(text):
            kind = BlockKind.FOOTNOTE if is_footnote(text) else BlockKind.PARAGRAPH
            self._add(lines, text, kind)
        else:
            self._row(TextRow(lines, text, []))

    def _note(self, line: Line) -> None:
        last = self._result.drafts[-1] if self._result.drafts else None
        text = collapsed(line.text)
        if not text:
            return
        follows = last and last[2].kind is BlockKind.FOOTNOTE and last[1].number == line.number - 1
        if last and follows and not is_footnote(text):
            last[2].text += f" {text}"
            self._result.drafts[-1] = (last[0], line, last[2])
        else:
            self._add([line], text, BlockKind.OTHER if line.is_rule else BlockKind.FOOTNOTE)

    def _add(self, lines: Sequence[Line], text: str, kind: BlockKind) -> Draft:
        self._number += 1
        draft = Draft(self._number, text, kind)
        self._result.drafts.append((lines[0], lines[-1], draft))
        return draft

    def _row(self, row: TextRow) -> None:
        draft = self._add(row.lines, row.text, BlockKind.TABLE_ROW)
        draft.table = self._table
        self._rows.append((row, draft))

    # --- columns ------------------------------------------------------------------------------------

    def _columns(self, above: Sequence[Draft]) -> DraftTable:
        spans = [(piece.span, True) for row, _ in self._rows if not row.is_header for piece in row.values]
        columns = value_columns(spans)
        table = DraftTable([[] for _ in columns])
        for row, draft in self._rows:
            draft.cells = _cells(row, columns)
            for cell, piece in zip(draft.cells, row.values, strict=False) if row.is_header else ():
                place = DraftRange(draft.number, cell.start, cell.end)
                if is_unit(piece.text):
                    table.units.append(place)
                    continue
                is_over_all = (
                    len(row.values) == 1 and is_period(piece.text) and _is_centred(piece.span, columns)
                )
                for column, span in enumerate(columns):
                    if is_over_all or piece.span.overlaps(span):
                        table.columns[column].append(place)
        if not table.units:
            table.units = _unit_above(above)
        return table


def _is_centred(span: Span, columns: Sequence[Span]) -> bool:
    """True for a heading whose middle is the columns' middle: alone in its line, it is said of each of them."""
    if not columns:
        return False
    left, right = columns[0].start, columns[-1].end
    return abs((span.start + span.end) - (left + right)) <= 2 * CENTRED_WITHIN * (right - left)


def _first_value(cells: Sequence[Piece]) -> int:
    """Where the values start. A year, or the end of a bracket in a wrapped label, is a label when values follow."""
    first = next(number for number, cell in enumerate(cells) if is_value(cell.text))
    text = cells[0].text
    is_label = first == 0 and len(cells) > 1 and (is_year(text) or (")" in text and "(" not in text))
    return 1 if is_label else first


def _cells(row: TextRow, columns: Sequence[Span]) -> tuple[DraftCell, ...]:
    cells: list[DraftCell] = []
    start = 0
    if row.label:
        label = _LEADERS.sub("", row.label).rstrip(" .") or row.label
        cells.append(DraftCell(0, len(label) if row.label.startswith(label) else len(row.label), None))
        start = len(row.label) + 1
    for piece in row.values:
        end = start + len(piece.text)
        cells.append(DraftCell(start, end, column_of(piece.span, columns)))
        start = end + 1 + (len(piece.leader) + 1 if piece.leader else 0)
    return tuple(cells)


def _continues(one: Line, following: Line) -> bool:
    """True when a line goes on with the words of the line before: next to it and deeper, or prose like it."""
    if following.number != one.number + 1:
        return False
    if one.is_prose and (following.is_prose or following.indent <= one.indent):
        return True
    return following.indent > one.indent and not one.text.rstrip().endswith((":", "."))


def _unit_above(drafts: Sequence[Draft]) -> list[DraftRange]:
    for draft in reversed(drafts[-3:]):
        if draft.kind is BlockKind.TABLE_ROW:
            return []
        if part := unit_part(draft.text):
            return [DraftRange(draft.number, *part)]
    return []
