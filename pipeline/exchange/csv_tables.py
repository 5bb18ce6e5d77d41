"""Reviewed answers as a ZIP archive of CSV tables that spreadsheets open, and that lose nothing.

An apostrophe stands before whatever a spreadsheet would take for a formula, and before one that a text begins with; it
is taken off when the table is read. An empty cell is "nothing"; an empty text where there might be nothing is an
apostrophe alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from pipeline.evidence.spreadsheet_text import GUARD, inert_and_told, original
from pipeline.exchange.archive import packed, unpacked
from pipeline.exchange.limits import MOST_LINE
from pipeline.exchange.record import Record
from pipeline.exchange.tables import COLUMNS, Cell, CellKind, Column, MalformedTable, records_json, tables_of
from pipeline.exchange.told import READ_ME

_READ_ME: Final = "README.txt"


def write(records: Iterable[Record]) -> bytes:
    """Equal answers make equal bytes."""
    tables = tables_of(records)
    parts = [(_READ_ME, READ_ME.encode())]
    parts += [(f"{table.name}.csv", _csv(table.columns, table.rows)) for table in tables]
    return packed(parts)


def read(package: bytes) -> list[dict[str, Any]]:
    """The answers as JSON that nobody has validated yet. Raises MalformedArchive and MalformedTable."""
    parts = unpacked(package)
    parts.pop(_READ_ME, None)
    return records_json({name.removesuffix(".csv"): _rows(name, content) for name, content in parts.items()})


def _csv(columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([column.name for column in columns])
    writer.writerows(
        [_written(column, cell) for column, cell in zip(columns, row, strict=True)] for row in rows
    )
    # The mark tells Excel that it is UTF-8.
    return file.getvalue().encode("utf-8-sig")


def _written(column: Column, cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    return GUARD if column.is_optional and not cell else inert_and_told(cell)


def _rows(name: str, content: bytes) -> list[Mapping[str, Cell]]:
    csv.field_size_limit(MOST_LINE)
    columns = {column.name: column for column in COLUMNS.get(name.removesuffix(".csv"), ())}
    try:
        text = content.decode("utf-8-sig")
        lines = csv.reader(io.StringIO(text, newline=""), strict=True)
        head = next(lines, [])
        return [
            {column: _read(columns.get(column), cell) for column, cell in zip(head, line, strict=True)}
            for line in lines
        ]
    except (UnicodeDecodeError, csv.Error, ValueError) as error:
        raise MalformedTable(f"{name} is no CSV table of UTF-8 text ({error})") from error


def _read(column: Column | None, cell: str) -> Cell:
    if column is None or (not cell and (column.is_optional or column.kind is not CellKind.TEXT)):
        return None
    return original(cell)
