from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.errors import InvalidRange
from pipeline.evidence.text import PageRange, TextRange


@st.composite
def ranges(draw: st.DrawFn) -> TextRange:
    start = draw(st.integers(0, 50))
    return TextRange(start, start + draw(st.integers(1, 50)))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 3), (4, 3), (-2, -1)])
def test_a_negative_empty_or_reversed_range_is_refused(start: int, end: int) -> None:
    with pytest.raises(InvalidRange, match="0 ≤ start < end"):
        TextRange(start, end)


@given(ranges(), ranges())
def test_ranges_agree_with_the_sets_of_their_characters(one: TextRange, other: TextRange) -> None:
    first, second = set(range(one.start, one.end)), set(range(other.start, other.end))
    assert one.overlaps(other) == bool(first & second)
    assert one.contains(other) == (second <= first)
    common = one.intersection(other)
    assert set(range(common.start, common.end) if common else ()) == first & second


@given(ranges(), st.integers(0, 100))
def test_shifting_there_and_back_is_the_same_range(span: TextRange, offset: int) -> None:
    assert span.shift(offset).shift(-offset) == span
    assert span.shift(offset).length == span.length


def test_shifting_before_the_text_is_refused() -> None:
    with pytest.raises(InvalidRange):
        TextRange(1, 2).shift(-2)


def test_a_range_gives_its_characters() -> None:
    assert TextRange(4, 7).of("Net sales") == "sal"


def test_a_range_that_leaves_its_text_is_refused_and_not_cut() -> None:
    with pytest.raises(InvalidRange, match="leaves a text of 9 characters"):
        TextRange(4, 10).of("Net sales")


def test_a_page_range_needs_a_page() -> None:
    with pytest.raises(InvalidRange):
        PageRange(-1, TextRange(0, 1))


@given(st.integers(0, 9), ranges())
def test_page_ranges_round_trip_through_json(page_index: int, span: TextRange) -> None:
    place = PageRange(page_index, span)
    assert PageRange.from_json(place.to_json()) == place
