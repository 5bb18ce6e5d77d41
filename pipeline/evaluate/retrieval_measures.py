"""What a ranking of pages is worth: pure measures over the ranks of the pages that answer a question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from pipeline.evaluate.bootstrap import Estimate, estimate
from pipeline.evaluate.retrieval_gold import Kind
from pipeline.search.pages import PageRef

CUTS = (1, 3, 5, 10, 20)
"""Ranks at which hits and shares are told."""

ALL_CUTS = (5, 10)
"""Ranks at which it is told whether every page that answers the question is there: ten pages are read."""

FILING_CUTS = (1, 3)
"""Ranks at which it is told whether the right filing is there: three filings are searched."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search came to on one question. All ranks count from 1; None: not found at all.

    `page_ranks`: of each page that answers it, ascending by page. `routed_rank`: of the right filing among those that
    the question was taken to be about; `filing_rank`: among the filings of the ranked pages, each at its best page;
    `copy_rank`: the same, where a copy of the filing counts too. `in_packet`: which of the pages have a passage in the
    packet that an answer without a model is made of, `in_writers_packet`: in the larger one that a model reads.
    `milliseconds`: for reading the question, the search and the packet, the embedding included. `problems`: what went
    wrong with a model's help.
    """

    id: str
    kind: Kind | None
    company: str | None
    pages: tuple[int, ...]
    page_ranks: tuple[int | None, ...]
    routed_rank: int | None
    filing_rank: int | None
    copy_rank: int | None
    in_packet: tuple[bool, ...]
    in_writers_packet: tuple[bool, ...]
    packet_entries: int
    milliseconds: float
    problems: tuple[str, ...] = ()

    def found_within(self, cut: int) -> int:
        """How many of the pages are among the first `cut`."""
        return sum(rank is not None and rank <= cut for rank in self.page_ranks)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "kind": self.kind.value if self.kind else None,
            "company": self.company,
            "pages": list(self.pages),
            "page_ranks": list(self.page_ranks),
            "routed_rank": self.routed_rank,
            "filing_rank": self.filing_rank,
            "copy_rank": self.copy_rank,
            "in_packet": list(self.in_packet),
            "in_writers_packet": list(self.in_writers_packet),
            "packet_entries": self.packet_entries,
            "milliseconds": round(self.milliseconds, 3),
            "problems": list(self.problems),
        }


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of one question, from 0 to 1; over many, its mean."""

    name: str
    of: Callable[[Outcome], float]

    def over(self, outcomes: Iterable[Outcome]) -> Estimate | None:
        return estimate([self.of(outcome) for outcome in outcomes])


def _hit(cut: int) -> Measure:
    return Measure(f"hit @{cut}", lambda one: float(one.found_within(cut) > 0))


def _share(cut: int) -> Measure:
    return Measure(f"share @{cut}", lambda one: one.found_within(cut) / len(one.pages))


def _all(cut: int) -> Measure:
    return Measure(f"all @{cut}", lambda one: float(one.found_within(cut) == len(one.pages)))


def _within(name: str, rank_of: Callable[[Outcome], int | None], cut: int) -> Measure:
    return Measure(f"{name} @{cut}", lambda one: float((rank_of(one) or cut + 1) <= cut))


PAGE_MEASURES = (
    *map(_hit, CUTS),
    *map(_share, CUTS),
    *map(_all, ALL_CUTS),
    Measure("hit in the packet", lambda one: float(any(one.in_packet))),
    Measure("all in the packet", lambda one: float(all(one.in_packet))),
    Measure("hit in a writer's packet", lambda one: float(any(one.in_writers_packet))),
    Measure("all in a writer's packet", lambda one: float(all(one.in_writers_packet))),
    Measure("empty packet", lambda one: float(one.packet_entries == 0)),
)
"""Hit: one of the pages is there. Share: how many of them. All: each of them."""

COPY_MEASURES = tuple(_within("  or a copy of it", lambda one: one.copy_rank, cut) for cut in FILING_CUTS)
"""As the right filing, where a copy of it in the library counts too."""

FILING_MEASURES = (
    *(_within("right filing", lambda one: one.filing_rank, cut) for cut in FILING_CUTS),
    *COPY_MEASURES,
    *(_within("routed to it", lambda one: one.routed_rank, cut) for cut in FILING_CUTS),
)
"""Only where more than the right filing is searched."""


def page_ranks(
    ranked: Sequence[PageRef], version: UUID, pages: Sequence[int], copies: Collection[UUID] = ()
) -> tuple[int | None, ...]:
    """The rank of each of a version's pages among the distinct ranked ones. Pages of `copies`, other files of the same
    filing, are passed over: they print the same, and are neither right nor wrong."""
    kept = [page for page in dict.fromkeys(ranked) if page.version_id not in copies]
    ranks = {page: rank for rank, page in enumerate(kept, start=1)}
    return tuple(ranks.get(PageRef(version, page)) for page in pages)


def filing_rank(ranked: Iterable[PageRef], right: Collection[UUID]) -> int | None:
    """The rank of the best of the `right` versions among the versions of the ranked pages, each at its best page."""
    return place((page.version_id for page in ranked), right)


def place(versions: Iterable[UUID], right: Collection[UUID]) -> int | None:
    """The rank of the first of the `right` versions among distinct ones."""
    ordered = list(dict.fromkeys(versions))
    return next((rank for rank, version in enumerate(ordered, start=1) if version in right), None)
