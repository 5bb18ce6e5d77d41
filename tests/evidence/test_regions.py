from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pipeline.evidence.box import Box
from pipeline.evidence.document import Block, BlockKind, Page, PageKind
from pipeline.evidence.errors import InvalidBox, InvalidDocument, InvalidRange
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.quote import Located, locate
from pipeline.evidence.region import Region, Role
from pipeline.evidence.regions import header_pages, marked_ranges, quote_regions, regions_of
from pipeline.evidence.text import PageRange, TextRange
from tests.evidence.filing import filing

DOCUMENT = filing()
TABLES = dict(enumerate(DOCUMENT.tables))
PAGES = {page.index: page for page in DOCUMENT.pages}


def on_page(page_index: int) -> list[Block]:
    return [block for block in DOCUMENT.blocks if block.page_index == page_index]


def span_of(words: str, page_index: int) -> TextRange:
    location = locate(words, DOCUMENT.pages[page_index].text)
    assert isinstance(location, Located)
    return location.range


def regions(words: str, page_index: int) -> tuple[Region, ...]:
    return quote_regions(span_of(words, page_index), page_index, on_page(page_index), TABLES, PAGES)


def said(found: tuple[Region, ...]) -> list[tuple[str, str, int]]:
    return [(region.role.value, region.text, region.page_index) for region in found]


def test_words_of_a_paragraph_are_the_quote_alone() -> None:
    assert said(regions("third quarter", 0)) == [("quote", "third quarter", 0)]


def test_a_figure_brings_its_row_column_and_unit() -> None:
    assert said(regions("60,584", 0)) == [
        ("quote", "60,584", 0),
        ("row_label", "Products", 0),
        ("column_header", "2023", 0),
        ("unit", "In millions", 0),
    ]


def test_a_figure_brings_the_footnotes_that_its_cell_points_at() -> None:
    note = PageRange(0, TextRange(0, 9))
    blocks = [
        replace(block, cells=tuple(replace(cell, notes=(note,)) for cell in block.cells if cell.column == 0))
        for block in on_page(1)
    ]
    found = marked_ranges(span_of("21,213", 1), 1, blocks, TABLES)
    assert [marked.place for marked in found if marked.role is Role.FOOTNOTE] == [note]
    assert header_pages(span_of("21,213", 1), blocks, TABLES) == {0}


def test_headers_and_units_on_an_earlier_page_are_marked_there() -> None:
    assert said(regions("82,959", 1)) == [
        ("quote", "82,959", 1),
        ("row_label", "Total", 1),
        ("column_header", "2022", 0),
        ("unit", "In millions", 0),
    ]


def test_a_row_is_one_box_a_cell_and_its_label_is_not_the_strong_mark() -> None:
    assert said(regions("Total 81,797 82,959", 1)) == [
        ("row_label", "Total", 1),
        ("quote", "81,797", 1),
        ("quote", "82,959", 1),
        ("column_header", "2023", 0),
        ("column_header", "2022", 0),
        ("unit", "In millions", 0),
    ]


def test_a_label_quoted_alone_is_the_quote_and_has_no_column() -> None:
    assert said(regions("Total", 1)) == [("quote", "Total", 1)]


def test_a_currency_sign_that_stands_apart_is_left_out_of_the_figures_box() -> None:
    found = regions("Products $ 60,584", 0)
    values = [region for region in found if region.role is Role.QUOTE]
    assert [region.text for region in values] == ["60,584"]
    assert values[0].box.width == pytest.approx(30)


def test_a_box_lies_over_the_glyphs_of_its_figure() -> None:
    (quote,) = (region for region in regions("(63,355)", 0) if region.role is Role.QUOTE)
    page = DOCUMENT.pages[0]
    assert page.glyphs is not None
    start = page.text.index("(63,355)")
    left, top = page.glyphs.boxes[start, :2].tolist()
    assert quote.box == Box(left, top, 8 * 5, 10)
    assert quote.text == "(63,355)"


