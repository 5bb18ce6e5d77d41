from __future__ import annotations

import time
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.figures import FRACTIONS, Figure, figures, same_figures


def only(text: str) -> Figure:
    (figure,) = figures(text)
    return figure


# text, digits, negative, percent, scale, currency
PRINTED = [
    ("265", "265", False, False, 0, None),
    ("(265)", "265", True, False, 0, None),
    ("( 265 )", "265", True, False, 0, None),
    ("$ (265)", "265", True, False, 0, "$"),
    ("$ ( 265 )", "265", True, False, 0, "$"),
    ("$(0.15)", "0.15", True, False, 0, "$"),
    ("($0.15)", "0.15", True, False, 0, "$"),
    ("-5", "5", True, False, 0, None),
    ("−5", "5", True, False, 0, None),
    ("–5", "5", True, False, 0, None),
    ("-$5", "5", True, False, 0, "$"),
    ("$-5", "5", True, False, 0, "$"),
    ("(-5)", "5", True, False, 0, None),
    ("+5", "5", False, False, 0, None),
    ("8 %", "8", False, True, 0, None),
    ("8%", "8", False, True, 0, None),
    ("8 percent", "8", False, True, 0, None),
    ("8 per cent", "8", False, True, 0, None),
    ("2 percentage points", "2", False, True, 0, None),
    ("(1)%", "1", True, True, 0, None),
    ("(1 )%", "1", True, True, 0, None),
    ("(8%)", "8", True, True, 0, None),
    ("-4.7%", "4.7", True, True, 0, None),
    ("1,234.5 million", "1234.5", False, False, 6, None),
    ("$1.5-billion", "1.5", False, False, 9, "$"),
    ("€ 3 bn", "3", False, False, 9, "€"),
    ("5 thousand", "5", False, False, 3, None),
    ("$81.8B", "81.8", False, False, 9, "$"),
    ("$5m", "5", False, False, 6, "$"),
    (".5", "0.5", False, False, 0, None),
    ("0.50", "0.50", False, False, 0, None),
    ("1.27", "1.27", False, False, 0, None),
    ("$0.00001", "0.00001", False, False, 0, "$"),
    ("81,797", "81797", False, False, 0, None),
    ("15,647,868", "15647868", False, False, 0, None),
    ("８１，７９７", "81797", False, False, 0, None),
    ("（２６５）", "265", True, False, 0, None),
    ("８％", "8", False, True, 0, None),
    ("٨١٬٧٩٧", "81797", False, False, 0, None),
    ("٨١٫٥٪", "81.5", False, True, 0, None),
    ("६५", "65", False, False, 0, None),
    ("½", "0.5", False, False, 0, None),
    ("-½", "0.5", True, False, 0, None),
    ("4½%", "4.5", False, True, 0, None),
    ("6 ⅞%", "6.875", False, True, 0, None),
    ("81,797²", "81797", False, False, 0, None),
    ("(265", "265", False, False, 0, None),
    ("265)", "265", False, False, 0, None),
    ("(265 million", "265", False, False, 6, None),
]


@pytest.mark.parametrize(("text", "digits", "negative", "percent", "scale", "currency"), PRINTED)
def test_a_printed_figure_is_read_with_its_sign_percent_scale_and_currency(
    text: str, digits: str, negative: bool, percent: bool, scale: int, currency: str | None
) -> None:
    figure = only(text)
    assert (figure.digits, figure.negative, figure.percent, figure.scale, figure.currency) == (
        digits,
        negative,
        percent,
        scale,
        currency,
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("—", []),
        ("no figure here", []),
        ("", []),
        ("2022-2023", ["2022", "2023"]),
        ("2022–2023", ["2022", "2023"]),
        ("2022 – 2023", ["2022", "2023"]),
        ("$9.90 - $10.00", ["9.90", "10.00"]),
        ("5-7%", ["5", "7"]),
        ("May 31, 2023", ["31", "2023"]),
        ("12,34", ["12", "34"]),
        ("1,2345", ["1", "2345"]),
        ("1234,567", ["1234", "567"]),
        ("1.5.2", ["1.5", "2"]),
        ("265 (10)", ["265", "-10"]),
        ("(265) 10", ["-265", "10"]),
        ("(385)(721)", ["-385", "-721"]),
        ("Other — 5", ["5"]),
        ("Other - 5 10", ["5", "10"]),
        ("$ — $ 1,367", ["1367"]),
        ("196 — 196", ["196", "196"]),
        ("COVID-19", ["19"]),
        ("Net income(1) 265", ["-1", "265"]),
        ("-5 -7", ["-5", "-7"]),
        ("81,797 82,959 (1)%", ["81797", "82959", "-1"]),
    ],
)
def test_a_text_gives_its_figures_in_order(text: str, values: list[str]) -> None:
    assert [figure.value for figure in figures(text)] == [Decimal(value) for value in values]


