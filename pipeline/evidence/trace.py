"""How a question came to its packet: which list brought which page at which rank. It holds no word of a filing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Self


class ListName(StrEnum):
    """A ranking of pages. The values are what an analyst reads."""

    MEANING = "meaning"  # nearest embeddings
    WORDS = "words"  # BM25
    STATEMENTS = "statements"  # the financial statements that the question's items stand in
    TOPICS = "parts"  # parts of a filing that speak of the question's topic
    ROWS = "row labels"  # rows under the names of the items
    PLANNED = "planned"  # searches that a model added
    RERANKED = "reranked"  # the order that a reranker gave the best pages


@dataclass(frozen=True, slots=True)
class TraceHit:
    """A list brought the page at a rank, from 1. `why` in a few words of Pincite's own: "similarity 0.62", "rows of
    accounts payable, inventories"."""

    list: ListName
    rank: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class TracePage:
    """A page (0-based) of a version at its place among all, from 1, with the lists that brought it. `handles`: the
    entries of the packet that are of it."""

    version_id: str
    page_index: int
    rank: int
    score: float
    hits: tuple[TraceHit, ...]
    handles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of the search: what it did, how many pages or passages it brought (None where it brings none), and how
    long it took. `problem`: what went wrong and what to do, where the search went on without the step."""

    name: str
    count: int | None
    milliseconds: float
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """`item`: what was looked for. `metrics`: entries of the finance lexicon that the question names, each with the
    line items that it needs. `steps` in order; `pages` from the best; `floor`: why the packet is empty, where it is.
    """

    item: str
    metrics: tuple[tuple[str, tuple[str, ...]], ...] = ()
    steps: tuple[TraceStep, ...] = ()
    pages: tuple[TracePage, ...] = ()
    floor: str | None = None

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(
            value["item"],
            tuple((name, tuple(items)) for name, items in value["metrics"]),
            tuple(TraceStep(**step) for step in value["steps"]),
            tuple(_page(page) for page in value["pages"]),
            value["floor"],
        )


def _page(value: Mapping[str, Any]) -> TracePage:
    hits = tuple(TraceHit(ListName(hit["list"]), hit["rank"], hit["why"]) for hit in value["hits"])
    return TracePage(
        value["version_id"],
        value["page_index"],
        value["rank"],
        value["score"],
        hits,
        tuple(value["handles"]),
    )
