"""Passages: whole blocks of one page, no furniture, nothing lost."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.document import (
    FURNITURE,
    Block,
    BlockKind,
    Cell,
    Column,
    Page,
    PageKind,
    Table,
    require_canonical,
)
from pipeline.evidence.page import PageLabel
from pipeline.evidence.text import PageRange, TextRange
from pipeline.index.embedding import offline_embedder
from pipeline.index.passages import MOST_TOKENS, PassageStream, estimated_tokens, passages_of

VERSION = UUID("00000000-0000-4000-8000-000000000001")
TITLE = "Apple Inc. · Form 10-Q · Q3 FY2023"
SENTENCE = (
    "Net sales rose during the third quarter because services and products sold better than a year before."
)
Content = tuple[BlockKind, str, str | None, int | None]


def page_of(contents: Sequence[Content], index: int = 0) -> tuple[Page, list[Block]]:
    """A text page whose blocks are the given (kind, text, section, table)."""
    blocks, position = [], 0
    for ordinal, (kind, text, section, table) in enumerate(contents):
        span = TextRange(position, position + len(text))
        cells = (Cell(span, None),) if table is not None else ()
        blocks.append(Block(f"b{index}-{ordinal}", index, ordinal, kind, span, section, cells, table))
        position = span.end + 1
    page = Page(index, PageKind.TEXT, "\n".join(text for _, text, _, _ in contents), PageLabel.none())
    require_canonical(page, blocks)
    return page, blocks


def paragraph(text: str = SENTENCE, section: str | None = None) -> Content:
    return BlockKind.PARAGRAPH, text, section, None


def row(text: str, table: int = 0) -> Content:
    return BlockKind.TABLE_ROW, text, None, table


contents = st.lists(
    st.tuples(
        st.sampled_from(sorted(set(BlockKind) - {BlockKind.TABLE_ROW})),
        st.text("abc 1,%", min_size=1, max_size=400).map(str.strip).filter(bool),
        st.sampled_from([None, "Item 1", "Item 2"]),
        st.none(),
    ),
    max_size=30,
)


@given(contents)
def test_every_block_that_is_no_furniture_is_in_exactly_one_passage(content: list[Content]) -> None:
    page, blocks = page_of(content)
    covered: list[int] = []
    for passage in passages_of([(page, blocks)], VERSION, TITLE, ()):
        members = blocks[passage.first_block : passage.last_block + 1]
        covered += [block.ordinal for block in members]
        assert not any(block.kind in FURNITURE for block in members)
        assert passage.text == page.text[passage.range.start : passage.range.end]
        assert passage.text == "\n".join(block.range.of(page.text) for block in members)
    assert covered == [block.ordinal for block in blocks if block.kind not in FURNITURE]


@given(contents)
def test_only_a_single_long_block_or_a_short_tail_exceeds_the_size(content: list[Content]) -> None:
    page, blocks = page_of(content)
    for passage in passages_of([(page, blocks)], VERSION, TITLE, ()):
        members = blocks[passage.first_block : passage.last_block + 1]
        sizes = [estimated_tokens(block.range.of(page.text)) for block in members]
        content_sizes = [
            n for n, block in zip(sizes, members, strict=True) if block.kind is not BlockKind.HEADING
        ]
        assert len(content_sizes) <= 1 or sum(sizes) <= MOST_TOKENS + 60


def test_a_page_number_between_two_paragraphs_ends_a_passage() -> None:
    page, blocks = page_of(
        [paragraph(), (BlockKind.PAGE_NUMBER, "17", None, None), paragraph("More words here.")]
    )
    made = passages_of([(page, blocks)], VERSION, TITLE, ())
    assert [(passage.first_block, passage.last_block) for passage in made] == [(0, 0), (2, 2)]


def test_a_running_header_and_a_footer_stay_outside() -> None:
    header, footer = (
        (BlockKind.HEADER, "Apple Inc.", None, None),
        (BlockKind.FOOTER, "Form 10-Q | 4", None, None),
    )
    page, blocks = page_of([header, paragraph(), footer])
    (passage,) = passages_of([(page, blocks)], VERSION, TITLE, ())
    assert passage.text == SENTENCE


def test_a_heading_goes_with_what_it_heads() -> None:
    body = [paragraph() for _ in range(7)]
    page, blocks = page_of([*body, (BlockKind.HEADING, "Gross Margin", None, None), *body])
    made = passages_of([(page, blocks)], VERSION, TITLE, ())
    assert [p.first_block for p in made if p.text.startswith("Gross Margin")] == [7]


def test_passages_of_a_long_table_are_whole_rows_and_know_its_columns() -> None:
    head, head_blocks = page_of([paragraph("Three Months Ended July 1, 2023"), paragraph("(In millions)")])
    rows = [row(f"Line item {number} $ {number},797 $ 82,{number:03}") for number in range(1, 40)]
    body, body_blocks = page_of(rows, index=1)
    header = PageRange(0, TextRange(0, len("Three Months Ended July 1, 2023")))
    unit = PageRange(0, TextRange(32, 45))
    table = Table(0, (Column((header,)),), (unit,))
    made = passages_of([(head, head_blocks), (body, body_blocks)], VERSION, TITLE, [table])
    on_table = [passage for passage in made if passage.id.page_index == 1]
    assert len(on_table) > 2
    assert all("Three Months Ended July 1, 2023" in passage.context for passage in on_table)
    assert all("(In millions)" in passage.context for passage in on_table)
    assert all(line.startswith("Line item") for passage in on_table for line in passage.text.split("\n"))


def test_title_and_section_help_the_search_and_are_not_in_the_text() -> None:
    page, blocks = page_of([paragraph(section="Item 2. Management's Discussion")])
    (passage,) = passages_of([(page, blocks)], VERSION, TITLE, ())
    assert passage.context == f"{TITLE}\nItem 2. Management's Discussion"
    assert "Item 2" not in passage.text


def test_a_stream_of_pages_gives_the_same_as_all_at_once() -> None:
    parsed = [page_of([paragraph() for _ in range(n + 1)], index=n) for n in range(4)]
    stream = PassageStream(VERSION, TITLE)
    streamed = [passage for page, blocks in parsed for passage in stream.of_page(page, blocks, {})]
    assert streamed == passages_of(parsed, VERSION, TITLE, ())
    assert [str(passage.id) for passage in streamed[:2]] == [f"{VERSION}:0:0", f"{VERSION}:1:0"]


def test_an_empty_page_has_no_passage() -> None:
    assert passages_of([page_of([])], VERSION, TITLE, ()) == []


def test_the_token_estimate_is_near_the_models_count() -> None:
    table = "Total net sales $ 81,797 $ 82,959 $ 293,787 $ 304,182\nCost of sales: Products 39,136 40,899"
    for text in (SENTENCE * 2, table):
        counted = offline_embedder().count_tokens(text) - 2
        assert 0.8 * counted <= estimated_tokens(text) <= 1.2 * counted
