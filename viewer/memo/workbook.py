"""A memo as a workbook: the answer, its claims, its sources, and its calculations with live formulas.

Whatever a filing or a model wrote is a string in a cell of the format "text": nothing of it is read as a formula, a
number or a link. Equal memos make equal bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any, Final

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from viewer import words
from viewer.memo.formula import live_formula
from viewer.memo.memo import Memo, MemoCalculation, MemoClaim, Note
from viewer.memo.package import repacked

MOST_TEXT: Final = 32_767
"""Characters that a cell of a workbook holds."""
_INERT: Final = {"strings_to_formulas": False, "strings_to_numbers": False, "strings_to_urls": False}

_CLAIMS: Final = (("Claim", 7), ("Text", 70), ("Status", 20), ("Evidence", 14))
_AFTER_CHECKS: Final = (("What fails or is open", 70), ("Calculation", 11))
_SOURCES: Final = (
    ("Evidence", 9),
    ("Title", 40),
    ("Page", 24),
    ("Printed label", 12),
    ("Section", 30),
    ("Quote", 60),
    ("Columns, unit, notes", 40),
    ("Status", 40),
    ("Checks", 40),
    ("What is wrong", 40),
    ("Open", 16),
)
_CALCULATIONS: Final = (
    ("Calculation", 11),
    ("Claim", 7),
    ("Part", 8),
    ("Name or expression", 26),
    ("Figure of", 30),
    ("As printed or stated", 18),
    ("Unit", 16),
    ("Evidence", 9),
    ("Value", 20),
    ("Least allowed", 20),
    ("Most allowed", 20),
    ("Outcome", 26),
    ("Detail", 60),
)
_VALUE: Final = 8
"""The column of `_CALCULATIONS` that holds values and formulas."""


def workbook(memo: Memo) -> bytes:
    """The memo as an .xlsx file."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file, {"in_memory": True, **_INERT})
    at = memo.created_at.astimezone(UTC).replace(tzinfo=None, microsecond=0)
    book.set_properties({"title": memo.question[:255], "author": "Pincite", "created": at})
    _Writer(book, memo).write()
    book.close()
    return repacked(file.getvalue())


