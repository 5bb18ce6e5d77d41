"""What is drawn or selected on a page becomes whole words, cells or blocks, and nothing that was not drawn over."""

from __future__ import annotations

import math
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.annotation import SnapUnit
from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, BlockKind, Page, PageKind
from pipeline.evidence.errors import InvalidDocument, InvalidRange
from pipeline.evidence.page import PageLabel
from pipeline.evidence.snapping import MOST_PLACES, NothingThere, cuts_a_word, snap_box, snap_range
from pipeline.evidence.text import TextRange
from tests.evidence.placed import HEIGHT, WIDTH, Lines, Words, page_of, quoted, row

PAGE, BLOCKS = page_of(
    Lines((Words(50, 20, "Net sales fell"), Words(50, 32, "because demand was lower."))),
    row(60, (200, "81,797"), (300, "82,959"), label="Products"),
    row(72, (200, "21,213"), (300, "19,604"), label="Services"),
    row(84, (200, "103,010"), (300, "102,563"), label="Total net sales"),
    Lines((Words(50, 110, "38"),), BlockKind.PAGE_NUMBER),
)


def drawn(left: float, top: float, right: float, bottom: float, unit: SnapUnit) -> list[str]:
    return quoted(PAGE, snap_box(Box.from_edges(left, top, right, bottom), PAGE, BLOCKS, unit))


def test_words_are_meant_whose_middle_lies_in_the_box() -> None:
    assert drawn(69, 20, 96, 30, SnapUnit.WORDS) == ["sales"], "half of “fell” and none of “Net”"
    assert drawn(50, 20, 96, 30, SnapUnit.WORDS) == ["Net sales"]


def test_a_box_over_whole_lines_of_a_paragraph_is_one_place() -> None:
    assert drawn(40, 18, 200, 44, SnapUnit.WORDS) == ["Net sales fell because demand was lower."]


def test_words_that_were_not_drawn_over_are_in_no_place() -> None:
    """The box covers the beginning of two lines: a range over both would hold the end of the first."""
    assert drawn(50, 18, 95, 44, SnapUnit.WORDS) == ["Net sales", "because"]


def test_a_cell_is_meant_when_more_than_a_sliver_is_drawn_over() -> None:
    assert drawn(205, 71, 228, 82, SnapUnit.CELLS) == ["21,213"]
    assert drawn(205, 68, 228, 82, SnapUnit.CELLS) == ["21,213"], "a fifth of the row above is a sliver"
    assert drawn(205, 65, 228, 82, SnapUnit.CELLS) == ["81,797", "21,213"], "half of it is none"


def test_a_small_box_inside_a_wide_cell_means_it() -> None:
    assert drawn(60, 87, 64, 89, SnapUnit.CELLS) == ["Total net sales"]


def test_cells_beside_each_other_are_one_place_and_a_column_is_one_a_row() -> None:
    assert drawn(45, 72, 340, 82, SnapUnit.CELLS) == ["Services 21,213 19,604"]
    assert drawn(295, 58, 345, 96, SnapUnit.CELLS) == ["82,959", "19,604", "102,563"]


def test_no_cell_is_found_in_prose() -> None:
    with pytest.raises(NothingThere, match="No table cell"):
        drawn(40, 18, 200, 44, SnapUnit.CELLS)


def test_blocks_are_taken_whole_and_page_numbers_only_alone() -> None:
    assert drawn(52, 33, 80, 40, SnapUnit.BLOCK) == ["Net sales fell because demand was lower."]
    assert drawn(40, 70, 400, 130, SnapUnit.BLOCK) == [
        "Services 21,213 19,604",
        "Total net sales 103,010 102,563",
    ]
    assert drawn(40, 105, 70, 125, SnapUnit.BLOCK) == ["38"]


@pytest.mark.parametrize("unit", [SnapUnit.WORDS, SnapUnit.CELLS, SnapUnit.BLOCK])
def test_an_empty_part_of_the_page_is_nothing(unit: SnapUnit) -> None:
    with pytest.raises(NothingThere, match="stands there"):
        drawn(600, 600, 700, 700, unit)


def test_more_places_than_one_can_mean_are_refused() -> None:
    page, blocks = page_of(*(row(20 + 12 * at, (200, str(at))) for at in range(MOST_PLACES + 1)))
    everything = Box.from_edges(0, 0, 900, 900)
    with pytest.raises(NothingThere, match=f"{MOST_PLACES + 1} separate places"):
        snap_box(everything, page, blocks, SnapUnit.CELLS)
    most = Box.from_edges(0, 0, 900, 20 + 12 * MOST_PLACES - 2)
    assert len(snap_box(most, page, blocks, SnapUnit.CELLS)) == MOST_PLACES


def test_a_word_that_a_lines_end_divides_is_taken_whole() -> None:
    page, blocks = page_of(Lines((Words(50, 20, "environmental"), Words(50, 32, "matters"))))
    assert page.glyphs is not None
    page.glyphs.boxes[7:13] += (-35, 12, -35, 12)  # "mental" begins the next line
    first = snap_box(Box.from_edges(48, 18, 90, 30), page, blocks, SnapUnit.WORDS)
    assert quoted(page, first) == ["environmental"]


