"""The periods that a sentence names, and whether a figure can be of them."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.evidence.fiscal import Period
from pipeline.evidence.fiscal_name import FiscalName
from pipeline.evidence.period_agreement import SaidParts, agrees
from pipeline.evidence.period_pairing import paired
from pipeline.evidence.said_periods import find_periods
from pipeline.evidence.sentence_reading import read_sentence

TITLE = "Example · 10-Q · Q3 FY2023"
THREE = Period(date(2023, 7, 1), 3)
BEFORE = Period(date(2022, 6, 25), 3)
YEAR = Period(date(2023, 9, 30), 12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("in Q3 FY2023 and in Q3 FY2022", ["Q3 FY2023", "Q3 FY2022"]),
        ("the third quarter of fiscal 2022", ["third quarter of fiscal 2022"]),
        (
            "the three months ended July 1, 2023 and June 25, 2022",
            ["three months ended July 1, 2023", "June 25, 2022"],
        ),
        ("from 2017 to 2019", ["2017", "2019"]),
        ("2017-2019", ["2017", "2019"]),
        ("3Q23, FY23", ["3Q23", "FY23"]),
        ("the 39 weeks ended October 28, 2023", ["39 weeks ended October 28, 2023"]),
        ("the first half of 2023", ["first half of 2023"]),
        ("2023 employees had 2,023 desks", []),
    ],
)
def test_parts_that_belong_together_are_one_period(text: str, words: list[str]) -> None:
    assert [one.range.of(text) for one in find_periods(text)] == words


@pytest.mark.parametrize(
    ("text", "period", "answer"),
    [
        ("July 1, 2023", THREE, True),
        ("July 2, 2023", THREE, False),
        ("three months ended July 1, 2023", THREE, True),
        ("nine months ended July 1, 2023", THREE, False),
        ("Q3 FY2023", THREE, True),
        ("Q2 FY2023", THREE, False),
        ("Q3 FY2023", BEFORE, False),
        ("third quarter of 2022", BEFORE, True),
        ("in 2023", THREE, True),
        ("in 2022", THREE, False),
        ("fiscal 2023", YEAR, True),
        ("June 2023", THREE, None),
        ("May 2021", THREE, False),
    ],
)
def test_a_period_agrees_only_where_it_is_certain(text: str, period: Period, answer: bool | None) -> None:
    (said,) = find_periods(text)
    assert agrees(said, period, FiscalName.of(TITLE, [THREE, BEFORE])) is answer


def test_a_quarter_is_open_without_the_name_of_the_year() -> None:
    (said,) = find_periods("Q3 FY2023")
    assert agrees(said, THREE, None) is None
    assert agrees(said, BEFORE, None) is False


def test_a_year_has_the_name_that_its_title_gives_only_where_that_fits() -> None:
    assert FiscalName.of("Example · 10-K · FY2023", [Period(date(2022, 12, 31), 12)]) is None
    assert FiscalName.of("Example · 10-K", [THREE]) is None
    january = Period(date(2024, 2, 3), 12)
    assert FiscalName.of("Example · 10-K · FY2023", [january]) is None
    assert FiscalName.of("Example · 10-K · FY2023", [january, Period(date(2023, 1, 28), 12)]) == FiscalName(
        2023, 4, date(2024, 2, 3)
    )


def test_texts_say_a_period_part_by_part() -> None:
    parts = SaidParts.of(["Three Months Ended", "December 31,", "2023", "Q4 FY2023"])
    for text in ("three months ended December 31, 2023", "Q4 2023", "2023", "December 31"):
        assert parts.say(find_periods(text)[0])
    for text in ("nine months", "December 30, 2023", "Q3 2023", "2022"):
        assert not parts.say(find_periods(text)[0])


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (
            "Sales rose to $5 in 2023 from $4 in 2022.",
            [("$5", "2023"), ("$4", "2022")],
        ),
        ("In 2023, sales were 5, compared with 4 in 2022.", [("5", "2023"), ("4", "2022")]),
        ("Sales were 5 in 2023, down from 4 a year earlier.", [("5", "2023")]),
        ("Sales were 5 and 4 in 2023 and 2022, respectively.", [("5", "2023"), ("4", "2022")]),
        ("Sales were 5 and 4 in 2023 and 2022.", []),
        ("Sales were 5 in 2023.", [("5", "2023")]),
        ("Compared with 2022, sales rose by 5.", []),
        ("The 2018 Credit Agreement provides $500 million.", []),
        ("Notes due 2043 of $500 million were sold.", []),
    ],
)
def test_a_figure_has_a_period_only_where_the_sentence_leaves_no_choice(
    text: str, pairs: list[tuple[str, str]]
) -> None:
    read = read_sentence(text)
    found = paired(text, [one.range for one in read.figures], read.periods)
    assert [(place.of(text), said.range.of(text)) for place, said in found.items()] == pairs
