"""A quote that does not stand in its passage is told by what was done to it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.misquote import Misquote, MisquoteReason, explain, longest_beginning
from pipeline.evidence.quote import Missing, MissingReason, locate
from pipeline.evidence.text import TextRange

BEFORE = "A line before the passage.\n"
PASSAGE = (
    "Operating expenses decreased by 3% in the quarter because of lower spending.\n"
    "Total net sales 81,797 82,959\n"
    "Other income (expense), net (265) 10\n"
    "Research and development expense was $7,442 million. Margins were 44.5% of sales."
)
TEXT = f"{BEFORE}{PASSAGE}\nA line after it."
WITHIN = TextRange(len(BEFORE), len(BEFORE) + len(PASSAGE))


def misquote(quote: str) -> Misquote:
    location = locate(quote, TEXT, WITHIN)
    assert isinstance(location, Missing), location
    return explain(quote, TEXT, WITHIN, location)


@pytest.mark.parametrize(
    ("quote", "reason", "words"),
    [
        ("…", MisquoteReason.EMPTY, "no letter or digit"),
        ("perating expenses", MisquoteReason.CUTS_A_WORD, "inside longer words"),
        ("Total net sales 81,779 82,959", MisquoteReason.FIGURE_DIFFERS, "“81,797” where the quote has “81,779”"),
        ("income (expense), net 265", MisquoteReason.FIGURE_DIFFERS, "prints “(265)” where the quote has “265”"),
        ("expenses decreased by 3 in", MisquoteReason.FIGURE_DIFFERS, "prints “3%” where the quote has “3”"),
        ("Margins were 445% of", MisquoteReason.FIGURE_DIFFERS, "prints “44.5%” where the quote has “445%”"),
        ("expense was €7,442 million", MisquoteReason.FIGURE_DIFFERS, "prints “$7,442 million”"),
        ("expense was $7,442 billion", MisquoteReason.FIGURE_DIFFERS, "where the quote has “$7,442 billion”"),
        ("expense was $7,442. Margins", MisquoteReason.FIGURE_DIFFERS, "million"),
        ("Total net sales 81,797 million", MisquoteReason.FIGURE_DIFFERS, "quote has “81,797 million”"),
        ("Operating expenses decreased … because of lower spending", MisquoteReason.ELLIPSIS, "leaves words out"),
        ("Operating expenses [...] lower spending", MisquoteReason.ELLIPSIS, "“Operating expenses” and “lower"),
        ("Total net sales 82,959", MisquoteReason.MERGED, "joins “Total net sales” and “82,959”"),
        ("Operating expenses decreased by 3% 44.5% of sales.", MisquoteReason.MERGED, "which stand apart"),
        ("Operating expenses declined by 3% in the quarter", MisquoteReason.PARAPHRASE, "the quote has “declined”"),
        ("Operating expenses by 3% in the quarter", MisquoteReason.PARAPHRASE, "leaves out “decreased”"),
        ("Operating expenses have decreased by 3% in", MisquoteReason.PARAPHRASE, "adds “have”"),
        ("Les charges d'exploitation ont baissé de 3%", MisquoteReason.NOT_FOUND, "do not stand"),
        ("Gross margin rose on a different mix", MisquoteReason.NOT_FOUND, "do not stand"),
    ],
)  # fmt: skip
def test_each_misquote_has_its_reason_in_words(quote: str, reason: MisquoteReason, words: str) -> None:
    found = misquote(quote)
    assert found.reason is reason, found
    assert words in found.detail


def test_words_outside_the_passage_are_not_shown() -> None:
    found = misquote("A line before the passages. Operating expenses")
    assert "line before" not in found.detail.replace("A line before the passages", "")
    assert misquote("A line after it was gone").reason is MisquoteReason.NOT_FOUND


def test_the_beginning_of_a_quote_that_stands_is_taken_in_whole_words() -> None:
    assert longest_beginning("Total net sales 81,797 rose by far", TEXT, WITHIN) == (
        "Total net sales 81,797",
        "rose by far",
    )
    assert longest_beginning("Nothing of it", TEXT, WITHIN) == ("", "Nothing of it")
    assert longest_beginning("Total net sales 81,79 rose", TEXT, WITHIN) == ("Total net sales", "81,79 rose")


@given(
    st.lists(st.sampled_from([*PASSAGE.split(), "…", "not", "million", "€", "7"]), max_size=30).map(" ".join)
)
def test_every_misquote_of_the_passages_own_words_has_a_reason_and_a_sentence(quote: str) -> None:
    location = locate(quote, TEXT, WITHIN)
    if isinstance(location, Missing):
        found = explain(quote, TEXT, WITHIN, location)
        assert found.detail.endswith((".", "”."))
        assert (found.reason is MisquoteReason.EMPTY) == (location.reason is MissingReason.EMPTY)


@pytest.mark.parametrize("quote", ["expenses " * 3000, "x" * 20_000, "1 " * 5000, "a… " * 3000])
def test_a_hostile_quote_is_told_quickly(quote: str) -> None:
    started = time.process_time()
    assert misquote(quote).detail
    assert time.process_time() - started < 5
