"""The statement of cash flows, made from the books."""

from collections.abc import Callable, Sequence

from pipeline.samples.position import CashFlow
from pipeline.samples.statement import Column, Lines, Row, Statement, dollars, final, heading, total


def cash_flow_statement(title: str, columns: Sequence[Column], flows: Sequence[CashFlow]) -> Statement:
    """The statement of cash flows, one column a period."""
    rows = [*_operating(flows), *_investing_and_financing(flows), *_cash(flows)]
    return Statement(title, "(In thousands)", tuple(columns), tuple(rows))


_CHANGES = {
    "Accounts receivable": ("receivables", -1, "us-gaap:IncreaseDecreaseInAccountsReceivable"),
    "Inventories": ("inventories", -1, "us-gaap:IncreaseDecreaseInInventories"),
    "Prepaid expenses and other": (
        "prepaid",
        -1,
        "us-gaap:IncreaseDecreaseInPrepaidDeferredExpenseAndOtherAssets",
    ),
    "Accounts payable": ("payables", 1, "us-gaap:IncreaseDecreaseInAccountsPayable"),
    "Accrued liabilities": ("accrued", 1, "us-gaap:IncreaseDecreaseInAccruedLiabilities"),
    "Deferred revenue": ("deferred_revenue", 1, "us-gaap:IncreaseDecreaseInContractWithCustomerLiability"),
    "Income taxes payable": ("taxes_payable", 1, "us-gaap:IncreaseDecreaseInAccruedIncomeTaxesPayable"),
}


def _operating(flows: Sequence[CashFlow]) -> list[Row]:
    line, inner = Lines(flows), Lines(flows, indent=2)
    changes = [
        inner(label, _change(name, sign), concept, negated=sign < 0)
        for label, (name, sign, concept) in _CHANGES.items()
    ]
    return [
        heading("Operating activities:"),
        dollars(line("Net income", lambda f: f.operations.net_income, "us-gaap:NetIncomeLoss")),
        line("Depreciation", lambda f: f.movements.depreciation, "us-gaap:Depreciation"),
        line(
            "Amortization of intangible assets",
            lambda f: f.movements.amortization,
            "us-gaap:AmortizationOfIntangibleAssets",
        ),
        line(
            "Stock-based compensation",
            lambda f: f.movements.stock_compensation,
            "us-gaap:ShareBasedCompensation",
        ),
        Row("Changes in operating assets and liabilities:", indent=1),
        *changes,
        total(
            line(
                "Net cash provided by operating activities",
                lambda f: f.operating,
                "us-gaap:NetCashProvidedByUsedInOperatingActivities",
                indent=2,
            )
        ),
    ]


def _investing_and_financing(flows: Sequence[CashFlow]) -> list[Row]:
    line = Lines(flows)
    net = "us-gaap:NetCashProvidedByUsedIn"
    return [
        heading("Investing activities:"),
        line(
            "Purchases of property, plant and equipment",
            lambda f: -f.movements.capital_expenditures,
            "us-gaap:PaymentsToAcquirePropertyPlantAndEquipment",
            negated=True,
        ),
        total(
            line(
                "Net cash used in investing activities",
                lambda f: f.investing,
                f"{net}InvestingActivities",
                indent=2,
            )
        ),
        heading("Financing activities:"),
        line(
            "Repayment of term loan",
            lambda f: -f.movements.debt_repaid,
            "us-gaap:RepaymentsOfLongTermDebt",
            negated=True,
        ),
        line(
            "Proceeds from employee stock plans",
            lambda f: f.movements.stock_issued,
            "us-gaap:ProceedsFromStockPlans",
        ),
        line(
            "Repurchases of common stock",
            lambda f: -f.movements.shares_repurchased,
            "us-gaap:PaymentsForRepurchaseOfCommonStock",
            negated=True,
        ),
        line("Dividends paid", lambda f: -f.movements.dividends, "us-gaap:PaymentsOfDividends", negated=True),
        total(
            line(
                "Net cash used in financing activities",
                lambda f: f.financing,
                f"{net}FinancingActivities",
                indent=2,
            )
        ),
    ]


def _cash(flows: Sequence[CashFlow]) -> list[Row]:
    line = Lines(flows, indent=0)
    rise = "us-gaap:CashAndCashEquivalentsPeriodIncreaseDecrease"
    return [
        total(line("Net increase in cash and cash equivalents", lambda f: f.net, rise)),
        line("Cash and cash equivalents, beginning of period", lambda f: f.opening.cash),
        final(line("Cash and cash equivalents, end of period", lambda f: f.closing.cash)),
    ]


def _change(name: str, sign: int) -> Callable[[CashFlow], int]:
    return lambda flow: sign * flow.increase(name)
