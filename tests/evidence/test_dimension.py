from __future__ import annotations

import pytest

from pipeline.evidence.dimension import Dimension
from pipeline.evidence.errors import NotComputable
from pipeline.evidence.printed import PrintedFigure
from tests.evidence.printing import EUROS, MILLIONS, PER_SHARE, PERCENT, SHARES, printed


def of(figure: PrintedFigure) -> Dimension:
    return Dimension.of(figure.figure, figure.unit)


MONEY, MORE, SOME = of(printed("5", MILLIONS)), of(printed("5", EUROS)), of(printed("5", SHARES))


def test_a_figures_own_marks_tell_what_no_unit_says() -> None:
    assert of(printed("5%")) == of(printed("5", PERCENT)) == Dimension(percent=1)
    assert of(printed("$5 million")) == Dimension(money=1, currencies=frozenset({"USD"}))
    assert of(printed("$5")) == Dimension(money=1, loose=1, currencies=frozenset({"USD"}))
    assert of(printed("5 million")) == Dimension(open=1)
    assert of(printed("5")) == Dimension(open=1, loose=1)


def test_products_and_quotients_add_and_take_powers() -> None:
    assert MONEY.times(SOME, -1) == of(printed("1", PER_SHARE))
    assert MONEY.times(MONEY, -1) == Dimension(currencies=frozenset({"USD"}))
    assert MONEY.raised(2) == MONEY.times(MONEY)
    assert of(printed("5")).times(of(printed("6")), -1) == Dimension()


def test_sums_are_of_like_with_like() -> None:
    assert MONEY.plus(MONEY) == MONEY
    assert MONEY.plus(of(printed("5 million"))) == MONEY
    with pytest.raises(NotComputable, match="Money and shares"):
        MONEY.plus(SOME)
    with pytest.raises(NotComputable, match="EUR and USD"):
        MONEY.plus(MORE)
    with pytest.raises(NotComputable, match="scale"):
        MONEY.plus(of(printed("5")))


def test_no_figure_of_a_filing_is_money_by_money() -> None:
    with pytest.raises(NotComputable, match="money × money"):
        MONEY.times(MONEY).require_amount()
    with pytest.raises(NotComputable, match="a number per money"):
        Dimension().times(MONEY, -1).require_amount()
    MONEY.times(of(printed("5"))).require_amount()
