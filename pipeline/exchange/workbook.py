"""Reviewed answers as a workbook: a sheet a table, every text inert, nothing lost.

A cell of a workbook holds 32,767 characters, and XML not every character. What does not fit a cell stands in pieces on
a sheet of its own; what XML would lose is written as JSON. Such cells, and texts that begin with an apostrophe, begin
with one: a mark, or an apostrophe to be taken off.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import openpyxl
import xlsxwriter
from lxml import etree
from openpyxl.utils.exceptions import InvalidFileException

from pipeline.exchange.archive import MalformedArchive, packed, unpacked
from pipeline.exchange.record import Record
from pipeline.exchange.tables import COLUMNS, Cell, MalformedTable, Table, records_json, tables_of
from pipeline.exchange.told import READ_ME

MOST_TEXT: Final = 32_767
"""Characters of a cell, as Excel counts: in UTF-16."""
_PIECE: Final = MOST_TEXT // 2
"""Characters of a piece: twice as many in UTF-16 at most."""
_INERT: Final = {"strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}
_LONG: Final = "long texts"
_ABOUT: Final = "about"
_GUARD: Final = "'"
_IS_JSON: Final = "'json:"
_IS_LONG: Final = "'long:"
_LOST_IN_XML: Final = re.compile(
    "[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # XML 1.0 (2.2), and CR, which its reader turns into LF
    "|_x[0-9A-Fa-f]{4}_"  # a character as office files write it
)
_WIDTHS: Final = {"text": 60, "quote": 60, "question": 60, "comment": 50, "detail": 50, "title": 40}
_WIDTH: Final = 18
_UNREADABLE: Final = (
    ArithmeticError,
    AttributeError,
    EOFError,
    InvalidFileException,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    SyntaxError,  # what the standard library's reader of XML raises
    TypeError,
    etree.LxmlError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What openpyxl raises for what is no workbook, besides ValueError: it says nowhere."""


def write(records: Iterable[Record]) -> bytes:
    """An .xlsx file. Equal answers make equal bytes."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, **_INERT})
    _Writer(book).write(tables_of(records))
    book.close()
    with zipfile.ZipFile(io.BytesIO(file.getvalue())) as made:
        return packed((entry.filename, _undated(made.read(entry))) for entry in made.infolist())


def read(package: bytes) -> list[dict[str, Any]]:
    """The answers as JSON that nobody has validated yet. Raises MalformedArchive and MalformedTable."""
    parts = unpacked(package)
    _require_harmless(parts)
    try:
        book = openpyxl.load_workbook(io.BytesIO(package), read_only=True, data_only=False)
        if any(_FORMULA.search(part) for name, part in parts.items() if name.startswith("xl/worksheets/")):
            raise MalformedTable(_formula_words(book))
        sheets = {sheet.title: _rows(sheet) for sheet in book.worksheets}
    except _UNREADABLE as error:
        raise MalformedArchive(f"it is no workbook ({error})") from error
    sheets.pop(_ABOUT, None)
    long = _long_texts(sheets.pop(_LONG, []))
    return records_json(
        {
            name: [{column: _read(cell, long) for column, cell in row.items()} for row in rows]
            for name, rows in sheets.items()
        }
    )


class _Writer:
    def __init__(self, book: Any) -> None:
        self._book = book
        self._text = book.add_format({"num_format": "@", "valign": "top"})
        self._head = book.add_format({"bold": True, "bottom": 1, "valign": "top"})
        self._long: list[tuple[Cell, ...]] = []

    def write(self, tables: Sequence[Table]) -> None:
        about = self._book.add_worksheet(_ABOUT)
        about.set_column(0, 0, 110)
        for row, line in enumerate(READ_ME.splitlines()):
            about.write_string(row, 0, line)
        for table in tables:
            names = [column.name for column in table.columns]
            self._sheet(table.name, names, [[self._cell(cell) for cell in row] for row in table.rows])
        self._sheet(_LONG, ("number", "piece", "text"), self._long)

    def _sheet(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        sheet = self._book.add_worksheet(name)
        for column, head in enumerate(columns):
            sheet.set_column(column, column, _WIDTHS.get(head, _WIDTH))
            sheet.write_string(0, column, head, self._head)
        sheet.freeze_panes(1, 0)
        for row, cells in enumerate(rows, start=1):
            for column, cell in enumerate(cells):
                if isinstance(cell, bool):
                    sheet.write_boolean(row, column, cell)
                elif isinstance(cell, str):
                    sheet.write_string(row, column, cell, self._text)
                elif cell is not None:
                    sheet.write_number(row, column, cell)

    def _cell(self, cell: Cell) -> Cell:
        if isinstance(cell, float) and float(f"{cell:.16G}") != cell:
            return repr(cell)  # a workbook's numbers have sixteen digits
        if isinstance(cell, int) and abs(cell) > _EXACT:
            return repr(cell)
        return self._written(cell) if isinstance(cell, str) else cell

    def _written(self, text: str) -> str:
        if _LOST_IN_XML.search(text):
            written = _IS_JSON + json.dumps(text).replace("_x", "\\u005fx")
        else:
            written = _GUARD + text if not text or text.startswith(_GUARD) else text
        if len(written.encode("utf-16-le")) <= 2 * MOST_TEXT:
            return written
        number = len({row[0] for row in self._long}) + 1
        pieces = [written[at : at + _PIECE] for at in range(0, len(written), _PIECE)]
        self._long += [(number, piece, _ESCAPE + text) for piece, text in enumerate(pieces, start=1)]
        return f"{_IS_LONG}{number}"


_EXACT: Final = 2**53
"""Whole numbers up to here are exact in a workbook."""
_ESCAPE: Final = "|"
"""Before a piece, so that none begins with a blank that somebody's program trims."""