def test_selected_characters_become_what_they_touch() -> None:
    def selected(start: int, end: int, unit: SnapUnit) -> list[str]:
        return quoted(PAGE, snap_range(TextRange(start, end), PAGE, BLOCKS, unit))

    at = PAGE.text.index("21,213")
    assert selected(at + 2, at + 3, SnapUnit.WORDS) == ["21,213"]
    assert selected(at + 2, at + 9, SnapUnit.CELLS) == ["21,213 19,604"]
    assert selected(at - 4, at + 30, SnapUnit.CELLS) == ["Services 21,213 19,604", "Total net sales"]
    assert selected(at, at + 1, SnapUnit.BLOCK) == ["Services 21,213 19,604"]
    with pytest.raises(NothingThere):
        selected(at + 6, at + 7, SnapUnit.WORDS)
    with pytest.raises(InvalidRange):
        selected(at, 10_000, SnapUnit.WORDS)


def test_a_section_has_nothing_to_draw_on_and_can_be_selected() -> None:
    section = Page(0, PageKind.SECTION, "Net sales fell", PageLabel.none())
    block = Block("b0", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 14))
    with pytest.raises(InvalidDocument):
        snap_box(Box(0, 0, 9, 9), section, [block], SnapUnit.WORDS)
    assert snap_range(TextRange(5, 6), section, [block], SnapUnit.WORDS) == (TextRange(4, 9),)


def test_a_cut_word_is_told() -> None:
    text = "Net sales\nfell"
    assert [cuts_a_word(TextRange(*span), text) for span in [(0, 3), (4, 14), (3, 9), (0, 4)]] == [False] * 4
    assert cuts_a_word(TextRange(1, 3), text)
    assert cuts_a_word(TextRange(4, 8), text)


# --- laws -------------------------------------------------------------------------------------------------

_word = st.text("ab1,()", min_size=1, max_size=9)
_rows = st.lists(st.lists(_word, min_size=2, max_size=4), min_size=1, max_size=8)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Page, tuple[Block, ...]]:
    """Rows 12 points apart, cells in columns of 100 points: no two boxes touch."""
    rows = draw(_rows)
    return page_of(
        *(
            row(20 + 12 * at, *((150.0 + 100 * x, value) for x, value in enumerate(values)), label=label)
            for at, (label, *values) in enumerate(rows)
        )
    )


@given(tables(), st.data())
def test_the_boxes_of_words_and_cells_and_blocks_give_them_back(
    table: tuple[Page, tuple[Block, ...]], data: st.DataObject
) -> None:
    page, blocks = table
    block = data.draw(st.sampled_from(blocks))
    first = data.draw(st.integers(0, len(block.cells) - 1))
    last = data.draw(st.integers(first, len(block.cells) - 1))
    span = TextRange(block.cells[first].range.start, block.cells[last].range.end)
    assert page.glyphs is not None
    ((_, box),) = page.glyphs.line_pieces(span, math.inf)
    for unit in (SnapUnit.WORDS, SnapUnit.CELLS):
        assert snap_box(box, page, blocks, unit) == (span,)
        assert snap_range(span, page, blocks, unit) == (span,)
    assert snap_box(box, page, blocks, SnapUnit.BLOCK) == (block.range,)


@given(
    tables(),
    st.sampled_from([SnapUnit.WORDS, SnapUnit.CELLS, SnapUnit.BLOCK]),
    st.tuples(st.floats(0, 500), st.floats(0, 120), st.floats(1, 400), st.floats(1, 100)),
)
def test_a_place_is_whole_lies_in_one_block_and_is_drawn_over(
    table: tuple[Page, tuple[Block, ...]], unit: SnapUnit, edges: tuple[float, float, float, float]
) -> None:
    page, blocks = table
    box = Box(*edges)
    try:
        places = snap_box(box, page, blocks, unit)
    except NothingThere:
        return
    assert list(places) == sorted(set(places))
    assert page.glyphs is not None
    for place in places:
        assert any(block.range.contains(place) for block in blocks)
        assert not cuts_a_word(place, page.text)
        for start in range(place.start, place.end):
            if unit is SnapUnit.WORDS and not page.text[start].isspace():
                left, top, right, bottom = page.glyphs.boxes[start].tolist()
                assert box.y <= (top + bottom) / 2 <= box.bottom, "a word that the box does not reach"
                assert left - 9 * WIDTH <= box.right
                assert right + 9 * WIDTH >= box.x
                assert bottom - top == HEIGHT
        assert snap_range(place, page, blocks, unit) == (place,), "snapping again changes nothing"


def test_a_whole_long_section_is_refused_at_once() -> None:
    """Somebody selects all of a filing without pages: 24,000 words in 3,000 blocks."""
    line = " ".join(["word"] * 8)
    text = "\n".join([line] * 3_000)
    starts = range(0, len(text), len(line) + 1)
    blocks = [
        Block(f"b{number}", 0, number, BlockKind.PARAGRAPH, TextRange(start, start + len(line)), None)
        for number, start in enumerate(starts)
    ]
    page = Page(0, PageKind.TEXT, text, PageLabel.none())
    begun = perf_counter()
    for unit in (SnapUnit.WORDS, SnapUnit.BLOCK):
        with pytest.raises(NothingThere, match="3000 separate places"):
            snap_range(TextRange(0, len(text)), page, blocks, unit)
    assert perf_counter() - begun < 5, "each word against each block takes most of a minute"
