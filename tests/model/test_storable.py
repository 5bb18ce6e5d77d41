"""What a model wrote can be stored and is shown as it reads."""

from __future__ import annotations

import pytest

from pipeline.model.storable import storable


@pytest.mark.parametrize(
    "text", ["", "a\tb\nc\r\n", "(1,162) — 9.25 % × ÷ ™", "営業利益 💶", "e\u0301 \u00a0\u200b"]
)
def test_text_is_left_alone(text: str) -> None:
    assert storable(text) == text


@pytest.mark.parametrize("unfit", ["\0", "\x1b", "\x7f", "\x85", "\ud83d", "\u202e", "\u2066"])
def test_what_is_no_character_or_turns_others_round_is_replaced(unfit: str) -> None:
    assert storable(f"1{unfit}2") == "1\ufffd2"
    storable(f"1{unfit}2").encode()
