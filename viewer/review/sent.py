"""What a browser sends: a small JSON object, whose fields are asked for by name and kind."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final, TypeVar
from uuid import UUID

from starlette.requests import ClientDisconnect, Request

from viewer.requests import InvalidRequest, RequestTooLarge

MOST_BYTES: Final = 64 * 1024
"""Of a request's body: a verdict with a page of comment and a hundred places has a third of it."""
MOST_DEPTH: Final = 6
"""Brackets within brackets: no request needs more, and a parser that goes deeper may run out of stack."""

Kind = TypeVar("Kind", bound=Enum)


@dataclass(frozen=True, slots=True)
class Sent:
    """A JSON object. Each reader raises InvalidRequest, in words, for a field that is missing or of another kind."""

    fields: Mapping[str, Any]

    def text(self, name: str, most: int) -> str:
        """A text of at most `most` characters."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise InvalidRequest(f"The {name} is a text.")
        if len(value) > most:
            raise InvalidRequest(f"The {name} has {len(value):,} characters; at most {most:,} are taken.")
        if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
            raise InvalidRequest(f"The {name} has a character that no text has.")
        return value

    def maybe_text(self, name: str, most: int) -> str | None:
        return None if self.fields.get(name) is None else self.text(name, most)

    def id(self, name: str) -> UUID:
        """A UUID in its usual form."""
        return parsed_id(self.fields.get(name), name)

    def number(self, name: str, least: int = 0) -> int:
        """A whole number of at least `least`, and small enough for the database."""
        value = self.fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 2**31:
            raise InvalidRequest(f"The {name} is a whole number of {least} or more.")
        return value

    def maybe_seconds(self, name: str) -> float | None:
        """A finite number of seconds, 0 or more; None where none is told."""
        value = self.fields.get(name)
        if value is None:
            return None
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 <= value < math.inf:
            raise InvalidRequest(f"The {name} are a number, 0 or more.")
        return float(value)

    def choice(self, name: str, kind: type[Kind]) -> Kind:
        """A member of an enumeration by its value."""
        return parsed_choice(self.fields.get(name), name, kind)

    def maybe_choice(self, name: str, kind: type[Kind]) -> Kind | None:
        return None if self.fields.get(name) is None else self.choice(name, kind)

    def moment(self, name: str) -> datetime:
        """A moment with its time zone, as JavaScript's toISOString writes it."""
        value = self.fields.get(name)
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        except ValueError:
            moment = None
        if moment is None or moment.utcoffset() is None:
            raise InvalidRequest(f"The {name} is a moment with its time zone, such as 2026-11-30T14:05:00Z.")
        return moment

    def objects(self, name: str, most: int) -> list[Sent]:
        """A list of objects, at most `most`; empty where there is none."""
        value = self.fields.get(name)
        if value is None:
            return []
        if not isinstance(value, Sequence) or not all(isinstance(one, Mapping) for one in value):
            raise InvalidRequest(f"The {name} are a list of objects.")
        if len(value) > most:
            raise InvalidRequest(f"There are {len(value):,} {name}; at most {most} are taken.")
        return [Sent(one) for one in value]


def parsed_id(value: object, name: str) -> UUID:
    """A UUID as it is written with hyphens. Raises InvalidRequest."""
    try:
        found = UUID(value) if isinstance(value, str) else None
    except ValueError:
        found = None
    if found is None or str(found) != str(value).lower():
        raise InvalidRequest(f"The {name} is an id such as 01234567-89ab-4cde-8f01-23456789abcd.")
    return found


def parsed_choice(value: object, name: str, kind: type[Kind]) -> Kind:
    """A member of an enumeration by its value. Raises InvalidRequest with all of them."""
    found = next((one for one in kind if one.value == value), None) if isinstance(value, str) else None
    if found is None:
        known = ", ".join(str(one.value) for one in kind)
        raise InvalidRequest(f"The {name} is one of {known}.")
    return found


async def sent_object(request: Request) -> Sent:
    """The JSON object of a request's body.

    Raises RequestTooLarge for more than MOST_BYTES, of which no more is read; InvalidRequest for what is not called
    JSON, is none, or is another value than an object.
    """
    if request.headers.get("Content-Type", "").partition(";")[0].strip().lower() != "application/json":
        raise InvalidRequest("The request has to be JSON, and to say so (Content-Type: application/json).")
    body = await _bounded(request)
    try:
        value = json.loads(body, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise InvalidRequest("The request is no JSON.") from None
    if not isinstance(value, dict) or _is_deeper(value, MOST_DEPTH):
        raise InvalidRequest("The request is a JSON object with few levels.")
    return Sent(value)


async def _bounded(request: Request) -> bytes:
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_BYTES:
                raise RequestTooLarge(
                    f"A request has at most {MOST_BYTES:,} bytes. Shorten the comment, or mark fewer places."
                )
    except ClientDisconnect:
        raise InvalidRequest("The request broke off.") from None
    return bytes(body)


def _refuse(constant: str) -> object:
    raise ValueError(constant)


def _is_deeper(value: object, most: int) -> bool:
    """Whether a value has more than `most` levels of objects and lists."""
    children: Sequence[object] = ()
    if isinstance(value, dict):
        children = list(value.values())
    elif isinstance(value, list):
        children = value
    else:
        return False
    return most == 0 or any(_is_deeper(child, most - 1) for child in children)
