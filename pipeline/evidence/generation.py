"""How a model came to an answer, and what went wrong on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class Stage(StrEnum):
    """What is being done for an answer that is not finished."""

    SEARCHING = "searching"  # looking for the passages
    WRITING = "writing"  # the model writes, each claim is checked as it comes
    JUDGING = "judging"  # all is written, and the support of some claims is still being judged


class ProblemKind(StrEnum):
    """Why an answer ended before the model had said that it was done."""

    UNREACHABLE = "unreachable"
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    KEY_REFUSED = "key_refused"
    MODEL_UNKNOWN = "model_unknown"
    REQUEST_REFUSED = "request_refused"
    SERVER_FAILED = "server_failed"
    REFUSED = "refused"
    FILTERED = "filtered"
    TRUNCATED = "truncated"
    CUT_OFF = "cut_off"
    MALFORMED = "malformed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    SEARCH_FAILED = "search_failed"


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong while a model wrote an answer: a sentence that says what happened and what to do."""

    kind: ProblemKind
    message: str

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind.value, "message": self.message}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(ProblemKind(value["kind"]), value["message"])


@dataclass(frozen=True, slots=True)
class Generation:
    """How a model came to its answer: the versions of the prompts that it was given, what it used of tokens as it said
    itself (None: it did not say), the seconds it took and the requests that were sent. `judge` is the model and prompt
    that judged the support."""

    prompt: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    seconds: float = 0.0
    requests: int = 1
    judge: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "prompt": self.prompt,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "seconds": self.seconds,
            "requests": self.requests,
            "judge": self.judge,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`."""
        return cls(**value)
