"""What a company owns and owes on a date, and the cash flows that lead from one date to the next."""

from __future__ import annotations

from dataclasses import dataclass, fields

from pipeline.samples.operations import Operations


@dataclass(frozen=True, slots=True)
class Working:
    """Working capital other than cash and debt, in thousands of dollars."""

    receivables: int
    inventories: int
    prepaid: int
    payables: int
    accrued: int
    deferred_revenue: int
    taxes_payable: int


@dataclass(frozen=True, slots=True)
class Position:
    """A balance sheet in thousands of dollars. A sheet that does not balance cannot be made."""

    cash: int
    working: Working
    plant: int
    goodwill: int
    intangibles: int
    current_debt: int
    long_term_debt: int
    paid_in: int
    retained: int

    def __post_init__(self) -> None:
        if self.assets != self.liabilities + self.equity:
            raise ValueError(
                f"assets {self.assets} are not liabilities {self.liabilities} plus equity {self.equity}"
            )

    @property
    def current_assets(self) -> int:
        return self.cash + self.working.receivables + self.working.inventories + self.working.prepaid

    @property
    def assets(self) -> int:
        return self.current_assets + self.plant + self.goodwill + self.intangibles

    @property
    def current_liabilities(self) -> int:
        owed = self.working
        return owed.payables + owed.accrued + owed.deferred_revenue + owed.taxes_payable + self.current_debt

    @property
    def liabilities(self) -> int:
        return self.current_liabilities + self.long_term_debt

    @property
    def equity(self) -> int:
        return self.paid_in + self.retained

    @property
    def debt(self) -> int:
        return self.current_debt + self.long_term_debt


@dataclass(frozen=True, slots=True)
class Movements:
    """What else happened in a period, in thousands of dollars, each as a positive amount."""

    depreciation: int
    amortization: int
    stock_compensation: int
    capital_expenditures: int
    debt_repaid: int
    stock_issued: int
    shares_repurchased: int
    dividends: int

    def __add__(self, other: Movements) -> Movements:
        return Movements(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Movements)))


@dataclass(frozen=True, slots=True)
class CashFlow:
    """The cash flows of a period in thousands of dollars; an outflow is negative where a property says so."""

    opening: Position
    operations: Operations
    movements: Movements
    working: Working

    def increase(self, name: str) -> int:
        """How much a line of working capital rose in the period."""
        return int(getattr(self.working, name)) - int(getattr(self.opening.working, name))

    @property
    def working_capital(self) -> int:
        """Cash that changes in working capital provided, negative when they used it."""
        assets = sum(self.increase(name) for name in ("receivables", "inventories", "prepaid"))
        owed = ("payables", "accrued", "deferred_revenue", "taxes_payable")
        return sum(self.increase(name) for name in owed) - assets

    @property
    def operating(self) -> int:
        moved = self.movements
        added = moved.depreciation + moved.amortization + moved.stock_compensation
        return self.operations.net_income + added + self.working_capital

    @property
    def investing(self) -> int:
        return -self.movements.capital_expenditures

    @property
    def financing(self) -> int:
        moved = self.movements
        return moved.stock_issued - moved.debt_repaid - moved.shares_repurchased - moved.dividends

    @property
    def net(self) -> int:
        return self.operating + self.investing + self.financing

    @property
    def closing(self) -> Position:
        """The balance sheet at the end of the period; the debt due within a year stays what it was."""
        before, moved = self.opening, self.movements
        return Position(
            cash=before.cash + self.net,
            working=self.working,
            plant=before.plant + moved.capital_expenditures - moved.depreciation,
            goodwill=before.goodwill,
            intangibles=before.intangibles - moved.amortization,
            current_debt=before.current_debt,
            long_term_debt=before.long_term_debt - moved.debt_repaid,
            paid_in=before.paid_in + moved.stock_compensation + moved.stock_issued,
            retained=before.retained
            + self.operations.net_income
            - moved.shares_repurchased
            - moved.dividends,
        )
