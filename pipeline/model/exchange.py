"""One request to a model's endpoint, sent by the `openai` client on a thread for all of them, so that it can be given
up at any moment: while it connects, waits for the first byte, or reads.
"""

from __future__ import annotations

import asyncio
import functools
import json
import threading
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from pipeline.model.delta import ServerError
from pipeline.model.endpoint import Endpoint
from pipeline.model.server_events import MOST_BYTES

if TYPE_CHECKING:
    from openai import AsyncOpenAI

TICK = 0.05
"""Seconds without news after which the one who waits may look at the clock and whether it is still wanted."""

LONGEST_ERROR = 64_000
"""Bytes of an error's body that are read."""


class Refused(Exception):
    """The server answered with an error. `headers` are in lower case."""

    def __init__(self, status: int, headers: Mapping[str, str], error: ServerError) -> None:
        super().__init__(f"status {status}")
        self.status = status
        self.headers = headers
        self.error = error


class Unconnected(StrEnum):
    """Why no connection came about."""

    NOBODY = "nobody"
    TIMED_OUT = "timed out"
    DISTRUSTED = "distrusted"


class NotConnected(Exception):
    """No connection came about."""

    def __init__(self, why: Unconnected) -> None:
        super().__init__(why.value)
        self.why = why


class BrokenOff(Exception):
    """The connection broke before the reply ended."""


@dataclass(slots=True)
class _Sent:
    """A request under way."""

    inbox: SimpleQueue[bytes] = field(default_factory=SimpleQueue)
    answered: threading.Event = field(default_factory=threading.Event)


def prepare(endpoint: Endpoint) -> None:
    """Make the endpoint's client, which takes most of a second the first time: no server is to be blamed for that."""
    _client(endpoint)


def receive(endpoint: Endpoint, body: Mapping[str, Any]) -> Generator[bytes]:
    """The body of the reply as it arrives, and b"" at each tick without news. Closing the iterator closes the
    connection. Raises Refused, NotConnected, BrokenOff."""
    sent = _Sent()
    running = asyncio.run_coroutine_threadsafe(_send(endpoint, body, sent), exchange_loop())
    running.add_done_callback(lambda _: sent.inbox.put(b""))
    try:
        while not running.done() or not sent.inbox.empty():
            try:
                yield sent.inbox.get(timeout=TICK)
            except Empty:
                yield b""
        _raise_failure(running, sent)
    finally:
        running.cancel()


def _raise_failure(running: Future[None], sent: _Sent) -> None:
    error = running.exception()
    if error is None:
        return
    for cause in _causes(error):
        if isinstance(cause, Refused):
            raise cause
    if sent.answered.is_set():
        raise BrokenOff(type(error).__name__) from error
    import openai

    if isinstance(error, openai.APIConnectionError):
        if isinstance(error, openai.APITimeoutError):
            raise NotConnected(Unconnected.TIMED_OUT) from error
        is_distrusted = any("CERTIFICATE_VERIFY_FAILED" in str(cause) for cause in _causes(error))
        raise NotConnected(Unconnected.DISTRUSTED if is_distrusted else Unconnected.NOBODY) from error
    raise error


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and what it was raised from, whatever the client wrapped it in."""
    while error is not None:
        yield error
        error = error.__cause__


async def _send(endpoint: Endpoint, body: Mapping[str, Any], sent: _Sent) -> None:
    options = dict(body)
    create = _client(endpoint).chat.completions.with_streaming_response.create
    async with create(
        model=options.pop("model"), messages=options.pop("messages"), extra_body=options
    ) as response:
        sent.answered.set()
        received = 0
        async for chunk in response.iter_bytes():
            sent.inbox.put(chunk)
            received += len(chunk)
            if received > MOST_BYTES:
                return  # who reads gives it up; until then nothing more is taken in


@functools.lru_cache(8)
def _client(endpoint: Endpoint) -> AsyncOpenAI:
    """The client of an endpoint; used on the loop's thread only. It tries nothing again by itself: whether
    that makes sense depends on what has been read. It reads without a limit of time: who waits keeps the clock."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

    return AsyncOpenAI(
        api_key=endpoint.key or "none",  # local servers ask for no key, and the client insists on one
        base_url=endpoint.address,
        max_retries=0,
        timeout=Timeout(None, connect=endpoint.waits.connect),
        default_headers={"Accept-Encoding": "identity"},  # compressed events wait in the server's buffers
        http_client=DefaultAsyncHttpxClient(event_hooks={"response": [read_refusal]}),
    )


async def read_refusal(response: Any) -> None:
    """Raises Refused for a reply that is an error, after the beginning of its body: the client would read all of it,
    however long it is."""
    if not response.is_error:
        return
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LONGEST_ERROR:
            break
    headers = {name.lower(): value for name, value in response.headers.items()}
    raise Refused(response.status_code, headers, _error_of(bytes(body[:LONGEST_ERROR])))


def _error_of(body: bytes) -> ServerError:
    text = body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ServerError(text)
    found = ServerError.of(value)
    if found is None and isinstance(value, dict):
        # Some servers send the message bare ("message", "detail").
        found = ServerError(str(value.get("message") or value.get("detail") or ""))
    return found or ServerError(text)


@functools.cache
def exchange_loop() -> asyncio.AbstractEventLoop:
    """The event loop of all exchanges of this process, on a thread of its own: callers may have a loop themselves."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="model-exchanges", daemon=True).start()
    return loop
