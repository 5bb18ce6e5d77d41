"""Pages as the search ranks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple
from uuid import UUID

from pipeline.evidence.passage import PassageId
from pipeline.evidence.trace import ListName, TraceHit


class PageRef(NamedTuple):
    """A page (0-based) of a version."""

    version_id: UUID
    page_index: int


def page_of(passage: PassageId) -> PageRef:
    """The page that a passage stands on."""
    return PageRef(_version(passage.version), passage.page_index)


@lru_cache(maxsize=4_096)
def _version(text: str) -> UUID:
    """Read once for each version: a question asks for the pages of two thousand passages, which took 10 ms."""
    return UUID(text)


@dataclass(frozen=True, slots=True)
class Listed:
    """A page in a list, and why it is there, in a few words without any of the filing's."""

    page: PageRef
    why: str = ""


@dataclass(frozen=True, slots=True)
class PageList:
    """A ranking of pages, the best first, and how much it counts beside others."""

    name: ListName
    pages: tuple[Listed, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page with its score among all, and the lists that brought it."""

    page: PageRef
    score: float
    hits: tuple[TraceHit, ...]


FUSION_K = 20
"""Reciprocal rank fusion: a page at rank r of a list adds weight / (FUSION_K + r). 20 measured best on filings."""


def fused(lists: Iterable[PageList], weights: Mapping[UUID, float]) -> list[RankedPage]:
    """All pages of the lists, best first. `weights`: of each version, above 0 and at most 1, what its pages'
    scores are multiplied by.

    A page's rank in a list counts each page before it, but one of a filing that weighs less by that much less: last
    year's report hardly pushes the pages of this year's down.
    """
    scores: dict[PageRef, float] = {}
    hits: dict[PageRef, list[TraceHit]] = {}
    for one in lists:
        before: Counter[float] = Counter()
        for listed in one.pages:
            weight = weights.get(listed.page.version_id, 1.0)
            rank = 1 + sum(count * min(1.0, other / weight) for other, count in before.items())
            before[round(weight, 1)] += 1
            scores[listed.page] = scores.get(listed.page, 0.0) + one.weight / (FUSION_K + rank) * weight
            hits.setdefault(listed.page, []).append(TraceHit(one.name, ceil(round(rank, 3)), listed.why))
    ranked = sorted(scores, key=lambda page: (-scores[page], page))
    return [RankedPage(page, scores[page], tuple(hits[page])) for page in ranked]


def by_best_passage(passages: Mapping[PassageId, float]) -> list[PageRef]:
    """The pages of weighed passages, each by its best one: a sum would reward long pages."""
    scored: dict[PageRef, float] = {}
    for passage, weight in passages.items():
        page = page_of(passage)
        scored[page] = max(scored.get(page, 0.0), weight)
    return best_first(scored)


def best_first(scored: Mapping[PageRef, float]) -> list[PageRef]:
    """Pages by their scores; equal ones by version and page, so that the order is the same each time."""
    return sorted(scored, key=lambda page: (-scored[page], page))
