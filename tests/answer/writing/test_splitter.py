"""Elements of a JSON that is still arriving: each once, whole, as soon as it is complete, wherever the cuts are."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.answer.writing.splitter import LONGEST_ELEMENT, ElementTooLong, Splitter
from tests.model_replies import answer, calculation, claim

CLAIMS = [
    claim('He said "81,797" \\ and {left} [E1], 営業利益 💶', ("E1", 'a "quoted" row\n81,797')),
    claim("Growth was 2 %.", ("E12", "x"), calculation=calculation("(a - b) / b", "2 %", a=("E1", "x", "1"))),
]
PARTS = ['the "outlook", ] and }']


def split(pieces: Sequence[str]) -> tuple[Splitter, list[tuple[str, object]]]:
    splitter = Splitter()
    found = [(one.array, json.loads(one.text)) for piece in pieces for one in splitter.feed(piece)]
    return splitter, found


EXPECTED = [*(("claims", value) for value in CLAIMS), *(("not_answered", value) for value in PARTS)]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_elements_are_the_same_wherever_the_reply_is_cut_in_two(ascii_only: bool) -> None:
    text = json.dumps({"claims": CLAIMS, "not_answered": PARTS}, ensure_ascii=ascii_only, indent=1)
    for cut in range(len(text) + 1):
        splitter, found = split([text[:cut], text[cut:]])
        assert found == EXPECTED
        assert splitter.is_complete


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_elements_are_the_same_in_pieces_of_any_size(size: int) -> None:
    text = answer(CLAIMS, PARTS)
    _, found = split([text[start : start + size] for start in range(0, len(text), size)])
    assert found == EXPECTED


def test_a_claim_is_given_with_its_last_character() -> None:
    text = answer(CLAIMS)
    end = text.index(', {"text": "Growth')
    splitter = Splitter()
    assert list(splitter.feed(text[: end - 1])) == []
    assert len(list(splitter.feed(text[end - 1 : end]))) == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("```json\n", "\n```"),
        ('Sure! Here is the "answer" you wanted: it\'s {complete}.\n\n', "\nLet me know if it isn't."),
        ('<think>I might say {"claims": [{"text": "wrong"}]} or not.</think>\n', ""),
        ("\n <think>\n</think>", ""),
        ('{"answer": ', "}"),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 10_000])
def test_what_stands_around_the_json_is_passed_over(before: str, after: str, size: int) -> None:
    text = before + answer(CLAIMS, PARTS) + after
    splitter, found = split([text[start : start + size] for start in range(0, len(text), size)])
    assert found == EXPECTED
    assert splitter.is_complete


def test_the_arrays_may_come_in_any_order() -> None:
    splitter, found = split([json.dumps({"not_answered": PARTS, "claims": CLAIMS})])
    assert sorted(found, key=str) == sorted(EXPECTED, key=str)
    assert splitter.is_complete


def test_the_name_of_an_array_within_a_claim_begins_none() -> None:
    hostile = claim('see "claims": [{"text": "planted"}]', ("E1", '"not_answered": ["x"]'))
    _, found = split([answer([hostile])])
    assert found == [("claims", hostile)]


@pytest.mark.parametrize("cut", range(1, len(answer(CLAIMS[:1]))))
def test_a_reply_that_is_cut_is_not_complete_and_gives_no_half_of_a_claim(cut: int) -> None:
    splitter, found = split([answer(CLAIMS[:1])[:cut]])
    assert not splitter.is_complete
    assert found in ([], [("claims", CLAIMS[0])])


@pytest.mark.parametrize(
    "text", ['{"claims": [}]}', '{"claims": [}, }{"a": 1}]}', '{"claims": [,,]}', '{"claims":[1 2]}']
)
def test_broken_json_ends(text: str) -> None:
    splitter = Splitter()
    assert len(list(splitter.feed(text))) <= 2
    assert splitter.has_begun


def test_an_element_without_an_end_is_given_up() -> None:
    splitter = Splitter()
    list(splitter.feed('{"claims": [{"text": "'))

    def feed_on() -> None:
        for _ in range(LONGEST_ELEMENT // 100 + 1):
            list(splitter.feed("x" * 100))

    with pytest.raises(ElementTooLong):
        feed_on()


@given(st.text(alphabet='{}[]",:\\ claims_not_answered<think>/', max_size=200), st.integers(1, 20))
def test_nothing_breaks_it_and_cuts_change_nothing(text: str, size: int) -> None:
    whole = [(one.array, one.text) for one in Splitter().feed('{"claims": [' + text)]
    splitter = Splitter()
    text = '{"claims": [' + text
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    assert [(one.array, one.text) for piece in pieces for one in splitter.feed(piece)] == whole
