"""Extractive claims: verbatim, cited, the right rows and sentences, and nothing else."""

from __future__ import annotations

import pytest

from pipeline.answer.extractive import MOST_CLAIMS, extract
from pipeline.evidence.answer import Claim
from pipeline.search.terms import read_question
from tests.answer.filing import VERSION, PageWriter, packet_of, statement

ONE, TWO, THREE = (VERSION.format(n) for n in (1, 2, 3))
APPLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
JNJ = "Johnson & Johnson · Form 10-K · FY{}"


def claims_of(
    question: str,
    *pages: tuple[str, str, PageWriter],
    company: str = "apple",
    names: tuple[tuple[str, ...], ...] = (),
) -> tuple[Claim, ...]:
    packet, sources = packet_of(*pages)
    return extract(read_question(question, {company}, names=names), packet, sources)


def test_a_question_for_a_figure_gets_the_row_of_that_line_item() -> None:
    page = statement("81,797", "82,959")
    (claim,) = claims_of(
        "What were Apple's total net sales in the third quarter of 2023?", (ONE, APPLE, page)
    )
    assert claim.text == "Total net sales 81,797 82,959"
    (citation,) = claim.citations
    assert str(citation.id) == "E1"
    assert [span.of(page.page().text) for span in citation.ranges] == [citation.quote] == [claim.text]


@pytest.mark.parametrize(
    ("question", "columns", "focus"),
    [
        (
            "What were Apple's total net sales in Q3 2023?",
            ("Three Months Ended 2023", "Three Months Ended 2022"),
            0,
        ),
        ("What were Apple's total net sales in 2022?", ("2023", "2022"), 1),
        ("What were Apple's total net sales in 2023?", ("Amount", "Change"), None),
        ("What were Apple's total net sales?", ("2023", "2022"), None),
    ],
)
def test_the_cell_of_the_asked_period_is_the_focus_when_the_headers_tell_one(
    question: str, columns: tuple[str, str], focus: int | None
) -> None:
    writer = PageWriter(0)
    writer.table(list(columns))
    writer.row("Total net sales", "81,797", "82,959")
    title = "Apple Inc. · Form 10-K · FY2023" if "Q3" not in question else APPLE
    (claim,) = claims_of(question, (ONE, title, writer))
    (citation,) = claim.citations
    found = citation.focus.of(writer.page().text) if citation.focus else None
    assert found == (None if focus is None else ("81,797", "82,959")[focus])


def test_a_row_of_another_name_for_the_item_is_found() -> None:
    (claim,) = claims_of("What was Apple's revenue in Q3 2023?", (ONE, APPLE, statement("81,797", "82,959")))
    assert claim.text.startswith("Total net sales")


def test_the_whole_label_beats_a_label_that_only_holds_it() -> None:
    page = statement("81,797", "82,959")
    page.table(["Three Months Ended July 1, 2023"])
    page.row("Change in total net sales of products", "(4)")
    claims = claims_of("What were Apple's total net sales in Q3 2023?", (ONE, APPLE, page))
    assert [claim.text for claim in claims] == ["Total net sales 81,797 82,959"]


def test_filings_that_disagree_each_give_a_claim() -> None:
    def annual(value: str, years: tuple[str, str]) -> PageWriter:
        writer = PageWriter(0)
        writer.table(years)
        writer.row("Sales to customers", value, "78,740")
        return writer

    claims = claims_of(
        "What were Johnson & Johnson's sales to customers in 2022?",
        (ONE, JNJ.format(2022), annual("94,943", ("2022", "2021"))),
        (TWO, "Johnson & Johnson · Form 8-K · 2023-08-30", annual("79,990", ("2022", "2021"))),
        (THREE, JNJ.format(2023), annual("79,990", ("2023", "2022"))),
        company="johnson",
    )
    assert [str(claim.citations[0].id) for claim in claims] == ["E1", "E2", "E3"]
    assert ["94,943" in claim.text for claim in claims] == [True, False, False]


def test_a_filing_without_the_asked_year_gives_no_row() -> None:
    claims = claims_of(
        "What were Apple's total net sales in the third quarter of 2023?",
        (ONE, "Apple Inc. · Form 10-Q · Q3 FY2025", statement("94,036", "85,777", year=2025)),
    )
    assert claims == ()


def test_a_comparative_column_of_a_later_filing_counts() -> None:
    claims = claims_of(
        "What were Apple's total net sales in the third quarter of 2023?",
        (ONE, "Apple Inc. · Form 10-Q · Q3 FY2024", statement("85,777", "81,797", year=2024)),
    )
    assert [claim.text for claim in claims] == ["Total net sales 85,777 81,797"]


def test_another_quarter_gives_no_row() -> None:
    page = statement("81,797", "82,959")
    assert not claims_of("What were Apple's total net sales in Q2 2023?", (ONE, APPLE, page))


def test_a_question_why_gets_sentences_that_say_the_cause() -> None:
    page = statement("81,797", "82,959")
    claims = claims_of("What drove the change in Apple's products gross margin?", (ONE, APPLE, page))
    assert claims[0].text == (
        "Products gross margin decreased during the third quarter due to the weakness in foreign currencies."
    )
    assert not any("California" in claim.text for claim in claims)


def test_a_second_quote_from_a_passage_has_its_own_citation_id() -> None:
    page = statement("81,797", "82,959")
    claims = claims_of("Why did Apple's gross margin change?", (ONE, APPLE, page))
    assert [str(claim.citations[0].id) for claim in claims] == ["E1", "E1b"]


