"""One JSON object of a model: asked for until it comes in the form that was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any, TypeVar

from pipeline.model import failures
from pipeline.model.chat import Chat
from pipeline.model.failures import AttemptFailed

LONGEST_REPLY = 50_000
"""Characters of a reply that are read, thoughts included: what is asked for here is short."""

MOST_OBJECTS = 50
"""Places of a reply at which an object is looked for."""

_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)

Value = TypeVar("Value")


def structured_reply(chat: Chat, read: Callable[[Mapping[str, Any]], Value | None], otherwise: str) -> Value:
    """What `read` makes of the first JSON object of the reply that it takes (it gives None for others). `otherwise`
    says that there was none. Raises AttemptFailed once no other attempt makes sense."""
    while True:
        try:
            value = _read(_text(chat), read)
            if value is None:
                raise failures.malformed(otherwise)
            chat.remember()
            return value
        except AttemptFailed as failure:
            end = chat.failure_after(failure)
        if end is not None:
            raise end


def _text(chat: Chat) -> str:
    text = ""
    with closing(chat.attempt()) as pieces:
        for piece in pieces:
            text += piece
            if len(text) > LONGEST_REPLY:
                break
    return text


def _read(text: str, read: Callable[[Mapping[str, Any]], Value | None]) -> Value | None:
    return next((value for found in _objects(text) if (value := read(found)) is not None), None)


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a reply, whatever stands around them; thoughts at its beginning are passed over."""
    text = _THOUGHTS.sub("", text)
    decoder = json.JSONDecoder(strict=False)
    position = text.find("{")
    for _ in range(MOST_OBJECTS):
        if position < 0:
            return
        try:
            value, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            end = position + 1
        else:
            yield value
        position = text.find("{", end)
