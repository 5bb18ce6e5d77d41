"""What a model would look for to answer a question, taken from its reply without trust in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Self, TypeGuard

from pipeline.evidence.content_words import content_stems
from pipeline.evidence.parts import STATEMENTS, Part
from pipeline.evidence.trace import TraceStep
from pipeline.model.said import said_words
from pipeline.search.lexicon.finance import LineItem

MOST_ITEMS = 12
"""A metric of two years and three statements needs fewer; more would look for everything."""

MOST_LABELS = 6
MOST_PHRASES = 8
MOST_PERIODS = 8

LONGEST_PHRASE = 80
"""Characters of a label or phrase: the longest labels of statements have about so many."""

YEARS = range(1980, 2100)
"""Years that filings may be about; a number outside is none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to look for beside the question's own words: line items under the labels that filings print, phrases, years
    and quarters. It names no filing: it is looked for in those that are searched anyway."""

    items: tuple[LineItem, ...] = ()
    phrases: tuple[str, ...] = ()
    years: frozenset[int] = frozenset()
    quarters: frozenset[int] = frozenset()

    @property
    def statements(self) -> tuple[Part, ...]:
        """The statements that its items stand in, in their order."""
        return tuple(dict.fromkeys(part for item in self.items for part in item.statements))

    @property
    def labels(self) -> tuple[str, ...]:
        """The usual label of each item, as words to look for."""
        return tuple(" ".join(item.printed[0]) for item in self.items)

    @property
    def size(self) -> int:
        """How many things it would look for."""
        return len(self.items) + len(self.phrases) + len(self.years)

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Self | None:
        """Of a reply's object; None for one that is no plan at all. What is too long, no words, or looks like a handle
        or link is left out; so is what there is too much of."""
        if not isinstance(value.get("items"), list) and not isinstance(value.get("phrases"), list):
            return None
        periods = list(islice(_periods(value.get("periods")), MOST_PERIODS))
        return cls(
            tuple(islice(_items(value.get("items")), MOST_ITEMS)),
            tuple(islice(_phrases(value.get("phrases")), MOST_PHRASES)),
            frozenset(year for year, _ in periods),
            frozenset(quarter for _, quarter in periods if quarter),
        )


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan, and the step that made it; an empty plan with the step's problem when none came."""

    plan: Plan = field(default_factory=Plan)
    step: TraceStep | None = None


UNPLANNED = Planned()
"""Of a search that nobody plans."""


def _items(value: object) -> Iterator[LineItem]:
    names: set[str] = set()
    for one in _list(value):
        if not isinstance(one, Mapping):
            continue
        name = next(_phrases([one.get("name")]), None)
        if name is None or name in names:
            continue
        names.add(name)
        labels = [*islice(_phrases(one.get("labels")), MOST_LABELS), name]
        printed = tuple(dict.fromkeys(tuple(content_stems(label)) for label in labels))
        yield LineItem(name, (), printed, _statement(one.get("statement")))


def _statement(value: object) -> tuple[Part, ...]:
    return tuple(part for part in STATEMENTS if part.value == value)


def _phrases(value: object) -> Iterator[str]:
    """Those of a list that are short words of a language, each once."""
    found: set[str] = set()
    for one in _list(value):
        if not isinstance(one, str) or len(one) > LONGEST_PHRASE:
            continue
        phrase = " ".join(one.split())
        is_plain = phrase == said_words(phrase, LONGEST_PHRASE)
        if is_plain and phrase not in found and any(map(str.isalpha, phrase)) and content_stems(phrase):
            found.add(phrase)
            yield phrase


def _periods(value: object) -> Iterator[tuple[int, int]]:
    """(year, quarter), quarter 0 for a year."""
    for one in _list(value):
        if not isinstance(one, Mapping):
            continue
        year, quarter = one.get("year"), one.get("quarter")
        if _is_number(year) and year in YEARS:
            yield year, quarter if _is_number(quarter) and quarter in range(1, 5) else 0


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
