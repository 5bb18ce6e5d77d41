"""The answers of Streamlit's sign-in routes, with what they lack: words where one fails, cookies that TLS guards."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

SAID: Final = "sign-in"
"""The parameter of the address that says what became of a sign-in."""
_LOGIN: Final = "/auth/login"
_CALLBACK: Final = "/oauth2callback"


class SaidAt(StrEnum):
    """What became of it."""

    UNREACHABLE = "unreachable"
    FAILED = "failed"


class SignInAnswers:
    """ASGI middleware around the whole application. `is_encrypted` tells whether browsers open it through TLS, once
    that is known."""

    def __init__(self, app: ASGIApp, is_encrypted: Callable[[], bool]) -> None:
        self._app = app
        self._is_encrypted = is_encrypted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_words(message: Message) -> None:
            if message["type"] == "http.response.start":
                _say_why(scope, message)
                if self._is_encrypted():
                    _guard_cookies(message)
            await send(message)

        await self._app(scope, receive, with_words)


def _say_why(scope: Scope, message: Message) -> None:
    """Send a browser whose sign-in came to nothing to the entrance, with the cookies that the answer clears."""
    failure = _failure(scope, message)
    if failure is not None:
        message["status"] = 302
        MutableHeaders(scope=message)["location"] = f"/?{SAID}={failure}"


def _failure(scope: Scope, message: Message) -> SaidAt | None:
    """Whether this answer ends a sign-in without one."""
    if scope["path"] == _LOGIN and message["status"] >= 400:
        return SaidAt.UNREACHABLE
    if scope["path"] == _CALLBACK and _was_sent_back(scope) and not _signs_in(message):
        return SaidAt.FAILED
    return None


def _was_sent_back(scope: Scope) -> bool:
    """By the provider, after a sign-in: after a sign-out it sends neither."""
    return bool({"code", "error"} & parse_qs(scope["query_string"].decode("latin-1")).keys())


def _signs_in(message: Message) -> bool:
    named = f"{USER_COOKIE_NAME}="
    return any(
        cookie.startswith(named) and not cookie.startswith(f'{named}""')
        for cookie in MutableHeaders(scope=message).getlist("set-cookie")
    )


def _guard_cookies(message: Message) -> None:
    """Have the browser send the cookies through TLS only."""
    message["headers"] = [
        (
            name,
            value + b"; Secure"
            if name.lower() == b"set-cookie" and b"; secure" not in value.lower()
            else value,
        )
        for name, value in message.get("headers", [])
    ]
