"""Words that carry a figure's sign."""

from __future__ import annotations

import pytest

from pipeline.evidence.directions import (
    Direction,
    bracketed_side,
    change_at,
    is_two_sided,
    sign_near,
    sign_of_label,
)
from pipeline.evidence.text import TextRange

UP, DOWN = Direction.UP, Direction.DOWN


def at(text: str, words: str) -> TextRange:
    start = text.index(words)
    return TextRange(start, start + len(words))


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("Sales rose 3%", UP),
        ("Sales fell by about 3%", DOWN),
        ("a decrease of 3%", DOWN),
        ("Sales were 3% lower", DOWN),
        ("Sales were up 3%", UP),
        ("Sales rose to 3%", None),
        ("Sales rose in 2023 to 3%", None),
        ("The rate was 3%", None),
    ],
)
def test_a_change_is_told_by_the_word_that_touches_it(text: str, direction: Direction | None) -> None:
    assert change_at(text, at(text, "3%")) is direction


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("The net loss was $5.", DOWN),
        ("It paid $5.", DOWN),
        ("It received $5.", UP),
        ("A gain of $3 was followed by a loss of $5.", DOWN),
        ("A loss of $3 was followed by a gain of $5.", UP),
        ("The net loss was $3 in 2022 and $5 in 2023.", DOWN),
        ("Other income/(expense) was $5.", None),
        ("Sales were $5.", None),
    ],
)
def test_the_nearest_word_gives_the_sign(text: str, direction: Direction | None) -> None:
    others = [at(text, "$3")] if "$3" in text else []
    assert sign_near(text, at(text, "$5"), others) is direction


@pytest.mark.parametrize(
    ("label", "side"),
    [
        ("Net income (loss)", DOWN),
        ("(Gain) loss on sale", UP),
        ("Net cash provided by (used in) operations", DOWN),
        ("Net sales (in millions)", None),
    ],
)
def test_a_label_of_two_sides_says_which_is_in_brackets(label: str, side: Direction | None) -> None:
    assert bracketed_side(label) is side
    assert is_two_sided(label) is (side is not None)
    if side:
        assert sign_of_label(label) is None
