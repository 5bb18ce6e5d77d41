"""Whether anything that a search brought is near enough to a question to answer it: the rule, and its measurements."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pipeline.index.embedding import OfflineEmbedder


@dataclass(frozen=True, slots=True)
class Floor:
    """Least cosine similarities of an embedding model. Below `question` for the best passage nothing answers a
    question; from `sure` on, or `sure_unnamed` when it names no filing's company, the similarity is enough. Between
    them a passage must also cover the question's words: a share of `words`, or `words_unnamed`, by their rarity. A
    passage below `passage` is left out of a packet, unless
    it prints the item asked for.
    """

    question: float
    passage: float
    sure: float
    words: float
    sure_unnamed: float
    words_unnamed: float


FLOORS = {
    OfflineEmbedder.name: Floor(
        question=0.35,
        passage=0.20,
        sure=0.50,
        words=0.60,
        sure_unnamed=0.60,
        words_unnamed=0.80,
    )
}
"""By embedding model, because each has its own scale; a model that was not measured has none.

Measured on 45 filings (28,000 passages) with the questions of tests/search/questions, whose tuning half set these and
whose other half is only reported. Best similarity of questions that name a company and are answered: 0.52 to 0.86; of
questions that name one and ask something else of it ("the password of my Apple ID"): 0.30 to 0.49, where a passage
covers 0.2 to 0.4 of their words. Without a company: answered ones 0.61 to 0.81, others 0.2 to 0.63. Questions about
other companies' figures are as near as answerable ones: no floor tells those, names do.
"""

LEAST_WORDS = 0.60
"""The share of its words that a passage covers of any question without a company: "the price of Bitcoin" is near every
passage on prices."""

NO_LEAST = -1.0

TOLD = "Nothing in the filings is near the question."


@dataclass(frozen=True, slots=True)
class Nearness:
    """What a search brought for a question. `similarity`: of the best passage, None when no passage has an embedding of
    the model; `coverage`: the share of the question's words, by their rarity, that one passage has, 0 to 1;
    `names_company`: whether the question names the company of a filing, or the analyst picked the filings."""

    similarity: float | None
    coverage: float
    names_company: bool


def least_similarity(model: str) -> float:
    """The least similarity of a passage of a packet, by the embedding model."""
    floor = FLOORS.get(model)
    return floor.passage if floor else NO_LEAST


def is_sure(floor: Floor, similarity: float | None, *, names_company: bool) -> bool | None:
    """Whether the similarity alone decides, and how: None when the words have to be looked at."""
    if similarity is None:
        return True
    if similarity < floor.question:
        return False
    return True if names_company and similarity >= floor.sure else None


def is_answerable(floor: Floor, near: Nearness) -> bool:
    """Whether anything may answer the question."""
    decided = is_sure(floor, near.similarity, names_company=near.names_company)
    if decided is not None or near.similarity is None:
        return decided is not False
    if near.names_company:
        return near.coverage >= floor.words
    needed = LEAST_WORDS if near.similarity >= floor.sure_unnamed else floor.words_unnamed
    return near.coverage >= needed


def rarities(counts: Mapping[str, int], passages: int) -> dict[str, float]:
    """How much each word tells, from the number of passages that have it: what every passage says tells nothing."""
    return {word: math.log((passages + 1) / (min(count, passages) + 0.5)) for word, count in counts.items()}


def coverage(weights: Mapping[str, float], texts: Iterable[Collection[str]]) -> float:
    """The largest share of the words, by their weights, that one of the texts has; 1.0 when there are no words."""
    whole = sum(weights.values())
    if whole <= 0:
        return 1.0
    return max(
        (sum(weights[word] for word in weights if word in text) / whole for text in texts), default=0.0
    )
