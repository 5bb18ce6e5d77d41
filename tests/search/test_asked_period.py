"""The period that a question asks for."""

from __future__ import annotations

from datetime import date

import pytest

from pipeline.search.asked_period import read_period


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("revenue in FY2022", {2022}),
        ("revenue in FY22", {2022}),
        ("FY2018 - FY2020 3 year average of capex", {2018, 2019, 2020}),
        ("2 year CAGR from FY2020 to FY2022", {2020, 2021, 2022}),
        ("between 2020 and 2022", {2020, 2021, 2022}),
        ("average of accounts payable in FY2018 and FY2020", {2018, 2020}),
        ("three year average of margin for fiscal 2020", {2018, 2019, 2020}),
        ("interest on the 5 year notes in 2020", {2020}),
        ("sales from 1850 to 2020", {2020}),
        ("sales in 2022 against the prior year", {2021, 2022}),
        ("year-over-year growth in Q2 2022", {2021, 2022}),
        ("sales against the prior year", set()),
        ("sales", set()),
    ],
)
def test_years_and_ranges_are_read(question: str, years: set[int]) -> None:
    assert read_period(question).years == years


@pytest.mark.parametrize(
    ("question", "quarters", "halves"),
    [
        ("Q3 2023", {3}, set()),
        ("3Q23 sales", {3}, set()),
        ("third quarter of fiscal 2023", {3}, set()),
        ("H1 FY2023", set(), {1}),
        ("first half of 2023", set(), {1}),
        ("second-half 2023", set(), {2}),
        ("1H 2023", set(), {1}),
        ("full year 2023", set(), set()),
    ],
)
def test_quarters_and_halves_are_read(question: str, quarters: set[int], halves: set[int]) -> None:
    read = read_period(question)
    assert (set(read.quarters), set(read.halves)) == (quarters, halves)
    assert read.wants_quarter == bool(quarters or halves)


@pytest.mark.parametrize(
    "question",
    ["the 8-K dated July 1, 2022", "the 8k filing dated 1st July 2022", "as of 1 July 2022", "on 2022-07-01"],
)
def test_days_are_read(question: str) -> None:
    assert read_period(question).days == (date(2022, 7, 1),)


@pytest.mark.parametrize(
    ("question", "is_forward"),
    [
        ("What is the guidance for FY2024?", True),
        ("What production rate changes is it forecasting for FY2023?", True),
        ("Is growth in adjusted EPS expected to accelerate in FY2023?", True),
        ("2024 outlook for capital expenditures", True),
        ("What does it plan for next year?", True),
        ("expected return on plan assets in 2022", False),
        ("expected credit losses for 2022", False),
        ("projected benefit obligation in 2022", False),
        ("What was revenue in 2022?", False),
        ("Why did it expect losses?", False),
    ],
)
def test_words_that_look_ahead_of_a_period_are_told_from_terms(question: str, is_forward: bool) -> None:
    assert read_period(question).is_forward is is_forward


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Apple, third quarter of 2023", "third quarter of 2023"),
        ("FY2018 to FY2020", "2018 to 2020"),
        ("FY2018 and FY2022", "2018 and 2022"),
        ("the year ended June 30, 2023", "June 30, 2023"),
        ("last quarter's revenue", "latest quarter"),
        ("the latest annual report", "latest"),
        ("guidance for 2024", "expected for 2024"),
        ("net sales", ""),
    ],
)
def test_a_period_is_said_as_people_say_it(question: str, said: str) -> None:
    assert read_period(question).words == said


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Apple, third quarter of 2023", "for the third quarter of 2023"),
        ("Q1, Q2 and Q3 2023", "for the first, second or third quarter of 2023"),
        ("H1 2023 against Q3 2023", "for the third quarter or the first half of 2023"),
        ("FY2022", "for 2022"),
        ("FY2018 to FY2020", "for 2018 to 2020"),
        ("FY2018 and FY2022", "for 2018 or 2022"),
        ("the year ended June 30, 2023", "for June 30, 2023"),
        ("on June 30, 2022 and on July 1, 2023", "for June 30, 2022 or July 1, 2023"),
        ("last quarter's revenue", "for the latest quarter"),
        ("the latest annual report", "for the latest period"),
        ("guidance for 2024", "that looks ahead to 2024"),
        ("guidance for Q3 2024", "that looks ahead to the third quarter of 2024"),
        ("what it expects for the coming quarter of the latest", "that looks ahead to the latest period"),
        ("guidance for the year ended June 30, 2024", "for June 30, 2024"),
        ("net sales", ""),
    ],
)
def test_a_filing_of_a_period_is_told_behind_no_filing(question: str, words: str) -> None:
    assert read_period(question).filing_words == words
