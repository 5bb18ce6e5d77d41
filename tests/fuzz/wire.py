"""What comes over the wire: links, addresses' parameters, a model's reply, a reading process' messages."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl
from uuid import UUID

from pipeline.answer.writing.answer_reader import AnswerReader
from pipeline.evidence.errors import AccessError, EndpointError
from pipeline.model.delta import Delta
from pipeline.model.server_events import NoReply, ReplyReader
from pipeline.model.structured import _objects
from pipeline.reading import messages
from pipeline.store.scope import Scope
from tests.fuzz.json_values import TOKENS, mutated_json
from tests.fuzz.mutations import mutated
from tests.fuzz.target import Target
from viewer.deep_links import LinkedView
from viewer.links import Link, LinkKind, Links

_LINKS = Links(b"k" * 32, clock=lambda: 1e9)

_ANSWER = json.dumps(
    {
        "claims": [
            {
                "text": "Net sales rose to $1,234 million.",
                "citations": [{"handle": "E1", "quote": "Net sales $ 1,234"}],
                "calculation": None,
            }
        ],
        "not_in_sources": ["The outlook."],
    }
).encode()


def read_link(data: bytes) -> str:
    """Only what was signed here opens anything."""
    token = data.decode("utf-8", "surrogateescape")
    link = _LINKS.read(token, LinkKind.PAGES)
    if token not in _tokens():
        raise ValueError(f"an altered link opened {link.target_id}")
    return "opened"


def _tokens() -> list[str]:
    scope = Scope(UUID(int=1), UUID(int=2))
    return [_LINKS.token(Link(scope, UUID(int=number), kind)) for number in (3, 4) for kind in LinkKind]


def _link_seeds(_: Path | None) -> list[bytes]:
    return [token.encode() for token in _tokens()]


def read_view(data: bytes) -> str:
    """Parameters of an address name a place in an answer, or are told to be none."""
    view = LinkedView.read(dict(parse_qsl(data.decode("utf-8", "replace"), keep_blank_values=True)))
    view.key_among(["1:E1", "2:E2"])
    return "asked for" if view.evidence else "nothing asked"


def read_reply(data: bytes) -> str:
    """A model's reply as it streams in: its events, the text in them, the claims in that."""
    reader, answer, plain = ReplyReader(), AnswerReader(), ""
    cut = len(data) // 3
    for event in _events(reader, (data[:cut], data[cut : cut + 7], data[cut + 7 :])):
        delta = Delta.of(event)
        plain += delta.text
        for _ in answer.feed(delta.text):
            pass
    for value in _objects(plain + data.decode("utf-8", "replace")):
        if not isinstance(value, dict):
            raise TypeError(f"{value!r} is no object")
    answer.end()
    return "answer"


def _events(reader: ReplyReader, chunks: Sequence[bytes]) -> Iterator[dict[str, object]]:
    for chunk in chunks:
        yield from reader.feed(chunk)
    yield from reader.end()


def _reply_seeds(_: Path | None) -> list[bytes]:
    text = _ANSWER.decode()
    pieces = [text[at : at + 40] for at in range(0, len(text), 40)]
    streamed: list[dict[str, object]] = [
        {"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]} for piece in pieces
    ]
    streamed.append(
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": {"total_tokens": 9}}
    )
    stream = (
        b"".join(b"data: " + json.dumps(one).encode() + b"\n\n" for one in streamed) + b"data: [DONE]\n\n"
    )
    whole = json.dumps({"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}).encode()
    return [stream, whole, b'{"error": {"message": "too long", "code": "context_length_exceeded"}}']


def _mutated_reply(random: Random, seeds: Sequence[bytes]) -> bytes:
    """The frame changed, or the answer within it."""
    if random.random() < 0.5:
        return mutated(
            random,
            seeds,
            (*TOKENS, b"data: ", b"\n\n", b"\r", b"[DONE]", b"event: error\n", b":", b"\xef\xbb\xbf"),
        )
    answer = mutated_json(random, [_ANSWER]).decode("utf-8", "replace")
    return (
        b"data: "
        + json.dumps({"choices": [{"delta": {"content": answer}, "finish_reason": "stop"}]}).encode()
        + b"\n\n"
    )


def read_messages(data: bytes) -> str:
    """What a reading process says is a message or the end of them."""
    heard = list(messages.read(io.BytesIO(data), "fuzzed.pdf"))
    return type(heard[-1]).__name__ if heard else "nothing"


def _message_seeds(_: Path | None) -> list[bytes]:
    return [
        b'{"stage": "parsing page", "done": 1, "total": 9}\n{"version": "00000000-0000-0000-0000-000000000001"}\n',
        b'{"error": {"type": "BlobCorrupt", "message": "It has changed.", "more": {"expected": "a", "found": "b"}}}\n',
        b'{"error": {"type": "NoPages", "message": "It has no page.", "more": {"source": "x"}}}\n',
    ]


def _mutated_message(random: Random, seeds: Sequence[bytes]) -> bytes:
    lines = [line for seed in seeds for line in seed.splitlines()]
    return b"\n".join(mutated_json(random, lines) for _ in range(random.randint(1, 3))) + b"\n"


def _mutated_token(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(random, seeds, (b".", b"-", b"_", b"=", b"\xff", b"\x00", b"/", b"%2e", b"WyI"))


def _mutated_parameters(random: Random, seeds: Sequence[bytes]) -> bytes:
    return mutated(
        random,
        seeds,
        (b"&", b"=", b"evidence=", b"region=", b"zoom=", b"at=", b"%00", b"%ED%A0%80", b"1e309", b"\xff"),
    )


def _parameter_seeds(_: Path | None) -> list[bytes]:
    return [
        b"evidence=1:E2&region=2&zoom=125&at=4,0.5,0.25",
        b"evidence=E1&zoom=width",
        b"evidence=E1b&region=1",
    ]


TARGETS = (
    Target("links", "tokens of links", _link_seeds, _mutated_token, read_link, (AccessError,)),
    Target("addresses", "parameters of addresses", _parameter_seeds, _mutated_parameters, read_view, ()),
    Target(
        "replies",
        "models' replies and event streams",
        _reply_seeds,
        _mutated_reply,
        read_reply,
        (EndpointError, NoReply),
    ),
    Target("messages", "messages of reading processes", _message_seeds, _mutated_message, read_messages, ()),
)
