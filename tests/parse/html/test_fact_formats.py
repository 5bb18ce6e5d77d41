"""What displays mean under the formats of the transformation registries, and that nothing is guessed."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.parse.html.fact_formats import plain, read_number, read_text, scaled


@pytest.mark.parametrize(
    ("format_", "display", "number"),
    [
        (None, "6381", "6381"),
        (None, " 12.50 ", "12.50"),
        (None, "6,381", None),
        ("ixt:num-dot-decimal", "2,628,553,000,000", "2628553000000"),
        ("ixt:num-dot-decimal", "1 234\u00a0567.50", "1234567.50"),
        ("ixt:num-dot-decimal", ".36", "0.36"),
        ("ixt:num-dot-decimal", "1.234.567", None),
        ("ixt:num-dot-decimal", "(565)", None),
        ("ixt:num-dot-decimal", "565 million", None),
        ("ixt:num-dot-decimal", "", None),
        ("ixt:num-dot-decimal", "—", None),
        ("ixt:numdotdecimalin", "10,00,000.5", "1000000.5"),
        ("ixt:num-dot-decimal-apos", "1'234.5", "1234.5"),
        ("ixt:numcommadot", "1,234.5", "1234.5"),
        ("ixt:numspacedot", "1 234.5", "1234.5"),
        ("ixt:num-comma-decimal", "1.234.567,50", "1234567.50"),
        ("ixt:numcommadecimal", "1 234,5", "1234.5"),
        ("ixt:numdotcomma", "1.234,5", "1234.5"),
        ("ixt:numspacecomma", "1 234,5", "1234.5"),
        ("ixt:numcomma", "1234,5", "1234.5"),
        ("ixt:numcommadecimal", "1,234,5", None),
        ("ixt:num-unit-decimal", "1,000 euros 5 cents", "1000.05"),
        ("ixt:numunitdecimal", "25円50銭", "25.50"),
        ("ixt:numunitdecimal", "25 euros", None),
        ("ixt:num-dot-decimal", "１，２３４．５", "1234.5"),
        ("ixt:fixed-zero", "—", "0"),
        ("ixt:zerodash", "–", "0"),
        ("ixt:numdash", "-", "0"),
        ("ixt:zerodash", "5", None),
        ("ixt-sec:numwordsen", "two", "2"),
        ("ixt-sec:numwordsen", "Twenty-one", "21"),
        ("ixt-sec:numwordsen", "one hundred and five thousand, three hundred", "105300"),
        ("ixt-sec:numwordsen", "two million", "2000000"),
        ("ixt-sec:numwordsen", "no", "0"),
        ("ixt-sec:numwordsen", "several", None),
        ("ixt-sec:numwordsen", "two three", None),
        ("ixt:a-format-of-tomorrow", "5", None),
    ],
)
def test_numbers(format_: str | None, display: str, number: str | None) -> None:
    assert read_number(format_, display) == (None if number is None else Decimal(number))


@pytest.mark.parametrize(
    ("format_", "display", "text"),
    [
        (None, "Tallow  &\u00a0Wick,\nInc.", "Tallow & Wick, Inc."),
        ("ixt:date-monthname-day-year-en", "June 30, 2031", "2031-06-30"),
        ("ixt:datemonthdayyearen", "Sept. 7th, 31", "2031-09-07"),
        ("ixt:date-monthname-day-en", "December 31", "--12-31"),
        ("ixt:date-monthname-year-en", "May 2031", "2031-05"),
        ("ixt:date-day-monthname-year-en", "30 of June 2031", "2031-06-30"),
        ("ixt:datelongus", "February 29, 2032", "2032-02-29"),
        ("ixt:datelongus", "February 29, 2031", None),
        ("ixt:datelonguk", "1 March 2031", "2031-03-01"),
        ("ixt:dateslashus", "6/30/31", "2031-06-30"),
        ("ixt:dateslasheu", "30/6/2031", "2031-06-30"),
        ("ixt:datedoteu", "30.6.2031", "2031-06-30"),
        ("ixt:dateslashmonthdayus", "6/30", "--06-30"),
        ("ixt:dateshortyearmonth", "31 Jun", "2031-06"),
        ("ixt:date-month-day-year", "06-30-2031", "2031-06-30"),
        ("ixt:date-day-month-year", "06.07.2031", "2031-07-06"),
        ("ixt:date-year-month-day", "2031年6月30日", "2031-06-30"),
        ("ixt:dateyearmonthdaycjk", "２０３１年６月３０日", "2031-06-30"),
        ("ixt:date-month-year", "06/2031", "2031-06"),
        ("ixt:date-day-monthname-year-fr", "30 juin 2031", "2031-06-30"),
        ("ixt:datedaymonthyearfr", "1er août 2031", "2031-08-01"),
        ("ixt:date-day-monthname-year-de", "5. März 2031", "2031-03-05"),
        ("ixt:date-day-monthname-year-cs", "5. července 2031", "2031-07-05"),
        ("ixt:date-day-monthname-year-cs", "5. června 2031", "2031-06-05"),
        ("ixt:date-day-monthname-es", "5 de septiembre", "--09-05"),
        ("ixt:date-day-monthname-year-el", "5 Ιουλίου 2031", "2031-07-05"),
        ("ixt:date-day-monthname-year-bg", "5 май 2031", "2031-05-05"),
        ("ixt:date-year-monthname-day-hu", "2031. július 5.", "2031-07-05"),
        ("ixt:date-year-monthname-day-lt", "2031 m. rugpjūčio 5 d.", "2031-08-05"),
        ("ixt:date-year-day-monthname-lv", "2031. gada 5. jūlijs", "2031-07-05"),
        ("ixt:datedaymonthyeardk", "5. maj 2031", "2031-05-05"),
        ("ixt:date-day-monthroman-year", "5 VII 2031", "2031-07-05"),
        ("ixt:date-day-monthname-year-hi", "५ जुलाई २०३१", "2031-07-05"),
        ("ixt:calindaymonthyear", "11 पौष 1921", "2000-01-01"),
        ("ixt:date-ind-day-monthname-year-hi", "1 Chaitra 1935", "2013-03-22"),
        ("ixt:date-jpn-era-year-month-day", "平成25年5月1日", "2013-05-01"),
        ("ixt:dateerayearmonthjp", "令和元年5月", "2019-05"),
        ("ixt:date-monthname-day-year-en", "30 June", None),
        ("ixt:date-monthname-day-year-en", "Juni 30, 2031 or July 1", None),
        ("ixt:date-monthname-day-year-xx", "June 30, 2031", None),
        ("ixt-sec:datequarterend", "third quarter of 2031", "2031-09-30"),
        ("ixt-sec:duryear", "2.5", "P2Y6M"),
        ("ixt-sec:duryear", "0", "P0D"),
        ("ixt-sec:durmonth", "18", "P18M"),
        ("ixt-sec:durweek", "2", "P14D"),
        ("ixt-sec:durday", "856", "P856D"),
        ("ixt-sec:durhour", "36", "PT36H"),
        ("ixt-sec:durwordsen", "two years and six months", "P2Y6M"),
        ("ixt-sec:durwordsen", "twelve-month", "P12M"),
        ("ixt-sec:durwordsen", "a while", None),
        ("ixt-sec:boolballotbox", "☒", "true"),
        ("ixt-sec:boolballotbox", "☐", "false"),
        ("ixt-sec:boolballotbox", "maybe", None),
        ("ixt:fixed-true", "Yes", "true"),
        ("ixt:booleanfalse", "No", "false"),
        ("ixt:nocontent", "None", ""),
        ("ixt:num-dot-decimal", "1,000.50", "1000.5"),
        ("ixt-sec:exchnameen", "Nasdaq", "Nasdaq"),
    ],
)
def test_texts(format_: str | None, display: str, text: str | None) -> None:
    assert read_text(format_, display) == text


@settings(deadline=None)  # a busy machine is no failure
@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=0),
    st.integers(-12, 12),
    st.booleans(),
)
def test_scaling_is_exact(number: Decimal, scale: int, negative: bool) -> None:
    value = scaled(number, scale, negative=negative)
    assert value is not None
    assert "E" not in value
    assert Decimal(value) == (-number if negative else number).scaleb(scale)


def test_a_value_has_no_loose_zeros_and_no_negative_nothing() -> None:
    assert plain(Decimal("12.500")) == "12.5"
    assert scaled(Decimal("50"), -2, negative=False) == "0.5"
    assert scaled(Decimal("0.00"), 6, negative=True) == "0"
    assert scaled(Decimal("5"), 9_999, negative=False) is None
