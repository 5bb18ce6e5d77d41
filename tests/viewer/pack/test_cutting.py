"""A picture shows every mark of its page, whole rows around it, and no word cut through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox
from pipeline.evidence.page import PageGeometry
from viewer.pack.cutting import MOST_GAP, Mark, cuts

PAGE = PageGeometry(612, 792)


def word(x: float, y: float, width: float = 40) -> Box:
    return Box(x, y, width, 10)


ROWS = [word(x, y) for y in range(40, 760, 20) for x in (60, 300, 500)]


def test_the_row_label_and_the_columns_of_the_marked_row_are_in_the_picture() -> None:
    (cut,) = cuts(3, PAGE, [Mark(word(300, 400), "cited")], ROWS)
    assert (cut.page_index, cut.geometry) == (3, PAGE)
    assert cut.box.x < 60
    assert cut.box.right > 540
    assert {one.y for one in cut.words} == {380, 400, 420}, "and its neighbours"


def test_no_row_is_cut_through() -> None:
    (cut,) = cuts(0, PAGE, [Mark(word(300, 400), "cited")], ROWS)
    for one in ROWS:
        inside = one.intersection(cut.box)
        assert inside in (None, one), one


def test_marks_far_apart_have_a_picture_each_from_the_top() -> None:
    low, high = Mark(word(300, 700), "cited"), Mark(word(60, 100), "aside")
    near = Mark(word(300, 700 - MOST_GAP - 5), "aside")
    assert [cut.marks for cut in cuts(0, PAGE, [low, high])] == [(high,), (low,)]
    assert [cut.marks for cut in cuts(0, PAGE, [low, near, high])] == [(high,), (near, low)]
    assert cuts(0, PAGE, []) == ()


def test_a_part_of_a_wide_sheet_is_shown_with_whole_words() -> None:
    sheet = PageGeometry(3000, 800)
    words = [word(x, 400, 90) for x in range(0, 2900, 100)]
    (cut,) = cuts(0, sheet, [Mark(word(1500, 400, 90), "cited")], words)
    assert cut.box.width < 700
    assert all(one.intersection(cut.box) in (None, one) for one in words)


def test_a_mark_beside_the_page_is_refused() -> None:
    with pytest.raises(InvalidBox):
        cuts(0, PAGE, [Mark(word(600, 100), "cited")])


@given(st.lists(st.tuples(st.integers(0, 570), st.integers(0, 780)), min_size=1, max_size=8))
def test_every_mark_lies_in_one_picture_that_lies_on_the_page(places: list[tuple[int, int]]) -> None:
    marks = [Mark(word(x, y), "cited") for x, y in places]
    found = cuts(0, PAGE, marks, ROWS)
    assert sorted(id(mark) for cut in found for mark in cut.marks) == sorted(map(id, marks))
    for cut in found:
        assert PAGE.contains(cut.box)
        for mark in cut.marks:
            assert mark.box.intersection(cut.box) == mark.box
