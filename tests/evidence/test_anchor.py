from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.anchor import (
    CONTEXT,
    Anchor,
    AnchorAmbiguous,
    AnchorLocated,
    AnchorMissing,
    AnchorResolution,
    BlockRange,
    Trust,
    describe,
    resolve,
)
from pipeline.evidence.errors import InvalidAnchor, InvalidRange
from pipeline.evidence.quote import MissingReason
from pipeline.evidence.text import TextRange

OLD, NEW = "a" * 64, "b" * 64

FILING = {
    "b1": "Net sales rose 8% to $81.8 billion in the third quarter of 2023, against a loss of $ (265) a year ago.",
    "b2": "Products 60,584 63,355",
    "b3": "Services 21,213 19,604",
    "b4": "Total net sales $ 81,797 $ 82,959 (1)%",
    "b5": "Other (265) — 12",
    "b6": "We make no assurance.",
    "b7": "Segment net sales 81,797",
    "b8": "We make no assurance.",
}


def place(words: str, block: str, blocks: Mapping[str, str] = FILING) -> BlockRange:
    start = blocks[block].index(words)
    return BlockRange(block, TextRange(start, start + len(words)))


def anchored(words: str, block: str) -> Anchor:
    return describe(FILING, place(words, block), OLD)


def read(resolution: AnchorResolution, blocks: Mapping[str, str]) -> tuple[str, str, Trust]:
    assert isinstance(resolution, AnchorLocated), resolution
    found = resolution.place
    return found.block, found.range.of(blocks[found.block]), resolution.trust


def with_block(block: str, text: str) -> dict[str, str]:
    return {**FILING, block: text}


# --- describe --------------------------------------------------------------------------------------------


def test_an_anchor_tells_block_words_surroundings_offset_occurrence_and_source() -> None:
    assert anchored("81,797", "b7") == Anchor(
        block="b7",
        exact="81,797",
        prefix="Segment net sales ",
        suffix="",
        offset=18,
        occurrence=2,
        source_hash=OLD,
    )


def test_surroundings_stop_at_the_context_and_at_the_block() -> None:
    anchor = anchored("third quarter", "b1")
    assert len(anchor.prefix) == len(anchor.suffix) == CONTEXT
    assert FILING["b1"].count(anchor.prefix + anchor.exact + anchor.suffix) == 1


def test_a_block_that_does_not_exist_cannot_be_described() -> None:
    with pytest.raises(InvalidAnchor, match="b99"):
        describe(FILING, BlockRange("b99", TextRange(0, 1)), OLD)


def test_a_range_that_leaves_its_block_cannot_be_described() -> None:
    with pytest.raises(InvalidRange):
        describe(FILING, BlockRange("b6", TextRange(0, 999)), OLD)


@pytest.mark.parametrize(
    "changes",
    [{"block": ""}, {"exact": " "}, {"exact": ""}, {"source_hash": ""}, {"offset": -1}, {"occurrence": 0}],
)
def test_an_anchor_that_describes_nothing_is_refused(changes: dict[str, str | int]) -> None:
    with pytest.raises(InvalidAnchor):
        replace(anchored("Total", "b4"), **changes)  # type: ignore[arg-type]


# --- the same bytes -----------------------------------------------------------------------------------------

WORDS = [
    ("third quarter", "b1"),
    ("8%", "b1"),
    ("8", "b1"),
    ("$81.8 billion", "b1"),
    ("81.8", "b1"),
    ("Products 60,584 63,355", "b2"),
    ("81,797", "b4"),
    ("81,797", "b7"),
    ("(1)%", "b4"),
    ("(265)", "b5"),
    ("265", "b5"),
    ("265", "b1"),
    ("—", "b5"),
    ("We make no assurance.", "b6"),
    ("We make no assurance.", "b8"),
]


@pytest.mark.parametrize(("words", "block"), WORDS)
def test_the_same_bytes_give_the_same_place(words: str, block: str) -> None:
    assert read(resolve(anchored(words, block), FILING, OLD), FILING) == (block, words, Trust.VERIFIED)


