"""One JSON value posted to an address, and the JSON of its reply: bounded in size and time."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

import httpx

from pipeline.model.exchange import (
    TICK,
    BrokenOff,
    NotConnected,
    Unconnected,
    exchange_loop,
    read_refusal,
)
from pipeline.model.server_events import NoReply
from pipeline.model.stopped import Deadline
from pipeline.settings import shown_address

MOST_BYTES = 4_000_000
"""Of a reply. Some servers send the texts back beside their scores."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where to post, and the key that goes with it, which is never shown."""

    url: str
    key: str | None = field(default=None, repr=False)

    @property
    def place(self) -> str:
        """The address as messages name it: without what may be secret."""
        return shown_address(self.url)

    @property
    def headers(self) -> dict[str, str]:
        return {"Accept-Encoding": "identity"} | ({"Authorization": f"Bearer {self.key}"} if self.key else {})


def post_json(address: Address, body: Mapping[str, Any], deadline: Deadline) -> Any:
    """The reply's JSON. Raises Refused, NotConnected, BrokenOff, NoReply, and TimeoutError once the deadline says that
    nobody waits any more."""
    posting = asyncio.run_coroutine_threadsafe(_post(address, body), exchange_loop())
    try:
        while not posting.done():
            if deadline():
                raise TimeoutError
            time.sleep(TICK / 5)
        data = posting.result()
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        is_distrusted = "CERTIFICATE_VERIFY_FAILED" in str(error)
        raise NotConnected(Unconnected.DISTRUSTED if is_distrusted else Unconnected.NOBODY) from error
    except (httpx.RequestError, CancelledError) as error:
        raise BrokenOff(type(error).__name__) from error
    finally:
        posting.cancel()
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NoReply("is no JSON") from error


async def _post(address: Address, body: Mapping[str, Any]) -> bytes:
    async with (
        httpx.AsyncClient(timeout=None, event_hooks={"response": [read_refusal]}) as client,
        client.stream("POST", address.url, json=body, headers=address.headers) as response,
    ):
        if response.is_redirect:
            raise NoReply("sends on to another address")
        received = bytearray()
        async for chunk in response.aiter_bytes():
            received += chunk
            if len(received) > MOST_BYTES:
                raise NoReply(f"has more than {MOST_BYTES:,} bytes")
        return bytes(received)
