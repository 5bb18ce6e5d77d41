"""A real local HTTP server that speaks the model API: `/v1/embeddings`, `/v1/chat/completions`, `/v1/models`,
`/v1/rerank`.

Tests start it on a free port and talk to it through the same client as production:

    with ModelServer() as server:
        embedder = EndpointEmbedder("test-embedding", server.base_url, "key")
        server.script(claims=[claim("Net sales were 81.8 billion.", ("E1", "Total net sales 81,797"))])
        server.script(lambda asked: Reply(answer([claim("…", (asked.handle("Total net sales"), "Total net sales"))])))
        server.script(text='{"claims": [{"text": "Net sa', finish="length", chunks=3, chunk_seconds=0.01)
        server.script(status=429, headers={"Retry-After": "1"})
        server.script_verdict("not_supported", "The quote says the opposite.")

Scripted replies are given in order, one a request: answers to who writes, verdicts to who judges. What it does beyond
is set by plain attributes: `vector_of`, `reply_to`, `judge`, `planner`, `score_of`, `failures`, `delay_seconds`,
`garbled`; and what it lacks, as servers differ: `formats`, `streams`, `refused_parameters`, `rerank_shape`.
"""

from __future__ import annotations

import hashlib
import json
import re
import select
import socket
import ssl
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.model_replies import Asked, ReceivedRequest, Reply, answer, plan, scores, verdict
from tests.strict_schema import not_strict

DIMENSIONS = 64

Script = Callable[[Asked], Reply]


def hashed_words(text: str) -> list[float]:
    """A bag of hashed words, not normalised: texts that share words are near, and it is the same everywhere."""
    vector = [0.0] * DIMENSIONS
    for word in re.findall(r"[a-z0-9]+", text.lower()):
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % DIMENSIONS] += 1.0
    return vector if any(vector) else [1.0] * DIMENSIONS


def first_line_back(body: dict[str, Any]) -> str:
    """The default chat reply: the last message's first line."""
    return str(body["messages"][-1]["content"]).splitlines()[0]


def shared_words(query: str, text: str) -> float:
    """The default score of a text: how many of the query's words it has."""
    return float(len(set(query.lower().split()) & set(text.lower().split())))


def planning_nothing(asked: Asked) -> Reply:
    """The default plan."""
    return Reply(plan())


def agreeing(asked: Asked) -> Reply:
    """The default verdict."""
    return Reply(verdict("supported", "The quotes state it."))


