"""The figures behind the samples agree with each other."""

import pytest

from pipeline.samples.model import EARLY_REVENUE, YEARS, Books
from pipeline.samples.notes import (
    deferred_revenue,
    inventories,
    maturities,
    property_and_equipment,
    regions,
    segment_results,
    tax_provision,
)
from pipeline.samples.operations import Segment
from pipeline.samples.position import Position, Working
from pipeline.samples.statement import Row, Statement

BOTH = pytest.mark.parametrize("books", [Books.as_reported(), Books.as_restated()], ids=["first", "restated"])


@BOTH
def test_the_quarters_add_up_to_the_year(books: Books) -> None:
    quarters, year = [books.quarters[2024, n] for n in (1, 2, 3, 4)], books.years[2024]
    assert sum(q.revenue for q in quarters) == year.revenue
    assert sum(q.net_income for q in quarters) == year.net_income


@BOTH
def test_each_statement_of_operations_adds_up(books: Books) -> None:
    for period in [*books.years.values(), *books.quarters.values()]:
        profit = sum(trade.revenue - trade.cost for trade in period.trades.values())
        assert period.gross_profit == profit
        assert period.operating_income == profit - period.research - period.selling - period.restructuring
        taxed = period.operating_income + period.interest_income - period.interest_expense
        assert period.net_income == taxed - period.tax
        assert abs(period.diluted_earnings * period.diluted_shares - period.net_income) < 0.005 * 43_000


@BOTH
def test_cash_flows_lead_from_one_balance_sheet_to_the_next(books: Books) -> None:
    for year in YEARS:
        before, after = books.positions[year - 1], books.positions[year]
        assert before.cash + books.flows[year].net == after.cash
        earned = books.years[year].net_income
        moved = books.flows[year].movements
        assert after.retained == before.retained + earned - moved.dividends - moved.shares_repurchased


@BOTH
def test_the_halves_of_2024_lead_to_its_year_end(books: Books) -> None:
    assert books.half_2024.opening == books.positions[2023]
    assert books.half_2025.opening == books.positions[2024]
    assert books.half_2024.operations == books.half(2024)


def test_a_balance_sheet_that_does_not_balance_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="assets"):
        Position(1, Working(0, 0, 0, 0, 0, 0, 0), 0, 0, 0, 0, 0, 0, 0)


def test_the_restatement_moves_one_segment_and_what_follows_from_it() -> None:
    before, after = Books.as_reported(), Books.as_restated()
    old, new = before.years[2024], after.years[2024]
    assert old.revenue - new.revenue == EARLY_REVENUE
    assert old.trades[Segment.MONITORING].revenue - new.trades[Segment.MONITORING].revenue == EARLY_REVENUE
    assert old.trades[Segment.INSTRUMENTS] == new.trades[Segment.INSTRUMENTS]
    assert before.positions[2024].cash == after.positions[2024].cash
    assert before.positions[2024].assets == after.positions[2024].assets
    assert before.flows[2024].operating == after.flows[2024].operating
    assert before.years[2023] == after.years[2023]


@BOTH
@pytest.mark.parametrize(
    "schedule", [regions, inventories, deferred_revenue, maturities, tax_provision, segment_results]
)
def test_the_last_row_of_a_schedule_is_the_sum_of_the_others(schedule: object, books: Books) -> None:
    assert callable(schedule)
    statement = schedule(books)
    *parts, whole = _values(statement)
    assert [sum(column) for column in zip(*parts, strict=True)] == whole


@BOTH
def test_schedules_end_in_the_figures_of_the_statements(books: Books) -> None:
    year, position = books.years[2024], books.positions[2024]
    assert _last(regions(books)) == year.revenue
    assert _last(inventories(books)) == position.working.inventories
    assert _last(deferred_revenue(books)) == position.working.deferred_revenue
    assert _last(property_and_equipment(books)) == position.plant
    assert _last(maturities(books)) == position.debt
    assert _last(tax_provision(books)) == year.tax


def _values(statement: Statement) -> list[list[float]]:
    return [[float(amount.value) for amount in row.amounts] for row in statement.rows]


def _last(statement: Statement) -> float:
    row: Row = statement.rows[-1]
    return float(row.amounts[0].value)
