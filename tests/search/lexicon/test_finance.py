"""The finance lexicon holds together."""

from __future__ import annotations

import pytest

from pipeline.evidence.parts import STATEMENTS
from pipeline.search.lexicon.finance import LineItem, Metric, Topic, finance_lexicon

LEXICON = finance_lexicon()


def test_every_item_stands_in_a_statement_and_has_a_printed_name() -> None:
    assert all(item.printed and set(item.statements) <= set(STATEMENTS) for item in LEXICON.items.values())


def test_every_metric_is_made_of_items_and_says_how() -> None:
    assert all(metric.items and metric.of for metric in LEXICON.metrics.values())


@pytest.mark.parametrize("kind", ["items", "metrics", "topics"])
def test_no_phrase_of_a_question_means_two_entries(kind: str) -> None:
    entries: list[LineItem | Metric | Topic] = list(getattr(LEXICON, kind).values())
    seen: dict[tuple[str, ...], str] = {}
    twice = [
        (phrase, seen[phrase], entry.name)
        for entry in entries
        for phrase in entry.asked
        if seen.setdefault(phrase, entry.name) != entry.name
    ]
    assert twice == []


def test_it_is_known_by_the_hash_of_its_files() -> None:
    assert len(LEXICON.digest) == 64
