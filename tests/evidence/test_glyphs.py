from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox, InvalidRange
from pipeline.evidence.glyphs import FORMAT, PIECE_GAP, GlyphBoxes
from pipeline.evidence.text import TextRange

Row = tuple[float, float, float, float]
NOTHING = (math.nan,) * 4


def glyphs(*rows: Row, direction: int = 0) -> GlyphBoxes:
    boxes = np.array(rows, dtype=np.float32).reshape(len(rows), 4)
    return GlyphBoxes(boxes, np.full(len(rows), direction, dtype=np.uint8))


def line(text: str, left: float = 0, top: float = 0, size: float = 10) -> list[Row]:
    """Glyphs of half a height's width; a blank is half a width and has no box."""
    rows: list[Row] = []
    for character in text:
        if character == " ":
            rows.append(NOTHING)
            left += size / 4
        else:
            rows.append((left, top, left + size / 2, top + size))
            left += size / 2
    return rows


def whole(boxes: GlyphBoxes) -> TextRange:
    return TextRange(0, len(boxes))


@st.composite
def pages(draw: st.DrawFn) -> GlyphBoxes:
    """Some lines of glyphs with gaps, on a grid that float32 holds exactly."""
    rows: list[Row] = []
    for number in range(draw(st.integers(1, 4))):
        left = draw(st.integers(0, 40))
        for gap in draw(st.lists(st.sampled_from([0, 0, 0, 2, 4, 12, 40]), min_size=1, max_size=8)):
            if gap:
                rows.append(NOTHING)
            left += gap
            rows.append((left, 16 * number, left + 5, 16 * number + 10))
            left += 5
    return glyphs(*rows)


def turned(page: GlyphBoxes, side: float = 1024) -> GlyphBoxes:
    """The page a quarter turn clockwise: (x, y) → (side − y, x)."""
    left, top, right, bottom = page.boxes.T
    boxes = np.stack([side - bottom, left, side - top, right], axis=1).astype(np.float32)
    return GlyphBoxes(boxes, ((page.directions + 1) % 4).astype(np.uint8))


def turned_box(box: Box, side: float = 1024) -> Box:
    return Box.from_edges(side - box.bottom, box.x, side - box.y, box.right)


# --- values ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        (math.nan, 0, 1, 1),
        (0, 0, math.inf, 1),
        (0, 0, 0, 1),
        (1, 0, 0, 1),
        (0, 1, 1, 0),
    ],
)
def test_a_partly_missing_infinite_empty_or_reversed_glyph_is_refused(row: Row) -> None:
    with pytest.raises(InvalidBox):
        glyphs((0, 0, 1, 1), row)


@pytest.mark.parametrize(
    ("boxes", "directions"),
    [
        (np.zeros((2, 3), np.float32), np.zeros(2, np.uint8)),
        (np.zeros(8, np.float32), np.zeros(2, np.uint8)),
        (np.ones((2, 4), np.float64), np.zeros(2, np.uint8)),
        (np.full((2, 4), np.nan, np.float32), np.zeros(3, np.uint8)),
        (np.full((2, 4), np.nan, np.float32), np.zeros(2, np.int64)),
        (np.full((2, 4), np.nan, np.float32), np.full(2, 4, np.uint8)),
    ],
)
def test_misshapen_arrays_are_refused(boxes: NDArray[np.float32], directions: NDArray[np.uint8]) -> None:
    with pytest.raises(InvalidBox):
        GlyphBoxes(boxes, directions)


@given(pages())
def test_packed_boxes_unpack_to_equal_ones(page: GlyphBoxes) -> None:
    assert GlyphBoxes.unpack(page.pack()) == page
    assert GlyphBoxes.unpack(turned(page).pack()) == turned(page)


def test_a_page_without_glyphs_packs_too() -> None:
    empty = glyphs()
    assert GlyphBoxes.unpack(empty.pack()) == empty
    assert len(empty) == 0


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"PG",
        FORMAT,
        FORMAT + b"nothing",
        b"PG2" + glyphs(*line("a")).pack()[3:],
        glyphs(*line("abc")).pack()[:-6],
    ],
)
def test_bytes_that_are_no_packed_boxes_are_refused(packed: bytes) -> None:
    with pytest.raises(InvalidBox):
        GlyphBoxes.unpack(packed)


def test_boxes_are_equal_by_value_and_missing_ones_equal_each_other() -> None:
    assert glyphs(*line("a b")) == glyphs(*line("a b"))
    assert glyphs(*line("a b")) != glyphs(*line("a c d"))
    assert glyphs(*line("ab"), direction=0) != glyphs(*line("ab"), direction=1)
    assert glyphs() != "glyphs"


