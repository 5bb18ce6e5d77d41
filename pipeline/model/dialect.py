"""What of the API a server understands. Servers that call themselves compatible differ, and say so when asked."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from pipeline.model.endpoint import OPENAI, Endpoint
from pipeline.model.exchange import Refused
from pipeline.model.prompt import Prompt

REFUSING = frozenset({400, 404, 405, 415, 422, 500, 501})
"""Statuses with which servers answer a parameter that they do not know."""

_NOT_KNOWN = re.compile(
    r"not (?:supported|support|available|allowed|permitted|implemented|recogni[sz]ed|enabled|compatible)"
    r"|\bun(?:supported|known|recogni[sz]ed|expected|available)|doesn['’]?t support|does not support"
    r"|\binvalid\b|\bextra (?:inputs|fields)|\bonly supports?\b|\bmust be\b|\bno attribute\b",
    re.IGNORECASE,
)
_NAMES = {
    "usage": re.compile(r"stream_options|include_usage", re.IGNORECASE),
    "tokens": re.compile(r"max_tokens|max_completion_tokens", re.IGNORECASE),
    "temperature": re.compile(r"temperature", re.IGNORECASE),
    "format": re.compile(
        r"response_format|json_schema|json_object|json schema|structured.?output", re.IGNORECASE
    ),
    "system": re.compile(r"\bsystem\b.{0,20}\brole\b|\brole\b.{0,20}\bsystem\b", re.IGNORECASE),
    "stream": re.compile(r"\bstream(?:ing)?\b", re.IGNORECASE),
}
_SCHEMA_ASKED = "The JSON object fits this JSON schema:\n"


class Format(StrEnum):
    """How the server is asked for JSON."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    TEXT = "text"


_NEXT_FORMAT = {Format.SCHEMA: Format.OBJECT, Format.OBJECT: Format.TEXT}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What is asked of a server. `tokens`: the names, the next one first, under which it may take the most tokens of an
    answer; `system`: whether it takes instructions in a role of their own.
    """

    format: Format = Format.SCHEMA
    stream: bool = True
    usage: bool = True
    temperature: bool = True
    system: bool = True
    tokens: tuple[str, ...] = ("max_tokens", "max_completion_tokens")

    def body(
        self, endpoint: Endpoint, prompt: Prompt, name: str, schema: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The request for a prompt, its reply of the JSON `schema` called `name`."""
        body: dict[str, Any] = {"model": endpoint.model, "messages": self._messages(prompt, schema)}
        if self.stream:
            body["stream"] = True
            if self.usage:
                body["stream_options"] = {"include_usage": True}
        if self.temperature:
            body["temperature"] = 0
        if self.tokens:
            body[self.tokens[0]] = endpoint.answer_tokens
        if self.format is Format.SCHEMA:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": name, "strict": True, "schema": schema},
            }
        elif self.format is Format.OBJECT:
            body["response_format"] = {"type": "json_object"}
        return body

    def _messages(self, prompt: Prompt, schema: Mapping[str, Any]) -> list[dict[str, str]]:
        system = prompt.system
        if self.format is not Format.SCHEMA:
            system += f"\n\n{_SCHEMA_ASKED}{json.dumps(schema)}"
        if self.system:
            return [{"role": "system", "content": system}, {"role": "user", "content": prompt.user}]
        return [{"role": "user", "content": f"{system}\n\n{prompt.user}"}]

    def after(self, refused: Refused) -> Dialect | None:
        """What to ask instead, when the server refused something that can be left out or said otherwise; None when it
        refused for another reason. Each step leaves something out for good, so that an end is reached."""
        said = refused.error.message
        if refused.status not in REFUSING or not _NOT_KNOWN.search(said):
            return None
        named = {name for name, pattern in _NAMES.items() if pattern.search(said)}
        if "usage" in named and self.stream and self.usage:
            return replace(self, usage=False)
        if "tokens" in named and self.tokens:
            return replace(self, tokens=self.tokens[1:])
        if "temperature" in named and self.temperature:
            return replace(self, temperature=False)
        if "format" in named:
            return self.with_less_format()
        if "system" in named and self.system:
            return replace(self, system=False)
        if "stream" in named and self.stream:
            return replace(self, stream=False)
        return None

    def with_less_format(self) -> Dialect | None:
        """The next plainer way to ask for JSON; None when there is none."""
        following = _NEXT_FORMAT.get(self.format)
        return replace(self, format=following) if following else None


class Dialects:
    """What was found of each endpoint and model, for as long as the process lives."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Dialect] = {}
        self._lock = threading.Lock()

    def of(self, endpoint: Endpoint) -> Dialect:
        with self._lock:
            return self._known.get((endpoint.address, endpoint.model), _first(endpoint))

    def remember(self, endpoint: Endpoint, dialect: Dialect) -> None:
        """This dialect gave a usable reply."""
        with self._lock:
            self._known[endpoint.address, endpoint.model] = dialect


DIALECTS = Dialects()


def _first(endpoint: Endpoint) -> Dialect:
    """OpenAI's own newer models take only the newer name; most other servers know only the older one."""
    usual = Dialect()
    return replace(usual, tokens=usual.tokens[::-1]) if endpoint.address == OPENAI else usual
