"""What is read on a page: characters in order, boxes on the ink, words."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.layout import rows_of
from pipeline.parse.pdf.text import SOFT_HYPHEN
from tests.fixtures.pdfs import (
    CROP,
    LINES,
    Text,
    hyphenated,
    landscape_lines,
    pdf_of,
    three_lines,
    turned_pages,
)
from tests.parse.pdf_pages import picture_of, reading_of

ROTATIONS = (0, 90, 180, 270)
ODD_PAGES = [
    pytest.param(rotation, cropped, shifted, id=f"{rotation}{'-crop' * cropped}{'-shift' * shifted}")
    for rotation, cropped, shifted in product(ROTATIONS, (False, True), (False, True))
]


@pytest.mark.parametrize(("rotation", "cropped", "shifted"), ODD_PAGES)
def test_boxes_lie_on_the_ink_and_all_ink_lies_in_boxes(rotation: int, cropped: bool, shifted: bool) -> None:
    pdf = turned_pages(three_lines(), rotation, cropped=cropped, shifted=shifted)
    reading, picture = reading_of(pdf), picture_of(pdf)
    assert len(reading.characters) == sum(len(line.replace(" ", "")) for line in LINES)
    assert all(picture.share(*box) > 0.02 for box in reading.boxes.tolist())
    assert not picture.without(reading.boxes).any()


@pytest.mark.parametrize(("rotation", "cropped", "shifted"), ODD_PAGES)
def test_lines_read_in_order_however_the_page_is_turned(rotation: int, cropped: bool, shifted: bool) -> None:
    reading = reading_of(turned_pages(three_lines(), rotation, cropped=cropped, shifted=shifted))
    assert reading.direction == rotation // 90
    assert [row.text for row in rows_of(reading.words[reading.direction])] == list(LINES)


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_landscape_page_reads_from_left_to_right(rotation: int) -> None:
    reading = reading_of(landscape_lines(rotation))
    assert reading.direction == 0
    assert [row.text for row in rows_of(reading.words[0])] == list(LINES)


@pytest.mark.parametrize("rotation", ROTATIONS)
def test_a_quote_is_one_box_beside_which_the_page_is_blank(rotation: int) -> None:
    pdf = landscape_lines(rotation)
    reading, picture = reading_of(pdf), picture_of(pdf)
    start = reading.characters.index("$1,318")
    (box,) = GlyphBoxes(reading.boxes, reading.directions).pieces(TextRange(start, start + 6))
    left, top, right, bottom = box.edges()
    assert picture.share(left, top, right, bottom) > 0.08
    assert picture.share(left, bottom + 4, right, bottom + 20) == 0
    assert picture.share(left, top - 20, right, top - 4) == 0
    assert picture.share(right + 4, top, right + 40, bottom) == 0


def test_a_glyph_that_is_not_on_the_visible_page_is_not_read() -> None:
    left, bottom, right, top = CROP
    pdf = pdf_of([Text(90, 200, "seen"), Text(10, 300, "left"), Text(90, 792 - bottom + 20, "below")])
    assert reading_of(turned_pages(pdf, 0, cropped=True)).characters == "seen"
    assert (left, right, top) == (40.0, 590.0, 750.0)


def test_a_glyph_over_the_edge_keeps_its_visible_part() -> None:
    pdf = turned_pages(pdf_of([Text(CROP[0] - 2.5, 200, "M")]), 0, cropped=True)
    reading = reading_of(pdf)
    assert reading.characters == "M"
    assert reading.boxes[0][0] == 0
    assert reading.boxes[0][2] == pytest.approx(8.33 - 2.5, abs=0.05)


def test_a_word_broken_at_a_line_end_is_marked_and_a_range_of_years_is_not_joined() -> None:
    reading = reading_of(hyphenated())
    words = [word.text for word in reading.words[0]]
    assert f"environ{SOFT_HYPHEN}" in words
    assert words[words.index(f"environ{SOFT_HYPHEN}") + 1] == "mental"
    assert [words[n : n + 2] for n, word in enumerate(words) if word == "2021-"] == [["2021-", "2022"]]


def test_every_character_is_in_one_word() -> None:
    reading = reading_of(pdf_of([Text(60, 100, "Upright 1,234"), Text(300, 400, "Sideways", turned=90)]))
    places = [n for words in reading.words.values() for word in words for n in range(word.first, word.last)]
    assert sorted(places) == list(range(len(reading.characters)))
    assert set(reading.words) == {0, 3}


def test_text_that_runs_up_the_page_has_that_direction() -> None:
    reading = reading_of(pdf_of([Text(300, 400, "Sideways", turned=90), Text(400, 400, "Down", turned=-90)]))
    assert reading.characters[reading.words[3][0].first : reading.words[3][0].last] == "Sideways"
    assert reading.words[1][0].text == "Down"


def test_bold_is_seen_by_the_fonts_name() -> None:
    reading = reading_of(pdf_of([Text(60, 100, "Heavy", bold=True), Text(60, 120, "light")]))
    assert [(word.text, word.bold) for word in reading.words[0]] == [("Heavy", True), ("light", False)]


def test_an_empty_page_has_no_characters() -> None:
    reading = reading_of(pdf_of([]))
    assert reading.characters == ""
    assert reading.boxes.shape == (0, 4)
    assert reading.boxes.dtype == np.float32
