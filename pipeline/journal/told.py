"""What is told of a log record: never the words of an exception, and of a library's message only what it wrote itself.

An exception's words may be anything: the row that a database refused, the line that a parser stumbled over, what a
person asked. So a fault is told by its kind and by where it came up, and the values in a library's message by their
kinds. Records of our own (`pincite.…`) say what we put into them.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from pipeline.evidence.errors import ConfigurationError, PinciteError, StoreError

OURS: Final = "pincite"
"""The name of our own loggers, and of those below it."""

MOST_CHARACTERS: Final = 500
MOST_FRAMES: Final = 12
"""Of a fault, the last ones: where it came up."""

_ROOT: Final = Path(__file__).resolve().parents[2]
_OF_THE_SERVER: Final = (StoreError, ConfigurationError)
"""Errors whose words are about this server: addresses and folders, no filing and no question."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A kind of exception, where it came up (file, line, function; the last is the innermost), and its words where
    they are about the server itself."""

    kind: str
    words: str | None
    frames: tuple[str, ...]
    cause: str | None

    @classmethod
    def of(cls, error: BaseException) -> Fault:
        kind = error.kind if isinstance(error, PinciteError) else type(error).__name__
        cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return cls(
            kind,
            str(error) if isinstance(error, _OF_THE_SERVER) else None,
            tuple(_frames(error.__traceback__)),
            None if cause is None else type(cause).__name__,
        )


def message_of(record: logging.LogRecord) -> str:
    """A record's message, as far as it may be told."""
    if record.name == OURS or record.name.startswith(f"{OURS}."):
        return record.getMessage()
    template = str(record.msg) if isinstance(record.msg, str) else _kind(record.msg)
    if record.args:
        with suppress(
            TypeError, ValueError, KeyError
        ):  # our stand-ins do not fit the format: the template alone
            template = template % _kinds(record.args)
    # A first line is a sentence of the library's; what it prints below may be anybody's.
    return template.strip().split("\n", 1)[0][:MOST_CHARACTERS]


def fault_of(record: logging.LogRecord) -> Fault | None:
    """The exception that a record came with."""
    found = record.exc_info
    error = found[1] if isinstance(found, tuple) else None
    if error is None and isinstance(record.args, tuple):
        error = next((one for one in record.args if isinstance(one, BaseException)), None)
    if error is None and isinstance(record.msg, BaseException):
        error = record.msg
    return None if error is None else Fault.of(error)


def _kinds(arguments: Any) -> Any:
    if isinstance(arguments, dict):
        return {name: _kind(value) for name, value in arguments.items()}
    return tuple(_kind(value) for value in (arguments if isinstance(arguments, tuple) else (arguments,)))


def _kind(value: Any) -> Any:
    """Numbers tell nothing that is anybody's. Everything else is told by its kind."""
    if isinstance(value, (bool, int, float)) or value is None:
        return value
    return f"<{type(value).__name__}>"


def _frames(trace: TracebackType | None) -> Iterator[str]:
    for frame, line in list(traceback.walk_tb(trace))[-MOST_FRAMES:]:
        path = Path(frame.f_code.co_filename)
        shown = path.relative_to(_ROOT) if path.is_relative_to(_ROOT) else Path(*path.parts[-2:])
        yield f"{shown}:{line} {frame.f_code.co_name}"
