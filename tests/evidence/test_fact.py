"""A fact holds no contradiction: a nil value, a period that ends before it starts, a number that is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from pipeline.evidence.errors import InvalidDocument, InvalidFact
from pipeline.evidence.fact import Dimension, Fact, FactNote
from pipeline.evidence.text import PageRange, TextRange
from tests.evidence.filing import filing

SALES = Fact(
    "f-1",
    "us-gaap:Revenues",
    "6,381",
    "6381000",
    unit="iso4217:USD",
    scale=3,
    start=date(2031, 4, 1),
    end=date(2031, 6, 30),
)


def test_a_fact_says_whether_it_is_a_number_an_instant_and_shown() -> None:
    assert (SALES.is_number, SALES.is_instant, SALES.is_shown) == (True, False, False)
    balance = replace(SALES, start=None, places=(PageRange(0, TextRange(0, 5)),))
    assert (balance.is_instant, balance.is_shown) == (True, True)
    words = Fact("f-2", "dei:DocumentType", "10-Q", "10-Q")
    assert (words.is_number, words.is_instant) == (False, False)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"id": ""}, "id and a concept"),
        ({"concept": ""}, "id and a concept"),
        ({"nil": True}, "nil"),
        ({"start": date(2031, 7, 1)}, "starts on 2031-07-01"),
        ({"end": None}, "ends on None"),
        ({"decimals": "-6.5"}, "exact to"),
        ({"value": "6,381"}, "is no number"),
        ({"value": "1e3"}, "is no number"),
        ({"value": "1/2/3"}, "is no number"),
    ],
)
def test_what_contradicts_itself_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(InvalidFact, match=words):
        replace(SALES, **wrong)  # type: ignore[arg-type]


def test_a_dimension_needs_its_axis() -> None:
    with pytest.raises(InvalidFact):
        Dimension("", "us-gaap:ProductMember")


def test_a_documents_facts_have_their_own_ids_and_lie_on_its_pages() -> None:
    document = filing()
    placed = replace(SALES, places=(PageRange(1, TextRange(0, 8)),))
    assert replace(document, facts=(placed,)).facts == (placed,)
    outside = PageRange(1, TextRange(0, 8_000))
    for facts in (
        (SALES, SALES),
        (replace(SALES, places=(outside,)),),
        (replace(SALES, notes=(FactNote("restated", (outside,)),)),),
    ):
        with pytest.raises(InvalidDocument, match=r"[Ff]act"):
            replace(document, facts=facts)
