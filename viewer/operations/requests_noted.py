"""What is noted of each request: its route as a pattern, its status, how long it took. Never the address itself, which
may hold a link."""

from __future__ import annotations

import re
import secrets
import time
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pipeline import meters
from pipeline.journal.lines import FACTS
from pipeline.journal.opening import journal
from pipeline.journal.request import noted
from viewer.operations.routes import HEALTH, READY
from viewer.routes import is_ahead

_log: Final = journal.getChild("requests")

_GIVEN_ID: Final = re.compile(r"[A-Za-z0-9-]{8,64}")
"""What a proxy calls a request in X-Request-ID. Anything else is not taken over into our lines."""

_IMAGE: Final = re.compile(r"/evidence/pages/\{\w+(?::\w+)?\}/\{\w+(?::\w+)?\}/\{\w+(?::\w+)?\}\.webp")
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
_ROUTINE: Final = frozenset({HEALTH, READY, "/_stcore/health", "other"})
"""Routes whose success is not worth a line: asked for every few seconds, or the app's own scripts and pictures."""


class RequestsNoted:
    """ASGI middleware, the outermost."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            with meters.sockets.track_inprogress(), noted(_id(scope)):
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        with noted(_id(scope)):
            try:
                await self._app(scope, receive, seen)
            except Exception as error:
                meters.errors.labels(type(error).__name__).inc()
                _log.error("A request failed.", exc_info=error, extra={FACTS: {"route": _route(scope)}})
                raise
            finally:
                _note(scope, status, time.perf_counter() - begun)


def _note(scope: Scope, status: int, seconds: float) -> None:
    route, method = _route(scope), scope["method"] if scope["method"] in _METHODS else "other"
    meters.requests.labels(route, method, str(status)).inc()
    meters.request_seconds.labels(route).observe(seconds)
    if status == 200 and _IMAGE.fullmatch(route):
        meters.image_seconds.labels("ahead" if is_ahead(Request(scope)) else "now").observe(seconds)
    if route not in _ROUTINE or status >= 400:
        facts = {"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
        _log.info("A request was answered.", extra={FACTS: facts})


def _route(scope: Scope) -> str:
    """The pattern of the route that answered; "other" for files of the front end, and for what no route knows."""
    pattern: str = getattr(scope.get("route"), "path", "") or "other"
    return pattern


def _id(scope: Scope) -> str:
    given = Headers(scope=scope).get("x-request-id", "")
    return given if _GIVEN_ID.fullmatch(given) else secrets.token_hex(8)
