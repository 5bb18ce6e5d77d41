from __future__ import annotations

from collections.abc import Sequence

import pytest

from pipeline.evidence.document import Block, BlockKind
from pipeline.evidence.errors import InvalidRange
from pipeline.evidence.surroundings import Surroundings, surroundings
from pipeline.evidence.text import PageRange, TextRange

P, R, H, F = BlockKind.PARAGRAPH, BlockKind.TABLE_ROW, BlockKind.HEADER, BlockKind.FOOTER


def page(index: int, *kinds: BlockKind | tuple[BlockKind, int]) -> list[Block]:
    """Blocks of ten characters each; a row names its table."""
    blocks = []
    for ordinal, kind in enumerate(kinds):
        known, table = kind if isinstance(kind, tuple) else (kind, None)
        span = TextRange(11 * ordinal, 11 * ordinal + 10)
        blocks.append(Block(f"p{index}b{ordinal}", index, ordinal, known, span, table=table))
    return blocks


def around(place: tuple[int, int, int], *pages: Sequence[Block]) -> Surroundings:
    index, start, end = place
    return surroundings(PageRange(index, TextRange(start, end)), dict(enumerate(pages)))


def ids(places: Sequence[PageRange]) -> list[tuple[int, int]]:
    return [(place.page_index, place.range.start // 11) for place in places]


def test_a_sentence_widens_to_its_whole_block_and_one_block_on_either_side() -> None:
    found = around((0, 24, 28), page(0, P, P, P, P, P))
    assert (ids(found.before), ids(found.own), ids(found.after)) == ([(0, 1)], [(0, 2)], [(0, 3)])
    assert found.own[0].range == TextRange(22, 32)


def test_a_row_widens_to_two_rows_of_its_table() -> None:
    row = (R, 0)
    found = around((0, 44, 46), page(0, P, row, row, row, row, row, P))
    assert (ids(found.before), ids(found.after)) == ([(0, 2), (0, 3)], [(0, 5)])


def test_rows_of_another_table_are_no_neighbours_unless_nothing_nearer_is() -> None:
    found = around((0, 11, 15), page(0, (R, 0), (R, 1), (R, 1), (R, 2)))
    assert (ids(found.before), ids(found.after)) == ([(0, 0)], [(0, 2)])


def test_a_quote_over_several_blocks_keeps_them_all() -> None:
    found = around((0, 15, 30), page(0, P, P, P, P))
    assert (ids(found.before), ids(found.own), ids(found.after)) == ([(0, 0)], [(0, 1), (0, 2)], [(0, 3)])


def test_neighbours_are_taken_from_the_pages_beside_it_past_running_heads() -> None:
    found = around((1, 12, 14), page(0, P, P, F), page(1, H, P, F), page(2, H, P, P))
    assert (ids(found.before), ids(found.after)) == ([(0, 1)], [(2, 1)])
    assert found.pages == {0, 1, 2}


def test_a_page_further_away_is_no_neighbour() -> None:
    found = surroundings(PageRange(2, TextRange(0, 5)), {0: page(0, P), 2: page(2, P)})
    assert (found.before, found.after) == ((), ())


def test_a_cited_running_head_has_the_blocks_beside_it() -> None:
    found = around((0, 0, 5), page(0, H, P, P))
    assert (ids(found.own), ids(found.after)) == ([(0, 0)], [(0, 1)])


def test_a_range_in_no_block_is_refused() -> None:
    with pytest.raises(InvalidRange, match="touches no block of page 0"):
        around((0, 10, 11), page(0, P, P))
