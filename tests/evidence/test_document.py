from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pipeline.evidence.document import (
    FURNITURE,
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    Table,
    blocks_by_page,
    require_canonical,
)
from pipeline.evidence.errors import InvalidDocument
from pipeline.evidence.glyphs import GlyphBoxes
from pipeline.evidence.page import PageLabel, PageTransform
from pipeline.evidence.text import PageRange, TextRange
from tests.evidence.filing import filing


def text_page(text: str, index: int = 0) -> Page:
    return Page(index, PageKind.TEXT, text, PageLabel.none())


def paragraph(start: int, end: int, ordinal: int = 0) -> Block:
    return Block(f"b{ordinal}", 0, ordinal, BlockKind.PARAGRAPH, TextRange(start, end))


def missing_boxes(count: int) -> GlyphBoxes:
    return GlyphBoxes(np.full((count, 4), np.nan, np.float32), np.zeros(count, np.uint8))


def test_a_filing_whose_parts_fit_is_a_document() -> None:
    document = filing()
    assert [page.index for page in document.pages] == [0, 1]
    assert document.blocks[3].range.of(document.pages[0].text) == "Products $ 60,584 (63,355)"


# --- pages -------------------------------------------------------------------------------------------------


def test_a_pdf_page_needs_a_geometry_and_glyph_boxes() -> None:
    with pytest.raises(InvalidDocument, match="geometry and glyph boxes"):
        Page(0, PageKind.PDF, "a", PageLabel.none())
    with pytest.raises(InvalidDocument, match="geometry and glyph boxes"):
        Page(0, PageKind.PDF, "a", PageLabel.none(), PageTransform(0, 0, 9, 9, 0))


@pytest.mark.parametrize("kind", [PageKind.TEXT, PageKind.SECTION])
def test_other_pages_have_neither(kind: PageKind) -> None:
    assert Page(0, kind, "a", PageLabel.none()).geometry is None
    with pytest.raises(InvalidDocument):
        Page(0, kind, "a", PageLabel.none(), PageTransform(0, 0, 9, 9, 0), missing_boxes(1))


def test_a_page_has_one_glyph_box_a_character() -> None:
    transform = PageTransform(0, 0, 9, 9, 0)
    with pytest.raises(InvalidDocument, match="3 glyph boxes for 2 characters"):
        Page(0, PageKind.PDF, "ab", PageLabel.none(), transform, missing_boxes(3))


def test_a_pdf_pages_geometry_is_its_transforms() -> None:
    page = Page(0, PageKind.PDF, "a", PageLabel.none(), PageTransform(0, 0, 10, 20, 90), missing_boxes(1))
    assert page.geometry is not None
    assert (page.geometry.width, page.geometry.height) == (20, 10)


def test_a_page_before_the_first_is_refused() -> None:
    with pytest.raises(InvalidDocument):
        text_page("a", index=-1)


# --- blocks ------------------------------------------------------------------------------------------------


def test_a_block_needs_an_id() -> None:
    with pytest.raises(InvalidDocument, match="no id"):
        Block("", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 1))


@pytest.mark.parametrize(("page_index", "ordinal", "table"), [(-1, 0, 0), (0, -1, 0), (0, 0, -1)])
def test_a_block_on_a_negative_page_position_or_table_is_refused(
    page_index: int, ordinal: int, table: int
) -> None:
    with pytest.raises(InvalidDocument):
        Block("b", page_index, ordinal, BlockKind.TABLE_ROW, TextRange(0, 1), table=table)


def test_only_a_table_row_belongs_to_a_table() -> None:
    with pytest.raises(InvalidDocument, match="belongs to a table"):
        Block("b", 0, 0, BlockKind.PARAGRAPH, TextRange(0, 1), table=0)
    with pytest.raises(InvalidDocument, match="belongs to a table"):
        Block("b", 0, 0, BlockKind.TABLE_ROW, TextRange(0, 1))


def test_a_cell_lies_in_its_row() -> None:
    with pytest.raises(InvalidDocument, match="outside its row"):
        Block("b", 0, 0, BlockKind.TABLE_ROW, TextRange(5, 9), cells=(Cell(TextRange(4, 6), None),), table=0)


def test_a_negative_column_is_refused_and_never_counts_from_the_end() -> None:
    with pytest.raises(InvalidDocument, match="counted from 0"):
        Cell(TextRange(0, 1), -1)


