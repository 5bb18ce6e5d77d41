"""Which companies of a library a question names."""

from __future__ import annotations

import pytest

from pipeline.evidence.cover import Registrant
from pipeline.search.companies import CompanyIndex, index_of, name_words
from pipeline.search.company_mentions import company_mentions

LIBRARY = (
    Registrant("Apple Inc.", tickers=("AAPL",)),
    Registrant("Johnson & Johnson", tickers=("JNJ",)),
    Registrant("Amazon.com, Inc.", tickers=("AMZN",)),
    Registrant("The Coca-Cola Company", tickers=("KO",)),
    Registrant("AMERICAN EXPRESS CO", tickers=("AXP",)),
    Registrant("American Water Works Company, Inc.", tickers=("AWK",)),
    Registrant("MGM Resorts International", tickers=("MGM",)),
    Registrant("Block, Inc.", former_names=("Square, Inc.",), tickers=("SQ",)),
    Registrant("3M Company", tickers=("MMM",)),
    Registrant("General Electric Company", tickers=("GE",)),
    Registrant("General Mills, Inc.", tickers=("GIS",)),
    Registrant("HP Inc.", tickers=("HPQ",)),
    Registrant("Target Corporation", tickers=("TGT",)),
    Registrant("The Gap, Inc.", tickers=("GPS",)),
    Registrant("Best Buy Co., Inc.", tickers=("BBY",)),
    Registrant("JPMorgan Chase & Co.", tickers=("JPM",)),
    Registrant("Lowe's Companies, Inc.", tickers=("LOW",)),
    Registrant("The Allstate Corporation", tickers=("ALL",)),
    Registrant("Gartner, Inc.", tickers=("IT",)),
    Registrant("ON Semiconductor Corporation", tickers=("ON",)),
    Registrant("Agilent Technologies, Inc.", tickers=("A",)),
    Registrant("Nestlé S.A."),
    Registrant("The Procter & Gamble Company", tickers=("PG",)),
    Registrant("Bank of America Corporation", tickers=("BAC",)),
    Registrant("PepsiCo, Inc.", tickers=("PEP",)),
    Registrant("Lockheed Martin Corporation", tickers=("LMT",)),
)


@pytest.fixture(scope="module")
def library() -> CompanyIndex:
    return index_of(tuple((registrant,) for registrant in LIBRARY))


def named(question: str, index: CompanyIndex) -> set[str]:
    return {
        index.companies[number].name
        for mention in company_mentions(question, index)
        for number in mention.companies
    }


