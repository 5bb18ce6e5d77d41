"""Which of a company's filings answers a question about a period."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover, Registrant
from pipeline.search.asked_form import read_form
from pipeline.search.asked_period import read_period
from pipeline.search.companies import index_of
from pipeline.search.company_mentions import company_mentions
from pipeline.search.routes import MOST_PERIODS, Route, routes_of

ACME = (Registrant("Acme Foods, Inc."),)
OTHER = (Registrant("Borealis Metals plc"),)
SHELF: Mapping[str, Cover] = {
    "10-K 2020": Cover(ACME, "10-K", date(2020, 5, 31), 2020),
    "10-K 2021": Cover(ACME, "10-K", date(2021, 5, 30), 2021),
    "10-K 2022": Cover(ACME, "10-K", date(2022, 5, 29), 2022),
    "10-K 2023": Cover(ACME, "10-K", date(2023, 5, 28), 2023),
    "release Q4 2022": Cover(ACME, EARNINGS_RELEASE, None, 2022, 4),
    "10-Q Q2 2022": Cover(ACME, "10-Q", date(2021, 11, 28), 2022, 2),
    "10-Q Q3 2022": Cover(ACME, "10-Q", date(2022, 2, 27), 2022, 3),
    "release Q3 2022": Cover(ACME, EARNINGS_RELEASE, date(2022, 2, 27), 2022, 3),
    "10-Q Q3 2023": Cover(ACME, "10-Q", date(2023, 2, 26), 2023, 3),
    "8-K 2022-07-01": Cover(ACME, "8-K", date(2022, 7, 1)),
    "8-K 2022-09-15": Cover(ACME, "8-K", date(2022, 9, 15)),
    "10-K/A 2022": Cover(ACME, "10-K/A", date(2022, 5, 29), 2022),
    "10-K 2022 of another": Cover(OTHER, "10-K", date(2022, 12, 31), 2022),
}


def routed(
    question: str, shelf: Mapping[str, Cover] = SHELF, *, keep_all: bool = False
) -> tuple[dict[str, Route], tuple[str, ...]]:
    """Routes by name, best first, and what is missing."""
    covers = list(shelf.values())
    index = index_of(tuple(cover.registrants for cover in covers))
    mentions = company_mentions(question, index)
    routes, missing = routes_of(
        covers, index, mentions, read_period(question), read_form(question), keep_all=keep_all
    )
    names = list(shelf)
    return {names[route.position]: route for route in routes}, missing


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Acme's net sales in FY2022", "10-K 2022"),
        ("Acme's net sales for FY2021 and FY2022", "10-K 2022"),
        ("Acme's 3 year average margin, FY2020 - FY2022", "10-K 2022"),
        ("Acme's net sales in Q3 2022", "10-Q Q3 2022"),
        ("Acme's net sales in the third quarter of fiscal 2023 against 2022", "10-Q Q3 2023"),
        ("Acme's cash flow in the first half of fiscal 2022", "10-Q Q2 2022"),
        ("Acme's net sales in Q4 2022", "release Q4 2022"),
        ("Acme's adjusted EBITDA in FY2022", "release Q4 2022"),
        ("Acme's balance sheet as of May 30, 2021", "10-K 2021"),
        ("Acme's net sales in the quarter ended February 27, 2022", "10-Q Q3 2022"),
        ("What did Acme's 8-K of July 1, 2022 say?", "8-K 2022-07-01"),
        ("What did Acme announce on September 14, 2022?", "8-K 2022-09-15"),
        ("Acme's latest annual report", "10-K 2023"),
        ("Acme's net sales", "10-K 2023"),
        ("Acme's last quarter", "10-Q Q3 2023"),
        ("Acme's 10-K/A for 2022", "10-K/A 2022"),
        ("Acme's earnings release for Q3 2022", "release Q3 2022"),
        ("What does Acme expect for fiscal 2023?", "release Q4 2022"),
        ("By how much did Acme raise its full year guidance?", "release Q4 2022"),
        ("What is the background of Acme's new CEO?", "8-K 2022-09-15"),
        ("Which nominees had votes against them at Acme's annual meeting?", "8-K 2022-09-15"),
        ("What does Acme's 10-K forecast for FY2021?", "10-K 2020"),
    ],
)
def test_the_filing_of_the_period_and_form_comes_first(question: str, best: str) -> None:
    routes, missing = routed(question)
    assert next(iter(routes)) == best
    assert routes[best].weight == 1.0
    assert missing == ()


def test_the_next_report_stays_reachable_because_it_shows_the_year_again() -> None:
    routes, _ = routed("Acme's net sales in FY2022")
    assert routes["10-K 2023"].because == ("Acme", "fiscal 2023, with 2022 beside it")
    assert "release Q4 2022" in routes
    assert "10-K 2020" not in routes


def test_few_periods_are_kept_and_each_counts_once_however_often_it_is_filed() -> None:
    twins = {"10-K 2022 as HTML": Cover(ACME, "10-K", date(2022, 5, 29), 2022), **SHELF}
    alone, _ = routed("Acme's net sales in FY2022")
    both, _ = routed("Acme's net sales in FY2022", twins)
    of_2022 = {"10-K 2022", "10-K/A 2022", "release Q4 2022"}
    assert of_2022 < set(alone)
    assert len(set(alone) - of_2022) == MOST_PERIODS - 1
    assert set(both) == {*alone, "10-K 2022 as HTML"}


def test_a_report_that_may_restate_a_year_stays_beside_the_years_own_and_the_next() -> None:
    shelf = {name: SHELF[name] for name in ("10-K 2022", "release Q4 2022", "10-K 2023", "8-K 2022-09-15")}
    assert set(routed("Acme's net sales in FY2022", shelf)[0]) == set(shelf)


def test_no_filing_of_another_company_is_kept() -> None:
    for question in ("Acme's net sales in FY2022", "Acme's net sales in 1999", "Acme's proxy statement"):
        assert "10-K 2022 of another" not in routed(question)[0]


def test_two_companies_each_have_their_reports() -> None:
    routes, _ = routed("Compare the net sales of Acme and Borealis in 2022")
    assert {"10-K 2022", "10-K 2022 of another"} <= {
        name for name, route in routes.items() if route.weight == 1.0
    }


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Acme's net sales in FY2012", ("filing of Acme Foods, Inc. for 2012",)),
        ("Acme's net sales in Q1 2031", ("filing of Acme Foods, Inc. for the first quarter of 2031",)),
        ("What does Acme expect for 2030?", ("filing of Acme Foods, Inc. that looks ahead to 2030",)),
        ("Acme's net sales in 2031 and 2033", ("filing of Acme Foods, Inc. for 2031 or 2033",)),
        ("Acme's 3 year average margin, FY2031 - FY2033", ("filing of Acme Foods, Inc. for 2031 to 2033",)),
        ("Acme's balance sheet as of May 30, 2031", ("filing of Acme Foods, Inc. for May 30, 2031",)),
        ("Acme's proxy statement", ("DEF 14A of Acme Foods, Inc.",)),
        ("Acme's 10-K for 2022", ()),
    ],
)
def test_what_no_filing_reports_on_is_said(question: str, missing: tuple[str, ...]) -> None:
    assert routed(question)[1] == missing


def test_a_filing_whose_period_was_not_read_is_kept_and_says_so() -> None:
    shelf = {"unread": Cover(ACME, "10-K"), "10-K 2021": SHELF["10-K 2021"]}
    routes, _ = routed("Acme's net sales in FY2021", shelf)
    assert list(routes) == ["10-K 2021", "unread"]
    assert routes["unread"].because == ("Acme", "its period was not read")


def test_filings_that_the_analyst_picked_are_all_kept() -> None:
    routes, _ = routed("Acme's net sales in FY2022", keep_all=True)
    assert set(routes) == set(SHELF)
    assert next(iter(routes)) == "10-K 2022"
    assert min(route.weight for route in routes.values()) > 0.5


def test_without_a_company_every_filing_is_kept_and_its_period_weighs() -> None:
    routes, _ = routed("net sales in FY2022")
    assert set(routes) == set(SHELF)
    assert routes["10-K 2022"].weight == routes["10-K 2022 of another"].weight == 1.0
    assert routes["10-K 2020"].weight < 0.7


def test_a_question_without_company_and_period_prefers_no_filing() -> None:
    assert {route.weight for route in routed("net sales")[0].values()} == {1.0}


def test_where_the_newest_is_asked_for_older_filings_count_little() -> None:
    latest, usual = routed("Acme's last quarter")[0], routed("Acme's net sales")[0]
    assert [name for name, route in latest.items() if route.weight > 0.5] == ["10-Q Q3 2023"]
    assert usual["10-K 2022"].weight > 0.5


def test_what_was_expected_stands_in_the_years_before_and_then_in_its_quarters() -> None:
    shelf = {name: SHELF[name] for name in ("10-K 2022", "10-Q Q3 2022", "10-Q Q3 2023", "10-K 2021")}
    routes, _ = routed("What does Acme expect for fiscal 2023?", shelf)
    assert list(routes) == ["10-K 2022", "10-Q Q3 2023", "10-Q Q3 2022"]
    assert routes["10-K 2022"].because == ("Acme", "looks ahead to 2023")


def test_an_adjusted_figure_is_looked_for_in_releases_only_where_there_is_one() -> None:
    assert next(iter(routed("Acme's adjusted EBITDA in FY2021")[0])) == "10-K 2021"
