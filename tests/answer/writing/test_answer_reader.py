"""What is taken of a model's answer, and what is left out of it and said."""

from __future__ import annotations

import pytest

from pipeline.answer.draft import DraftClaim
from pipeline.answer.writing.answer_reader import MOST_UNANSWERED, AnswerReader
from pipeline.model.failures import AttemptFailed
from tests.model_replies import answer, claim

CLAIM = claim("Net sales were 81.8 billion.", ("E1", "Total net sales 81,797"))


def read(text: str) -> tuple[AnswerReader, list[DraftClaim]]:
    reader = AnswerReader()
    return reader, list(reader.feed(text))


def test_a_line_break_within_a_string_is_let_pass() -> None:
    _, (one,) = read('{"claims": [{"text": "Up\nby 2 %.", "citations": []}], "not_answered": []}')
    assert one.text == "Up\nby 2 %."


def test_a_number_is_taken_as_it_is_written() -> None:
    inputs = '[{"name": "a", "handle": "E1", "quote": "x", "figure": 5.00}]'
    calculation = f'{{"expression": "a", "inputs": {inputs}, "result": 81797}}'
    _, (one,) = read(f'{{"claims": [{{"text": "x", "citations": [], "calculation": {calculation}}}]}}')
    assert one.calculation is not None
    assert (one.calculation.inputs[0].figure, one.calculation.result) == ("5.00", "81797")


@pytest.mark.parametrize("nothing", ['""', "null", "", '"", null'])
def test_nothing_left_open_may_be_said_in_several_ways(nothing: str) -> None:
    reader, claims = read(f'{{"claims": [], "not_answered": [{nothing}]}}')
    reader.end()
    assert (claims, reader.unanswered) == ([], ())
    assert reader.is_complete


def test_what_is_left_open_is_bounded() -> None:
    reader, _ = read(answer([CLAIM], [f"part {number}" for number in range(MOST_UNANSWERED + 5)]))
    reader.end()
    assert len(reader.unanswered) == MOST_UNANSWERED


@pytest.mark.parametrize(
    ("element", "why"),
    [
        ('{"text": "x"}', "citations is missing"),
        ('{"text": " ", "citations": []}', "text is without words"),
        ('{"text": "x", "citations": [{"handle": "E1", "quote": 7.5e}]}', "it is no JSON"),
        ('{"text": "x", "citations": NaN}', "it is no JSON"),
        ('{"text": "x", "citations": ' + "[" * 20_000 + "]" * 20_000 + "}", "it is no JSON"),
        ("7", "it is no object"),
        ('{"text": "x", "citations": {}}', "citations is no list"),
        ('{"text": "x", "citations": [{"handle": "E1", "quote": []}]}', "citations 1 quote is no text"),
        ('{"text": "' + "x" * 2001 + '", "citations": []}', "text is longer than 2,000"),
    ],
)
def test_what_cannot_be_read_is_left_out_and_said(element: str, why: str) -> None:
    reader, claims = read(f'{{"claims": [{element}, {answer([CLAIM])[12:]}')
    assert [one.text for one in claims] == [CLAIM["text"]]
    assert not reader.is_complete
    with pytest.raises(AttemptFailed, match=why):
        reader.end()


def test_several_parts_that_cannot_be_read_are_counted() -> None:
    reader, _ = read('{"claims": [1, 2, 3], "not_answered": []}')
    with pytest.raises(
        AttemptFailed, match="3 parts of the model's answer could not be read and are left out"
    ):
        reader.end()


def test_an_answer_may_lack_its_last_bracket_but_not_the_end_of_its_claims() -> None:
    whole = '{"claims": [{"text": "x", "citations": []}]'
    read(whole)[0].end()
    with pytest.raises(AttemptFailed, match="in the middle"):
        read(whole[:-1])[0].end()
