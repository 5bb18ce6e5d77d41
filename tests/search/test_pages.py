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


def test_a_filing_that_weighs_less_pushes_no_page_of_another_down() -> None:
    older = [(A, page) for page in range(9)]
    alone = fused([PageList(ListName.WORDS, listed((B, 1)))], {})
    behind = fused([PageList(ListName.WORDS, listed(*older, (B, 1)))], {A: 0.6})
    assert next(one for one in behind if one.page.version_id == B).score == alone[0].score
    equal = fused([PageList(ListName.WORDS, listed(*older, (B, 1)))], {})
    assert equal[-1].page.version_id == B
