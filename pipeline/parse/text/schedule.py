"""EDGAR's financial data schedules (exhibit 27 of old filings): lines of a tag and its values.

<MULTIPLIER> 1,000
<PERIOD-END>                    DEC-31-1996
<CASH>                                6,381
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.document import BlockKind
from pipeline.parse.draft import Draft, DraftCell, DraftRange, DraftTable
from pipeline.parse.html.text import collapsed
from pipeline.parse.tables.columns import Span, column_of, value_columns
from pipeline.parse.text.cells import pieces
from pipeline.parse.text.lines import Line
from pipeline.parse.text.tables import TableLines

LEAST_TAGS = 4
"""A schedule has at least this many tagged lines; a footnote's "<F1>" is none of them."""

_TAGGED = re.compile(r"\s*(<[A-Z][A-Z0-9&-]{2,}>)(.*)")
_HEADERS = frozenset({"<PERIOD-TYPE>", "<PERIOD-END>"})
_UNIT = "<MULTIPLIER>"
_ABOUT = frozenset({"<ARTICLE>", "<CIK>", "<NAME>", "<LEGEND>", "<CURRENCY>", "<RESTATED>", _UNIT})
"""Tags that say something of the whole schedule, and stand in no column."""


def is_schedule(lines: Sequence[Line]) -> bool:
    """True for a tagged table most of whose lines are a tag with its values."""
    tagged = sum(bool(_TAGGED.fullmatch(line.text)) for line in lines)
    worded = sum(not line.is_blank for line in lines)
    return bool(lines) and lines[0].in_table and tagged >= LEAST_TAGS and 2 * tagged > worded


def read_schedule(lines: Sequence[Line], number: int, table: int) -> TableLines:
    """Draft every line: a row for each tag, a paragraph for other words.

    The period of a column is its header, the multiplier the table's unit. Numbers as in `read_table`.
    """
    result = TableLines()
    rows: list[tuple[Draft, str, list[tuple[str, Span]]]] = []
    words: list[Line] = []

    def add(first: Line, last: Line, text: str, kind: BlockKind) -> Draft:
        nonlocal number
        number += 1
        draft = Draft(number, text, kind)
        result.drafts.append((first, last, draft))
        return draft

    def flush() -> None:
        if words:
            add(words[0], words[-1], collapsed(" ".join(line.text for line in words)), BlockKind.PARAGRAPH)
            words.clear()

    for line in lines:
        match = _TAGGED.fullmatch(line.text)
        if match:
            flush()
            draft = add(line, line, collapsed(line.text), BlockKind.TABLE_ROW)
            draft.table = table
            rows.append((draft, match[1], _values(line, match.start(2))))
        elif line.is_blank:
            flush()
        else:
            words.append(line)
    flush()
    if rows:
        result.tables.append(_table(rows))
    return result


def _values(line: Line, start: int) -> list[tuple[str, Span]]:
    """The values behind the tag with the character columns that they cover."""
    blanked = Line(line.number, line.start, " " * start + line.text[start:], line.in_table)
    return [(piece.text, piece.span) for piece in pieces(blanked)]


def _table(rows: Sequence[tuple[Draft, str, list[tuple[str, Span]]]]) -> DraftTable:
    placed = [values for _, tag, values in rows if tag not in _ABOUT]
    is_single = all(len(values) <= 1 for values in placed)
    columns = value_columns((span, True) for values in placed for _, span in values)
    table = DraftTable([[] for _ in columns[: 1 if is_single else None]])
    for draft, tag, values in rows:
        cells = [DraftCell(0, len(tag), None)]
        end = len(tag)
        for text, span in values:
            start = draft.text.find(text, end)
            if start < 0 or tag in _ABOUT:
                continue
            end = start + len(text)
            cells.append(DraftCell(start, end, 0 if is_single else column_of(span, columns)))
        draft.cells = tuple(cells)
        if tag == _UNIT:
            table.units.append(DraftRange(draft.number, 0, len(draft.text)))
        for cell in cells[1:] if tag in _HEADERS else ():
            if cell.column is not None:
                table.columns[cell.column].append(DraftRange(draft.number, cell.start, cell.end))
    return table