@given(st.sampled_from(sorted(FILING)), st.data())
def test_any_range_of_the_same_bytes_resolves_to_itself(block: str, data: st.DataObject) -> None:
    text = FILING[block]
    start = data.draw(st.integers(0, len(text) - 1))
    span = TextRange(start, data.draw(st.integers(start + 1, len(text))))
    if span.of(text).strip():
        anchor = describe(FILING, BlockRange(block, span), OLD)
        assert resolve(anchor, FILING, OLD) == AnchorLocated(BlockRange(block, span), Trust.VERIFIED)


def test_blocks_numbered_anew_by_another_parse_are_not_trusted_by_their_name() -> None:
    """The same bytes, one block more at the top: "b7" now is what "b6" was."""
    parsed_anew = {"b0": "Cover"} | {f"b{number + 1}": text for number, text in enumerate(FILING.values(), 1)}
    found = resolve(anchored("81,797", "b4"), parsed_anew, OLD)
    assert read(found, parsed_anew) == ("b5", "81,797", Trust.EXACT)


def test_a_stored_name_that_now_belongs_to_an_equal_block_elsewhere_is_ambiguous() -> None:
    blocks = {"b6": FILING["b6"], "b7": "Cover", "b8": FILING["b8"]}
    parsed_anew = {"b5": FILING["b6"], "b6": FILING["b8"], "b7": "Cover"}
    anchor = describe(blocks, place("We make no assurance.", "b6", blocks), OLD)
    found = resolve(anchor, parsed_anew, OLD)
    assert isinstance(found, AnchorAmbiguous)
    assert [one.block for one in found.places] == ["b5", "b6"]


# --- another version: table of cases ------------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "block"), [case for case in WORDS if "assurance" not in case[0]])
def test_words_that_did_not_change_are_found_in_another_version(words: str, block: str) -> None:
    assert read(resolve(anchored(words, block), FILING, NEW), FILING) == (block, words, Trust.EXACT)


FOUND = [
    # words, block, new blocks, block found, words found, trust
    ("81,797", "b4", {"x9": FILING["b4"]}, "x9", "81,797", Trust.EXACT),
    ("81,797", "b4", {"x1": FILING["b7"], "x2": FILING["b4"]}, "x2", "81,797", Trust.EXACT),
    ("81,797", "b7", {"x1": FILING["b7"], "x2": FILING["b4"]}, "x1", "81,797", Trust.EXACT),
    ("81,797", "b4", {"x1": "Total  net sales  $  81,797  $  82,959  (1) %"}, "x1", "81,797", Trust.EXACT),
    ("81,797", "b4", {"x1": "Total net sales $ 81,797 $ 83,000 (2)%"}, "x1", "81,797", Trust.EXACT),
    ("82,959", "b4", {"x1": "Total net sales $ 81,797 $ 82,959 (2)%"}, "x1", "82,959", Trust.EXACT),
    ("82,959", "b4", {"x1": "Total net sales $ 81,799 $ 82,959 (1)%"}, "x1", "82,959", Trust.EXACT),
    ("81,797", "b4", {"x1": "Total net sales $ 85,777 $ 81,797 5%"}, "x1", "81,797", Trust.EXACT),
    ("(265)", "b5", {"x1": "Other (265) — 14"}, "x1", "(265)", Trust.EXACT),
    ("265", "b5", {"x1": "Other (265) — 14"}, "x1", "265", Trust.EXACT),
    ("(265)", "b5", {"x1": "Other ( 265 ) — 12"}, "x1", "265", Trust.FOLDED),
    (
        "Products 60,584 63,355",
        "b2",
        {"x1": "Products\xa060,584   63,355"},
        "x1",
        "Products\xa060,584   63,355",
        Trust.FOLDED,
    ),
    ("third quarter", "b1", {"x1": FILING["b1"].upper()}, "x1", "THIRD QUARTER", Trust.FOLDED),
    (
        "Net sales rose 8% to $81.8 billion in the third quarter",
        "b1",
        {"x1": "Highlights: Net sales rose 8% to $81.8 billion in the third quarter and so on."},
        "x1",
        "Net sales rose 8% to $81.8 billion in the third quarter",
        Trust.EXACT,
    ),
    ("We make no assurance.", "b6", {"x1": FILING["b6"]}, "x1", "We make no assurance.", Trust.EXACT),
]