@pytest.mark.parametrize("text", ["10-K", "Q3", "FY2023", "5m", "3K", "COVID-19", "F-12", "3-year"])
def test_a_figure_in_a_name_is_known_as_glued(text: str) -> None:
    assert only(text).glued


@pytest.mark.parametrize("text", ["265", "$5m", "$81.8B", "US$5", "5-million", "(265)", "8%"])
def test_an_amount_is_not_glued(text: str) -> None:
    assert not only(text).glued


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("was $ (265) million in", "$ (265) million"),
        ("(in 2022)", "2022)"),
        ("up (8 from", "8"),
        ("rose 8 % to", "8 %"),
    ],
)
def test_the_range_covers_the_figure_as_printed(text: str, printed: str) -> None:
    figure = only(text)
    assert figure.range.of(text) == figure.text == printed


@pytest.mark.parametrize(
    ("text", "digits"), [("$ (265) million", "265"), ("-.5%", "5"), ("6 ⅞%", "6 ⅞"), ("８％", "８")]
)
def test_the_number_range_covers_the_digits_alone(text: str, digits: str) -> None:
    assert only(text).number_range.of(text) == digits


def test_the_value_has_the_sign_and_the_scale_and_a_percentage_stays_one() -> None:
    assert only("$(1.5) billion").value == Decimal(-1_500_000_000)
    assert only("8%").value == 8
    assert only("0.50").decimals == 2
    assert only("265").decimals == 0


PLAIN = "81.5"
CHANGED = [
    "81.6",
    "815",
    "8.15",
    "81.50",
    "-81.5",
    "(81.5)",
    "81.5%",
    "81.5 percent",
    "81.5 million",
    "81.5 billion",
]


@pytest.mark.parametrize("changed", CHANGED)
def test_a_digit_sign_bracket_point_percent_or_scale_word_makes_another_figure(changed: str) -> None:
    assert not same_figures(figures(PLAIN), figures(changed))
    assert not same_figures(figures(changed), figures(PLAIN))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(265)", "-265"),
        ("$ 265", "265"),
        ("81,797", "81797"),
        ("8 %", "8%"),
        (".5", "0.5"),
        ("+5", "5"),
        ("1 Million", "1 million"),
        ("８１", "81"),
    ],
)
def test_ways_of_printing_one_figure_are_the_same(one: str, other: str) -> None:
    assert same_figures(figures(one), figures(other))


def test_two_currencies_are_two_figures() -> None:
    assert not same_figures(figures("$5"), figures("€5"))


def test_more_fewer_or_reordered_figures_are_not_the_same() -> None:
    assert not same_figures(figures("1 2"), figures("1"))
    assert not same_figures(figures("1 2"), figures("2 1"))
    assert same_figures((), ())


@given(st.decimals(0, 10**9, places=2), st.booleans())
def test_a_formatted_number_reads_back_as_its_value(number: Decimal, negative: bool) -> None:
    text = f"({number:,})" if negative else f"{number:,}"
    assert only(text).value == (-number if negative else number)


@given(st.text("0123456789 .,()-–—$%€½²٣BMKmilon\n\xa0", max_size=40))
def test_ranges_run_in_order_and_cut_the_text_as_printed(text: str) -> None:
    found = figures(text)
    for figure in found:
        assert figure.range.of(text) == figure.text
        assert figure.range.contains(figure.number_range)
        assert figure.digits.replace(".", "").isdecimal()
        assert figure.digits.isascii()
    assert all(a.range.end <= b.range.start for a, b in pairwise(found))


@given(st.text("0123456789.,½²٣８", min_size=1, max_size=30))
def test_no_decimal_digit_of_a_text_is_left_out(text: str) -> None:
    covered = {index for figure in figures(text) for index in range(figure.range.start, figure.range.end)}
    missed = [c for index, c in enumerate(text) if (c.isdecimal() or c in FRACTIONS) and index not in covered]
    assert missed == []


@pytest.mark.parametrize(
    "piece",
    [
        "1",
        "1,",
        "1 ",
        "1,111",
        ",111",
        "( ",
        "(1 ",
        "$ ( - 1.1 % )",
        "-",
        ".",
        "1 per ",
        "1.1",
        "  ",
        "$",
        "½",
    ],
)
def test_reading_takes_time_in_proportion_to_the_text(piece: str) -> None:
    text = (piece * (40_000 // len(piece) + 1))[:40_000]
    begun = time.process_time()
    figures(text)
    assert time.process_time() - begun < 8  # 1 s on a busy machine; minutes if a pattern backtracks
