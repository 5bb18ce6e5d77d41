"""What a server does not understand is asked for otherwise, and remembered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.model.delta import ServerError
from pipeline.model.dialect import Dialect, Dialects, Format
from pipeline.model.endpoint import OPENAI, Endpoint
from pipeline.model.exchange import Refused
from pipeline.model.failures import reads_too_little
from pipeline.model.prompt import Prompt

PROMPT = Prompt("answer-1", "Instructions.", "Data.")
SCHEMA = {"type": "object"}
ENDPOINT = Endpoint("m", "http://127.0.0.1:9/v1", None, "PINCITE_MODEL", 500)


def refusal(status: int, message: str, code: str = "") -> Refused:
    return Refused(status, {}, ServerError(message, code))


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("Unknown parameter: 'stream_options'.", {"usage": False}),
        ("stream_options: Extra inputs are not permitted", {"usage": False}),
        (
            "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.",
            {"tokens": ("max_completion_tokens",)},
        ),
        ("Unsupported value: 'temperature' does not support 0 with this model.", {"temperature": False}),
        ("This response_format type is unavailable now", {"format": Format.OBJECT}),
        (
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported",
            {"format": Format.OBJECT},
        ),
        ("Structured outputs are not supported by this model", {"format": Format.OBJECT}),
        ("Invalid schema for response_format 'answer'", {"format": Format.OBJECT}),
        ("System role not supported", {"system": False}),
        ("streaming is not supported", {"stream": False}),
    ],
)
@pytest.mark.parametrize("status", [400, 404, 422, 500])
def test_what_a_server_says_that_it_lacks_is_asked_otherwise(
    status: int, message: str, changed: dict[str, object]
) -> None:
    assert Dialect().after(refusal(status, message)) == replace(Dialect(), **changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Bad request"),
        (400, "The stream broke"),
        (401, "response_format is not supported"),
        (429, "max_tokens: unsupported"),
        (404, "The model `m` does not exist"),
        (500, "Internal error"),
    ],
)
def test_another_refusal_changes_nothing(status: int, message: str) -> None:
    assert Dialect().after(refusal(status, message)) is None


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 4097 tokens, you requested 9000: reduce max_tokens. Invalid request",
        "'max_tokens' must be at most 100: context window exceeded",
        "prompt is too long: 210000 tokens > 200000 maximum",
    ],
)
def test_a_prompt_that_is_too_long_is_no_matter_of_dialect(message: str) -> None:
    assert reads_too_little(refusal(400, message))


def test_a_server_that_refuses_everything_reaches_an_end() -> None:
    dialect: Dialect | None = Dialect()
    steps = 0
    everything = "unsupported: stream_options max_tokens temperature response_format system role stream"
    while dialect is not None:
        last, dialect = dialect, dialect.after(refusal(400, everything))
        steps += 1
        assert steps < 12
    assert last.body(ENDPOINT, PROMPT, "answer", SCHEMA).keys() <= {"model", "messages", "stream"}


def test_the_schema_is_in_the_format_or_in_the_words() -> None:
    for form in Format:
        body = Dialect(format=form).body(ENDPOINT, PROMPT, "answer", SCHEMA)
        in_format = body.get("response_format", {}).get("json_schema", {}).get("schema") == SCHEMA
        in_words = '{"type": "object"}' in body["messages"][0]["content"]
        assert (in_format, in_words) == (form is Format.SCHEMA, form is not Format.SCHEMA)
        assert body.get("response_format", {}).get("type", "text") == form.value


def test_instructions_go_before_the_data_where_there_is_no_role_for_them() -> None:
    (message,) = Dialect(system=False).body(ENDPOINT, PROMPT, "answer", SCHEMA)["messages"]
    assert message == {"role": "user", "content": "Instructions.\n\nData."}


def test_the_answers_size_is_bounded_by_the_name_that_the_server_takes() -> None:
    assert Dialect().body(ENDPOINT, PROMPT, "answer", SCHEMA)["max_tokens"] == 500
    openai = replace(ENDPOINT, address=OPENAI)
    assert Dialects().of(openai).body(openai, PROMPT, "answer", SCHEMA)["max_completion_tokens"] == 500


def test_a_dialect_is_remembered_for_one_model_of_one_endpoint() -> None:
    dialects = Dialects()
    plain = Dialect(format=Format.TEXT)
    dialects.remember(ENDPOINT, plain)
    assert dialects.of(replace(ENDPOINT, key="another", answer_tokens=9)) == plain
    assert dialects.of(replace(ENDPOINT, model="other")) == Dialect()
    assert dialects.of(replace(ENDPOINT, address="http://127.0.0.1:8/v1")) == Dialect()
