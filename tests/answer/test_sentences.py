"""Cutting a block into sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.sentences import sentences


def cut(text: str) -> list[str]:
    return [span.of(text) for span in sentences(text)]


@pytest.mark.parametrize(
    "parts",
    [
        ["Net sales rose.", "Margins fell!"],
        ["Apple Inc. reported sales of $81.8 billion in the U.S. and abroad.", "Services rose 8%."],
        ["See Note 5 of Amazon.com, Inc. and J. Smith Co. for details.", "2023 was strong."],
        ['He said "We grew."', "(See Note 5.)", "Then it fell."],
        ["A heading without a full stop"],
    ],
)
def test_sentences_end_where_a_reader_ends_them(parts: list[str]) -> None:
    assert cut(" ".join(parts)) == parts


@given(st.text(alphabet="aB1 .!?\n\"')$", max_size=200))
def test_sentences_cover_everything_but_blanks_in_order(text: str) -> None:
    assert "".join("".join(cut(text)).split()) == "".join(text.split())
    spans = sentences(text)
    assert all(before.end <= after.start for before, after in pairwise(spans))
