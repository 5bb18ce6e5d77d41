"""Draws a statement as an HTML table of narrow cells, its figures tagged as inline XBRL facts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from lxml.etree import _Element

from pipeline.samples.amount import Amount
from pipeline.samples.inline import Context, Facts
from pipeline.samples.markup import NBSP, SMALL, Child, block, node, span, title
from pipeline.samples.statement import Column, Row, Rule, Statement

_BAND = "background-color:#edf2f7"
_TABLE = "color:#1a1c20;border-collapse:collapse;font-size:9.5pt;line-height:115%;margin-top:10pt;width:100%"
_LINE = "border-bottom:0.75pt solid #1a1c20;"
_RULES = {
    Rule.NONE: "",
    Rule.SUM: "border-top:0.75pt solid #1a1c20;",
    Rule.FINAL: "border-top:0.75pt solid #1a1c20;border-bottom:2.25pt double #1a1c20;",
}
_PARTS = 3
"""Cells a value takes: symbol, digits, and what closes them. A spacer stands before each value."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Draws `statement`, tagging with `facts`."""

    statement: Statement
    facts: Facts

    def elements(self, company: str = "") -> list[_Element]:
        """The table with its title above."""
        if not self.statement.title:
            return [self.table()]
        units = block(span(self.statement.units), align="center", before=2)
        return [title(company.upper(), self.statement.title.upper(), before=2), units, self.table()]

    def table(self) -> _Element:
        """The table alone."""
        rows = [
            *self._groups(),
            self._headings(),
            *(self._row(row, index) for index, row in enumerate(self.statement.rows)),
        ]
        return node("table", *rows, style=_TABLE)

    def _groups(self) -> Iterator[_Element]:
        if not any(column.group for column in self.statement.columns):
            return
        cells = [node("td")]
        for group, columns in groupby(column.group for column in self.statement.columns):
            width = len(list(columns)) * (_PARTS + 1) - 1
            cells += [_spacer(), _heading(group, width)]
        yield node("tr", *cells)

    def _headings(self) -> _Element:
        units = (
            [] if self.statement.title else [span(self.statement.units, style=f"{SMALL};font-style:italic")]
        )
        cells = [node("td", *units, style="vertical-align:bottom")]
        for column in self.statement.columns:
            cells += [_spacer(), _heading(" ".join(column.heading), _PARTS)]
        return node("tr", *cells)

    def _row(self, row: Row, index: int) -> _Element:
        ground = f"{_BAND};" if index % 2 == 0 else ""
        indent = f"padding:2px 1pt 2px {row.indent * 11 + 12}pt;text-indent:-11pt"
        label = _run(row.strong, row.label + (f"{NBSP}{row.note}" if row.note else ""))
        cells = [node("td", *label, style=indent)]
        for column, amount in zip(self.statement.columns, row.amounts, strict=bool(row.amounts)):
            cells += [_spacer(), *self._value(row, column, amount)]
        if not row.amounts:
            cells.append(node("td", colspan=str(len(self.statement.columns) * (_PARTS + 1))))
        return node("tr", *cells, style=f"{ground}vertical-align:bottom")

    def _value(self, row: Row, column: Column, amount: Amount) -> list[_Element]:
        rule = _RULES[row.rule]
        digits = _run(row.strong, amount.opening, self._digits(row, column, amount))
        symbol, closing = _run(row.strong, amount.symbol), _run(row.strong, amount.closing or NBSP)
        return [
            node("td", *symbol, style=f"{rule}padding:2px 0 2px 1pt;width:8pt"),
            node("td", *digits, style=f"{rule}padding:2px 0;text-align:right;width:52pt"),
            node("td", *closing, style=f"{rule}padding:2px 0;width:11pt"),
        ]

    def _digits(self, row: Row, column: Column, amount: Amount) -> Child:
        if not row.concept or column.period is None or not amount.value:
            return amount.digits
        context = Context(column.period, row.member)
        return self.facts.number(amount, row.concept, context, negated=row.negated)


def _run(strong: bool, *content: Child) -> list[Child]:
    said = [child for child in content if child != ""]
    return [span(*said, weight=700)] if strong and said else said


def _spacer() -> _Element:
    return node("td", style="padding:0;width:7pt")


def _heading(text: str, width: int) -> _Element:
    line = _LINE if text else ""
    content = block(span(text, style=SMALL, weight=700), align="center", before=0)
    return node("td", content, colspan=str(width), style=f"{line}padding:2px 1pt;vertical-align:bottom")