def test_a_quote_over_two_blocks_marks_both() -> None:
    assert said(regions("third quarter. In millions", 0)) == [
        ("quote", "third quarter.", 0),
        ("quote", "In millions", 0),
    ]


def test_each_box_carries_only_the_words_in_it() -> None:
    found = regions("2023 2022", 0)
    assert [region.text for region in found] == ["2023", "2022"]
    assert found[0].box.right < found[1].box.x


def test_characters_of_a_row_that_no_cell_holds_are_still_marked() -> None:
    row = replace(on_page(1)[1], cells=on_page(1)[1].cells[1:])
    found = quote_regions(span_of("Total", 1), 1, [on_page(1)[0], row], TABLES, PAGES)
    assert said(found) == [("quote", "Total", 1)]


def test_one_header_over_two_quoted_cells_is_marked_once() -> None:
    marked = marked_ranges(span_of("Services 21,213 19,604\nTotal 81,797 82,959", 1), 1, on_page(1), TABLES)
    assert [mark.role for mark in marked].count(Role.UNIT) == 1
    assert [mark.role for mark in marked].count(Role.COLUMN_HEADER) == 2
    assert len(set(marked)) == len(marked)


def test_header_pages_are_those_of_headers_and_units() -> None:
    assert header_pages(span_of("82,959", 1), on_page(1), TABLES) == {0}
    assert header_pages(span_of("Total", 1), on_page(1), TABLES) == frozenset()
    assert header_pages(span_of("third quarter", 0), on_page(0), TABLES) == frozenset()


# --- refusals ------------------------------------------------------------------------------------------------


def test_a_range_that_touches_no_block_is_refused() -> None:
    with pytest.raises(InvalidRange, match="touches no block"):
        marked_ranges(TextRange(5000, 5001), 0, on_page(0), TABLES)


def test_blocks_of_another_page_are_refused() -> None:
    with pytest.raises(InvalidDocument, match="is of page 1, not of 0"):
        marked_ranges(TextRange(0, 5), 0, DOCUMENT.blocks, TABLES)


def test_a_table_that_was_not_given_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="table 0, which was not given"):
        marked_ranges(span_of("82,959", 1), 1, on_page(1), {})


def test_a_page_that_was_not_given_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="Page 0 was not given"):
        quote_regions(span_of("82,959", 1), 1, on_page(1), TABLES, {1: PAGES[1]})


def test_a_range_is_not_marked_on_another_page() -> None:
    (marked,) = marked_ranges(span_of("Total", 1), 1, on_page(1), TABLES)
    with pytest.raises(InvalidDocument, match="not marked on page 0"):
        regions_of(marked, PAGES[0])


def test_a_section_has_no_boxes() -> None:
    page = Page(0, PageKind.SECTION, "net sales", PageLabel.none())
    block = Block("b0", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 9))
    with pytest.raises(InvalidDocument, match="not a PDF page"):
        quote_regions(TextRange(0, 3), 0, [block], {}, {0: page})


def pdf_page(row: tuple[float, float, float, float]) -> Page:
    glyphs = GlyphBoxes(np.array([row], np.float32), np.zeros(1, np.uint8))
    return Page(0, PageKind.PDF, "a", PageLabel.none(), PageTransform(0, 0, 100, 100, 0), glyphs)


def test_a_glyph_outside_its_page_is_refused_and_not_clipped() -> None:
    block = Block("b0", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 1))
    with pytest.raises(InvalidBox, match="not on a page"):
        quote_regions(TextRange(0, 1), 0, [block], {}, {0: pdf_page((95, 0, 105, 10))})


def test_a_quote_without_ink_is_refused_and_not_shown_without_a_mark() -> None:
    block = Block("b0", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 1))
    nothing = (float("nan"),) * 4
    with pytest.raises(InvalidBox, match="no glyph to mark"):
        quote_regions(TextRange(0, 1), 0, [block], {}, {0: pdf_page(nothing)})


def test_marked_ranges_name_their_page() -> None:
    (marked,) = marked_ranges(span_of("Total", 1), 1, on_page(1), TABLES)
    assert marked.place == PageRange(1, span_of("Total", 1))
