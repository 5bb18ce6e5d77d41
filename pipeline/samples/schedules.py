"""The tables of the front matter and of management's discussion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from pipeline.samples.amount import Amount, Measure
from pipeline.samples.earnings import revenue_of
from pipeline.samples.model import YEARS, Books
from pipeline.samples.operations import Operations, Segment, change, share
from pipeline.samples.statement import Column, Lines, Row, Statement, dollars, total

THOUSANDS = "(In thousands)"
PER_SHARE = "(In thousands, except per share data)"
IN_DOLLARS = "(Dollars in thousands)"
YEAR_ENDED = "Year ended December 31,"


def year_columns(books: Books) -> tuple[Column, ...]:
    """The three years; the restated one says so."""
    return tuple(Column(_heading(books, year), YEAR_ENDED) for year in YEARS)


def december_columns(books: Books) -> tuple[Column, ...]:
    """The last two balance sheet dates; the restated one says so."""
    return tuple(Column(_heading(books, year), "December 31,") for year in YEARS[:2])


def _heading(books: Books, year: int) -> tuple[str, ...]:
    return (str(year), "(as restated)") if books.restated and year == YEARS[0] else (str(year),)


def comparison(new: Operations, old: Operations, columns: Sequence[Column]) -> Statement:
    """Two periods side by side with the change in dollars and in percent."""
    readers: dict[str, Callable[[Operations], int]] = {
        **{f"{segment} revenue": revenue_of(segment) for segment in Segment},
        "Total revenue": lambda period: period.revenue,
        "Gross profit": lambda period: period.gross_profit,
        "Operating income": lambda period: period.operating_income,
        "Net income": lambda period: period.net_income,
    }
    first, *rest = (_compared(label, read(new), read(old)) for label, read in readers.items())
    rows = (dollars(first), *(total(row) if row.label == "Total revenue" else row for row in rest))
    return Statement("", IN_DOLLARS, tuple(columns), rows)


def _compared(label: str, new: int, old: int) -> Row:
    percent = Amount(change(new, old), Measure.PERCENT)
    return Row(label, (Amount(new), Amount(old), Amount(new - old), percent))


def margins(periods: Sequence[Operations], columns: Sequence[Column]) -> Statement:
    """Gross margin by segment and in all, and the operating margin."""
    line = Lines(periods, Measure.PERCENT, indent=0)
    rows = (
        *(line(f"{segment} gross margin", _margin_of(segment)) for segment in Segment),
        total(line("Total gross margin", lambda p: share(p.gross_profit, p.revenue))),
        line("Operating margin", lambda p: share(p.operating_income, p.revenue)),
    )
    return Statement("", "(As a percentage of revenue)", tuple(columns), rows)


def _margin_of(segment: Segment) -> Callable[[Operations], Decimal]:
    return lambda period: share(period.trades[segment].gross_profit, period.trades[segment].revenue)


def highlights(books: Books) -> Statement:
    """Three years at a glance, for the front of the report."""
    periods = [books.years[year] for year in YEARS]
    line, each = Lines(periods, indent=0), Lines(periods, Measure.PER_SHARE, indent=0)
    ends = Lines([books.positions[year] for year in YEARS], indent=0)
    first, *others = (line(f"{segment} revenue", revenue_of(segment)) for segment in Segment)
    rows = (
        dollars(first),
        *others,
        total(line("Total revenue", lambda p: p.revenue)),
        line("Gross profit", lambda p: p.gross_profit),
        line("Operating income", lambda p: p.operating_income),
        line("Net income", lambda p: p.net_income),
        each("Diluted net income per share", lambda p: p.diluted_earnings),
        dollars(ends("Cash and cash equivalents", lambda p: p.cash)),
        ends("Total assets", lambda p: p.assets),
        ends("Term loan, current and long-term", lambda p: p.debt),
        ends("Stockholders’ equity", lambda p: p.equity),
    )
    return Statement("", PER_SHARE, year_columns(books), rows)


def restatement() -> Statement:
    """What the amendment corrects: as reported, the correction, as restated."""
    before, after = Books.as_reported(), Books.as_restated()
    income = (before.years[2024], after.years[2024])
    sheets = (before.positions[2024], after.positions[2024])
    rows = (
        dollars(_corrected("Monitoring revenue", [p.trades[Segment.MONITORING].revenue for p in income])),
        _corrected("Total revenue", [p.revenue for p in income]),
        _corrected("Gross profit", [p.gross_profit for p in income]),
        _corrected("Operating income", [p.operating_income for p in income]),
        _corrected("Provision for income taxes", [p.tax for p in income]),
        _corrected("Net income", [p.net_income for p in income]),
        _corrected("Diluted net income per share", [p.diluted_earnings for p in income], Measure.PER_SHARE),
        _corrected("Deferred revenue, December 31, 2024", [s.working.deferred_revenue for s in sheets]),
        _corrected("Income taxes payable, December 31, 2024", [s.working.taxes_payable for s in sheets]),
        _corrected("Retained earnings, December 31, 2024", [s.retained for s in sheets]),
    )
    columns = (
        Column(("As previously", "reported"), "Year 2024"),
        Column(("Correction",), "Year 2024"),
        Column(("As restated",), "Year 2024"),
    )
    return Statement("", PER_SHARE, columns, rows)


def _corrected(label: str, values: Sequence[Decimal | int], measure: Measure = Measure.THOUSANDS) -> Row:
    old, new = values
    return Row(label, tuple(Amount(value, measure) for value in (old, new - old, new)))
