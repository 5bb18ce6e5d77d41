"""A real local HTTP server that speaks the model API: `/v1/embeddings`, `/v1/chat/completions`, `/v1/models`.

Tests start it on a free port and talk to it through the same client as production:

    with ModelServer() as server:
        embedder = EndpointEmbedder("test-embedding", server.base_url, "key")

What it replies is set by plain attributes: `vector_of`, `reply_to`, `failures`, `delay_seconds`, `garbled`.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

DIMENSIONS = 64


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request as it came over the wire."""

    path: str
    authorization: str | None
    body: dict[str, Any]


def hashed_words(text: str) -> list[float]:
    """A bag of hashed words, not normalised: texts that share words are near, and it is the same everywhere."""
    vector = [0.0] * DIMENSIONS
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % DIMENSIONS] += 1.0
    return vector if any(vector) else [1.0] * DIMENSIONS


def first_line_back(body: dict[str, Any]) -> str:
    """The default chat reply: the last message's first line."""
    return str(body["messages"][-1]["content"]).splitlines()[0]


class ModelServer:
    """Starts at `with`, stops at its end. `requests` holds everything that was received, in order."""

    def __init__(self) -> None:
        self.requests: list[ReceivedRequest] = []
        self.vector_of: Callable[[str], list[float]] = hashed_words
        self.reply_to: Callable[[dict[str, Any]], str] = first_line_back
        self.failures: deque[int] = deque()
        """HTTP statuses that the next requests are answered with, one each."""
        self.delay_seconds = 0.0
        self.garbled = False
        """Answer 200 with JSON of another shape."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, request: ReceivedRequest) -> tuple[int, dict[str, Any]]:
        """Status and JSON body for a request."""
        self.requests.append(request)
        time.sleep(self.delay_seconds)
        if self.failures:
            status = self.failures.popleft()
            return status, {"error": {"message": f"refused with {status}", "type": "test"}}
        if self.garbled:
            return 200, {"result": "this is no model API"}
        if request.path == "/v1/embeddings":
            return 200, self._embeddings(request.body)
        if request.path == "/v1/chat/completions":
            return 200, self._completion(request.body)
        if request.path == "/v1/models":
            return 200, {
                "object": "list",
                "data": [{"id": "test-model", "object": "model", "owned_by": "tests"}],
            }
        return 404, {"error": {"message": f"no route {request.path}", "type": "test"}}

    def _embeddings(self, body: dict[str, Any]) -> dict[str, Any]:
        texts = [body["input"]] if isinstance(body["input"], str) else list(body["input"])
        data = [
            {"object": "embedding", "index": index, "embedding": self.vector_of(text)}
            for index, text in enumerate(texts)
        ]
        # The API promises an index, not an order.
        return {"object": "list", "model": body["model"], "data": data[::-1], "usage": _usage()}

    def _completion(self, body: dict[str, Any]) -> dict[str, Any]:
        message = {"role": "assistant", "content": self.reply_to(body)}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return {
            "id": f"chatcmpl-{len(self.requests)}",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [choice],
            "usage": _usage(),
        }


def _usage() -> dict[str, int]:
    return {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


def _handler(model_server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({})

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            self._reply(json.loads(self.rfile.read(length) or b"{}"))

        def _reply(self, body: dict[str, Any]) -> None:
            received = ReceivedRequest(self.path, self.headers.get("Authorization"), body)
            status, reply = model_server.answer(received)
            data = json.dumps(reply).encode()
            try:
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                return  # the client stopped waiting: that is what the timeout test is about

        def log_message(self, format: str, *args: object) -> None:
            return

    return Handler
