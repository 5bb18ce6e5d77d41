"""The tables of the notes to the financial statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from pipeline.samples.amount import Amount, Measure
from pipeline.samples.earnings import cost_of, revenue_of
from pipeline.samples.model import YEARS, Books
from pipeline.samples.operations import Operations, Segment, rounded
from pipeline.samples.position import Position
from pipeline.samples.schedules import PER_SHARE, THOUSANDS, december_columns, year_columns
from pipeline.samples.statement import Column, Lines, Row, Statement, dollars, final, total


def segment_results(books: Books) -> Statement:
    """Revenue, cost and gross profit of each segment in three years: wide, for a page on its side."""
    periods = [books.years[year] for year in YEARS]
    groups = ("Revenue", "Cost of revenue", "Gross profit")
    columns = [Column(year.heading, group) for group in groups for year in year_columns(books)]
    rows = [Row(str(segment), _across(periods, revenue_of(segment), cost_of(segment))) for segment in Segment]
    consolidated = Row("Consolidated", _across(periods, lambda p: p.revenue, lambda p: p.cost))
    return Statement(
        "Results by segment", THOUSANDS, tuple(columns), (dollars(rows[0]), *rows[1:], final(consolidated))
    )


def _across(
    periods: Sequence[Operations], revenue: Callable[[Operations], int], cost: Callable[[Operations], int]
) -> tuple[Amount, ...]:
    profit = [Amount(revenue(period) - cost(period)) for period in periods]
    return (*(Amount(revenue(p)) for p in periods), *(Amount(cost(p)) for p in periods), *profit)


_REGIONS = {"United States and Canada": Decimal("0.61"), "Norway and Northern Europe": Decimal("0.24")}


def regions(books: Books) -> Statement:
    """Revenue by the customer's region; the last region is what remains of the total."""
    totals = [books.years[year].revenue for year in YEARS]
    rows = _split(totals, _REGIONS, "Rest of the world")
    sums = Row("Total revenue", tuple(Amount(amount) for amount in totals), indent=1)
    return Statement("", THOUSANDS, year_columns(books), (dollars(rows[0]), *rows[1:], final(sums)))


def _split(totals: Sequence[int], parts: dict[str, Decimal], rest: str) -> list[Row]:
    amounts = {label: [rounded(amount * part) for amount in totals] for label, part in parts.items()}
    amounts[rest] = [amount - sum(taken) for amount, *taken in zip(totals, *amounts.values(), strict=True)]
    return [Row(label, tuple(Amount(value) for value in values)) for label, values in amounts.items()]


_INVENTORIES = {"Components and raw materials": Decimal("0.46"), "Work in process": Decimal("0.17")}


def inventories(books: Books) -> Statement:
    """Inventories by stage at two year ends."""
    return _schedule(
        books, lambda p: p.working.inventories, _INVENTORIES, "Finished instruments", "Inventories"
    )


_DEFERRED = {"Monitoring subscriptions": Decimal("0.87"), "Field service agreements": Decimal("0.09")}


def deferred_revenue(books: Books) -> Statement:
    """Deferred revenue by kind at two year ends; a correction falls on the subscriptions alone."""
    reported = [Books.as_reported().positions[year].working.deferred_revenue for year in YEARS[:2]]
    rows = _split(reported, _DEFERRED, "Customer deposits")
    added = books.positions[2024].working.deferred_revenue - reported[0]
    subscriptions = Row(rows[0].label, (Amount(rows[0].amounts[0].value + added), rows[0].amounts[1]))
    totals = Row("Deferred revenue", (Amount(reported[0] + added), Amount(reported[1])), indent=1)
    return Statement(
        "", THOUSANDS, december_columns(books), (dollars(subscriptions), *rows[1:], final(totals))
    )


def _schedule(
    books: Books, read: Callable[[Position], int], parts: dict[str, Decimal], rest: str, label: str
) -> Statement:
    totals = [read(books.positions[year]) for year in YEARS[:2]]
    rows = _split(totals, parts, rest)
    sums = Row(label, tuple(Amount(amount) for amount in totals), indent=1)
    return Statement("", THOUSANDS, december_columns(books), (dollars(rows[0]), *rows[1:], final(sums)))


_PROPERTY = {"Land and buildings": (58_400, 58_400), "Machinery and test basins": (71_650, 63_820)}
_FIELD_EQUIPMENT = (34_915, 25_910)


