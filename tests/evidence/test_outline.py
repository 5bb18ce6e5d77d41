"""Headings of a filing → an outline without running heads, column heads and skipped levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.box import Box
from pipeline.evidence.outline import Heading, outline
from pipeline.evidence.text import PageRange, TextRange


def heading(
    text: str,
    page: int = 0,
    path: Sequence[str] | None = None,
    *,
    rank: int = 9,
    at: tuple[float, float] | None = None,
    size: tuple[float, float] = (80, 10),
) -> Heading:
    """A heading with its path, by default alone in it; `at` is where its first line begins, `size` that line's."""
    line = Box(*at, *size) if at else None
    return Heading(
        PageRange(page, TextRange(0, len(text))),
        f"{page}-{rank}-{text}",
        text,
        tuple(path or (text,)),
        rank,
        line,
    )


def shown(headings: Sequence[Heading], most: int = 500) -> list[tuple[int, str]]:
    return [(level, entry.text) for level, entry in outline(headings, most).entries]


def test_levels_are_the_depths_of_the_paths() -> None:
    part, item, note = "PART I", "Item 1. Business", "Overview"
    found = shown(
        [
            heading(part),
            heading(item, path=[part, item]),
            heading(note, path=[part, item, note]),
            heading("Item 2. Properties", path=[part, "Item 2. Properties"]),
            heading("PART II"),
        ]
    )
    assert found == [(0, part), (1, item), (2, note), (1, "Item 2. Properties"), (0, "PART II")]


def test_no_level_is_skipped_where_a_heading_is_not_in_the_outline() -> None:
    head = ["Report", "Company"]
    running = [heading("Company", page, head, rank=0) for page in range(1, 5)]
    detail = heading("Detail", 4, [*head, "Detail"])
    assert shown([heading("Report"), running[0], *running[1:], detail]) == [
        (0, "Report"),
        (1, "Company"),
        (2, "Detail"),
    ]
    assert shown([heading("Report"), heading("Deep", path=["Report", "Company", "Deep"])]) == [
        (0, "Report"),
        (1, "Deep"),
    ]


def test_a_heading_after_which_nothing_is_said_keeps_the_level_before_it() -> None:
    last = Heading(PageRange(3, TextRange(0, 4)), "last", "Annex", (), 1)
    assert shown([heading("PART I"), heading("Item 1", path=["PART I", "Item 1"]), last])[-1] == (1, "Annex")


def test_a_running_head_is_a_heading_once() -> None:
    pages = [heading("Halden plc", page, rank=0) for page in (1, 2, 4, 5)]
    assert shown(pages) == [(0, "Halden plc")]


def test_the_same_name_in_the_text_or_far_away_or_twice_is_a_heading_each_time() -> None:
    within = [heading("Revenue", page, rank=7) for page in (1, 2, 3)]
    far = [heading("Article I", page, rank=0) for page in (10, 60, 110)]
    twice = [heading("Certification", page, rank=0) for page in (200, 201)]
    assert len(shown([*within, *far, *twice])) == 8


def test_a_continued_heading_is_the_one_before_it() -> None:
    assert shown([heading("Balance sheet", 1), heading("Balance Sheet (continued)", 2, rank=5)]) == [
        (0, "Balance sheet")
    ]
    assert shown([heading("Balance sheet (continued)", 2)]) == [(0, "Balance sheet (continued)")]


def test_a_number_and_the_name_beside_it_are_one_heading() -> None:
    number = heading("Item 7A.", rank=4, at=(72, 100))
    between = heading("General", rank=5, at=(72, 130))
    name = heading("MARKET RISK", rank=6, at=(160, 101))
    assert shown([number, between, name]) == [(0, "Item 7A. MARKET RISK"), (0, "General")]


def test_a_number_alone_on_its_line_stays_alone() -> None:
    assert shown([heading("PART I", at=(72, 100)), heading("Item 1.", rank=10, at=(172, 100))]) == [
        (0, "PART I"),
        (0, "Item 1."),
    ]
    assert shown([heading("Item 1.", at=(72, 100)), heading("Business", rank=10, at=(72, 120))]) == [
        (0, "Item 1."),
        (0, "Business"),
    ]


def test_names_side_by_side_are_heads_of_columns() -> None:
    columns = [
        heading(name, rank=4 + 2 * at, at=(72 + 150 * at, 100))
        for at, name in enumerate(("Name", "Age", "Title"))
    ]
    assert shown([*columns, heading("Officers", rank=20, at=(72, 300))]) == [(0, "Officers")]


def test_headings_of_two_columns_of_prose_stay() -> None:
    assert len(shown([heading("Left", rank=2, at=(72, 100)), heading("Right", rank=9, at=(320, 100))])) == 2


def test_sideways_headings_are_no_heads_of_columns() -> None:
    sideways = [
        heading(f"Schedule of {at}", rank=at, at=(72 + 40 * at, 100), size=(10, 90)) for at in range(2)
    ]
    assert len(shown(sideways)) == 2


def test_a_table_of_contents_does_not_list_its_own_lines() -> None:
    found = shown(
        [
            heading("Table of Contents", 1),
            heading("PART I", 1),
            heading("Signatures", 1),
            heading("PART I", 7),
        ]
    )
    assert found == [(0, "Table of Contents"), (0, "Signatures"), (0, "PART I")]


def test_the_deepest_levels_go_first_and_are_counted() -> None:
    headings = [heading("A")] + [heading(f"A{n}", path=["A", f"A{n}"]) for n in range(5)] + [heading("B")]
    full = outline(headings, 3)
    assert [entry.text for _, entry in full.entries] == ["A", "B"]
    assert full.left_out == 5
    flat = outline([heading(str(number)) for number in range(9)], 4)
    assert (len(flat.entries), flat.left_out) == (4, 5)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Item 1.", "Business", "Contents", "Business (continued)", "Ü", "—", "PART II"]),
            st.integers(0, 6),
            st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=4),
            st.integers(0, 5),
            st.none() | st.tuples(st.floats(0, 500), st.floats(0, 500)),
        )
    ),
    st.integers(1, 6),
)
def test_an_outline_is_ordered_bounded_and_descends_one_level_at_a_time(
    drawn: list[tuple[str, int, list[str], int, tuple[float, float] | None]], most: int
) -> None:
    headings = sorted(
        (heading(text, page, path, rank=rank, at=at) for text, page, path, rank, at in drawn),
        key=lambda one: (one.place.page_index, one.rank),
    )
    whole, bounded = outline(headings), outline(headings, most)
    pages = [entry.place.page_index for _, entry in whole.entries]
    assert pages == sorted(pages)
    levels = [-1, *(level for level, _ in whole.entries)]
    assert all(0 <= after <= before + 1 for before, after in pairwise(levels))
    assert len(bounded.entries) <= most
    assert len(bounded.entries) + bounded.left_out == len(whole.entries)
