"""How a figure is printed."""

from decimal import Decimal

import pytest

from pipeline.samples.amount import Amount, Measure, millions
from pipeline.samples.statement import Column, Row, Statement


@pytest.mark.parametrize(
    ("amount", "printed"),
    [
        (Amount(1_234), "1,234"),
        (Amount(-1_234), "(1,234)"),
        (Amount(0), "—"),
        (Amount(-1_234, Measure.DOLLARS), "$(1,234)"),
        (Amount(Decimal("-0.04"), Measure.PER_SHARE), "$(0.04)"),
        (Amount(Decimal("12.5"), Measure.PERCENT), "12.5%"),
        (Amount(Decimal("-2.0"), Measure.PERCENT), "(2.0)%"),
    ],
)
def test_an_amount_prints_as_a_filing_prints_it(amount: Amount, printed: str) -> None:
    assert str(amount) == printed


def test_a_sentence_says_millions_and_rounds_halves_up() -> None:
    assert millions(351_700) == "$351.7 million"
    assert millions(4_250) == "$4.3 million"
    assert millions(1_234_567) == "$1,234.6 million"


def test_a_row_with_too_few_amounts_is_refused() -> None:
    with pytest.raises(ValueError, match="'Revenue' has 1 amounts for 2 columns"):
        Statement("", "", (Column(("2024",)), Column(("2023",))), (Row("Revenue", (Amount(1),)),))
