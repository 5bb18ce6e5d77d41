"""One event of a chat reply, read without trust in its shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class ServerError:
    """An error that a server reports within a reply, or instead of one; texts as it put them."""

    message: str
    code: str = ""

    @classmethod
    def of(cls, body: object) -> Self | None:
        """Of a JSON body with an `error`; None for one without."""
        error = body.get("error") if isinstance(body, Mapping) else None
        if isinstance(error, str):
            return cls(error)
        if not isinstance(error, Mapping):
            return None
        return cls(str(error.get("message") or ""), str(error.get("code") or error.get("type") or ""))


@dataclass(frozen=True, slots=True)
class Delta:
    """What an event adds: text, words of a refusal, why the model ended, counts of tokens. `has_choice` when it is part
    of a message at all, `is_thought` when a model that thinks aloud has only said that it lives."""

    text: str = ""
    refusal: str = ""
    finish: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    error: ServerError | None = None
    has_choice: bool = False
    is_thought: bool = False

    @classmethod
    def of(cls, event: Mapping[str, Any]) -> Self:
        """Of a chunk of a stream or of a whole completion."""
        usage = _mapping(event.get("usage"))
        choices = event.get("choices")
        choice = _mapping(choices[0] if isinstance(choices, list) and choices else None)
        message = _mapping(choice.get("delta")) or _mapping(choice.get("message"))
        finish = choice.get("finish_reason")
        return cls(
            text=_text(message.get("content")),
            refusal=_text(message.get("refusal")),
            finish=finish if isinstance(finish, str) and finish else None,
            prompt_tokens=_count(usage.get("prompt_tokens")),
            completion_tokens=_count(usage.get("completion_tokens")),
            error=ServerError.of(event),
            has_choice=bool(choice),
            is_thought=bool(message.get("reasoning_content") or message.get("reasoning")),
        )

    @property
    def is_progress(self) -> bool:
        """Whether the model did something, not only its server."""
        return bool(self.text or self.refusal or self.finish or self.is_thought)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _text(content: object) -> str:
    """A content as text; some servers send it in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_text(part.get("text")) for part in content if isinstance(part, Mapping))
    return ""


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