# --- pieces ----------------------------------------------------------------------------------------------------


@given(pages(), st.data())
def test_pieces_turn_with_the_page(page: GlyphBoxes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(page) - 1))
    span = TextRange(start, data.draw(st.integers(start + 1, len(page))))
    upright = page.pieces(span)
    for _ in range(3):
        page, upright = turned(page), tuple(turned_box(box) for box in upright)
        assert page.pieces(span) == upright


@given(pages())
def test_every_glyph_lies_in_one_piece_and_pieces_hold_nothing_else(page: GlyphBoxes) -> None:
    pieces = page.line_pieces(whole(page))
    inked = [index for index in range(len(page)) if not np.isnan(page.boxes[index, 0])]
    assert [i for words, _ in pieces for i in range(words.start, words.end) if i in set(inked)] == inked
    for words, box in pieces:
        rows = page.boxes[words.start : words.end]
        assert box.edges() == (*np.nanmin(rows[:, :2], axis=0), *np.nanmax(rows[:, 2:], axis=0))
    assert page.pieces(whole(page)) == tuple(box for _, box in pieces)


@given(pages())
def test_a_wider_gap_never_gives_more_pieces(page: GlyphBoxes) -> None:
    counts = [len(page.line_pieces(whole(page), gap)) for gap in (0.1, PIECE_GAP, 2, math.inf)]
    assert counts == sorted(counts, reverse=True)
    assert len(page.line_pieces(whole(page), math.inf)) == len(
        {row[1] for row in page.boxes if row[0] == row[0]}
    )


def test_words_of_one_line_are_one_box() -> None:
    page = glyphs(*line("net sales were"))
    assert page.pieces(whole(page)) == (Box(0, 0, 65, 10),)


def test_a_justified_word_space_stays_in_the_box() -> None:
    page = glyphs((0, 0, 5, 10), (12, 0, 17, 10))  # 0.7 of the height
    assert page.pieces(whole(page)) == (Box(0, 0, 17, 10),)


def test_the_gap_between_two_cells_starts_another_box() -> None:
    page = glyphs((0, 0, 5, 10), (14, 0, 19, 10))  # 0.9 of the height
    assert page.pieces(whole(page)) == (Box(0, 0, 5, 10), Box(14, 0, 5, 10))


def test_lines_are_boxes_of_their_own() -> None:
    page = glyphs(*line("net"), NOTHING, *line("sales", top=12))
    assert page.pieces(whole(page)) == (Box(0, 0, 15, 10), Box(0, 12, 25, 10))


def test_lines_set_so_tight_that_they_overlap_a_little_stay_apart() -> None:
    page = glyphs(*line("net"), NOTHING, *line("sales", top=8))
    assert len(page.pieces(whole(page))) == 2


def test_a_superscript_belongs_to_its_line() -> None:
    page = glyphs(*line("sales"), (25, -2, 28, 4), *line("were", left=31))
    assert page.pieces(whole(page)) == (Box(0, -2, 51, 12),)


def test_letters_of_a_ligature_share_its_box() -> None:
    page = glyphs((0, 0, 8, 10), (0, 0, 8, 10), (8, 0, 13, 10))
    assert page.pieces(TextRange(0, 2)) == (Box(0, 0, 8, 10),)
    assert page.pieces(whole(page)) == (Box(0, 0, 13, 10),)


def test_right_to_left_text_is_one_box_a_line() -> None:
    rows = line("abcdefghijklmnop")
    page = glyphs(*reversed(rows))
    assert page.pieces(whole(page)) == (Box(0, 0, 80, 10),)


def test_a_piece_far_to_the_left_on_the_same_line_is_another_box() -> None:
    page = glyphs(*line("right", left=200), *line("left"))
    assert page.pieces(whole(page)) == (Box(200, 0, 25, 10), Box(0, 0, 20, 10))


def test_text_along_another_direction_is_another_box() -> None:
    boxes = np.array([*line("ab"), (10, 0, 20, 5)], dtype=np.float32)
    page = GlyphBoxes(boxes, np.array([0, 0, 1], dtype=np.uint8))
    assert len(page.pieces(whole(page))) == 2


def test_a_range_without_ink_has_no_piece() -> None:
    assert glyphs(*line("a b")).pieces(TextRange(1, 2)) == ()


def test_a_range_that_leaves_the_page_is_refused() -> None:
    with pytest.raises(InvalidRange, match="leaves a page of 3 characters"):
        glyphs(*line("abc")).pieces(TextRange(2, 4))
