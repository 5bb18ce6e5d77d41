"""Units of figures: scale, measure and currency as unit lines, labels and columns say them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidUnit
from pipeline.evidence.figures import figures
from pipeline.evidence.units import Measure, Unit, UnitLine, measure_of, read_unit, unit_of_figure

BALANCE = "(In millions, except number of shares, which are reflected in thousands, and par value)"


@pytest.mark.parametrize(
    ("line", "money", "shares", "currency"),
    [
        ("(In millions)", 6, 6, None),
        ("in thousands", 3, 3, None),
        ("(Dollars in Millions)", 6, None, "USD"),
        ("$ in billions", 9, None, "USD"),
        ("($ in millions, except share and per share data)", 6, 0, "USD"),
        ("(millions of dollars)", 6, None, "USD"),
        ("(€ in millions)", 6, None, "EUR"),
        ("(in millions of Canadian dollars)", 6, None, None),
        ("($000)", 3, None, "USD"),
        ("(in 000's)", 3, 3, None),
        ("(in US dollars)", 0, None, "USD"),
        ("All figures in USD ‘000, except TCE rate per day", 3, None, "USD"),
        ("(in USD '000)", 3, None, "USD"),
        ("2019 £m", 6, None, "GBP"),
        ("€ m", 6, None, "EUR"),
        ("$M", 6, None, "USD"),
        ("in $ m", 6, None, "USD"),
        ("(€bn)", 9, None, "EUR"),
        ("US$k", 3, None, "USD"),
        ("USDm", 6, None, "USD"),
        ("Operating expenses, excluding certain items (in thousands)", 3, 3, None),
        ("$ maturing in 2024", None, None, "USD"),
        ("(Dollars and Shares in Millions Except Per Share Amounts)", 6, 6, "USD"),
        ("(net income in millions and shares in thousands):", 6, 3, None),
        ("(In thousands, except share data)", 3, 0, None),
        ("(amounts in millions, except par value and share data)", 6, 0, None),
        ("(In Millions, Except per Share Data)", 6, 6, None),
        ("(Millions, except percentages, per share amounts and where indicated)", 6, 6, None),
        (BALANCE, 6, 3, None),
        (BALANCE.replace(",", ""), 6, 3, None),
        ("(Unaudited)", None, None, None),
        ("", None, None, None),
    ],
)
def test_a_unit_line_gives_the_scale_of_each_measure(
    line: str, money: int | None, shares: int | None, currency: str | None
) -> None:
    read = UnitLine.read(line)
    assert (read.scale_of(Measure.MONEY), read.scale_of(Measure.SHARES), read.currency) == (
        money,
        shares,
        currency,
    )
    assert read.scale_of(Measure.PER_SHARE) == read.scale_of(Measure.PERCENT) == 0


@pytest.mark.parametrize(
    ("cell", "label", "headers", "measure"),
    [
        ("26,199", "Net loss", ("2018", "(in thousands, except per share amounts)"), Measure.MONEY),
        ("10,806", "Potential common shares excluded from diluted net loss per share", (), Measure.SHARES),
        ("9,022", "Weighted-average shares used in computing net income per share", (), Measure.SHARES),
        ("9,159,124", "Diluted EPS shares outstanding", (), Measure.SHARES),
        ("$ 1.25", "Net income per share", (), Measure.PER_SHARE),
        ("1.25", "Earnings per share of common shares outstanding", (), Measure.PER_SHARE),
        ("5,215", "Gross margin", (), Measure.MONEY),
        ("554", "Effect of exchange rate changes on cash and cash equivalents", (), Measure.MONEY),
        ("8", "Mark-to-market interest rate swaps valuation", (), Measure.MONEY),
        ("8", "Effective tax rate", (), None),
        ("38.1", "Gross margin", (), None),
        ("421.9", "4.875% Senior Notes due December 2022", (), Measure.MONEY),
        ("421.9", "5 percent notes", (), Measure.MONEY),
        ("7.6", "Growth in % of sales", (), Measure.PERCENT),
        ("7.6", "Percentage of sales", (), Measure.PERCENT),
        ("81,797", "Total net sales", (), Measure.MONEY),
        ("(76,347)", "Common stock repurchased", (), Measure.MONEY),
        ("(5,119)", "Payments for taxes related to net share settlement of equity awards", (), Measure.MONEY),
        ("$ 1.26", "Diluted earnings per share", (), Measure.PER_SHARE),
        ("0.24", "Dividends and dividend equivalents declared per share or RSU", (), Measure.PER_SHARE),
        ("$ 135.08", "Balance as of July 1, 2023", ("Grant Date Fair", "Value Per RSU"), Measure.PER_SHARE),
        ("184,716", "Balance as of July 1, 2023", ("Number of", "RSUs", "(in thousands)"), Measure.SHARES),
        ("15,697,614", "Weighted-average basic shares outstanding", (), Measure.SHARES),
        ("44.5 %", "Gross margin", (), Measure.PERCENT),
        ("12.5", "Effective tax rate (%)", (), Measure.PERCENT),
        ("3", "Total net sales", ("Change", "%"), Measure.PERCENT),
        ("70,667", "Common stock, $0.00001 par value: 50,400,000 shares authorized", (), Measure.MONEY),
        ("12.5", "Effective tax rate", (), None),
        ("44.5", "Gross margin", (), None),
        ("5,000", "Shares withheld", (), None),
        ("1.27", "Basic", (), None),
        ("$ 1.27", "Basic", (), Measure.PER_SHARE),
        ("$ 5.26", "Continuing operations - basic", (), Measure.PER_SHARE),
        ("6.23", "Continuing operations - diluted", (), None),
        ("$ 6,110", "Basic", (), None),
        ("167", "Units granted", ("Weighted Average Grant-Date", "Fair Value"), Measure.PER_SHARE),
        ("162.75", "Options granted", ("Weighted Average Exercise Price",), Measure.PER_SHARE),
        ("(11,032)", "Cash dividends paid ($4.19 per share)", (), Measure.MONEY),
        ("487,331", "Balance at January 3, 2021", ("Treasury Stock", "Shares"), Measure.SHARES),
        ("64,312", "Effect of dilutive share-based awards", (), None),
    ],
)
def test_a_rows_words_tell_what_it_measures(
    cell: str, label: str, headers: tuple[str, ...], measure: Measure | None
) -> None:
    assert measure_of(cell, label, headers) is measure


@pytest.mark.parametrize(
    ("cell", "label", "headers", "lines", "signs", "unit"),
    [
        ("81,797", "Net sales", (), ("(In millions)",), "$", Unit(Measure.MONEY, 6, "USD")),
        ("81,797", "Net sales", (), ("(In millions)",), "", Unit(Measure.MONEY, 6)),
        ("81,797", "Net sales", (), ("(In millions)",), "$€", Unit(Measure.MONEY, 6)),
        ("€ 81,797", "Net sales", (), ("(In millions)",), "$€", Unit(Measure.MONEY, 6, "EUR")),
        ("$ 1.26", "Earnings per share", (), ("(In millions)",), "", Unit(Measure.PER_SHARE, 0, "USD")),
        ("$ 1.26", "Earnings per share", (), (), "", Unit(Measure.PER_SHARE, 0, "USD")),
        ("12 %", "Change", (), (), "$", Unit(Measure.PERCENT)),
        ("1,552.8", "Network volumes (Billions)", (), ("(Millions)",), "$", Unit(Measure.MONEY, 9, "USD")),
        ("184,716", "Granted", ("Number of RSUs", "(in thousands)"), (), "$", Unit(Measure.SHARES, 3)),
        ("15,697", "Average shares outstanding", (), (BALANCE,), "$", Unit(Measure.SHARES, 3)),
        ("15,697", "Average shares outstanding", (), ("(Dollars in millions)",), "$", None),
        ("$ 81,797", "Net sales", (), ("(in millions of Canadian dollars)",), "$", Unit(Measure.MONEY, 6)),
        ("81,797", "Net sales", (), (), "$", None),
        ("81,797", "Net sales", (), ("(In millions)", "(In thousands)"), "$", None),
        ("1.27", "Basic", (), ("(In millions)",), "$", None),
    ],
)
def test_a_cell_has_the_unit_that_is_said_in_one_way(
    cell: str, label: str, headers: tuple[str, ...], lines: tuple[str, ...], signs: str, unit: Unit | None
) -> None:
    assert read_unit(cell, label, headers, lines, signs) == unit


PAR = (
    "Common stock, $0.00001 par value: 50,400,000 shares authorized; 15,647,868 and 15,943,425 shares issued"
)


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        (PAR, "0.00001", Unit(Measure.PER_SHARE, 0, "USD")),
        (PAR, "50400000", Unit(Measure.SHARES, 3)),
        (PAR, "15647868", Unit(Measure.SHARES, 3)),
        ("revenue of $3.3 billion was", "3.3", Unit(Measure.MONEY, 9, "USD")),
        ("a dividend of $0.24 per share", "0.24", Unit(Measure.PER_SHARE, 0, "USD")),
        ("rose by 12%", "12", Unit(Measure.PERCENT)),
        ("in 2023 it", "2023", None),
    ],
)
def test_a_figure_in_words_has_the_unit_beside_it(text: str, number: str, unit: Unit | None) -> None:
    figure = next(figure for figure in figures(text) if figure.digits == number)
    assert unit_of_figure(text, figure, (BALANCE,)) == unit


def test_a_value_has_the_tables_scale_unless_the_figure_has_its_own() -> None:
    (plain,), (worded,) = figures("(265)"), figures("$3.3 billion")
    assert Unit(Measure.MONEY, 6, "USD").value(plain) == Decimal(-265_000_000)
    assert Unit(Measure.MONEY, 6, "USD").value(worded) == Decimal(3_300_000_000)


@pytest.mark.parametrize(
    "parts", [(Measure.SHARES, 3, "USD"), (Measure.PERCENT, 6, None), (Measure.MONEY, 5, None)]
)
def test_a_unit_that_contradicts_itself_does_not_exist(parts: tuple[Measure, int, str | None]) -> None:
    with pytest.raises(InvalidUnit):
        Unit(*parts)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_no_words_break_the_reading(cell: str, label: str, line: str) -> None:
    read_unit(cell, label, (line,), (label, line), "$")


def test_another_countrys_dollar_in_a_columns_head_is_no_united_states_dollar() -> None:
    unit = read_unit("62,040", "Audit fees", ["2019", "NT$"], ["(in thousands)"], "$")
    assert unit == Unit(Measure.MONEY, 3)
    assert read_unit("2,074", "Audit fees", ["2019", "US$"], ["(in thousands)"], "$") == Unit(
        Measure.MONEY, 3, "USD"
    )


def test_stock_without_a_currency_may_be_shares() -> None:
    lines = ("(in thousands)",)
    assert read_unit("15,943,425", "Common stock outstanding, beginning balances", ("2023",), lines) is None
    assert read_unit("(76,347)", "Common stock repurchased", ("2023",), lines, ("$",)) == Unit(
        Measure.MONEY, 3, "USD"
    )