class _Writer:
    def __init__(self, book: Any, memo: Memo) -> None:
        self._book = book
        self._memo = memo
        self._text = book.add_format({"num_format": "@", "text_wrap": True, "valign": "top"})
        self._number = book.add_format({"num_format": "#,##0.##########", "valign": "top"})
        self._head = book.add_format({"bold": True, "bottom": 1, "valign": "top"})
        self._link = book.add_format({"font_color": "#1F4E9E", "underline": 1, "valign": "top"})

    def write(self) -> None:
        self._answer()
        self._claims()
        self._sources()
        self._calculations()

    def _answer(self) -> None:
        memo = self._memo
        sheet = self._sheet("Answer", (("What", 20), ("Words", 100)))
        rows = [
            ("Question", memo.question),
            *(("About", words) for words in memo.about),
            *(("Checks", words) for words in memo.summary),
            *([("Problem", memo.problem)] if memo.problem else []),
            *([("Not in the sources", memo.not_in_sources)] if memo.not_in_sources else []),
            *(("Not answered", part) for part in memo.unanswered),
            *(
                (
                    "Source",
                    f"{one.title} · {one.version} · {', '.join(one.citation_ids)} · sha256 {one.sha256}",
                )
                for one in memo.sources
            ),
        ]
        for row, values in enumerate(rows, start=1):
            self._strings(sheet, row, values)
        if memo.link:
            sheet.write_url(len(rows) + 1, 1, memo.link, self._link, "Open this answer in Pincite")

    def _claims(self) -> None:
        labels = list(dict.fromkeys(check.label for claim in self._memo.claims for check in claim.checks))
        columns = (*_CLAIMS, *((label, 20) for label in labels), *_AFTER_CHECKS)
        sheet = self._sheet("Claims", columns)
        for row, claim in enumerate(self._memo.claims, start=1):
            sheet.write_number(row, 0, claim.number, self._number)
            self._strings(sheet, row, self._claim(claim, labels), first=1)

    def _claim(self, claim: MemoClaim, labels: Sequence[str]) -> tuple[str, ...]:
        said = {check.label: check.words for check in claim.checks}
        return (
            claim.text,
            claim.status,
            ", ".join(self._memo.note(number).citation_id for number in claim.notes),
            *(said.get(label, "") for label in labels),
            "\n".join(f"{finding.label}: {finding.words}" for finding in claim.findings),
            claim.calculation.id if claim.calculation else "",
        )

    def _sources(self) -> None:
        sheet = self._sheet("Sources", _SOURCES)
        for row, note in enumerate(self._memo.notes, start=1):
            self._strings(sheet, row, _source(note))
            if note.link:
                column = len(_SOURCES) - 1
                sheet.write_url(row, column, note.link, self._link, f"Open {note.citation_id}")

    def _calculations(self) -> None:
        if not self._memo.calculations:
            return
        sheet = self._sheet("Calculations", _CALCULATIONS)
        row = 1
        for calculation in self._memo.calculations:
            row = self._calculation(sheet, row, calculation)

    def _calculation(self, sheet: Worksheet, row: int, calculation: MemoCalculation) -> int:
        """Its inputs and its result from `row` on; the next free row."""
        cells: dict[str, str] = {}
        for one in calculation.inputs:
            values = ("Input", one.name, one.label, one.figure, one.unit, one.citation_id or "")
            self._begin(sheet, row, calculation, values)
            if one.value is not None:
                cells[one.name] = _cell(row, _VALUE)
                self._write_number(sheet, row, _VALUE, one.value)
            self._strings(sheet, row, (one.problem or "",), first=len(_CALCULATIONS) - 1)
            row += 1
        values = ("Result", calculation.expression, "", calculation.stated, calculation.unit, "")
        self._begin(sheet, row, calculation, values)
        self._result(sheet, row, calculation, cells)
        return row + 1

    def _begin(
        self, sheet: Worksheet, row: int, calculation: MemoCalculation, values: tuple[str, ...]
    ) -> None:
        self._strings(sheet, row, (calculation.id,))
        sheet.write_number(row, 1, calculation.claim, self._number)
        self._strings(sheet, row, values, first=2)

    def _result(
        self, sheet: Worksheet, row: int, calculation: MemoCalculation, cells: dict[str, str]
    ) -> None:
        formula = live_formula(calculation, cells)
        detail = calculation.detail
        if calculation.value is not None:
            if formula:
                sheet.write_formula(row, _VALUE, formula.text, self._number, formula.value)
            else:
                self._write_number(sheet, row, _VALUE, calculation.value)
                detail = f"{detail} {NOT_LIVE}".strip()
        for column, end in enumerate((calculation.low, calculation.high), start=_VALUE + 1):
            if end is not None:
                self._write_number(sheet, row, column, end)
        self._strings(sheet, row, (calculation.outcome, detail), first=_VALUE + 3)

    def _sheet(self, name: str, columns: Sequence[tuple[str, int]]) -> Worksheet:
        sheet: Worksheet = self._book.add_worksheet(name)
        for column, (head, width) in enumerate(columns):
            sheet.set_column(column, column, width)
            sheet.write_string(0, column, head, self._head)
        sheet.freeze_panes(1, 0)
        return sheet

    def _strings(self, sheet: Worksheet, row: int, values: Sequence[str], first: int = 0) -> None:
        for column, value in enumerate(values, start=first):
            if value:
                sheet.write_string(row, column, words.shortened(value, MOST_TEXT), self._text)

    def _write_number(self, sheet: Worksheet, row: int, column: int, value: Decimal) -> None:
        sheet.write_number(row, column, float(value), self._number)


NOT_LIVE: Final = "The value is Pincite's own: a workbook's formula would not come to it."


def _source(note: Note) -> tuple[str, ...]:
    if note.is_withheld:
        return (note.citation_id, "", "", "", "", "", "", "withheld", "", note.problem)
    return (
        note.citation_id,
        note.title,
        note.place,
        note.printed,
        note.section,
        note.quote,
        ". ".join(note.context),
        "; ".join(note.statuses),
        "; ".join(note.checks),
        note.problem,
    )


def _cell(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"
