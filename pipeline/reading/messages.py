"""What a process that reads one file says: JSON lines, because it has read hostile bytes and nothing of it is trusted.

`{"stage", "done", "total"}` as it goes, and one outcome at the end: `{"version"}`, an id, or `{"error"}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, Any
from uuid import UUID

from pipeline.evidence import errors
from pipeline.evidence.errors import ParseFailed, PinciteError, SourceError

LONGEST_LINE = 64_000
"""Bytes. An error's words are a few hundred."""


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` steps of a stage."""

    stage: str
    done: int
    total: int


Message = Progress | UUID | PinciteError
"""Progress; or the outcome: the version's id, or the error that there is none."""


def write(pipe: IO[bytes], message: Message) -> None:
    """Raises OSError when nobody listens any more."""
    pipe.write(json.dumps(_value(message), ensure_ascii=False).encode() + b"\n")
    pipe.flush()


def read(pipe: IO[bytes], source: str) -> Iterator[Message]:
    """All messages until the process closes the pipe. `source` is what messages call the file.

    Ends with a ParseFailed at the first line that is none.
    """
    while line := pipe.readline(LONGEST_LINE):
        if not line.endswith(b"\n") and len(line) < LONGEST_LINE:
            return  # the process was killed in the middle of a line
        try:
            yield _message(json.loads(line), source)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            yield ParseFailed(
                f"{source}: the process that read it said something that is no message. It may have been taken over "
                "by the file: do not open it elsewhere, and please report it.",
                source=source,
            )
            return


def out_of_memory(source: str, limit: int) -> str:
    """The words of MemoryExceeded."""
    return (
        f"Reading {source} took more than {limit:,} bytes of memory, which is what this installation gives to one "
        "file. Split it, or raise PINCITE_MAX_MEMORY."
    )


def _value(message: Message) -> dict[str, Any]:
    match message:
        case Progress(stage, done, total):
            return {"stage": stage, "done": done, "total": total}
        case UUID():
            return {"version": str(message)}
        case _:
            words = message.message[: LONGEST_LINE // 16]
            return {"error": {"type": message.kind, "message": words, "more": _attributes(message)}}


def _attributes(error: PinciteError) -> dict[str, str]:
    """What the error's constructor takes besides its words."""
    return {name: value for name, value in vars(error).items() if isinstance(value, str)}


def _message(value: dict[str, Any], source: str) -> Message:
    if "version" in value:
        return UUID(value["version"])
    if "error" in value:
        return _error(value["error"], source)
    stage, done, total = value["stage"], value["done"], value["total"]
    if not isinstance(stage, str) or not isinstance(done, int) or not isinstance(total, int):
        raise TypeError(f"no progress: {value}")
    return Progress(stage, done, total)


def _error(value: dict[str, Any], source: str) -> PinciteError:
    kind, words = getattr(errors, value["type"]), str(value["message"])
    if not issubclass(kind, PinciteError):
        raise TypeError(f"no error of ours: {value['type']}")
    make: Callable[..., PinciteError] = kind
    return make(words, source=source) if issubclass(kind, SourceError) else make(words, **value["more"])
