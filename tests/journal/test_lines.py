"""What a line of the log tells, and what it keeps back."""

from __future__ import annotations

import json
import logging
from typing import Any
from uuid import UUID

import pytest

from pipeline.evidence.errors import DatabaseUnavailable, InvalidQuery, PinciteError
from pipeline.journal.lines import JsonLines, TextLines
from pipeline.journal.request import current_request, note_user, noted, user_mark
from pipeline.journal.secrets import MASK, Secrets

CANARY = "net sales were 81,797"


def record(
    name: str, message: object, *arguments: object, error: BaseException | None = None
) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord(name, logging.ERROR, "file.py", 1, message, arguments, info)


def line(written: logging.LogRecord, *known: str) -> dict[str, Any]:
    """The record as JSON; the same must hold for text, so that both are looked at."""
    text = TextLines(Secrets(known)).format(written)
    parsed: dict[str, Any] = json.loads(JsonLines(Secrets(known)).format(written))
    assert parsed["says"] in text
    return parsed | {"both": text + json.dumps(parsed)}


def raised(error: Exception) -> Exception:
    try:
        raise error
    except type(error) as caught:
        return caught


@pytest.mark.parametrize(
    "error", [ValueError(CANARY), InvalidQuery(CANARY), PinciteError(CANARY), KeyError(CANARY)]
)
@pytest.mark.parametrize("name", ["pincite.requests", "streamlit.error_util", "uvicorn.error"])
def test_the_words_of_an_exception_are_kept_back_and_its_kind_and_place_are_told(
    name: str, error: Exception
) -> None:
    told = line(record(name, "Uncaught app execution", error=raised(error)))
    assert CANARY not in told["both"]
    assert told["error"]["kind"] == type(error).__name__
    assert told["error"]["frames"][-1].startswith("tests/journal/test_lines.py:")


def test_an_error_about_the_server_keeps_its_words() -> None:
    told = line(
        record("pincite", "A page failed.", error=raised(DatabaseUnavailable("Nobody answers at db:5432.")))
    )
    assert told["error"]["words"] == "Nobody answers at db:5432."


def test_the_cause_of_an_exception_is_told_by_its_kind() -> None:
    try:
        try:
            raise KeyError(CANARY)
        except KeyError as cause:
            raise ValueError(CANARY) from cause
    except ValueError as error:
        told = line(record("pincite", "A page failed.", error=error))
    assert told["error"]["cause"] == "KeyError"
    assert CANARY not in told["both"]


@pytest.mark.parametrize(
    ("message", "arguments", "says"),
    [
        ("HTTP Request: %s %s", ("POST", CANARY), "HTTP Request: <str> <str>"),
        ("%(done)d of %(name)s", ({"done": 3, "name": CANARY},), "3 of <str>"),
        ("took %.1f s at %d %%", (1.25, 50), "took 1.2 s at 50 %"),
        ("pool %d of %s", (CANARY, 1), "pool %d of %s"),
        (f"Task exception was never retrieved\nfuture: {CANARY}", (), "Task exception was never retrieved"),
        (ValueError(CANARY), (), "<ValueError>"),
    ],
)
def test_of_a_library_s_message_its_own_words_and_numbers_are_told(
    message: object, arguments: tuple[object, ...], says: str
) -> None:
    told = line(record("some.library", message, *arguments))
    assert told["says"] == says
    assert CANARY not in told["both"]


def test_an_exception_among_the_arguments_is_told_as_one() -> None:
    told = line(record("psycopg.pool", "error connecting in %r: %s", "pincite", OSError(CANARY)))
    assert told["error"]["kind"] == "OSError"
    assert CANARY not in told["both"]


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://pincite:hunter2hunter2@db/pincite",
        "Authorization: Bearer hunter2hunter2",
        "bearer hunter2hunter2.xyz",
        '{"api_key": "hunter2hunter2"}',
        "password=hunter2hunter2 host=db",
        "GET /evidence/file/hunter2hunter2?x=1",
        "the key sk-hunter2hunter2",
        "the link WyIwMDAwMDAwMC0wMDAwLTAwMDAi.hunter2hunter2",
        "the link .eJyLVjKAAl0sBBQYKukQo8wIqAyI.hunter2hunter2",
        "the token eyJhbGciOiJSUzI1NiJ9.hunter2hunter2.c2ln",
    ],
)
def test_what_has_the_shape_of_a_secret_is_masked_also_in_our_own_words(text: str) -> None:
    told = line(record("pincite", text))
    assert "hunter2" not in told["both"]
    assert MASK in told["says"]


def test_the_secrets_of_the_environment_are_masked_wherever_they_stand() -> None:
    env = {
        "OPENAI_API_KEY": "correct horse",
        "DATABASE_URL": "postgresql://me:battery-staple@db/x",
        "HOME": "/root",
    }
    secrets = Secrets.of_environment(env)
    assert secrets.masked("correct horse") == MASK
    assert secrets.masked("it says battery-staple in /root") == f"it says {MASK} in /root"


def test_a_short_value_is_no_secret_to_look_for() -> None:
    assert Secrets.of_environment({"API_KEY": "a"}).masked("a cat") == "a cat"


def test_a_line_names_its_request_and_marks_its_user() -> None:
    tenant, user = UUID(int=7), UUID(int=8)
    with noted("1234-abcd"):
        note_user(tenant, user)
        told = line(record("pincite", "A page was drawn."))
    assert (told["request"], told["user"]) == ("1234-abcd", user_mark(tenant, user))
    assert str(user) not in told["both"]
    assert current_request() is None
    assert "request" not in line(record("pincite", "Nobody asks."))


def test_a_user_s_mark_tells_them_from_others() -> None:
    marks = {user_mark(UUID(int=tenant), UUID(int=user)) for tenant in range(5) for user in range(5)}
    assert len(marks) == 25


def test_facts_stand_beside_the_words() -> None:
    written = record("pincite", "A request was answered.")
    written.facts = {"status": 200, "ms": 12.5}
    told = line(written)
    assert (told["status"], told["ms"]) == (200, 12.5)
    assert "(status 200, ms 12.5)" in told["both"]