@pytest.mark.parametrize(
    "question", ["What were Apple's dividends in Q3 2023?", "Why did Apple sell its aircraft?"]
)
def test_words_that_stand_nowhere_give_no_claim(question: str) -> None:
    assert claims_of(question, (ONE, APPLE, statement("81,797", "82,959"))) == ()


def test_an_empty_packet_gives_no_claim() -> None:
    assert claims_of("What were Apple's total net sales?") == ()


def test_claims_are_few() -> None:
    pages = [(VERSION.format(n), APPLE, statement(f"8{n},797", "82,959")) for n in range(1, 8)]
    claims = claims_of("What were Apple's total net sales in Q3 2023?", *pages)
    assert len(claims) == MOST_CLAIMS


def test_every_claim_is_its_quote_word_for_word() -> None:
    page = statement("81,797", "82,959")
    for question in (
        "What were total net sales?",
        "Why did gross margin change?",
        "Describe the gross margin.",
    ):
        for claim in claims_of(question, (ONE, APPLE, page)):
            assert [citation.quote for citation in claim.citations] == [claim.text]
            assert claim.text in page.page().text


def test_the_company_comes_before_a_part_whose_rows_have_the_same_label() -> None:
    page = PageWriter(0)
    page.table(["2023", "2022"])
    for part, value in (
        ("North America", "352,828"),
        ("International", "131,200"),
        ("Consolidated", "574,785"),
    ):
        page.row(part)
        page.row("Net sales", value, "1,111")
    amazon = (ONE, "Amazon.com, Inc. · Form 10-K · FY2023", page)
    (whole,) = claims_of("What were Amazon's net sales in 2023?", amazon, company="amazon")
    assert "574,785" in whole.text
    (part_claim,) = claims_of("What were Amazon's North America net sales in 2023?", amazon, company="amazon")
    assert "352,828" in part_claim.text


def test_a_statement_comes_before_a_table_that_repeats_its_row() -> None:
    table = PageWriter(1)
    table.table(["Three Months Ended July 1, 2023", "Change"])
    table.row("Total net sales", "81,797", "1%")
    packet = ((ONE, APPLE, table), (ONE, APPLE, statement("81,797", "82,959")))
    (claim,) = claims_of("What were Apple's total net sales in Q3 2023?", *packet)
    assert claim.text == "Total net sales 81,797 82,959"


def test_a_reference_to_a_note_is_no_part_of_a_label() -> None:
    page = statement("81,797", "82,959", label="Inventories (Notes 1 and 3)")
    page.row("Increase in inventories", "(2,527)", "(1,248)")
    (claim,) = claims_of("How much are Apple's inventories in Q3 2023?", (ONE, APPLE, page))
    assert claim.text.startswith("Inventories (Notes 1 and 3)")


def test_another_countrys_sales_do_not_answer_for_germany() -> None:
    page = PageWriter(0)
    page.add("Net sales attributed to countries are as follows (in millions):")
    page.table(["2023", "2022"])
    page.row("Germany", "37,588", "33,598")
    page.row("Japan", "26,002", "24,396")
    page.add("Changes in currencies reduced net sales by $15.5 billion in 2022.")
    amazon = (ONE, "Amazon.com, Inc. · Form 10-K · FY2023", page)
    question = "What were Amazon's net sales in {} in 2022?"
    (claim,) = claims_of(question.format("Germany"), amazon, company="amazon", names=(("germany",),))
    assert claim.text == "Germany 37,588 33,598"
    assert not claims_of(question.format("France"), amazon, company="amazon", names=(("france",),))


def test_a_sentence_that_states_it_comes_before_a_row_that_hardly_names_it() -> None:
    page = statement("81,797", "82,959")
    page.row("Proceeds from employee stock plans", "2,200", "2,045")
    page.add("As of July 1, 2023, the Company had approximately 161,000 full-time equivalent employees.")
    claims = claims_of("How many employees does Apple have?", (ONE, APPLE, page))
    assert [claim.text[:21] for claim in claims] == ["As of July 1, 2023, t"]


def test_a_sentence_of_another_year_is_no_answer() -> None:
    page = PageWriter(0)
    page.add("During 2023, the Company repurchased 365 million shares of its common stock for $56.1 billion.")
    filing = (ONE, "Apple Inc. · Form 10-K · FY2023", page)
    assert claims_of("How many shares did Apple repurchase in 2023?", filing)
    assert not claims_of("How many shares did Apple repurchase in 2019?", filing)


def test_a_metric_that_no_row_prints_is_answered_by_the_rows_that_it_is_made_of() -> None:
    """The statement prints no gross margin in figures: its revenue and its cost of sales are what there is."""
    page = statement("81,797", "82,959")
    claims = claims_of("What was Apple's gross margin in the third quarter of 2023?", (ONE, APPLE, page))
    assert [claim.text for claim in claims] == [
        "Total net sales 81,797 82,959",
        "Total cost of sales 45,384 47,074",
    ]
    focus = [claim.citations[0].focus for claim in claims]
    assert [span.of(page.page().text) for span in focus if span] == ["81,797", "45,384"]


def test_a_metric_that_is_printed_is_no_calculation() -> None:
    page = statement("81,797", "82,959")
    page.table(["Three Months Ended July 1, 2023"])
    page.row("Gross margin", "36,413")
    (claim,) = claims_of("What was Apple's gross margin in the third quarter of 2023?", (ONE, APPLE, page))
    assert claim.text == "Gross margin 36,413"


def test_the_inputs_of_another_year_answer_nothing() -> None:
    page = statement("81,797", "82,959")
    assert claims_of("What was Apple's gross margin in 2019?", (ONE, APPLE, page)) == ()
