"""Whether a row's column headers hold the period that is asked for."""

from __future__ import annotations

import pytest

from pipeline.answer.periods import COMPARATIVE, DIFFERENT, SAME, period_fit
from pipeline.search.terms import read_question

TEN_Q = "Apple Inc. · Form 10-Q · Q3 FY2023"
TEN_K = "Apple Inc. · Form 10-K · FY2024"
QUARTERS = "Three Months Ended July 1, 2023 Three Months Ended June 25, 2022"


def fit(question: str, headers: str, title: str) -> float:
    return period_fit(read_question(question), headers, title)


def test_the_column_headers_decide() -> None:
    assert fit("sales in Q3 2023", QUARTERS, TEN_Q) == SAME
    assert fit("sales in Q3 2021", QUARTERS, TEN_Q) == DIFFERENT
    assert fit("sales in Q2 2023", QUARTERS, TEN_Q) == DIFFERENT
    assert fit("sales in Q3 2023", "Nine Months Ended July 1, 2023", TEN_Q) == DIFFERENT


def test_a_filing_of_the_period_comes_before_one_that_repeats_it() -> None:
    assert fit("sales in 2024", "2024 2023 2022", TEN_K) == SAME
    assert DIFFERENT < fit("sales in 2023", "2024 2023 2022", TEN_K) < SAME


def test_a_question_without_a_period_fits_everything() -> None:
    assert fit("sales", "", TEN_Q) == fit("sales", QUARTERS, TEN_K) == SAME


@pytest.mark.parametrize("question", ["sales in 2023", "sales in FY2023"])
def test_a_year_is_rather_a_whole_year(question: str) -> None:
    annual = fit(question, "2024 2023 2022", TEN_K)
    assert annual == COMPARATIVE
    assert 0 < fit(question, QUARTERS, TEN_Q) < annual


def test_without_headers_the_title_is_a_weaker_witness() -> None:
    assert SAME > fit("sales in Q3 2023", "", TEN_Q) > DIFFERENT
    assert fit("sales in 2021", "", TEN_Q) == DIFFERENT
    asked = read_question("sales in 2021")
    assert SAME > period_fit(asked, "", TEN_Q, around="As of December 31, 2021") > DIFFERENT


def test_the_length_of_the_period_decides_between_columns() -> None:
    assert fit("revenue for the three months ended July 1, 2023", QUARTERS, TEN_Q) == SAME
    assert fit("revenue for the nine months ended July 1, 2023", QUARTERS, TEN_Q) == DIFFERENT


def test_a_filing_without_a_quarter_in_its_title_may_hold_it() -> None:
    assert (
        SAME > fit("sales in Q3 2023", QUARTERS, "Apple Inc. · Form 10-Q · Jul 1, 2023") > COMPARATIVE - 0.2
    )
