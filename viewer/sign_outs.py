"""Streamlit's own way out, an address that clears the cookie, made to end the sign-in that the cookie showed: what was
copied of it, other tabs and every link are over then, as with the button."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_auth_routes import _get_cookie_value_from_request
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from pipeline.evidence.errors import LoginInvalid, StoreError
from pipeline.oidc import OidcClient
from pipeline.store import workspaces
from pipeline.store.database import Database
from pipeline.store.scope import NOBODY
from viewer.logins import login_of
from viewer.services import Services

_LOGOUT: Final = "/auth/logout"
_STILL_IN: Final = (
    "You are still signed in, because the sign-in could not be ended: {} Try again in a moment."
)


class SignOuts:
    """ASGI middleware around Streamlit. `services` is asked at each request, after the server has started."""

    def __init__(self, app: ASGIApp, services: Callable[[], Services]) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].rstrip("/") == _LOGOUT:
            services = self._services()
            client = services.settings.oidc
            claims = None if client is None else _claims(Request(scope))
            if client is not None and claims is not None:
                try:
                    await asyncio.to_thread(sign_out, services.database, client, claims)
                except StoreError as error:  # the cookie stays, so that it can be tried again
                    words = _STILL_IN.format(error.message)
                    await PlainTextResponse(words, 503, {"Cache-Control": "no-store"})(scope, receive, send)
                    return
        await self._app(scope, receive, send)


def sign_out(database: Database, client: OidcClient, claims: Mapping[str, Any]) -> None:
    """End the login that a cookie shows, in all workspaces of whoever it is. One that opens nothing is left: only its
    cookie is to be cleared. Raises StoreError."""
    try:
        login = login_of(claims, client, datetime.now(UTC))
    except LoginInvalid:
        return
    with database.scoped(NOBODY) as conn:
        workspaces.sign_out(conn, login)


def _claims(request: Request) -> Mapping[str, Any] | None:
    """What the request's cookie says, once its signature was checked; None without one."""
    written = _get_cookie_value_from_request(request, USER_COOKIE_NAME)
    if written is None:
        return None
    try:
        claims = json.loads(written)
    except ValueError:
        return None
    return claims if isinstance(claims, Mapping) else None
