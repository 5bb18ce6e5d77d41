"""What a question needs of a filing: line items, the statements that print them, the parts that speak of its topic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from pipeline.evidence.content_words import content_stems
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


Entry = TypeVar("Entry", LineItem, Metric)


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
def needs_of(question: str) -> Needs:
    """What a question needs, by its words."""
    lexicon = finance_lexicon()
    words = content_stems(_without_statements(question))
    metrics = tuple(_said(words, lexicon.metrics.values()))
    taken = [phrase for metric in metrics for phrase in metric.asked]
    said = list(_said(words, lexicon.items.values(), but=taken))
    made_of = [lexicon.items[name] for metric in metrics for name in metric.items]
    topics = tuple(topic for topic in lexicon.topics.values() if _says(words, topic.asked))
    named = tuple(part for part, pattern in _NAMED.items() if pattern.search(question))
    return Needs(named, metrics, tuple(dict.fromkeys([*made_of, *said])), topics)


def _without_statements(question: str) -> str:
    """ "The statement of cash flows" asks for no cash."""
    for pattern in _NAMED.values():
        question = pattern.sub(" | ", question)
    return question


def _said(words: Sequence[str], entries: Iterable[Entry], but: Sequence[Phrase] = ()) -> Iterator[Entry]:
    """Entries whose phrases stand in the words, in their order. Of phrases that overlap the longest counts: "net
    income" is no "income". `but` are phrases of something else; one that an entry has as well is the entry's too."""
    others = [(start, len(phrase)) for phrase in but for start in _places(words, phrase)]
    found = [
        (start, len(phrase), entry)
        for entry in entries
        for phrase in entry.asked
        for start in _places(words, phrase)
    ]
    kept: list[tuple[int, int, Entry]] = []
    for start, length, entry in sorted(found, key=lambda place: (-place[1], place[0])):
        taken = [(other, size) for other, size, _ in kept] + [one for one in others if one[1] >= length]
        if all(_is_apart(start, length, *one) or (start, length) == one for one in taken):
            kept.append((start, length, entry))
    yield from dict.fromkeys(entry for _, _, entry in sorted(kept, key=lambda place: place[0]))


def _is_apart(start: int, length: int, other: int, size: int) -> bool:
    return start >= other + size or other >= start + length


def _says(words: Sequence[str], phrases: Iterable[Phrase]) -> bool:
    return any(_places(words, phrase) for phrase in phrases)


def _places(words: Sequence[str], phrase: Phrase) -> list[int]:
    size = len(phrase)
    return [start for start in range(len(words) - size + 1) if tuple(words[start : start + size]) == phrase]
