"""Words in a table for spreadsheets: never a formula, whatever parts the cells, and never lost."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.spreadsheet_text import inert, inert_and_told, original

SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")

texts = st.text(st.sampled_from("=+-@＝＠;\t\r\n,\"' a1"), max_size=14) | st.text(max_size=8)


@given(texts)
def test_the_words_are_found_again(text: str) -> None:
    assert original(inert_and_told(text)) == text


@given(st.lists(texts, min_size=1, max_size=4))
def test_no_cell_begins_like_a_formula_whatever_parts_the_cells(row: list[str]) -> None:
    file = io.StringIO(newline="")
    csv.writer(file).writerow(map(inert, row))
    for delimiter in (",", ";", "\t"):
        for line in csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=delimiter):
            assert not any(cell.startswith(SIGNS) for cell in line), (delimiter, line)


@pytest.mark.parametrize("text", ["Net sales", "10-K; 2024", "3 = 3", "a; -5 %", "it's; so"])
def test_words_that_compute_nothing_stay_as_they_are(text: str) -> None:
    assert inert(text) == text