class ModelServer:
    """Starts at `with`, stops at its end. `requests` holds everything that was received, in order. With a `certificate`
    (a PEM file with its key) it speaks HTTPS, as `localhost`."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.requests: list[ReceivedRequest] = []
        self.vector_of: Callable[[str], list[float]] = hashed_words
        self.reply_to: Callable[[dict[str, Any]], str] = first_line_back
        """The reply to a writer for whom nothing more is scripted."""
        self.otherwise: Reply | None = None
        """The same as a whole reply, before `reply_to`: what a server does that fails again and again."""
        self.judge: Script = agreeing
        """The reply to a judge for whom nothing more is scripted."""
        self.planner: Script = planning_nothing
        """The reply to a planner."""
        self.score_of: Callable[[str, str], float] = shared_words
        """The relevance of a text to a query, of a chat model (from 0 to 10) and of `/rerank`."""
        self.reranked: Reply | None = None
        """What `/rerank` answers instead, whole."""
        self.rerank_shape = "documents"
        """What `/rerank` takes: "documents" (with top_n), "plain" (without it), or "texts" and answers with a list."""
        self.failures: deque[int] = deque()
        """HTTP statuses that the next requests are answered with, one each."""
        self.delay_seconds = 0.0
        self.garbled = False
        """Answer 200 with JSON of another shape."""
        self.formats = {"json_schema", "json_object", "text"}
        """Response formats that it knows; another one is refused with status 400."""
        self.streams = True
        """False: it answers at once as a whole, whatever was asked."""
        self.refused_parameters: set[str] = set()
        """Parameters that it refuses with status 400, such as "stream_options"."""
        self.disconnected = threading.Event()
        """Somebody left in the middle of a reply."""
        self._scripts: deque[Script] = deque()
        self._verdicts: deque[Script] = deque()
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self._root = f"http://127.0.0.1:{self._server.server_port}"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            self._root = f"https://localhost:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"{self._root}/v1"

    @property
    def chats(self) -> list[ReceivedRequest]:
        """The chat requests among what was received."""
        return [request for request in self.requests if request.path == "/v1/chat/completions"]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def script(
        self,
        reply: Reply | Script | None = None,
        *,
        claims: Sequence[dict[str, Any]] = (),
        not_answered: Sequence[str] = (),
        text: str | None = None,
        **delivery: Any,
    ) -> None:
        """The next reply to a writer: a Reply, a function that makes one of what was asked, claims, or any text.
        `delivery` as the fields of Reply."""
        if reply is None:
            reply = Reply(answer(claims, not_answered) if text is None else text, **delivery)
        self._scripts.append((lambda _: reply) if isinstance(reply, Reply) else reply)

    def script_verdict(self, word: str, reason: str = "", **delivery: Any) -> None:
        """The next reply to a judge."""
        self._verdicts.append(lambda _: Reply(verdict(word, reason), **delivery))

    def reply(self, request: ReceivedRequest) -> Reply:
        """What a request is answered with."""
        self.requests.append(request)
        self._closing.wait(self.delay_seconds)
        if self.failures:
            status = self.failures.popleft()
            return Reply(status=status, error=f"refused with {status}")
        if self.garbled:
            return _whole({"result": "this is no model API"})
        if request.path == "/v1/chat/completions":
            return self._refusal(request) or self._scripted(request)
        if request.path == "/v1/embeddings":
            return _whole(self._embeddings(request.body))
        if request.path.endswith("/rerank"):
            return self.reranked or self._reranked(request.body)
        if request.path == "/v1/models":
            return _whole(
                {"object": "list", "data": [{"id": "test-model", "object": "model", "owned_by": "tests"}]}
            )
        return Reply(status=404, error=f"no route {request.path}")

    def sleep(self, seconds: float) -> None:
        """Wait, but not beyond the end of the server."""
        self._closing.wait(seconds)

    def hang(self, connection: socket.socket) -> None:
        """Say nothing until the client leaves or the server stops."""
        while not self._closing.is_set():
            readable, _, _ = select.select([connection], [], [], 0.02)
            if readable and not connection.recv(1, socket.MSG_PEEK):
                self.disconnected.set()
                return

    def _refusal(self, request: ReceivedRequest) -> Reply | None:
        for name in sorted(self.refused_parameters & request.body.keys()):
            return Reply(
                status=400, error=f"Unsupported parameter: '{name}' is not supported with this model."
            )
        if request.format not in self.formats:
            return Reply(
                status=400, error=f"response_format of type '{request.format}' is unavailable for this model."
            )
        if request.format == "json_schema":
            problem = not_strict(request.body["response_format"]["json_schema"])
            if problem:
                return Reply(status=400, error=f"Invalid schema for response_format: {problem}")
        return None

    def _scripted(self, request: ReceivedRequest) -> Reply:
        asked = request.asked
        if asked.is_judging:
            return (self._verdicts.popleft() if self._verdicts else self.judge)(asked)
        if asked.is_planning:
            return self.planner(asked)
        if asked.is_reranking:
            return self.reranked or Reply(scores(*(self.score_of(asked.query, page) for page in asked.pages)))
        if self._scripts:
            return self._scripts.popleft()(asked)
        return self.otherwise or Reply(self.reply_to(request.body))

    def _reranked(self, body: dict[str, Any]) -> Reply:
        """Best first, as such servers answer."""
        known = {"documents": {"model", "query", "documents", "top_n"}, "texts": {"query", "texts"}}
        known["plain"] = known["documents"] - {"top_n"}
        if unknown := body.keys() - known[self.rerank_shape]:
            return Reply(status=422, error=f"unknown fields {sorted(unknown)}")
        texts = body.get("documents") or body["texts"]
        found = [(self.score_of(body["query"], text), index) for index, text in enumerate(texts)]
        found.sort(key=lambda one: (-one[0], one[1]))
        if self.rerank_shape == "texts":
            return Reply(
                raw=json.dumps([{"index": index, "score": score} for score, index in found]).encode()
            )
        return _whole({"results": [{"index": index, "relevance_score": score} for score, index in found]})

    def _embeddings(self, body: dict[str, Any]) -> dict[str, Any]:
        texts = [body["input"]] if isinstance(body["input"], str) else list(body["input"])
        data = [
            {"object": "embedding", "index": index, "embedding": self.vector_of(text)}
            for index, text in enumerate(texts)
        ]
        # The API promises an index, not an order.
        return {"object": "list", "model": body["model"], "data": data[::-1], "usage": Reply().usage}


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves between two requests is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def _whole(body: dict[str, Any]) -> Reply:
    return Reply(raw=json.dumps(body).encode())


def _handler(model_server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # a stream in chunks: one that breaks is known from one that ends

        def do_GET(self) -> None:
            self._answer({})

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            self._answer(json.loads(self.rfile.read(length) or b"{}"))

        def _answer(self, body: dict[str, Any]) -> None:
            received = ReceivedRequest(self.path, self.headers.get("Authorization"), body)
            reply = model_server.reply(received)
            try:
                model_server.sleep(reply.first_seconds)
                if reply.hang_after == 0:
                    model_server.hang(self.connection)
                    self.close_connection = True
                elif reply.raw is not None or reply.status != 200 or not self._is_streamed(received):
                    self._send_whole(reply, str(body.get("model")))
                else:
                    self._send_stream(reply, body)
            except (BrokenPipeError, ConnectionResetError):
                model_server.disconnected.set()  # the client stopped waiting
                self.close_connection = True

        def _is_streamed(self, received: ReceivedRequest) -> bool:
            return model_server.streams and bool(received.body.get("stream"))

        def _send_whole(self, reply: Reply, model: str) -> None:
            body = reply.completion(model) if reply.status == 200 else reply.error_body
            data = json.dumps(body).encode() if reply.raw is None else reply.raw
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def _send_stream(self, reply: Reply, body: dict[str, Any]) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            with_usage = bool((body.get("stream_options") or {}).get("include_usage"))
            for number, event in enumerate(reply.events(str(body["model"]), with_usage)):
                if number == reply.hang_after:
                    model_server.hang(self.connection)
                    self.close_connection = True
                    return
                self._send_chunk(f"data: {json.dumps(event)}\n\n")
                model_server.sleep(reply.chunk_seconds)
            if reply.cut_after is not None and not reply.clean_cut:
                self.close_connection = True
                return
            if reply.cut_after is None and reply.finish is not None:
                self._send_chunk("data: [DONE]\n\n")
            self.wfile.write(b"0\r\n\r\n")

        def _send_chunk(self, text: str) -> None:
            data = text.encode()
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            self.wfile.flush()

        def log_message(self, format: str, *args: object) -> None:
            return

    return Handler