@pytest.mark.parametrize(
    ("question", "companies"),
    [
        ("What were Apple's net sales?", {"Apple Inc."}),
        ("apple's revenue in 2023", {"Apple Inc."}),
        ("what is the revenue of apple in 2023", {"Apple Inc."}),
        ("WHAT WERE APPLE'S NET SALES?", {"Apple Inc."}),
        ("APPLE INC. revenue", {"Apple Inc."}),
        ("AAPL revenue 2023", {"Apple Inc."}),
        ("How did J&J do?", {"Johnson & Johnson"}),
        ("Are JnJ's FY2022 financials that of a high growth company?", {"Johnson & Johnson"}),
        ("JNJ sales", {"Johnson & Johnson"}),
        ("Johnson and Johnson's sales", {"Johnson & Johnson"}),
        ("Amazon's capex", {"Amazon.com, Inc."}),
        ("What is the ROA for Coca Cola?", {"The Coca-Cola Company"}),
        ("coca-cola's roa", {"The Coca-Cola Company"}),
        ("AMEX card members", {"AMERICAN EXPRESS CO"}),
        ("AmEx card members", {"AMERICAN EXPRESS CO"}),
        ("amex card members", {"AMERICAN EXPRESS CO"}),
        ("American Express's provision", {"AMERICAN EXPRESS CO"}),
        ("American Water's rates", {"American Water Works Company, Inc."}),
        ("What was American's revenue?", {"AMERICAN EXPRESS CO", "American Water Works Company, Inc."}),
        ("MGM's regional operations", {"MGM Resorts International"}),
        ("MGM Resorts and MGM China in 2022", {"MGM Resorts International"}),
        ("Block (formerly known as Square) total revenue", {"Block, Inc."}),
        ("Square's gross profit", {"Block, Inc."}),
        ("What is Block's working capital?", {"Block, Inc."}),
        ("3M's earplugs", {"3M Company"}),
        ("Does 3M have debt?", {"3M Company"}),
        ("How did GE's orders develop?", {"General Electric Company"}),
        ("GE orders 2022", {"General Electric Company"}),
        ("HP printing revenue", {"HP Inc."}),
        ("Target's same-store sales", {"Target Corporation"}),
        ("Gap net sales by brand", {"The Gap, Inc."}),
        ("Best Buy comparable sales", {"Best Buy Co., Inc."}),
        ("JP Morgan's tier 1 ratio", {"JPMorgan Chase & Co."}),
        ("J.P. Morgan's tier 1 ratio", {"JPMorgan Chase & Co."}),
        ("P&G organic growth", {"The Procter & Gamble Company"}),
        ("BofA net interest income", {"Bank of America Corporation"}),
        ("Pepsi's snacks", {"PepsiCo, Inc."}),
        ("Lowes same-store sales", {"Lowe's Companies, Inc."}),
        ("How large is Lowe’s backlog?", {"Lowe's Companies, Inc."}),
        ("$ON gross margin", {"ON Semiconductor Corporation"}),
        ("Agilent (A) revenue", {"Agilent Technologies, Inc."}),
        ("nestle's organic growth", {"Nestlé S.A."}),
        ("Lockheed F-35 deliveries", {"Lockheed Martin Corporation"}),
        (
            "Compare Apple, Amazon and General Mills",
            {"Apple Inc.", "Amazon.com, Inc.", "General Mills, Inc."},
        ),
    ],
)
def test_a_company_is_known_by_what_people_call_it(
    library: CompanyIndex, question: str, companies: set[str]
) -> None:
    assert named(question, library) == companies


@pytest.mark.parametrize(
    "question",
    [
        "What is the target for capital expenditures?",
        "Explain the gap between book and tax income.",
        "a block of shares was sold",
        "IT spending and all other costs on services",
        "What are ALL of the risks?",
        "How high is IT spending?",
        "Is the tax rate on a block trade low?",
        "What was GM's free cash flow?",
        "American Airlines fuel expense",
        "General Motors deliveries",
        "What were total net sales?",
        "Which products are best?",
        "What did it buy back?",
        "how large is the aww factor?",
    ],
)
def test_ordinary_words_and_other_names_are_no_company(library: CompanyIndex, question: str) -> None:
    assert named(question, library) == set()


def test_a_name_that_changed_does_not_part_a_company() -> None:
    index = index_of(
        ((Registrant("Square, Inc.", ein="80-0429876"),), (Registrant("Block, Inc.", ein="80-0429876"),))
    )
    (mention,) = company_mentions("What is Block's revenue?", index)
    assert [index.companies[number].filings for number in mention.companies] == [(0, 1)]


def test_companies_of_one_name_but_other_numbers_are_told_by_their_names_only() -> None:
    index = index_of(
        ((Registrant("Acme Foods, Inc.", ein="1-1"),), (Registrant("Acme Metals, Inc.", ein="2-2"),))
    )
    (mention,) = company_mentions("What were Acme's sales?", index)
    assert len(mention.companies) == 2
    (mention,) = company_mentions("What were Acme Metals' sales?", index)
    assert [index.companies[number].name for number in mention.companies] == ["Acme Metals, Inc."]


def test_each_registrant_of_a_common_filing_is_named_by_its_own_name() -> None:
    both = (Registrant("Duke Power Corp", ein="1-1"), Registrant("Piedmont Gas, Inc.", ein="2-2"))
    index = index_of((both, both[:1]))
    (mention,) = company_mentions("What were Piedmont Gas's revenues?", index)
    assert [index.companies[number].filings for number in mention.companies] == [(0,)]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("The Coca-Cola Company", ("coca", "cola")),
        ("AMERICAN EXPRESS CO /NY/", ("american", "express")),
        ("Amazon.com, Inc.", ("amazon",)),
        ("AT&T Inc.", ("at&t",)),
        ("The Company", ("company",)),
    ],
)
def test_legal_forms_tell_nobody_apart(name: str, words: tuple[str, ...]) -> None:
    assert name_words(name) == words
