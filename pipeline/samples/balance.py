"""The balance sheet, made from the books."""

from collections.abc import Sequence

from pipeline.samples.position import Position
from pipeline.samples.statement import Column, Lines, Row, Statement, dollars, final, heading, total


def balance_sheet(title: str, columns: Sequence[Column], positions: Sequence[Position]) -> Statement:
    """The balance sheet, one column a date."""
    rows = [*_assets(positions), *_liabilities(positions), *_equity(positions)]
    return Statement(title, "(In thousands, except par value)", tuple(columns), tuple(rows))


def _assets(positions: Sequence[Position]) -> list[Row]:
    line, outer = Lines(positions), Lines(positions, indent=0)
    return [
        heading("Current assets:"),
        dollars(
            line(
                "Cash and cash equivalents", lambda p: p.cash, "us-gaap:CashAndCashEquivalentsAtCarryingValue"
            )
        ),
        line(
            "Accounts receivable, net",
            lambda p: p.working.receivables,
            "us-gaap:AccountsReceivableNetCurrent",
        ),
        line("Inventories", lambda p: p.working.inventories, "us-gaap:InventoryNet"),
        line(
            "Prepaid expenses and other",
            lambda p: p.working.prepaid,
            "us-gaap:PrepaidExpenseAndOtherAssetsCurrent",
        ),
        total(line("Total current assets", lambda p: p.current_assets, "us-gaap:AssetsCurrent", indent=2)),
        outer(
            "Property, plant and equipment, net", lambda p: p.plant, "us-gaap:PropertyPlantAndEquipmentNet"
        ),
        outer("Goodwill", lambda p: p.goodwill, "us-gaap:Goodwill"),
        outer("Intangible assets, net", lambda p: p.intangibles, "us-gaap:FiniteLivedIntangibleAssetsNet"),
        final(outer("Total assets", lambda p: p.assets, "us-gaap:Assets")),
    ]


def _liabilities(positions: Sequence[Position]) -> list[Row]:
    line, outer = Lines(positions), Lines(positions, indent=0)
    return [
        heading("Current liabilities:"),
        dollars(line("Accounts payable", lambda p: p.working.payables, "us-gaap:AccountsPayableCurrent")),
        line("Accrued liabilities", lambda p: p.working.accrued, "us-gaap:AccruedLiabilitiesCurrent"),
        line(
            "Deferred revenue",
            lambda p: p.working.deferred_revenue,
            "us-gaap:ContractWithCustomerLiabilityCurrent",
        ),
        line("Income taxes payable", lambda p: p.working.taxes_payable, "us-gaap:AccruedIncomeTaxesCurrent"),
        line("Current portion of term loan", lambda p: p.current_debt, "us-gaap:LongTermDebtCurrent"),
        total(
            line(
                "Total current liabilities",
                lambda p: p.current_liabilities,
                "us-gaap:LiabilitiesCurrent",
                indent=2,
            )
        ),
        outer(
            "Term loan, less current portion", lambda p: p.long_term_debt, "us-gaap:LongTermDebtNoncurrent"
        ),
        total(outer("Total liabilities", lambda p: p.liabilities, "us-gaap:Liabilities")),
    ]


def _equity(positions: Sequence[Position]) -> list[Row]:
    line = Lines(positions)
    both = "us-gaap:LiabilitiesAndStockholdersEquity"
    return [
        heading("Stockholders’ equity:"),
        line(
            "Common stock, $0.01 par value, and paid-in capital",
            lambda p: p.paid_in,
            "us-gaap:CommonStocksIncludingAdditionalPaidInCapital",
        ),
        line("Retained earnings", lambda p: p.retained, "us-gaap:RetainedEarningsAccumulatedDeficit"),
        total(line("Total stockholders’ equity", lambda p: p.equity, "us-gaap:StockholdersEquity", indent=2)),
        final(Lines(positions, indent=0)("Total liabilities and equity", lambda p: p.assets, both)),
    ]
