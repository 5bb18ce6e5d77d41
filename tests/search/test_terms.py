"""Reading a question: item, period, kind, names."""

from __future__ import annotations

import pytest

from pipeline.evidence.content_words import content_stems, stem
from pipeline.search.names import company_words, proper_names
from pipeline.search.terms import (
    Wants,
    item_pattern,
    item_phrases,
    item_words,
    lexical_terms,
    names_statement,
    read_question,
)


def test_the_item_is_what_is_left_without_company_and_period() -> None:
    read = read_question("What were Apple's total net sales in the third quarter of 2023?", {"apple"})
    assert read.item == tuple(content_stems("total net sales"))
    assert (set(read.years), set(read.quarters), read.wants) == ({2023}, {3}, Wants.FIGURE)


@pytest.mark.parametrize(
    ("text", "years", "quarters"),
    [
        ("sales in Q3 FY2023", {2023}, {3}),
        ("sales in FY22", {2022}, set()),
        ("sales in 3Q22", {2022}, {3}),
        ("sales in the first fiscal quarter of 2024", {2024}, {1}),
        ("sales between 2021 and 2023", {2021, 2023}, set()),
        ("sales of $2,023 million", set(), set()),
        ("sales in '98", {1998}, set()),
        ("sales", set(), set()),
    ],
)
def test_periods_are_read(text: str, years: set[int], quarters: set[int]) -> None:
    read = read_question(text)
    assert (set(read.years), set(read.quarters)) == (years, quarters)


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("How much did Apple spend on research and development?", Wants.FIGURE),
        ("Total net sales 2023", Wants.FIGURE),
        ("Why did gross margin fall?", Wants.STATEMENT),
        ("What drove the change in operating income?", Wants.STATEMENT),
        ("Did sales grow in 2022?", Wants.STATEMENT),
        ("How did services net sales develop?", Wants.STATEMENT),
    ],
)
def test_questions_for_figures_are_told_from_others(text: str, wants: Wants) -> None:
    assert read_question(text).wants is wants


def test_a_company_is_told_by_its_name_without_its_legal_form() -> None:
    assert company_words("Amazon.com, Inc.") == ("amazon",)
    assert company_words("Johnson & Johnson") == ("johnson", "johnson")


def test_names_are_runs_of_capitals_and_possessives_are_known() -> None:
    named = {
        name.text: name.possessive for name in proper_names("Did Kenvue's sales in Greater China hurt EPS?")
    }
    assert named == {"Kenvue": True, "Greater China": False}


def test_a_period_is_also_looked_for_as_titles_print_it() -> None:
    terms = lexical_terms(read_question("What were total net sales in the third quarter of 2023?"))
    assert {"total", "net", "sales", "total net sales", "2023", "FY2023", "Q3"} <= set(terms)
    assert not {"what", "were", "in", "the", "of"} & set(terms)


def test_revenue_is_also_looked_for_as_net_sales() -> None:
    phrases = item_phrases(read_question("What was Apple's revenue?", {"apple"}))
    assert phrases[0] == (stem("revenue"),)
    assert tuple(content_stems("net sales")) in phrases


@pytest.mark.parametrize(
    ("item", "text", "found"),
    [
        ("sales to customers", "Sales to customers $ 94,943", True),
        ("sales to customers", "customers of our sales", False),
        ("total net sales", "Total net sales 81,797", True),
        ("net sales", "internet salesmen", False),
        ("inventories", "Inventory 4,946", True),
    ],
)
def test_an_item_is_found_in_any_ending_and_only_in_order(item: str, text: str, found: bool) -> None:
    assert bool(item_pattern(tuple(content_stems(item))).search(text)) is found


@pytest.mark.parametrize(
    ("one", "other"), [("sales", "sale"), ("increased", "increases"), ("companies", "company")]
)
def test_endings_do_not_tell_words_apart(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(
    ("text", "months", "dates"),
    [
        ("revenue for the three months ended June 30, 2025", {3}, {"june 30"}),
        ("revenue for the nine months ended July 1, 2023", {9}, {"july 1"}),
        ("revenue in Q2 2025", {3}, set()),
        ("revenue in fiscal year 2025", {12}, set()),
        ("revenue in 2025", set(), set()),
    ],
)
def test_the_length_of_a_period_is_read_and_is_no_part_of_the_item(
    text: str, months: set[int], dates: set[str]
) -> None:
    read = read_question(text)
    assert (set(read.months), set(read.dates)) == (months, dates)
    assert read.item == (stem("revenue"),)


def test_what_stands_around_the_question_is_no_part_of_the_item() -> None:
    read = read_question(
        "We want a metric. What drove gross margin? If it is not useful, then state that and explain why."
    )
    assert read.item == tuple(content_stems("gross margin"))


def test_an_owner_may_be_left_out_of_the_item() -> None:
    read = read_question("What was Monitoring's revenue?", owner={"monitoring"})
    assert item_phrases(read)[:2] == ((stem("monitoring"), stem("revenue")), (stem("revenue"),))


def test_words_that_only_ask_are_the_item_when_there_are_no_others() -> None:
    assert read_question("When does Apple's fiscal year end?", {"apple"}).item == ("fiscal", "year", "end")


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS", True),
        ("Consolidated balance sheets", True),
        ("Statement of Cash Flows", True),
        ("Products and Services Performance", False),
    ],
)
def test_headings_of_financial_statements_are_known(heading: str, names: bool) -> None:
    assert names_statement(heading) is names


def test_a_first_word_is_a_name_only_when_no_little_word_follows() -> None:
    assert proper_names("Basing your answer on the report, what are sales?") == ()
    assert [name.text for name in proper_names("Microsoft revenue 2023")] == ["Microsoft"]


def test_an_item_reads_as_the_question_writes_it() -> None:
    question = read_question("What were Halden's Total Net Sales in 2023?", {"halden"})
    assert item_words(question) == "total net sales"
    assert item_words(question) != " ".join(question.item)
