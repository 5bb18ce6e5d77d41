"""Lists of pages, fused."""

from __future__ import annotations

from uuid import uuid4

import pytest

from pipeline.evidence.trace import ListName, TraceHit
from pipeline.search.pages import FUSION_K, Listed, PageList, PageRef, fused

A, B = sorted([uuid4(), uuid4()])


def listed(*pages: tuple[object, int]) -> tuple[Listed, ...]:
    return tuple(Listed(PageRef(version, index), "why") for version, index in pages)  # type: ignore[arg-type]


def test_a_page_of_two_lists_comes_before_one_that_is_first_in_one() -> None:
    ranked = fused(
        [
            PageList(ListName.MEANING, listed((A, 1), (A, 2))),
            PageList(ListName.WORDS, listed((A, 3), (A, 2))),
        ],
        {},
    )
    assert [one.page.page_index for one in ranked] == [2, 1, 3]
    assert ranked[0].score == pytest.approx(2 / (FUSION_K + 2))
    assert ranked[0].hits == (TraceHit(ListName.MEANING, 2, "why"), TraceHit(ListName.WORDS, 2, "why"))


def test_a_filing_that_weighs_less_yields() -> None:
    ranked = fused([PageList(ListName.MEANING, listed((A, 1), (B, 1)))], {A: 0.5})
    assert [one.page.version_id for one in ranked] == [B, A]


def test_equal_pages_stand_in_the_same_order_each_time() -> None:
    lists = [PageList(ListName.MEANING, listed((B, 1))), PageList(ListName.WORDS, listed((A, 1)))]
    assert [one.page for one in fused(lists, {})] == [one.page for one in fused(lists[::-1], {})]


def test_pages_of_a_filing_that_weighs_less_push_others_down_by_that_much_less() -> None:
    lists = [PageList(ListName.WORDS, listed(*((A, page) for page in range(10)), (B, 1)))]

    def score_of_b(weight: float) -> float:
        return next(one.score for one in fused(lists, {A: weight}) if one.page.version_id == B)

    assert score_of_b(1.0) == pytest.approx(1 / (FUSION_K + 11))
    assert score_of_b(0.5) == pytest.approx(1 / (FUSION_K + 6))


def test_a_filing_that_weighs_more_pushes_down_as_any() -> None:
    lists = [PageList(ListName.WORDS, listed((B, 1), (A, 1)))]
    score = next(one.score for one in fused(lists, {A: 0.5}) if one.page.version_id == A)
    assert score == pytest.approx(0.5 / (FUSION_K + 2))