def property_and_equipment(books: Books) -> Statement:
    """Cost by class less accumulated depreciation, which is what leads to the balance sheet's figure."""
    gross = {**_PROPERTY, "Field equipment and vehicles": _FIELD_EQUIPMENT}
    sums = [sum(column) for column in zip(*gross.values(), strict=True)]
    net = [books.positions[year].plant for year in YEARS[:2]]
    rows = [Row(label, tuple(Amount(value) for value in values)) for label, values in gross.items()]
    return Statement(
        "",
        THOUSANDS,
        december_columns(books),
        (
            dollars(rows[0]),
            *rows[1:],
            total(Row("Total, at cost", tuple(Amount(value) for value in sums), indent=1)),
            Row("Accumulated depreciation", tuple(Amount(n - g) for n, g in zip(net, sums, strict=True))),
            final(Row("Property, plant and equipment, net", tuple(Amount(n) for n in net), indent=1)),
        ),
    )


def maturities(books: Books) -> Statement:
    """Principal of the term loan by the year in which it falls due."""
    owed, each = books.positions[2024].debt, books.positions[2024].current_debt
    years = range(2025, 2025 + owed // each)
    paid = [each] * len(years)
    paid[-1] += owed - sum(paid)
    rows = [Row(str(year), (Amount(amount),)) for year, amount in zip(years, paid, strict=True)]
    sums = Row("Total principal", (Amount(owed),), indent=1)
    return Statement(
        "", THOUSANDS, (Column(("Principal", "due")),), (dollars(rows[0]), *rows[1:], final(sums))
    )


def tax_provision(books: Books) -> Statement:
    """The provision for income taxes by authority."""
    totals = [books.years[year].tax for year in YEARS]
    rows = _split(totals, {"Federal": Decimal("0.71"), "State": Decimal("0.12")}, "Foreign")
    sums = Row("Provision for income taxes", tuple(Amount(amount) for amount in totals), indent=1)
    return Statement("", THOUSANDS, year_columns(books), (dollars(rows[0]), *rows[1:], final(sums)))


def quarters(books: Books) -> Statement:
    """The quarters of 2024, which add up to the year."""
    periods = [*(books.quarters[2024, n] for n in (1, 2, 3, 4)), books.years[2024]]
    columns = [Column((name, "Quarter"), "2024") for name in ("First", "Second", "Third", "Fourth")]
    line, each = Lines(periods, indent=0), Lines(periods, Measure.PER_SHARE, indent=0)
    first, *others = (line(f"{segment} revenue", revenue_of(segment)) for segment in Segment)
    rows = (
        dollars(first),
        *others,
        total(line("Total revenue", lambda p: p.revenue)),
        line("Gross profit", lambda p: p.gross_profit),
        line("Operating income", lambda p: p.operating_income),
        final(line("Net income", lambda p: p.net_income)),
        each("Diluted net income per share", lambda p: p.diluted_earnings, note="(1)"),
    )
    footnote = (
        "(1) Each quarter’s earnings per share rest on that quarter’s own share count, "
        "so the quarters need not add up to the year."
    )
    return Statement(
        "",
        PER_SHARE,
        (*columns, Column(("Full", "Year"), "2024")),
        rows,
        (footnote,),
    )


def earnings_per_share(books: Books) -> Statement:
    """Net income over shares, before and after the shares that stock awards may add."""
    periods = [books.years[year] for year in YEARS]
    line, count = Lines(periods, indent=0), Lines(periods, Measure.SHARES, indent=0)
    each = Lines(periods, Measure.PER_SHARE, indent=0)
    rows = (
        dollars(line("Net income", lambda p: p.net_income)),
        count("Weighted-average shares, basic", lambda p: p.basic_shares),
        count("Dilutive effect of stock awards", lambda p: p.diluted_shares - p.basic_shares),
        total(count("Weighted-average shares, diluted", lambda p: p.diluted_shares)),
        each("Net income per share, basic", lambda p: p.basic_earnings),
        each("Net income per share, diluted", lambda p: p.diluted_earnings),
    )
    return Statement("", PER_SHARE, year_columns(books), rows)


def reconciliation(books: Books) -> Statement:
    """From the segments' gross profit to income before taxes."""
    line = Lines([books.years[year] for year in YEARS], indent=0)
    rows = (
        dollars(line("Gross profit of the segments", lambda p: p.gross_profit)),
        line("Research and development", lambda p: -p.research),
        line("Selling, general and administrative", lambda p: -p.selling),
        line("Restructuring", lambda p: -p.restructuring),
        line("Interest income", lambda p: p.interest_income),
        line("Interest expense", lambda p: -p.interest_expense),
        final(line("Income before income taxes", lambda p: p.income_before_tax)),
    )
    return Statement("", THOUSANDS, year_columns(books), rows)
