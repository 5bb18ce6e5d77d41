"""What the test model is asked, and what it is scripted to reply: claims, broken JSON, refusals, failures, delays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_PASSAGE = re.compile(
    r"^<(E\d+)-([0-9a-f]+)>\n(?:<context-\2>\n(.*?)\n</context-\2>\n)?(.*?)\n</\1-\2>$",
    re.DOTALL | re.MULTILINE,
)
_NAMED = r"^<({name})-([0-9a-f]+)>\n(.*?)\n</\1-\2>$"


@dataclass(frozen=True, slots=True)
class Asked:
    """A chat request as a model reads it. A judge is asked with `claim` and `quotes`, a planner with `to_plan`, a
    reranker with `query` and `pages`, a writer with the rest."""

    question: str
    passages: Mapping[str, str]
    contexts: Mapping[str, str]
    claim: str
    quotes: tuple[str, ...]
    to_plan: str
    query: str
    pages: tuple[str, ...]

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Asked:
        text = str(body["messages"][-1]["content"])
        found = list(_PASSAGE.finditer(text))
        return cls(
            question="".join(_named("question", text)),
            passages={match[1]: match[4] for match in found},
            contexts={match[1]: match[3] or "" for match in found},
            claim="".join(_named("claim", text)),
            quotes=tuple(_named("quote", text)),
            to_plan="".join(_named("asked", text)),
            query="".join(_named("query", text)),
            pages=tuple(_named(r"P\d+", text)),
        )

    @property
    def is_judging(self) -> bool:
        return bool(self.claim)

    @property
    def is_planning(self) -> bool:
        return bool(self.to_plan)

    @property
    def is_reranking(self) -> bool:
        return bool(self.query)

    def handle(self, words: str) -> str:
        """The handle of the first passage that has these words; raises KeyError when none has."""
        for handle, text in self.passages.items():
            if " ".join(words.split()) in " ".join(text.split()):
                return handle
        raise KeyError(f"no passage of the packet has {words!r}")


def _named(name: str, text: str) -> list[str]:
    return [match[3] for match in re.finditer(_NAMED.format(name=name), text, re.DOTALL | re.MULTILINE)]


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request as it came over the wire."""

    path: str
    authorization: str | None
    body: dict[str, Any]

    @property
    def asked(self) -> Asked:
        return Asked.of(self.body)

    @property
    def format(self) -> str:
        """The response format that was asked for: "json_schema", "json_object" or "text"."""
        return str(self.body.get("response_format", {}).get("type", "text"))


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply to a chat request, and how it is delivered.

    `chunks`: characters a chunk of the stream, or the chunks themselves. `first_seconds` pass before the reply begins,
    `chunk_seconds` between two chunks. After `hang_after` chunks (0: before the first byte) nothing more comes. After
    `cut_after` characters the connection breaks, or ends as if all were said (`clean_cut`). `finish` None: the model
    never says that it is done. `thoughts` are chunks of thinking aloud that come first. `error` is the message of a
    status that is not 200; `stream_error` one within the stream, after the content. `raw` is a whole body to send
    instead, with `content_type`.
    """

    content: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    error: str = "scripted"
    code: str | None = None
    refusal: str | None = None
    thoughts: Sequence[str] = ()
    finish: str | None = "stop"
    chunks: int | Sequence[str] = 12
    first_seconds: float = 0.0
    chunk_seconds: float = 0.0
    hang_after: int | None = None
    cut_after: int | None = None
    clean_cut: bool = False
    stream_error: str | None = None
    raw: bytes | None = None
    content_type: str = "application/json"
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def usage(self) -> dict[str, int]:
        total = self.prompt_tokens + self.completion_tokens
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "total_tokens": total,
        }

    @property
    def error_body(self) -> dict[str, Any]:
        return {"error": {"message": self.error, "type": "test", "code": self.code, "param": None}}

    def pieces(self) -> Iterator[str]:
        """The content as it is streamed, up to where it is cut."""
        whole = self.content if self.cut_after is None else self.content[: self.cut_after]
        if not isinstance(self.chunks, int):
            yield from self.chunks
            return
        for start in range(0, len(whole), self.chunks):
            yield whole[start : start + self.chunks]

    def completion(self, model: str) -> dict[str, Any]:
        """The whole reply as one chat completion."""
        message = {"role": "assistant", "content": self.content, "refusal": self.refusal}
        return {
            "id": "chatcmpl-test",
            "object": "chat.completion",
            "created": 0,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": self.finish}],
            "usage": self.usage,
        }

    def events(self, model: str, with_usage: bool) -> Iterator[dict[str, Any]]:
        """The reply as the events of a stream."""
        yield _event(model, {"role": "assistant", "content": ""})
        if self.refusal is not None:
            yield _event(model, {"refusal": self.refusal})
        for thought in self.thoughts:
            yield _event(model, {"reasoning_content": thought})
        for piece in self.pieces():
            yield _event(model, {"content": piece})
        if self.cut_after is not None:
            return
        if self.stream_error is not None:
            yield {"error": {"message": self.stream_error, "type": "server_error", "code": self.code}}
            return
        if self.finish is not None:
            yield _event(model, {}, self.finish)
        if with_usage:
            yield {**_event(model, {}), "choices": [], "usage": self.usage}


def _event(model: str, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-test",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def claim(
    text: str, *citations: tuple[str, str], calculation: dict[str, Any] | None = None
) -> dict[str, Any]:
    """A claim as a model writes it: `claim("Net sales were 81.8 billion.", ("E1", "Total net sales 81,797"))`."""
    cited = [{"handle": handle, "quote": quote} for handle, quote in citations]
    return {"text": text, "citations": cited, "calculation": calculation}


def calculation(expression: str, result: str, **inputs: tuple[str, str, str]) -> dict[str, Any]:
    """A calculation as a model writes it; each input is (handle, quote, figure)."""
    named = [
        {"name": name, "handle": handle, "quote": quote, "figure": figure}
        for name, (handle, quote, figure) in inputs.items()
    ]
    return {"expression": expression, "inputs": named, "result": result}


def answer(claims: Sequence[dict[str, Any]] = (), not_answered: Sequence[str] = ()) -> str:
    """An answer as a model writes it: JSON."""
    return json.dumps({"claims": list(claims), "not_answered": list(not_answered)}, ensure_ascii=False)


def verdict(word: str, reason: str) -> str:
    """A judge's verdict ("supported", "partly", "not_supported") as a model writes it: JSON."""
    return json.dumps({"reason": reason, "verdict": word}, ensure_ascii=False)


def plan(
    *items: tuple[str, Sequence[str], str],
    phrases: Sequence[str] = (),
    periods: Sequence[tuple[int, int]] = (),
) -> str:
    """A plan as a model writes it: JSON. Each item is (name, labels, statement), each period (year, quarter)."""
    named = [{"name": name, "labels": list(labels), "statement": where} for name, labels, where in items]
    when = [{"year": year, "quarter": quarter} for year, quarter in periods]
    return json.dumps({"items": named, "phrases": list(phrases), "periods": when}, ensure_ascii=False)


def scores(*of_pages: float) -> str:
    """A reranking model's scores of pages 1, 2, … as it writes them: JSON."""
    given = [{"page": page, "score": score} for page, score in enumerate(of_pages, start=1)]
    return json.dumps({"scores": given})
