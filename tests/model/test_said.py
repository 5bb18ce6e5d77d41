"""A server's own words in a message: one line, bounded, without handles."""

from __future__ import annotations

import pytest

from pipeline.model.said import said_words


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("The quote [E1] states it.", "The quote states it."),
        ("two\n  lines\0", "two lines\ufffd"),
        ("", ""),
        ("four words too many", "four words…"),
    ],
)
def test_words_are_one_bounded_line_without_handles(written: str, said: str) -> None:
    assert said_words(written, 25 if "[E1]" in written else 11) == said
