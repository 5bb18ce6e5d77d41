"""Draws a statement as a PDF table: symbol, digits and bracket each have a cell, as filings set them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Spacer, Table, TableStyle

from pipeline.samples import face
from pipeline.samples.amount import Amount
from pipeline.samples.statement import Row, Rule, Statement

_GAP, _SYMBOL, _CLOSING = 9.0, 8.0, 10.0
_PARTS = 4
"""Table columns a value column takes: a gap, the symbol, the digits, and what closes them."""
_INDENT = 11.0
_MINIMUM_DIGITS = 40.0

Place = tuple[int, int]
Command = tuple[str, Place, Place, *tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Ledger:
    """Lays `statement` out to `width` points."""

    statement: Statement
    width: float

    def flowables(self, company: str = "") -> list[Flowable]:
        """The table with its title above and its footnotes below."""
        notes = [Paragraph(note, face.FOOTNOTE) for note in self.statement.footnotes]
        return [*self._title(company), self.table(), *notes, Spacer(0, 10)]

    def _title(self, company: str) -> Iterator[Flowable]:
        if not self.statement.title:
            return
        if company:
            yield Paragraph(company.upper(), face.STRONG_CENTERED)
        yield Paragraph(self.statement.title.upper(), face.STRONG_CENTERED)
        yield Paragraph(self.statement.units, face.CENTERED)
        yield Spacer(0, 9)

    def table(self) -> Table:
        """The table alone."""
        headings = [*self._groups(), self._headings()]
        rows = [*headings, *(_cells(row, len(self.statement.columns)) for row in self.statement.rows)]
        style = [*_ground(), *self._heading_rules(len(headings)), *self._row_rules(len(headings))]
        table = Table(rows, colWidths=self._widths(), hAlign="LEFT", spaceBefore=4, spaceAfter=4)
        table.setStyle(TableStyle(style))
        return table

    def _widths(self) -> list[float]:
        figures = [amount for row in self.statement.rows for amount in row.amounts]
        widest = max(stringWidth(a.opening + a.digits, face.BOLD, face.CELL.fontSize) for a in figures)
        digits = max(widest + 2, _MINIMUM_DIGITS)
        value = [_GAP, _SYMBOL, digits, _CLOSING]
        taken = sum(value) * len(self.statement.columns)
        return [self.width - taken, *value * len(self.statement.columns)]

    def _groups(self) -> list[list[object]]:
        """The row of headings that columns share, or none."""
        if not any(column.group for column in self.statement.columns):
            return []
        cells: list[object] = [""]
        for group, columns in groupby(column.group for column in self.statement.columns):
            cells += ["", Paragraph(group, face.COLUMN_HEADING), *[""] * (_PARTS * len(list(columns)) - 2)]
        return [cells]

    def _headings(self) -> list[object]:
        units = "" if self.statement.title else self.statement.units
        cells: list[object] = [Paragraph(f"<i>{units}</i>", face.FOOTNOTE)]
        for column in self.statement.columns:
            cells += ["", Paragraph("<br/>".join(column.heading), face.COLUMN_HEADING), "", ""]
        return cells

    def _heading_rules(self, depth: int) -> Iterator[Command]:
        """Headings span their figures and stand on a rule."""
        last = depth - 1
        for index in range(len(self.statement.columns)):
            left, right = _value_columns(index)
            yield ("SPAN", (left, last), (right, last))
            yield ("LINEBELOW", (left, last), (right, last), face.HAIR, face.INK)
        if depth == 1:
            return
        start = 0
        for group, columns in groupby(column.group for column in self.statement.columns):
            end = start + len(list(columns))
            span = (_value_columns(start)[0], 0), (_value_columns(end - 1)[1], 0)
            yield ("SPAN", *span)
            if group:
                yield ("LINEBELOW", *span, face.HAIR, face.INK)
            start = end

    def _row_rules(self, depth: int) -> Iterator[Command]:
        for line, row in enumerate(self.statement.rows, depth):
            if (line - depth) % 2 == 0:
                yield ("BACKGROUND", (0, line), (-1, line), face.BAND)
            for index in range(len(row.amounts)):
                left, right = _value_columns(index)
                yield from _rules(row.rule, (left, line), (right, line))


def _ground() -> list[Command]:
    return [
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 0),
        ("LEFTPADDING", (0, 0), (0, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6),
    ]


def _value_columns(index: int) -> Place:
    """First and last table column of a value column, without its gap."""
    return 2 + index * _PARTS, _PARTS + index * _PARTS


def _rules(rule: Rule, start: Place, stop: Place) -> Iterator[Command]:
    if rule is not Rule.NONE:
        yield ("LINEABOVE", start, stop, 0.6, face.INK)
    if rule is Rule.FINAL:
        yield ("LINEBELOW", start, stop, 0.6, face.INK, 1, None, None, 2, 1.4)


def _cells(row: Row, columns: int) -> list[object]:
    figures: list[object] = []
    for amount in row.amounts:
        figures += _figure(amount, row.strong)
    return [_label(row), *figures] if figures else [_label(row), *[""] * (_PARTS * columns)]


def _label(row: Row) -> Paragraph:
    note = f' <super size="6.5">{row.note}</super>' if row.note else ""
    style = face.CELL.clone(
        "Label",
        leftIndent=_INDENT * (row.indent + 0.8),
        firstLineIndent=-_INDENT * 0.8,
        fontName=_font(row.strong),
    )
    return Paragraph(row.label + note, style)


def _figure(amount: Amount, strong: bool) -> list[object]:
    left = face.CELL.clone("Symbol", fontName=_font(strong))
    right = face.FIGURE.clone("Digits", fontName=_font(strong))
    return [
        "",
        Paragraph(amount.symbol, left),
        Paragraph(amount.opening + amount.digits, right),
        Paragraph(amount.closing, left),
    ]


def _font(strong: bool) -> str:
    return face.BOLD if strong else face.ROMAN