@pytest.mark.parametrize(("words", "block", "blocks", "found_in", "found", "trust"), FOUND)
def test_words_are_found_where_they_moved_to(
    words: str, block: str, blocks: dict[str, str], found_in: str, found: str, trust: Trust
) -> None:
    assert read(resolve(anchored(words, block), blocks, NEW), blocks) == (found_in, found, trust)


@pytest.mark.parametrize(
    ("words", "block", "blocks"),
    [
        ("We make no assurance.", "b6", {"x1": FILING["b6"], "x2": FILING["b8"]}),
        ("81,797", "b4", {"x1": FILING["b4"], "x2": FILING["b4"]}),
        # The row's figure was restated, and the old one stands in another row.
        ("81,797", "b4", {"x1": "Total net sales $ 82,100 $ 82,959 (1)%", "x2": FILING["b7"]}),
        ("81,797", "b4", {"x1": "Products 81,797 60,584"}),
        ("12", "b5", {"x1": "Other (265) — 14", "x2": "Page 12"}),
        ("81,797", "b4", {"x1": "Adjusted total net sales $ 81,797 $ 1"}),
    ],
)
def test_equals_and_strangers_are_shown_and_none_is_chosen(
    words: str, block: str, blocks: dict[str, str]
) -> None:
    found = resolve(anchored(words, block), blocks, NEW)
    assert isinstance(found, AnchorAmbiguous)
    for one in found.places:
        assert one.range.of(blocks[one.block]) == words


def test_all_places_are_shown_when_none_is_borne_out() -> None:
    blocks = {"x1": "Products 81,797 60,584", "x2": "Services and net sales 81,797"}
    found = resolve(anchored("81,797", "b4"), blocks, NEW)
    assert isinstance(found, AnchorAmbiguous)
    assert [one.block for one in found.places] == ["x1", "x2"]


@pytest.mark.parametrize(
    ("words", "block", "text", "reason"),
    [
        ("81,797", "b4", "Total net sales $ 81,798 $ 82,959 (1)%", MissingReason.NOT_FOUND),
        ("81,797", "b4", "Total net sales $ (81,797) $ 82,959 (1)%", MissingReason.FIGURE_DIFFERS),
        ("81,797", "b4", "Total net sales $ 81.797 $ 82,959 (1)%", MissingReason.FIGURE_DIFFERS),
        ("81,797", "b4", "Total net sales $ 81,797% $ 82,959 (1)%", MissingReason.FIGURE_DIFFERS),
        ("81,797", "b4", "Total net sales $ 81,797 million $ 82,959", MissingReason.FIGURE_DIFFERS),
        ("81,797", "b4", "Total net sales $ 281,797 $ 82,959 (1)%", MissingReason.CUTS_A_WORD),
        ("(265)", "b5", "Other 265 — 12", MissingReason.FIGURE_DIFFERS),
        ("265", "b5", "Other 265 — 12", MissingReason.FIGURE_DIFFERS),
        ("8", "b1", "Net sales rose 8 to $81.8 billion", MissingReason.FIGURE_DIFFERS),
        ("81.8", "b1", "Net sales rose 8% to $81.8 million", MissingReason.FIGURE_DIFFERS),
        ("Products 60,584 63,355", "b2", "Products 60,584 (63,355)", MissingReason.FIGURE_DIFFERS),
        ("Products 60,584 63,355", "b2", "Products 60,584 63,356", MissingReason.NOT_FOUND),
        ("—", "b5", "Other (265) 3 12", MissingReason.NOT_FOUND),
    ],
)
def test_a_changed_figure_is_missing_even_when_all_else_matches(
    words: str, block: str, text: str, reason: MissingReason
) -> None:
    assert resolve(anchored(words, block), {block: text}, NEW) == AnchorMissing(reason)


