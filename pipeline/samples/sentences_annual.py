"""The figures that the annual report's prose states, worded from the same books as its tables."""

from __future__ import annotations

from decimal import Decimal

from pipeline.samples.amount import direction, millions, percent
from pipeline.samples.model import EARLY_REVENUE, REPURCHASES_AUTHORIZED, YEARS, Books
from pipeline.samples.operations import Operations, Segment, change, rounded, share
from pipeline.samples.words import read

_NAMES = {
    Segment.INSTRUMENTS: "instruments",
    Segment.MONITORING: "monitoring",
    Segment.FIELD_SERVICES: "field",
}
_COUNTS = {
    "contracts": "eleven",
    "units": "about 21,400",
    "countries": "38",
    "installed": "some 64,000",
    "retention": "108%",
    "employees": "1,146",
    "field_staff": "302",
    "grant_share": "a quarter",
    "accidents": "three",
    "outage_stations": "1,900",
    "new_stations": "2,310",
    "recognized": millions(28_940),
}


def annual_gaps(books: Books) -> dict[str, str]:
    """Every gap of the annual report's prose files, except page numbers."""
    return {
        **_COUNTS,
        **_segment_gaps(books),
        **_result_gaps(books),
        **_expense_gaps(books),
        **_liquidity_gaps(books),
        **_risk_gaps(books),
        **_restatement_gaps(),
        **_wording(books),
    }


def _moved(name: str, new: int, old: int) -> dict[str, str]:
    moved = change(new, old)
    return {f"{name}_verb": direction(moved), f"{name}_change": percent(moved)}


def _segment_gaps(books: Books) -> dict[str, str]:
    gaps: dict[str, str] = {}
    for segment, name in _NAMES.items():
        revenue = {year: books.years[year].trades[segment].revenue for year in YEARS}
        gaps |= _moved(name, revenue[2024], revenue[2023]) | {f"{name}_2024": millions(revenue[2024])}
        for year in YEARS:
            gaps[f"{name}_share_{year}"] = percent(share(revenue[year], books.years[year].revenue))
    return gaps


def _result_gaps(books: Books) -> dict[str, str]:
    new, old, oldest = (books.years[year] for year in YEARS)
    return {
        **_moved("revenue", new.revenue, old.revenue),
        **_moved("operating", new.operating_income, old.operating_income),
        "revenue_2024": millions(new.revenue),
        "revenue_change_2023": percent(change(old.revenue, oldest.revenue)),
        "gross_change_2023": percent(change(old.gross_profit, oldest.gross_profit)),
        "operating_2024": millions(new.operating_income),
        "operating_2023": millions(old.operating_income),
        "before_restructuring": millions(old.operating_income + old.restructuring),
        "diluted_2024": f"${new.diluted_earnings}",
        "diluted_2023": f"${old.diluted_earnings}",
        "margin_2024": percent(_gross_margin(new)),
        "margin_2023": percent(_gross_margin(old)),
    }


def _gross_margin(period: Operations) -> Decimal:
    return share(period.gross_profit, period.revenue)


def _expense_gaps(books: Books) -> dict[str, str]:
    new, old = books.years[2024], books.years[2023]
    moved = {year: books.flows[year].movements for year in YEARS}
    return {
        **_moved("research", new.research, old.research),
        **_moved("selling", new.selling, old.selling),
        **{f"depreciation_{year}": millions(flow.depreciation) for year, flow in moved.items()},
        **{f"stock_{year}": millions(flow.stock_compensation) for year, flow in moved.items()},
        "research_2024": millions(new.research),
        "research_share_2024": percent(share(new.research, new.revenue)),
        "selling_2024": millions(new.selling),
        "restructuring": millions(old.restructuring),
        "tax_rate": percent(share(new.tax, new.income_before_tax)),
    }


def _liquidity_gaps(books: Books) -> dict[str, str]:
    flow, moved = books.flows[2024], books.flows[2024].movements
    amounts = {
        "cash_2024": books.positions[2024].cash,
        "cash_2023": books.positions[2023].cash,
        "operating_cash": flow.operating,
        "deferred_rise": flow.increase("deferred_revenue"),
        "capital_expenditures": moved.capital_expenditures,
        "repaid": moved.debt_repaid,
        "dividends": moved.dividends,
        "repurchases": moved.shares_repurchased,
        "returned": moved.dividends + moved.shares_repurchased,
    }
    return {name: millions(amount) for name, amount in amounts.items()}


def _risk_gaps(books: Books) -> dict[str, str]:
    position, revenue = books.positions[2024], books.years[2024].revenue
    return {
        "debt": millions(position.debt),
        "authorization": millions(REPURCHASES_AUTHORIZED),
        "goodwill": millions(position.goodwill),
        "northern_share": "24%",
        "krone_effect": millions(rounded(revenue * Decimal("0.2") / 10)),
        "rate_effect": millions(rounded(Decimal(position.debt) / 100)),
    }


def _restatement_gaps() -> dict[str, str]:
    return {
        "monitoring_reported": f"${_monitoring(Books.as_reported()):,}",
        "monitoring_restated": f"${_monitoring(Books.as_restated()):,}",
        "early_revenue": f"${EARLY_REVENUE:,}",
    }


def _monitoring(books: Books) -> int:
    return books.years[2024].trades[Segment.MONITORING].revenue


def _wording(books: Books) -> dict[str, str]:
    """The sentences that the report and its amendment word differently, or that only the amendment has."""
    pieces = read("wording_restated" if books.restated else "wording_first", _COUNTS | _restatement_gaps())
    worded = {name.text: sentence.text for name, sentence in zip(pieces[::2], pieces[1::2], strict=True)}
    return {"restatement_sentence": "", "note_restatement": ""} | worded
