"""What hides a handle from a pattern does not hide it in the plain text, and every place leads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.plain_text import plain_text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("E9", "E9"),
        ("Ｅ９", "E9"),
        ("𝐄𝟗", "E9"),
        ("Е9", "E9"),
        ("E٩", "E9"),
        ("E\u200b\u2060\u03019", "E9"),
        ("【E9】〔E9〕{E9}<E9>", "[E9][E9][E9][E9]"),
        ("（E9）", "(E9)"),
        ("a\xa0b\nc\td", "a b\nc d"),
        ("⒈ ⑴", "1. (1)"),
    ],
)
def test_what_looks_alike_is_alike(written: str, plain: str) -> None:
    assert plain_text(written).text == plain


def test_a_place_takes_in_the_unseen_characters_that_follow() -> None:
    text = "as E\u200b9\u0301 says"
    plain = plain_text(text)
    start = plain.text.index("E9")
    assert plain.range_of(start, start + 2).of(text) == "E\u200b9\u0301"


@given(st.text(max_size=60))
def test_every_place_of_the_plain_text_is_a_place_of_the_text(text: str) -> None:
    plain = plain_text(text)
    assert len(plain.text) == len(plain.origins)
    assert list(plain.origins) == sorted(plain.origins)
    for start in range(len(plain.text)):
        assert plain.range_of(start, len(plain.text)).of(text)
