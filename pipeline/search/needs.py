"""What a question needs of a filing: line items, the statements that print them, the parts that speak of its topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pipeline.evidence.content_words import label_stems, stem
from pipeline.evidence.parts import Part
from pipeline.search.lexicon.finance import LineItem, Metric, Phrase, Topic, finance_lexicon

_STATEMENTS = {
    Part.BALANCE_SHEET: r"balance\s+sheets?|statements?\s+of\s+financial\s+(?:position|condition)",
    Part.INCOME_STATEMENT: r"income\s+statements?|statements?\s+of\s+(?:\w+\s+){0,2}(?:income|operations|earnings)"
    r"|p\s?&\s?l\b|profit\s+and\s+loss|profit\s*&\s*loss",
    Part.CASH_FLOW: r"cash\s?-?flow\s+statements?|statements?\s+of\s+(?:\w+\s+)?cash\s?-?flows?",
    Part.EQUITY: r"statements?\s+of\s+(?:changes\s+in\s+)?(?:\w+\s+)?(?:share|stock)\w*['’]?\s+equity",
    Part.COMPREHENSIVE_INCOME: r"statements?\s+of\s+comprehensive\s+(?:income|loss)",
}
_NAMED = {part: re.compile(rf"\b(?:{pattern})", re.I) for part, pattern in _STATEMENTS.items()}


_ADJUSTED = stem("adjusted")
Entry = TypeVar("Entry", LineItem, Metric, Topic)


@dataclass(frozen=True, slots=True)
class Needs:
    """`named`: statements that the question names; `metrics` and `items`: entries of the lexicon that it names, with
    those that its metrics are made of; `topics`: what it is about."""

    named: tuple[Part, ...] = ()
    metrics: tuple[Metric, ...] = ()
    items: tuple[LineItem, ...] = ()
    topics: tuple[Topic, ...] = ()

    @property
    def statements(self) -> tuple[Part, ...]:
        """The statements to look at, those that the question names first."""
        first = (item.statements[0] for item in self.items if item.statements)
        return tuple(dict.fromkeys([*self.named, *first]))

    @property
    def computes(self) -> bool:
        """Whether the answer is made of several line items, or of one in several periods."""
        return bool(self.metrics) or len(self.items) > 1


@lru_cache(maxsize=256)
def needs_of(question: str, company: frozenset[str] = frozenset()) -> Needs:
    """What a question needs, by its words but those that name a company: "Union Pacific" is about no union."""
    lexicon = finance_lexicon()
    names = {stem(word) for word in company}
    words = ["" if word in names else word for word in label_stems(_without_statements(question))]
    metrics = _said(words, lexicon.metrics.values())
    items = _said(words, lexicon.items.values(), but=metrics)
    topics = _said(words, lexicon.topics.values(), but=[*metrics, *items], longest_only=False)
    made_of = [lexicon.items[name] for said in metrics for name in said.entry.items]
    adjusted = _adjusted([*metrics, *items], topics)
    return Needs(
        tuple(part for part, pattern in _NAMED.items() if pattern.search(question)),
        tuple(dict.fromkeys(said.entry for said in metrics)),
        tuple(dict.fromkeys([*adjusted, *made_of, *(said.entry for said in items)])),
        tuple(dict.fromkeys(said.entry for said in topics)),
    )


def _adjusted(said: Sequence[_Said[Any]], topics: Sequence[_Said[Topic]]) -> list[LineItem]:
    """Rows of adjusted figures, under the names of those that the question wants adjusted: the company defines them,
    and prints them where it reconciles them."""
    if not any(Part.NON_GAAP in topic.entry.parts for topic in topics):
        return []
    return [
        LineItem(
            f"adjusted {one.entry.name}",
            (),
            tuple((_ADJUSTED, *phrase) for phrase in one.entry.asked),
            (Part.NON_GAAP,),
        )
        for one in said
    ]


def _without_statements(question: str) -> str:
    """ "The statement of cash flows" asks for no cash."""
    for pattern in _NAMED.values():
        question = pattern.sub(" | ", question)
    return question


@dataclass(frozen=True, slots=True)
class _Said(Generic[Entry]):
    """An entry's phrase stands at `start` of the words, `length` words long."""

    start: int
    length: int
    entry: Entry

    def overlaps(self, other: _Said[Any]) -> bool:
        return self.start < other.start + other.length and other.start < self.start + self.length

    def is_at(self, other: _Said[Any]) -> bool:
        return (self.start, self.length) == (other.start, other.length)


def _said(
    words: Sequence[str],
    entries: Iterable[Entry],
    but: Sequence[_Said[Any]] = (),
    *,
    longest_only: bool = True,
) -> list[_Said[Entry]]:
    """Entries whose phrases stand in the words, in their order. Of phrases that overlap the longest counts: "net
    income" is no "income"; with `longest_only` false all do. What stands at the places `but` is something else, unless
    it is as long and longer phrases than those count."""
    found = [
        _Said(start, len(phrase), entry)
        for entry in entries
        for phrase in entry.asked
        for start in _places(words, phrase)
    ]
    kept: list[_Said[Entry]] = []
    for one in sorted(found, key=lambda said: (-said.length, said.start)):
        others: list[_Said[Any]] = [other for other in but if other.length >= one.length]
        if longest_only:
            others += kept
        if all(not one.overlaps(other) or one.is_at(other) for other in others):
            kept.append(one)
    return sorted(kept, key=lambda said: said.start)


def _places(words: Sequence[str], phrase: Phrase) -> list[int]:
    size = len(phrase)
    return [start for start in range(len(words) - size + 1) if tuple(words[start : start + size]) == phrase]
