"""Events of a chat reply, in the shapes that servers give them."""

from __future__ import annotations

from typing import Any

import pytest

from pipeline.model.delta import Delta, ServerError


def test_a_chunk_and_a_whole_completion_say_the_same() -> None:
    chunk = Delta.of({"choices": [{"delta": {"content": "x"}, "finish_reason": "stop"}]})
    whole = Delta.of({"choices": [{"message": {"content": "x", "refusal": None}, "finish_reason": "stop"}]})
    assert chunk == whole == Delta(text="x", finish="stop", has_choice=True)


def test_a_content_in_parts_is_one_text() -> None:
    parts = [{"type": "text", "text": "a"}, {"type": "image"}, "b", {"type": "text", "text": "c"}]
    assert Delta.of({"choices": [{"delta": {"content": parts}}]}).text == "ac"


def test_counts_come_with_an_event_without_choices() -> None:
    delta = Delta.of({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": True}})
    assert (delta.prompt_tokens, delta.completion_tokens, delta.has_choice) == (7, None, False)


@pytest.mark.parametrize(
    ("message", "is_progress"),
    [
        ({"content": "x"}, True),
        ({"refusal": "x"}, True),
        ({"reasoning_content": "x"}, True),
        ({"reasoning": "x"}, True),
        ({"role": "assistant", "content": ""}, False),
        ({}, False),
    ],
)
def test_a_model_that_says_something_lives(message: dict[str, str], is_progress: bool) -> None:
    assert Delta.of({"choices": [{"delta": message, "finish_reason": None}]}).is_progress == is_progress


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"error": {"message": "m", "code": 429}}, ServerError("m", "429")),
        ({"error": {"message": "m", "type": "t", "code": None}}, ServerError("m", "t")),
        ({"error": "m"}, ServerError("m")),
        ({"error": None}, None),
        ({}, None),
        ([], None),
    ],
)
def test_an_error_is_read_in_each_of_its_shapes(body: object, error: ServerError | None) -> None:
    assert ServerError.of(body) == error


@pytest.mark.parametrize(
    "event",
    [
        {"choices": None},
        {"choices": [None]},
        {"choices": {"delta": {"content": "x"}}},
        {"choices": [{"delta": "x", "finish_reason": 7}]},
        {"choices": [{"delta": {"content": {"text": "x"}}}], "usage": [1]},
    ],
)
def test_another_shape_says_nothing(event: dict[str, Any]) -> None:
    delta = Delta.of(event)
    assert (delta.text, delta.finish, delta.is_progress) == ("", None, False)
