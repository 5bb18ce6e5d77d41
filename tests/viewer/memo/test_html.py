"""A memo as HTML for the clipboard: no element, attribute or address but its own."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from lxml import html as parser

from tests.viewer.memo.sample import memo_saying
from viewer.exports import one_line
from viewer.memo.html import html
from viewer.memo.memo import Memo


def shapes_of(text: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    root = parser.fragment_fromstring(text, create_parent=True)
    return [(str(node.tag), tuple(sorted(node.attrib.items()))) for node in root.iter()]


def test_failures_and_evidence_are_told(memo: Memo) -> None:
    text = html(memo)
    assert "<b>Fails: Figures.</b> 21,231 is not in E3 or E4." in text
    assert "“Total net sales | 81,797 | 82,959”" in text
    assert "The other company sold" not in text


@given(st.text())
@example("<img src=x onerror=alert(1)>\"'&lt;script>")
def test_foreign_words_shape_nothing(words: str) -> None:
    assert shapes_of(html(memo_saying(one_line(words) or "word"))) == shapes_of(html(memo_saying("word")))
