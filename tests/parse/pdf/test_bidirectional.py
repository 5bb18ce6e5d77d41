"""The order in which words written leftwards are read."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.parse.pdf.bidirectional import (
    in_reading_order,
    ligatures_in_order,
    lines_in_reading_order,
    runs_leftwards,
)
from pipeline.parse.pdf.text import Word


def _line(*texts: str) -> list[Word]:
    """Words as they stand on the line, from left to right."""
    return [
        Word(10 * n, 10 * n + len(text), text, 50.0 * n, 0, 50.0 * n + 40, 10, bold=False, joined=False)
        for n, text in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("standing", "read"),
    [
        (("Net", "sales", "2023"), ("Net", "sales", "2023")),
        (("הכנסות", "נטו"), ("נטו", "הכנסות")),
        (("1", "318", "המכירות", "סך"), ("סך", "המכירות", "1", "318")),
        (("השנה", "R", "and", "C", "שפות"), ("שפות", "R", "and", "C", "השנה")),
        (
            ("The", "word", "עליכם", "שלום", "means", "hello"),
            ("The", "word", "שלום", "עליכם", "means", "hello"),
        ),
        (("12", "34"), ("12", "34")),
    ],
)
def test_words_follow_one_another_as_they_are_read(standing: tuple[str, ...], read: tuple[str, ...]) -> None:
    assert tuple(word.text for word in in_reading_order(_line(*standing))) == read


def test_a_line_runs_the_way_of_its_paragraph() -> None:
    lines = [_line("המכירות", "ההכנסות", "סך"), _line("Holdings", "Larkspur", "של")]
    assert [word.text for word in lines_in_reading_order(lines)][3:] == ["של", "Holdings", "Larkspur"]


def test_a_line_of_figures_alone_does_not_run_leftwards() -> None:
    assert not runs_leftwards(_line("12", "34"))
    assert runs_leftwards(_line("12", "34", "סך"))


def test_the_letters_of_a_ligature_which_share_a_box_stand_in_their_own_order() -> None:
    boxes = np.asarray([[30, 0, 40, 9], [20, 0, 30, 9], [20, 0, 30, 9], [10, 0, 20, 9]], dtype=np.float64)
    assert ligatures_in_order("مال" + "ت", boxes) == "ملا" + "ت"
    assert ligatures_in_order("affi", boxes) == "affi"
