"""A memo as Markdown: footnotes that meet their marks, and no mark-up but its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.viewer.memo.sample import memo_saying
from viewer.exports import one_line
from viewer.memo.markdown import markdown
from viewer.memo.memo import Memo

MARKDOWN = MarkdownIt("commonmark").enable(["strikethrough", "table"])
HOSTILE = "<img src=x onerror=alert(1)> [a](http://evil.example) **b** `c` | d | # e\n- f\n1. g [^E9]"


def tokens_of(text: str) -> Iterator[Token]:
    for token in MARKDOWN.parse(text):
        yield token
        yield from token.children or []


def shapes_of(text: str) -> list[str]:
    return [token.type for token in tokens_of(text) if token.type != "text"]


def test_every_mark_has_its_note_and_every_note_a_mark(memo: Memo) -> None:
    text = markdown(memo)
    notes = re.findall(r"(?m)^\[\^(E\w+)\]:", text)
    marks = set(re.findall(r"\[\^(E\w+)\](?!:)", text))
    assert set(notes) == marks
    assert len(notes) == len(set(notes)) == len(memo.notes)


def test_failing_claims_say_so_in_words(memo: Memo) -> None:
    text = markdown(memo)
    assert "**Fails: Figures.** 21,231 is not in E3 or E4." in text
    assert "**Fails: Quote.** E2b: The quoted words stand in E4, not in E2." in text
    assert "**Open: Quote.** E5: The quote stands 3 times" in text


def test_a_calculation_stands_with_its_inputs(memo: Memo) -> None:
    text = markdown(memo)
    assert "a ÷ b × 100" in text
    assert "Consistent within rounding: stated" in text
    assert "*a* = 36,413 (Gross margin, USD, millions) E2" in text


def test_the_claims_are_one_list_with_their_findings_inside(memo: Memo) -> None:
    lists = [token for token in MARKDOWN.parse(markdown(memo)) if token.type == "ordered_list_open"]
    assert len(lists) == 1


def test_equal_memos_make_equal_texts(memo: Memo) -> None:
    assert markdown(memo) == markdown(replace(memo))


@given(st.text())
@example(HOSTILE)
@example("www.evil.example and https://evil.example")
@example("1) a")
@example("[^E1]: a note of its own")
def test_foreign_words_shape_nothing(words: str) -> None:
    harmless = markdown(memo_saying(one_line("word")))
    assert shapes_of(markdown(memo_saying(one_line(words) or "word"))) == shapes_of(harmless)
