from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.directions import Direction
from pipeline.evidence.figures import figures
from pipeline.evidence.fiscal import Period
from pipeline.evidence.movement import movement, says_fall
from pipeline.evidence.printed import PrintedFigure
from tests.evidence.printing import MILLIONS, printed


def sales(text: str, year: int, label: str = "Net sales", months: int | None = 12) -> PrintedFigure:
    return replace(printed(text, MILLIONS), period=Period(date(year, 9, 30), months), label=label)


RISING = {"new": sales("110", 2023), "old": sales("100", 2022)}


@pytest.mark.parametrize(
    "expression",
    [
        "new - old",
        "old - new",
        "(new - old) / old * 100",
        "new / old - 1",
        "new / old * 100 - 100",
        "110 - 100",
    ],
)
def test_a_change_goes_from_the_earlier_period_to_the_later(expression: str) -> None:
    assert movement(expression, RISING) is Direction.UP
    falling = {"new": sales("90", 2023), "old": sales("100", 2022)}
    assert movement(expression.replace("110", "90"), falling) is Direction.DOWN


@pytest.mark.parametrize(
    "expression", ["new + old", "new / old", "avg(new, old)", "new", "new -", "new - old + 1"]
)
def test_what_measures_no_change_moves_nowhere(expression: str) -> None:
    assert movement(expression, RISING) is None


@pytest.mark.parametrize(
    "old",
    [
        sales("100", 2022, "Cost of sales"),
        sales("100", 2023),
        sales("100", 2022, months=3),
        sales("110", 2022),
        sales("(100)", 2022),
        replace(sales("100", 2022), period=None),
        replace(sales("100", 2022), label=""),
    ],
)
def test_where_rows_or_periods_are_not_one_nothing_is_told(old: PrintedFigure) -> None:
    assert movement("new - old", {"new": sales("110", 2023), "old": old}) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Net sales fell 5%.", True),
        ("A decrease of $5 million.", True),
        ("Net sales were 5% lower.", True),
        ("There was a net loss of $5 million.", True),
        ("The operating loss was approximately $5 million.", True),
        ("The cash outflow totaled 5.", True),
        ("Cost of sales changed by 5.", False),
        ("Dividends paid differ by 5.", False),
        ("The net loss changed by 5.", False),
        ("The loss of share grew 5%.", False),
        ("Net sales rose 5%.", False),
        ("A difference of 5.", False),
    ],
)
def test_only_a_fall_or_a_loss_of_the_number_itself_stands_for_its_minus(text: str, expected: bool) -> None:
    (figure,) = figures(text)
    assert says_fall(text, figure.range) is expected
