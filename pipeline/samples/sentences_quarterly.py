"""The figures that the quarterly report's prose states, worded from the same books as its tables."""

from pipeline.samples.amount import direction, millions, percent
from pipeline.samples.model import REPURCHASES_AUTHORIZED, Books
from pipeline.samples.operations import Operations, Segment, change, share


def quarterly_gaps(books: Books) -> dict[str, str]:
    """Every gap of the quarterly report's prose files."""
    return {**_quarter_gaps(books), **_half_gaps(books), **_position_gaps(books)}


def _moved(name: str, new: int, old: int) -> dict[str, str]:
    moved = change(new, old)
    return {f"{name}_verb": direction(moved), f"{name}_change": percent(moved), name: millions(new)}


def _quarter_gaps(books: Books) -> dict[str, str]:
    new, old = books.quarters[2025, 2], books.quarters[2024, 2]
    gaps = _moved("revenue", new.revenue, old.revenue) | _moved("research", new.research, old.research)
    for segment in Segment:
        name = segment.lower().split()[0]
        gaps |= _moved(name, new.trades[segment].revenue, old.trades[segment].revenue)
    return gaps | {"margin": _margin(new), "margin_before": _margin(old)}


def _margin(period: Operations) -> str:
    return percent(share(period.gross_profit, period.revenue))


def _half_gaps(books: Books) -> dict[str, str]:
    new, old = books.half(2025), books.half(2024)
    return {
        **_moved("operating", new.operating_income, old.operating_income),
        "diluted": f"${new.diluted_earnings}",
        "diluted_before": f"${old.diluted_earnings}",
        "contracts_revenue": millions(420),
        "recognized": millions(26_470),
    }


def _position_gaps(books: Books) -> dict[str, str]:
    flow, moved, before = books.half_2025, books.half_2025.movements, books.positions[2024]
    amounts = {
        "deferred_2024": before.working.deferred_revenue,
        "deferred_now": flow.closing.working.deferred_revenue,
        "repaid": moved.debt_repaid,
        "debt": flow.closing.debt,
        "dividends": moved.dividends,
        "repurchases": moved.shares_repurchased,
        "authorization": REPURCHASES_AUTHORIZED - moved.shares_repurchased,
        "cash": flow.closing.cash,
        "cash_2024": before.cash,
        "operating_cash": flow.operating,
        "operating_cash_before": books.half_2024.operating,
        "capital_expenditures": moved.capital_expenditures,
    }
    return {name: millions(amount) for name, amount in amounts.items()}