@pytest.mark.parametrize("kind", list(BlockKind))
def test_headers_footers_and_page_numbers_are_furniture(kind: BlockKind) -> None:
    block = Block("b", 0, 0, kind, TextRange(0, 1), table=0 if kind is BlockKind.TABLE_ROW else None)
    assert block.is_furniture == (kind in {BlockKind.HEADER, BlockKind.FOOTER, BlockKind.PAGE_NUMBER})
    assert block.is_furniture == (kind in FURNITURE)


# --- canonical text ---------------------------------------------------------------------------------------


def test_blocks_with_one_line_feed_between_them_are_the_page() -> None:
    require_canonical(text_page("net sales\nrose"), [paragraph(0, 9), paragraph(10, 14, 1)])
    require_canonical(text_page(""), [])


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("net sales", []),
        ("net sales", [(0, 3)]),
        ("net\nsales", [(0, 3)]),
        ("net\nsales", [(4, 9)]),
        ("net sales", [(0, 3), (4, 9)]),
        ("net\n\nsales", [(0, 3), (5, 10)]),
        ("net\nsales\n", [(0, 3), (4, 9)]),
        ("net \nsales", [(0, 4), (5, 10)]),
        (" net", [(0, 4)]),
        ("net", [(0, 4)]),
        ("net\nsales", [(0, 5), (4, 9)]),
        ("", [(0, 1)]),
    ],
)
def test_a_page_with_loose_missing_or_overlapping_text_is_refused(
    text: str, ranges: list[tuple[int, int]]
) -> None:
    blocks = [paragraph(start, end, ordinal) for ordinal, (start, end) in enumerate(ranges)]
    with pytest.raises(InvalidDocument, match="Page 0"):
        require_canonical(text_page(text), blocks)


def test_blocks_out_of_order_are_refused() -> None:
    with pytest.raises(InvalidDocument):
        require_canonical(text_page("net\nsales"), [paragraph(0, 3, 1), paragraph(4, 9, 0)])


def test_blocks_are_grouped_by_page() -> None:
    document = filing()
    grouped = blocks_by_page(document.blocks, 3)
    assert [[block.id for block in blocks] for blocks in grouped] == [
        ["b0", "b1", "b2", "b3"],
        ["b4", "b5"],
        [],
    ]


def test_a_block_on_a_page_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="page 1 of 1"):
        blocks_by_page(filing().blocks, 1)


# --- documents ---------------------------------------------------------------------------------------------


def test_a_document_without_pages_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="at least one page"):
        replace(filing(), pages=(), blocks=(), tables=())


def test_pages_are_numbered_without_a_gap() -> None:
    document = filing()
    with pytest.raises(InvalidDocument, match="numbered from 0"):
        replace(document, pages=document.pages[1:])


def test_a_block_id_is_unique_in_its_version() -> None:
    document = filing()
    with pytest.raises(InvalidDocument, match="unique"):
        replace(document, blocks=(*document.blocks[:-1], replace(document.blocks[-1], id="b4")))


def test_a_page_that_lost_a_block_is_refused() -> None:
    document = filing()
    with pytest.raises(InvalidDocument, match="Page 1"):
        replace(document, blocks=document.blocks[:-1])


def test_a_row_of_a_table_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="table 0, which does not exist"):
        replace(filing(), tables=())


def test_a_cell_in_a_column_that_its_table_has_not_is_refused() -> None:
    with pytest.raises(InvalidDocument, match="a column that its table has not"):
        replace(filing(), tables=(Table(0, (Column(),)),))


@pytest.mark.parametrize("place", [PageRange(2, TextRange(0, 1)), PageRange(1, TextRange(0, 9999))])
def test_a_header_or_unit_outside_the_document_is_refused(place: PageRange) -> None:
    document = filing()
    for table in (
        Table(0, (Column((place,)), Column())),
        Table(0, (Column(), Column()), (place,)),
    ):
        with pytest.raises(InvalidDocument, match="header or unit"):
            replace(document, tables=(table,))


def test_tables_are_numbered_without_a_gap() -> None:
    document = filing()
    with pytest.raises(InvalidDocument, match="Tables are numbered"):
        replace(document, tables=(replace(document.tables[0], ordinal=1),))
