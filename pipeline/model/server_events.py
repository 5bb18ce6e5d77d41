"""The body of a chat reply → its JSON objects: server-sent events as they arrive, or one object as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

LONGEST_LINE = 1_000_000
MOST_BYTES = 32_000_000
"""Bytes of one line and of a whole reply. An event takes some 250 bytes a token: so much is a hundred thousand tokens,
thoughts included."""

_BOM = b"\xef\xbb\xbf"


class NoReply(ValueError):
    """The body is no chat reply; the message says what it is instead."""


class ReplyReader:
    """Takes the bytes of a body, cut anywhere. Servers that do not stream answer with one JSON object; the first
    character tells which it is.
    """

    def __init__(self) -> None:
        self._rest = bytearray()  # an unfinished line, or all of what is no stream
        self._data: list[bytes] = []
        self._received = 0
        self._is_stream: bool | None = None

    def feed(self, chunk: bytes) -> Iterator[dict[str, Any]]:
        """The events that these bytes complete, without the last one, "[DONE]". Raises NoReply."""
        self._received += len(chunk)
        if self._received > MOST_BYTES:
            raise NoReply(f"has more than {MOST_BYTES:,} bytes")
        self._rest += chunk
        if self._is_stream is None and (begun := bytes(self._rest).removeprefix(_BOM).lstrip()):
            self._is_stream = not begun.startswith((b"{", b"<", b"["))
        if not self._is_stream:
            return
        if len(self._rest) > LONGEST_LINE and b"\n" not in chunk:
            raise NoReply(f"has a line of more than {LONGEST_LINE:,} bytes")
        if b"\n" in chunk or b"\r" in chunk:
            yield from self._events()

    def end(self) -> Iterator[dict[str, Any]]:
        """What was left when the body ended: the last event without its blank line, or the object as a whole."""
        if self._is_stream:
            self._rest += b"\n\n"
            yield from self._events()
        elif self._rest.strip():
            yield _object(bytes(self._rest).removeprefix(_BOM))

    def _events(self) -> Iterator[dict[str, Any]]:
        *lines, rest = _lines(bytes(self._rest))
        self._rest = bytearray(rest)
        if sum(map(len, self._data)) > LONGEST_LINE:
            raise NoReply(f"has an event of more than {LONGEST_LINE:,} bytes")
        for line in lines:
            name, _, value = line.removeprefix(_BOM).partition(b":")
            if name == b"data":
                self._data.append(value.removeprefix(b" "))
            elif not line and self._data:
                data = b"\n".join(self._data)
                self._data.clear()
                if data.strip() != b"[DONE]":
                    yield _object(data)


def _lines(data: bytes) -> list[bytes]:
    """The complete lines, and after them what is not complete. A carriage return at the end may be half of a break."""
    lines = data.splitlines(keepends=True)
    rest = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
    return [line.rstrip(b"\r\n") for line in lines] + [rest]


def _object(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NoReply("is no JSON") from error
    if not isinstance(value, dict):
        raise NoReply("is no JSON object")
    return value
