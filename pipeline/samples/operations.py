"""What a company earned in a period: the lines of a statement of operations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

TAX_RATE = Decimal("0.22")


class Segment(StrEnum):
    """A reportable segment; the value is the name that the filings print."""

    INSTRUMENTS = "Instruments"
    MONITORING = "Monitoring"
    FIELD_SERVICES = "Field Services"


@dataclass(frozen=True, slots=True)
class Trade:
    """Revenue of one segment and what it cost, in thousands of dollars."""

    revenue: int
    cost: int

    @property
    def gross_profit(self) -> int:
        return self.revenue - self.cost

    def __add__(self, other: Trade) -> Trade:
        return Trade(self.revenue + other.revenue, self.cost + other.cost)


@dataclass(frozen=True, slots=True)
class Operations:
    """A period's income and expense in thousands of dollars, shares in thousands; expenses are positive."""

    trades: dict[Segment, Trade]
    research: int
    selling: int
    restructuring: int
    interest_income: int
    interest_expense: int
    basic_shares: int
    diluted_shares: int
    tax: int

    @classmethod
    def taxed(
        cls,
        trades: dict[Segment, Trade],
        *,
        research: int,
        selling: int,
        interest: tuple[int, int],
        shares: tuple[int, int],
        restructuring: int = 0,
    ) -> Operations:
        """A period taxed at `TAX_RATE`; `interest` is (earned, paid) and `shares` (basic, diluted)."""
        untaxed = cls(trades, research, selling, restructuring, *interest, *shares, tax=0)
        return replace(untaxed, tax=rounded(untaxed.income_before_tax * TAX_RATE))

    @classmethod
    def combined(cls, *periods: Operations) -> Operations:
        """Consecutive periods of equal length as one: flows add up, share counts average."""

        def mean(counts: list[int]) -> int:
            return rounded(Decimal(sum(counts)) / len(counts))

        trades = {segment: sum((p.trades[segment] for p in periods), Trade(0, 0)) for segment in Segment}
        return cls(
            trades,
            research=sum(p.research for p in periods),
            selling=sum(p.selling for p in periods),
            restructuring=sum(p.restructuring for p in periods),
            interest_income=sum(p.interest_income for p in periods),
            interest_expense=sum(p.interest_expense for p in periods),
            basic_shares=mean([p.basic_shares for p in periods]),
            diluted_shares=mean([p.diluted_shares for p in periods]),
            tax=sum(p.tax for p in periods),
        )

    @property
    def revenue(self) -> int:
        return sum(trade.revenue for trade in self.trades.values())

    @property
    def cost(self) -> int:
        return sum(trade.cost for trade in self.trades.values())

    @property
    def gross_profit(self) -> int:
        return self.revenue - self.cost

    @property
    def expenses(self) -> int:
        return self.research + self.selling + self.restructuring

    @property
    def operating_income(self) -> int:
        return self.gross_profit - self.expenses

    @property
    def income_before_tax(self) -> int:
        return self.operating_income + self.interest_income - self.interest_expense

    @property
    def net_income(self) -> int:
        return self.income_before_tax - self.tax

    @property
    def basic_earnings(self) -> Decimal:
        """Dollars a share, in cents."""
        return per_share(self.net_income, self.basic_shares)

    @property
    def diluted_earnings(self) -> Decimal:
        """Dollars a share, in cents."""
        return per_share(self.net_income, self.diluted_shares)


def rounded(value: Decimal) -> int:
    """To the nearest whole number, halves away from zero."""
    return int(value.quantize(Decimal(1), ROUND_HALF_UP))


def per_share(thousands: int, shares: int) -> Decimal:
    """Dollars a share in cents, from two counts of thousands."""
    return (Decimal(thousands) / shares).quantize(Decimal("0.01"), ROUND_HALF_UP)


def change(new: int, old: int) -> Decimal:
    """The change from `old` to `new` in percent, to one decimal."""
    return (Decimal(new - old) * 100 / abs(old)).quantize(Decimal("0.1"), ROUND_HALF_UP)


def share(part: int, whole: int) -> Decimal:
    """`part` of `whole` in percent, to one decimal."""
    return (Decimal(part) * 100 / whole).quantize(Decimal("0.1"), ROUND_HALF_UP)