def test_a_version_without_blocks_has_no_place() -> None:
    assert resolve(anchored("81,797", "b4"), {}, NEW) == AnchorMissing(MissingReason.NOT_FOUND)
    assert resolve(anchored("81,797", "b4"), {}, OLD) == AnchorMissing(MissingReason.NOT_FOUND)


def test_the_same_hash_with_other_words_is_not_taken_on_trust() -> None:
    changed = with_block("b4", "Total net sales $ 81,799 $ 82,959 (1)%")
    found = resolve(anchored("82,959", "b4"), changed, OLD)
    assert read(found, changed) == ("b4", "82,959", Trust.EXACT)


# --- order -----------------------------------------------------------------------------------------------------

FIGURE = "81,797"
LABEL = "of the Company as reported "


@given(st.integers(0, len(LABEL)), st.integers(0, len(LABEL)))
def test_a_worse_prefix_never_wins(one: int, other: int) -> None:
    """The stored prefix is the whole label; two rows keep `one` and `other` characters of it."""
    origin = {"b1": f"{LABEL}{FIGURE} and so on"}
    anchor = describe(origin, place(FIGURE, "b1", origin), OLD)
    blocks = {
        "x1": f"q {LABEL[len(LABEL) - one :]} {FIGURE} and so on",
        "x2": f"q {LABEL[len(LABEL) - other :]} {FIGURE} and so on",
    }
    found = resolve(anchor, blocks, NEW)
    if isinstance(found, AnchorLocated):
        assert found.place.block == ("x1" if one > other else "x2")
    if one == other:
        assert isinstance(found, AnchorAmbiguous)


@given(st.integers(0, len(LABEL)), st.integers(0, len(LABEL)))
def test_a_worse_suffix_never_wins(one: int, other: int) -> None:
    origin = {"b1": f"So {FIGURE} {LABEL}"}
    anchor = describe(origin, place(FIGURE, "b1", origin), OLD)
    blocks = {"x1": f"So {FIGURE} {LABEL[:one]} q", "x2": f"So {FIGURE} {LABEL[:other]} q"}
    found = resolve(anchor, blocks, NEW)
    if isinstance(found, AnchorLocated):
        assert found.place.block == ("x1" if one > other else "x2")
    if one == other:
        assert isinstance(found, AnchorAmbiguous)


@given(st.sampled_from(sorted(FILING)), st.data())
def test_whole_words_resolve_to_themselves_or_say_that_equals_exist(block: str, data: st.DataObject) -> None:
    """Through describe and back in a version with another hash and the blocks in another order."""
    words = FILING[block].split(" ")
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    start = sum(len(word) + 1 for word in words[:first])
    taken = BlockRange(block, TextRange(start, start + len(" ".join(words[first : last + 1]))))
    shuffled = dict(data.draw(st.permutations(list(FILING.items()))))
    found = resolve(describe(FILING, taken, OLD), shuffled, NEW)
    if isinstance(found, AnchorLocated):
        assert found.place == taken
    else:
        assert isinstance(found, AnchorAmbiguous)
        assert taken in found.places
        assert FILING[block] == FILING["b6"]


# --- size --------------------------------------------------------------------------------------------------------


def test_a_short_anchor_in_a_long_version_takes_no_more_than_a_moment() -> None:
    blocks = {f"b{number}": f"Row {number} of the table 5 e 12 and (7)" for number in range(4000)}
    begun = time.process_time()
    anchor = describe(blocks, place("5", "b3900", blocks), OLD)
    assert read(resolve(anchor, blocks, OLD), blocks) == ("b3900", "5", Trust.VERIFIED)
    resolve(anchor, blocks, NEW)
    assert time.process_time() - begun < 10


def test_a_short_anchor_in_one_long_block_takes_no_more_than_a_moment() -> None:
    blocks = {"b0": "Row of the table 5 e 12 and (7). " * 3000}
    anchor = describe(blocks, BlockRange("b0", TextRange(17, 18)), OLD)
    begun = time.process_time()
    assert isinstance(resolve(anchor, blocks, NEW), AnchorLocated)  # the only one after the block's beginning
    assert time.process_time() - begun < 10
