"""Whether anything that a search brought is near enough to answer."""

from __future__ import annotations

import pytest

from pipeline.index.embedding import OfflineEmbedder
from pipeline.search.floor import (
    FLOORS,
    Nearness,
    coverage,
    is_answerable,
    is_sure,
    least_similarity,
    rarities,
)

FLOOR = FLOORS[OfflineEmbedder.name]


@pytest.mark.parametrize(
    ("similarity", "coverage", "names_company", "answerable"),
    [
        (0.66, 0.0, True, True),  # near, and about a company that is there
        (0.45, 0.3, True, False),  # "the password of my Apple ID"
        (0.45, 0.9, True, True),
        (0.30, 1.0, True, False),
        (0.70, 0.3, False, False),  # near, in other words
        (0.70, 0.7, False, True),
        (0.50, 0.7, False, False),
        (0.50, 0.9, False, True),
        (0.30, 1.0, False, False),
        (None, 0.0, False, True),  # no embedding to tell by
    ],
)
def test_words_decide_where_the_similarity_does_not(
    similarity: float | None, coverage: float, names_company: bool, answerable: bool
) -> None:
    assert is_answerable(FLOOR, Nearness(similarity, coverage, names_company)) is answerable


def test_what_the_similarity_decides_no_words_change() -> None:
    for similarity in (0.1, 0.34, 0.5, 0.9):
        decided = is_sure(FLOOR, similarity, names_company=True)
        for covered in (0.0, 1.0):
            assert is_answerable(FLOOR, Nearness(similarity, covered, True)) is decided


def test_rare_words_count_for_more() -> None:
    weights = rarities({"sale": 900, "sourdough": 0, "loaf": 2}, 1_000)
    assert weights["sourdough"] > weights["loaf"] > weights["sale"] > 0


def test_coverage_is_of_one_text_not_of_all_together() -> None:
    weights = {"minimum": 1.0, "wage": 3.0}
    assert coverage(weights, [{"minimum"}, {"wage", "tax"}]) == 0.75
    assert coverage(weights, [{"minimum", "wage"}]) == 1.0
    assert coverage(weights, []) == 0.0
    assert coverage({}, []) == 1.0


def test_a_model_that_was_not_measured_has_no_floor() -> None:
    assert least_similarity("another") < 0 < least_similarity(OfflineEmbedder.name)
