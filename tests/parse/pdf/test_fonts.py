"""What a filing says does not depend on the fonts of the machine that reads it; columns read downwards."""

from __future__ import annotations

from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.text import TextRange
from pipeline.parse.pdf.fonts import SQUARES
from tests.fixtures.pdfs import COLUMNS, unembedded
from tests.fixtures.square_font import square_font
from tests.parse.pdf_pages import parsed, reading_of


def test_the_font_of_squares_is_the_one_that_its_builder_makes() -> None:
    assert SQUARES.read_bytes() == square_font()


def test_text_without_an_embedded_font_is_read_whole() -> None:
    reading = reading_of(unembedded(downwards=False))
    assert reading.characters == "".join(COLUMNS)
    assert set(reading.directions.tolist()) == {0}


def test_columns_written_downwards_are_read_whole_and_run_down() -> None:
    reading = reading_of(unembedded(downwards=True))
    assert sorted(reading.characters) == sorted("".join(COLUMNS))
    assert set(reading.directions.tolist()) == {1}


def test_a_column_is_a_block_and_columns_follow_from_right_to_left() -> None:
    document = parsed(unembedded(downwards=True))
    assert [block.range.of(document.pages[0].text) for block in document.blocks] == list(COLUMNS)


def test_a_quote_within_a_column_is_one_upright_box() -> None:
    reading = reading_of(unembedded(downwards=True))
    start = reading.characters.index("有機")
    (box,) = GlyphBoxes(reading.boxes, reading.directions).pieces(TextRange(start, start + 4))
    assert box.height == 48
    assert 8 < box.width < 16
