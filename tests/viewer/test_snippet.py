"""How a place reads in a list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pipeline.evidence.text import TextRange
from viewer.snippet import AFTER, BEFORE, MOST_WORDS, snippet_view


def line(text: str, words: str) -> str:
    start = text.index(words)
    view = snippet_view(text, TextRange(start, start + len(words)))
    return f"{view['before']}[{view['words']}]{view['after']}"


def test_a_place_stands_in_its_block_alone() -> None:
    text = "Fiscal year 2024\nTotal net sales $ 81,797\nCost of sales"
    assert line(text, "81,797") == "Total net sales $ [81,797]"
    assert line(text, "2024\nTotal") == "Fiscal year [2024 Total] net sales $ 81,797"


def test_long_surroundings_are_cut_between_words() -> None:
    text = f"{'before ' * 20}here{' after' * 20}"
    assert line(text, "here").startswith("… before")
    assert line(text, "here").endswith("after…")


def test_hyphens_of_a_lines_end_are_not_shown() -> None:
    assert line("non\x02current assets", "assets") == "noncurrent [assets]"


@given(st.text(min_size=1, max_size=300), st.data())
def test_a_snippet_is_one_short_line(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    view = snippet_view(text, TextRange(start, end))
    assert len(view["before"]) <= BEFORE + 2
    assert len(view["words"]) <= MOST_WORDS + 1
    assert len(view["after"]) <= AFTER + 1
    assert "\n" not in "".join(view.values())
