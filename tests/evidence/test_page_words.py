from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.document import Block, BlockKind, Cell, Page, PageKind
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.page_words import WordLine, word_lines
from pipeline.evidence.text import TextRange

SIDE = 10_000


def page(*lines: str, direction: int = 0) -> tuple[Page, tuple[Block, ...]]:
    """A page whose lines each are a block: glyphs 5 wide and 10 high from left to right, lines 20 apart; a soft hyphen
    and a tab start the next printed line, which the tab does as a blank."""
    rows: list[tuple[float, ...]] = []
    blocks: list[Block] = []
    left = top = 0.0
    text = "\n".join(lines)
    for character in text:
        is_blank = character.isspace()
        rows.append((math.nan,) * 4 if is_blank else (left, top, left + 5, top + 10))
        left += 5
        if character in "\n\t\u00ad":
            left, top = 0.0, top + 20
    start = 0
    for ordinal, words in enumerate(lines):
        span = TextRange(start, start + len(words))
        blocks.append(Block(f"b{ordinal}", 0, ordinal, BlockKind.PARAGRAPH, span))
        start = span.end + 1
    boxes = np.array(rows, dtype=np.float32).reshape(-1, 4)
    glyphs = GlyphBoxes(boxes, np.full(len(boxes), direction, dtype=np.uint8))
    return (
        Page(0, PageKind.PDF, text, PageLabel.none(), PageTransform(0, 0, SIDE, SIDE, 0), glyphs),
        tuple(blocks),
    )


def texts(one: Page, lines: tuple[WordLine, ...]) -> list[list[str]]:
    return [[word.range.of(one.text) for word in line.words] for line in lines]


def test_words_stand_line_by_line_with_the_blanks_after_them() -> None:
    one, blocks = page("Net sales rose\tby 8 %", "Cost of sales")
    lines = word_lines(one, blocks)
    assert texts(one, lines) == [
        ["Net ", "sales ", "rose\t"],
        ["by ", "8 ", "%\n"],
        ["Cost ", "of ", "sales"],
    ]
    assert [line.block for line in lines] == [0, 0, 1]
    assert lines[0].words[1].box.edges() == (20, 0, 45, 10)


def test_a_word_over_a_lines_end_is_in_two_parts_without_a_blank() -> None:
    one, blocks = page("environ\u00admental matters")
    assert texts(one, word_lines(one, blocks)) == [["environ\u00ad"], ["mental ", "matters"]]


def test_words_of_scripts_written_leftwards_are_told() -> None:
    one, blocks = page("نتائج 2024 R")
    assert [word.is_leftward for line in word_lines(one, blocks) for word in line.words] == [
        True,
        False,
        False,
    ]


def test_a_lines_direction_is_that_of_its_glyphs() -> None:
    one, blocks = page("a", direction=3)
    assert [line.direction for line in word_lines(one, blocks)] == [3]


def test_the_first_word_of_a_cell_is_told() -> None:
    one, _ = page("Net sales 81,797")
    label, value = Cell(TextRange(0, 9), None), Cell(TextRange(10, 16), 0)
    row = Block("b0", 0, 0, BlockKind.TABLE_ROW, TextRange(0, 16), cells=(label, value), table=0)
    assert [word.cell for line in word_lines(one, [row]) for word in line.words] == [label, None, value]


def test_words_outside_every_block_are_there_too() -> None:
    one, blocks = page("first", "second", "third")
    lines = word_lines(one, (blocks[0], blocks[2]))
    assert [line.block for line in lines] == [0, None, 1]


def test_a_page_without_text_has_no_words() -> None:
    assert word_lines(*page()) == ()


def test_a_section_has_no_boxes() -> None:
    with pytest.raises(InvalidDocument, match="no glyph boxes"):
        word_lines(Page(3, PageKind.SECTION, "text", PageLabel.none()), ())


@given(
    st.lists(
        st.text(st.sampled_from("ab1א \t\u00ad𝄞"), min_size=1).filter(
            lambda words: words == words.strip() and bool(words)
        ),
        max_size=5,
    )
)
def test_the_words_put_together_are_the_pages_text(lines: list[str]) -> None:
    one, blocks = page(*lines)
    found = word_lines(one, blocks)
    assert "".join(word for line in texts(one, found) for word in line) == one.text
    boxes = [word.box.edges() for line in found for word in line.words]
    inked = one.glyphs.boxes[~np.isnan(one.glyphs.boxes[:, 0])] if one.glyphs else np.empty((0, 4))
    for left, top, right, bottom in inked.tolist():  # every glyph lies in a word's box
        assert any(a <= left and b <= top and right <= c and bottom <= d for a, b, c, d in boxes)
