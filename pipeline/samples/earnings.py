"""The statement of operations, made from the books: every report of the company prints the same rows."""

from collections.abc import Callable, Sequence

from pipeline.samples.amount import Measure
from pipeline.samples.operations import Operations, Segment
from pipeline.samples.statement import Column, Lines, Row, Statement, dollars, final, heading, total

THOUSANDS_BUT_SHARES = "(In thousands, except per share data)"
REVENUE = "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax"
MEMBERS = {
    Segment.INSTRUMENTS: "orrm:InstrumentsMember",
    Segment.MONITORING: "orrm:MonitoringMember",
    Segment.FIELD_SERVICES: "orrm:FieldServicesMember",
}


def operations_statement(title: str, columns: Sequence[Column], periods: Sequence[Operations]) -> Statement:
    """The statement of operations, one column a period; restructuring only where there was any."""
    rows = [*_revenue(periods), *_cost(periods), *_expenses(periods), *_result(periods), *_per_share(periods)]
    restructured = any(period.restructuring for period in periods)
    notes = (
        ("(1) Severance and lease costs of closing the assembly site in Tarn Hollow in 2023; see Note 1.",)
        if restructured
        else ()
    )
    return Statement(title, THOUSANDS_BUT_SHARES, tuple(columns), tuple(rows), notes)


def _revenue(periods: Sequence[Operations]) -> list[Row]:
    line = Lines(periods)
    rows = [line(f"{s} revenue", revenue_of(s), REVENUE, member=MEMBERS[s]) for s in Segment]
    return [
        heading("Revenue:"),
        dollars(rows[0]),
        *rows[1:],
        total(line("Total revenue", lambda p: p.revenue, REVENUE, indent=2)),
    ]


def _cost(periods: Sequence[Operations]) -> list[Row]:
    line = Lines(periods)
    cost = "us-gaap:CostOfRevenue"
    rows = [line(f"Cost of {s.lower()}", cost_of(s), cost, member=MEMBERS[s]) for s in Segment]
    return [
        heading("Cost of revenue:"),
        *rows,
        total(line("Total cost of revenue", lambda p: p.cost, cost, indent=2)),
        total(line("Gross profit", lambda p: p.gross_profit, "us-gaap:GrossProfit", indent=0)),
    ]


def _expenses(periods: Sequence[Operations]) -> list[Row]:
    line = Lines(periods)
    rows = [
        heading("Operating expenses:"),
        line("Research and development", lambda p: p.research, "us-gaap:ResearchAndDevelopmentExpense"),
        line(
            "Selling, general and administrative",
            lambda p: p.selling,
            "us-gaap:SellingGeneralAndAdministrativeExpense",
        ),
    ]
    if any(period.restructuring for period in periods):
        rows.append(
            line("Restructuring", lambda p: p.restructuring, "us-gaap:RestructuringCharges", note="(1)")
        )
    return [
        *rows,
        total(line("Total operating expenses", lambda p: p.expenses, "us-gaap:OperatingExpenses", indent=2)),
        total(
            line("Operating income", lambda p: p.operating_income, "us-gaap:OperatingIncomeLoss", indent=0)
        ),
    ]


def _result(periods: Sequence[Operations]) -> list[Row]:
    line = Lines(periods, indent=0)
    before = "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxes"
    return [
        line("Interest income", lambda p: p.interest_income, "us-gaap:InvestmentIncomeInterest"),
        line("Interest expense", lambda p: -p.interest_expense, "us-gaap:InterestExpense", negated=True),
        total(line("Income before income taxes", lambda p: p.income_before_tax, before)),
        line("Provision for income taxes", lambda p: p.tax, "us-gaap:IncomeTaxExpenseBenefit"),
        final(line("Net income", lambda p: p.net_income, "us-gaap:NetIncomeLoss")),
    ]


def _per_share(periods: Sequence[Operations]) -> list[Row]:
    each, count = Lines(periods, Measure.PER_SHARE), Lines(periods, Measure.SHARES)
    shares = "us-gaap:WeightedAverageNumberOf"
    return [
        heading("Net income per share:"),
        each("Basic", lambda p: p.basic_earnings, "us-gaap:EarningsPerShareBasic"),
        each("Diluted", lambda p: p.diluted_earnings, "us-gaap:EarningsPerShareDiluted"),
        heading("Weighted-average shares outstanding:"),
        count("Basic", lambda p: p.basic_shares, f"{shares}SharesOutstandingBasic"),
        count("Diluted", lambda p: p.diluted_shares, f"{shares}DilutedSharesOutstanding"),
    ]


def revenue_of(segment: Segment) -> Callable[[Operations], int]:
    """Reads the revenue of one segment."""
    return lambda period: period.trades[segment].revenue


def cost_of(segment: Segment) -> Callable[[Operations], int]:
    """Reads the cost of revenue of one segment."""
    return lambda period: period.trades[segment].cost


def segment_statement(columns: Sequence[Column], periods: Sequence[Operations]) -> Statement:
    """Revenue and gross profit by segment, one column a period."""
    line = Lines(periods)
    profits = [
        line(f"{s} gross profit", _profit_of(s), "us-gaap:GrossProfit", member=MEMBERS[s]) for s in Segment
    ]
    rows = [
        *_revenue(periods),
        heading("Gross profit:"),
        *profits,
        final(line("Total gross profit", lambda p: p.gross_profit, "us-gaap:GrossProfit", indent=2)),
    ]
    return Statement("", "(In thousands)", tuple(columns), tuple(rows))


def _profit_of(segment: Segment) -> Callable[[Operations], int]:
    return lambda period: period.trades[segment].gross_profit
