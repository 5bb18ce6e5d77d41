"""Hand-counted ranks and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import pytest

from pipeline.evaluate.retrieval_measures import (
    FILING_MEASURES,
    PAGE_MEASURES,
    Outcome,
    filing_rank,
    page_ranks,
    place,
)
from pipeline.search.pages import PageRef

RIGHT, OTHER, COPY = UUID(int=1), UUID(int=2), UUID(int=3)


def outcome(
    page_ranks: Sequence[int | None],
    *,
    filing: int | None = 1,
    copy: int | None = 1,
    routed: int | None = 1,
    in_packet: Sequence[bool] | None = None,
    in_writers_packet: Sequence[bool] | None = None,
    entries: int = 12,
) -> Outcome:
    return Outcome(
        "q",
        None,
        None,
        tuple(range(len(page_ranks))),
        tuple(page_ranks),
        routed,
        filing,
        copy,
        tuple(in_packet or [False] * len(page_ranks)),
        tuple(in_writers_packet or [False] * len(page_ranks)),
        entries,
        10.0,
    )


def figures(one: Outcome) -> dict[str, float]:
    return {measure.name.strip(): measure.of(one) for measure in (*PAGE_MEASURES, *FILING_MEASURES)}


def test_one_page_at_rank_four_is_hit_shared_and_whole_from_five_on() -> None:
    found = figures(outcome([4]))
    assert [found[f"hit @{cut}"] for cut in (1, 3, 5, 10, 20)] == [0, 0, 1, 1, 1]
    assert [found[f"share @{cut}"] for cut in (1, 3, 5, 10, 20)] == [0, 0, 1, 1, 1]
    assert [found[f"all @{cut}"] for cut in (5, 10)] == [1, 1]


def test_of_several_pages_a_hit_is_one_a_share_its_part_and_all_is_each() -> None:
    found = figures(outcome([1, 7, None]))
    assert [found[f"hit @{cut}"] for cut in (1, 3, 5, 10, 20)] == [1, 1, 1, 1, 1]
    thirds = [1 / 3, 1 / 3, 1 / 3, 2 / 3, 2 / 3]
    assert [found[f"share @{cut}"] for cut in (1, 3, 5, 10, 20)] == pytest.approx(thirds)
    assert [found[f"all @{cut}"] for cut in (5, 10)] == [0, 0]
    whole = figures(outcome([10, 6]))
    assert [whole[f"all @{cut}"] for cut in (5, 10)] == [0, 1]


def test_a_rank_at_the_cut_counts_and_one_behind_it_does_not() -> None:
    assert figures(outcome([5]))["hit @5"] == 1
    assert figures(outcome([6]))["hit @5"] == 0


def test_the_packet_is_measured_apart_from_the_ranking() -> None:
    found = figures(outcome([1, 2], in_packet=[True, False]))
    assert (found["hit in the packet"], found["all in the packet"], found["empty packet"]) == (1, 0, 0)
    assert (found["hit in a writer's packet"], found["all in a writer's packet"]) == (0, 0)
    larger = figures(outcome([1, 2], in_packet=[True, False], in_writers_packet=[True, True]))
    assert (larger["all in the packet"], larger["all in a writer's packet"]) == (0, 1)
    empty = figures(outcome([1, 2], entries=0))
    assert (empty["hit in the packet"], empty["empty packet"]) == (0, 1)


def test_the_right_filing_counts_as_ranked_as_routed_and_with_its_copies() -> None:
    found = figures(outcome([None], filing=2, copy=1, routed=None))
    assert (found["right filing @1"], found["right filing @3"]) == (0, 1)
    assert (found["or a copy of it @1"], found["or a copy of it @3"]) == (1, 1)
    assert (found["routed to it @1"], found["routed to it @3"]) == (0, 0)
    assert figures(outcome([None], filing=4))["right filing @3"] == 0


def test_ranks_are_those_of_distinct_pages() -> None:
    ranked = [PageRef(OTHER, 5), PageRef(RIGHT, 9), PageRef(OTHER, 5), PageRef(RIGHT, 9), PageRef(RIGHT, 5)]
    assert page_ranks(ranked, RIGHT, [5, 9, 12]) == (3, 2, None)


def test_the_same_page_index_of_another_filing_is_another_page() -> None:
    assert page_ranks([PageRef(OTHER, 5)], RIGHT, [5]) == (None,)


def test_pages_of_a_copy_take_no_rank() -> None:
    ranked = [PageRef(COPY, 5), PageRef(COPY, 6), PageRef(OTHER, 1), PageRef(RIGHT, 5)]
    assert page_ranks(ranked, RIGHT, [5]) == (4,)
    assert page_ranks(ranked, RIGHT, [5], {COPY}) == (2,)


def test_a_filing_stands_where_its_best_page_does() -> None:
    ranked = [PageRef(OTHER, 1), PageRef(OTHER, 2), PageRef(COPY, 1), PageRef(RIGHT, 5), PageRef(OTHER, 3)]
    assert filing_rank(ranked, {RIGHT}) == 3
    assert filing_rank(ranked, {RIGHT, COPY}) == 2
    assert filing_rank([], {RIGHT}) is None
    assert place([OTHER, OTHER, RIGHT], {RIGHT}) == 2
