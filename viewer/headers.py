"""Security headers that every response of the server carries."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PARENT_POLICY: Final = "frame-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'"
"""What the app's own pages may embed: only frames of this server, so that a source cannot load another site."""


class SecurityHeaders:
    """ASGI middleware: a policy for the parent page, no sniffing, no referrer. A response's own policy stays."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", PARENT_POLICY)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "no-referrer")
            await send(message)

        await self._app(scope, receive, with_headers)
