"""A quote is located in its own passage only; words that stand elsewhere are said to, and verify nothing."""

from __future__ import annotations

import pytest

from pipeline.answer.quoting import Quoted, find_quote
from pipeline.answer.source_pages import PageKey, SourcePage
from pipeline.evidence.answer import CheckKind, CheckOutcome
from pipeline.evidence.packet import Packet
from pipeline.evidence.passage import Passage, PassageId
from pipeline.evidence.text import TextRange
from tests.answer.filing import VERSION, PageWriter, packet_of, statement

TITLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
SENTENCE = "Operating expenses decreased by 3 % in the quarter because of lower spending."


def notes() -> PageWriter:
    writer = PageWriter(0)
    writer.add(SENTENCE)
    writer.add("Services net sales were $21,213 million. Services net sales rose.")
    return writer


MADE = packet_of(
    (VERSION.format(1), TITLE, statement("81,797", "82,959")), (VERSION.format(2), TITLE, notes())
)


def quoted(handle: int, quote: str, made: tuple[Packet, dict[PageKey, SourcePage]] = MADE) -> Quoted:
    packet, sources = made
    return find_quote(quote, packet.entries[handle - 1], packet, sources)


def test_a_quote_that_stands_once_is_verified_at_its_place() -> None:
    found = quoted(2, SENTENCE)
    assert (found.check.kind, found.check.outcome, found.check.reason) == (
        CheckKind.VERBATIM,
        CheckOutcome.PASSED,
        None,
    )
    assert [span.of(notes().page().text) for span in found.ranges] == [SENTENCE[:-1] + "."]


def test_a_quote_that_stands_twice_has_both_places() -> None:
    found = quoted(2, "Services net sales")
    assert found.check.outcome is CheckOutcome.AMBIGUOUS
    assert len(found.ranges) == 2


@pytest.mark.parametrize(
    ("handle", "quote", "reason", "words"),
    [
        (1, SENTENCE, "wrong_passage", "The quoted words stand in E2, not in E1."),
        (2, "Total net sales 81,797 82,959", "wrong_passage", "The quoted words stand in E1, not in E2."),
        (1, "Total net sales 81,779 82,959", "figure_differs", "“81,797” where the quote has “81,779”"),
        (1, "Total net sales 82,959", "merged", "joins “Total net sales” and “82,959”"),
        (2, "Operating expenses fell by 3 % in the quarter", "paraphrase", "the quote has “fell”"),
        (2, "Operating expenses decreased … because of lower spending.", "ellipsis", "leaves words out"),
        (2, "Operating expenses decreased by 3 % due to the weakness in foreign", "merged", "with words of E1"),
        (2, "!", "empty", "no letter or digit"),
        (2, "Gains on derivatives offset this", "not_found", "do not stand in the cited passage"),
    ],
)  # fmt: skip
def test_a_quote_that_does_not_stand_has_no_place_and_a_reason(
    handle: int, quote: str, reason: str, words: str
) -> None:
    found = quoted(handle, quote)
    assert found.ranges == ()
    assert (found.check.outcome, found.check.reason) == (CheckOutcome.FAILED, reason)
    assert words in found.check.detail


def test_every_passage_that_has_the_words_is_named() -> None:
    pages = [(VERSION.format(n), TITLE, notes()) for n in range(2, 9)]
    made = packet_of((VERSION.format(1), TITLE, statement("81,797", "82,959")), *pages[:2])
    assert quoted(1, SENTENCE, made).check.detail == "The quoted words stand in E2 and E3, not in E1."
    made = packet_of((VERSION.format(1), TITLE, statement("81,797", "82,959")), *pages)
    assert (
        quoted(1, SENTENCE, made).check.detail
        == "The quoted words stand in E2, E3, E4 and 4 more, not in E1."
    )


def test_words_of_the_same_page_outside_the_passage_are_said_to_stand_there() -> None:
    page = statement("81,797", "82,959")
    text = page.page().text
    start = text.index("Gross Margin")
    passage = Passage(PassageId(VERSION.format(1), 0, 0), TextRange(0, start - 1), 0, 5, text[: start - 1])
    made = Packet.of([(passage, TITLE, 1.0)]), {(VERSION.format(1), 0): page.source()}
    found = quoted(1, "Products gross margin decreased during the third quarter", made)
    assert found.check.reason == "outside_passage"
    assert found.check.detail == "The quoted words stand on the same page, but not within E1."
    assert found.ranges == ()


def test_a_row_read_in_another_order_is_no_quote() -> None:
    assert quoted(1, "81,797 82,959 Total net sales").check.outcome is CheckOutcome.FAILED


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("Net sales per share 500 $ 600", True),
        ("Net sales per share 500 600", True),
        ("Net sales per share $ 500 $ 600", False),
        ("Net sales per share $ 500 600", False),
        ("$ 12 was paid", True),
    ],
)
def test_a_currency_sign_stays_with_its_figure(quote: str, stands: bool) -> None:
    writer = PageWriter(0)
    writer.add("Net sales per share 500 $ 600")
    writer.add("Dividends of $\n12 was paid")
    found = quoted(1, quote, packet_of((VERSION.format(1), TITLE, writer)))
    assert (found.check.outcome is CheckOutcome.PASSED) is stands
    assert bool(found.ranges) is stands
    assert found.check.reason == (None if stands else "figure_differs")
