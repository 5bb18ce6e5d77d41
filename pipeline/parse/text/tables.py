"""Fixed-width tables of text filings: lines → rows with cells, value columns, headers and units.

Columns are character columns here; a line's cells stand two or more spaces apart, or after dot leaders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipeline.evidence.document import BlockKind
from pipeline.parse.draft import Draft, DraftCell, DraftRange, DraftTable
from pipeline.parse.html.text import collapsed
from pipeline.parse.lead_words import lead_in
from pipeline.parse.marks import marks_at_end
from pipeline.parse.tables.columns import Span, column_of, value_columns
from pipeline.parse.text.cells import LEADERS, Piece, pieces
from pipeline.parse.text.lines import Line
from pipeline.parse.values import is_amount, is_period, is_unit, is_value, is_year
from pipeline.parse.wording import is_footnote

LONG_NOTE = 160
"""Text inside a table's frame with more characters than this is a paragraph."""

CENTRED_WITHIN = 0.15
"""A heading's middle may be this share of the columns' width away from theirs."""

LABELS = 20
"""Characters from the left in which row labels start; what stands alone further right is a header."""

UNDER_WITHIN = 4
"""A line under a heading over all columns is as wide when their middles are this many characters apart."""


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
    """What a stretch of table lines turns into: (first line, last line, draft) in order, and its tables.

    There are two and more where new headers stand between the rows.
    """

    drafts: list[tuple[Line, Line, Draft]] = field(default_factory=list)
    tables: list[DraftTable] = field(default_factory=list)


def read_table(lines: Sequence[Line], above: Sequence[Draft], number: int, table: int) -> TableLines:
    """Draft every line of a stretch. `number` is the last draft's number so far, `table` the first new table's.

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
        self._above: Sequence[Draft] = ()

    def read(self, above: Sequence[Draft]) -> TableLines:
        self._above = above
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
        self._close(above)
        return self._result

    def _close(self, above: Sequence[Draft]) -> None:
        """Make a table of the rows so far; one under new headers has the units of the one above it."""
        if self._rows:
            units = self._result.tables[-1].units if self._result.tables else []
            self._result.tables.append(self._columns(above, units))
            self._rows, self._seen_values = [], False
            self._table += 1

    def _restart(self) -> None:
        """Start new columns at a line of years among the rows, with the period over it."""
        self._flush()
        last = self._rows[-1] if self._rows else None
        over = last if last and _is_period_over(last[0]) else None
        if over:
            self._rows.pop()
        self._close(self._above)
        if over:
            row, draft = over
            header = TextRow(row.lines, "", pieces(row.lines[-1]), is_header=True)
            draft.table = self._table
            self._rows.append((header, draft))

    def _line(self, line: Line) -> None:
        cells = pieces(line)
        if self._seen_values and len(cells) > 1 and all(is_year(cell.text) for cell in cells):
            self._restart()
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
        is_marked = all(is_year(cell.text) or is_unit(cell.text) for cell in cells)
        return len(cells) > 1 or line.indent > LABELS or is_marked

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

    def _columns(self, above: Sequence[Draft], units: Sequence[DraftRange]) -> DraftTable:
        spans = [
            (piece.column_span, True) for row, _ in self._rows if not row.is_header for piece in row.values
        ]
        columns = value_columns(spans)
        table = DraftTable([[] for _ in columns])
        over_all: Span | None = None
        for row, draft in self._rows:
            draft.cells = _cells(row, columns)
            for cell, piece in zip(draft.cells, row.values, strict=False) if row.is_header else ():
                place = DraftRange(draft.number, cell.start, cell.end)
                if is_unit(piece.text):
                    table.units.append(place)
                    continue
                is_alone = len(row.values) == 1
                under = _said_of(piece, columns, over_all, is_alone=is_alone)
                over_all = piece.span if is_alone and len(under) == len(columns) > 1 else None
                for column in under:
                    table.columns[column].append(place)
        table.units = table.units or list(units) or list(lead_in(above).units)
        return table


def _said_of(
    piece: Piece, columns: Sequence[Span], over_all: Span | None, *, is_alone: bool
) -> Sequence[int]:
    """The columns that a header line's piece is said of.

    Alone in its line it is said of all when it is a period over all or in their middle, or stands under such a heading.
    Other words alone over several columns may be a title: they count only in the middle of all columns; beside other
    pieces in the middle of those that they are over.
    """
    under = [column for column, span in enumerate(columns) if piece.span.overlaps(span)]
    if not is_alone:
        both = columns[under[0]].union(columns[under[-1]]) if under else piece.span
        return under if len(under) < 2 or _middle_distance(piece.span, both) <= UNDER_WITHIN else []
    is_under = over_all is not None and _middle_distance(piece.span, over_all) <= UNDER_WITHIN
    is_over_all = len(under) == len(columns) or _is_centred(piece.span, columns)
    if is_period(piece.text) and (is_under or is_over_all):
        return range(len(columns))
    if len(under) > 1 and not (len(under) == len(columns) and _is_centred(piece.span, columns)):
        return []
    return under


def _middle_distance(one: Span, other: Span) -> float:
    return abs(one.start + one.end - other.start - other.end) / 2


def _is_period_over(row: TextRow) -> bool:
    """True for a line with a period alone, right of where labels start."""
    return len(row.lines) == 1 and not row.values and is_period(row.label) and row.lines[0].indent > LABELS


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
        label = LEADERS.sub("", row.label).rstrip(" .") or row.label
        end = len(label) if row.label.startswith(label) else len(row.label)
        cells.append(DraftCell(0, end, None, marks_at_end(label)))
        start = len(row.label) + 1
    for piece in row.values:
        end = start + len(piece.text)
        column = column_of(piece.column_span, columns)
        cells.append(DraftCell(start, end, column, marks_at_end(piece.text)))
        start = end + 1 + (len(piece.leader) + 1 if piece.leader else 0)
    return tuple(cells)


def _continues(one: Line, following: Line) -> bool:
    """True when a line goes on with the words of the line before: next to it and deeper, or prose like it."""
    if following.number != one.number + 1:
        return False
    if one.is_prose and (following.is_prose or following.indent <= one.indent):
        return True
    return following.indent > one.indent and not one.text.rstrip().endswith((":", "."))