def _rows(sheet: Any) -> list[dict[str, Cell]]:
    """The rows of a sheet below its names. Raises MalformedTable for what is no plain value."""
    lines = sheet.iter_rows(values_only=True)
    head = next(lines, ())
    rows = []
    for number, line in enumerate(lines, start=2):
        if strange := [value for value in line if not isinstance(value, _PLAIN)]:
            raise MalformedTable(f"the sheet {sheet.title} has a {type(strange[0]).__name__} in row {number}")
        if any(value is not None for value in line):
            rows.append(dict(zip(head, (*line, *[None] * (len(head) - len(line))), strict=False)))
    return rows


def _formula_words(book: Any) -> str:
    """Where the formula is that was seen in the workbook's parts."""
    for sheet in book.worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    return f"the sheet {sheet.title} has a formula in {cell.coordinate}; only values are read"
    return "it has a formula; only values are read"


_PLAIN: Final = (str, int, float, bool, type(None))
_FORMULA: Final = re.compile(rb"<(?:\w+:)?f[\s/>]")
"""A cell's formula (ECMA-376, 18.3.1.40): in texts, such a mark is written otherwise."""


def _long_texts(rows: Sequence[Mapping[str, Cell]]) -> dict[str, str]:
    """The texts that no cell holds, by their number."""
    pieces: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        pieces[str(row.get("number"))].append(str(row.get("text")).removeprefix(_ESCAPE))
    return {number: "".join(texts) for number, texts in pieces.items()}


def _read(cell: Cell, long: Mapping[str, str]) -> Cell:
    if not isinstance(cell, str):
        return cell
    if cell.startswith(_IS_LONG):
        number = cell.removeprefix(_IS_LONG)
        if number not in long:
            raise MalformedTable(f"the sheet {_LONG} lacks text {number[:20]!r}")
        cell = long[number]
    if cell.startswith(_IS_JSON):
        return _from_json(cell.removeprefix(_IS_JSON))
    return cell.removeprefix(_GUARD)


def _from_json(written: str) -> str:
    try:
        text = json.loads(written)
    except (ValueError, RecursionError):
        text = None
    if not isinstance(text, str):
        raise MalformedTable(f"{written[:40]!r} is no text in JSON")
    return text


def _require_harmless(parts: Mapping[str, bytes]) -> None:
    """Raises MalformedArchive for XML that declares entities, or that is written so that it cannot be seen whether it
    does: its reader would unfold them."""
    for name, content in parts.items():
        if not name.endswith((".xml", ".rels")):
            continue
        declared = _ENCODING.match(content)
        is_utf8 = content[:1] in (b"<", b"\xef") and (not declared or declared[1].lower() == b"utf-8")
        if not is_utf8 or b"<!DOCTYPE" in content or b"<!ENTITY" in content:
            raise MalformedArchive(f"its part {name} is no plain XML in UTF-8: no office program writes such")


_ENCODING: Final = re.compile(rb"(?:\xef\xbb\xbf)?<\?xml[^>]*encoding=[\"']([^\"']*)", re.DOTALL)
_WHEN: Final = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*(</)")


def _undated(part: bytes) -> bytes:
    return _WHEN.sub(rb"\g<1>1980-01-01T00:00:00Z\g<3>", part)


assert COLUMNS.keys().isdisjoint({_LONG, _ABOUT})
