"""Security headers that every response of the server carries: what a page may load and run, and who may embed it."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

INERT_POLICY: Final = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
)
"""For data, pictures and downloads: opened by themselves, they run and load nothing and have no origin."""

DOCUMENT_POLICY: Final = "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""For a PDF that is opened in a tab of its own: under more than this, and in a sandbox, browsers' own readers do not
start. It is never taken for a page, whose scripts would run: nothing is sniffed."""

COMPONENT_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data: blob:; connect-src 'self' data: blob:; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""For the browser-side PDF renderer in its frame. It reads hostile files, and may neither evaluate text nor ask another
server for anything."""

PERMISSIONS: Final = (
    "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), "
    "gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), "
    "publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=(), "
    "clipboard-write=(self), fullscreen=(self)"
)
"""What the app's pages and their frames may ask a browser for: to copy, and to fill the screen."""

_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_COMPONENTS: Final = "/component/"
"""Where Streamlit serves the frames of components that have one."""

_POLICY: Final = "Content-Security-Policy"
_INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
_CLOSED_WITHOUT_WORDS: Final = 403
_IN_WORDS: Final = "websocket.http.response"
"""ASGI's extension with which a refused websocket is answered like a request."""


@cache
def parent_policy() -> str:
    """The policy of the app's own pages.

    Scripts are the server's files and, by their hashes, the ones that Streamlit writes into its own page; `blob:` is
    how it loads the components' modules, which only a script that runs already can make. Nothing evaluates text. Styles
    are inline, because Streamlit's front end writes them so: what they could load is limited to this server.
    """
    scripts = " ".join(["'self'", "blob:", *(f"'sha256-{one}'" for one in _inline_script_hashes())])
    return (
        f"default-src 'none'; script-src {scripts}; script-src-attr 'none'; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
        "frame-src 'self'; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )


def _inline_script_hashes() -> list[str]:
    """Of the scripts that stand in Streamlit's page itself, base64 of sha256."""
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text("utf-8")
    return [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        for script in _INLINE_SCRIPT.findall(page)
    ]


def policy_for(path: str, headers: Headers) -> str:
    """The policy of a response that brings none. One without a type ("not modified") may stand for a page."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    is_saved = headers.get("content-disposition", "").startswith("attachment")
    if path.startswith(_COMPONENTS):
        return COMPONENT_POLICY
    if media_type == "application/pdf" and not is_saved:
        return DOCUMENT_POLICY
    if is_saved or media_type not in ("", "text/html"):
        return INERT_POLICY
    return parent_policy()


class SecurityHeaders:
    """ASGI middleware around the whole application, its error pages too. A response's own headers stay."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        is_refusable = _IN_WORDS in (scope.get("extensions") or {})
        is_accepted = False

        async def with_headers(message: Message) -> None:
            nonlocal is_accepted
            kind = message["type"]
            is_accepted = is_accepted or kind == "websocket.accept"
            if kind == "websocket.close" and is_refusable and not is_accepted:
                refusal: Message = {
                    "type": f"{_IN_WORDS}.start",
                    "status": _CLOSED_WITHOUT_WORDS,
                    "headers": [],
                }
                _secure(refusal, scope["path"])
                await send(refusal)
                await send({"type": f"{_IN_WORDS}.body", "body": b""})
                return
            if kind in ("http.response.start", "websocket.accept", f"{_IN_WORDS}.start"):
                _secure(message, scope["path"])
            await send(message)

        await self._app(scope, receive, with_headers)


def _secure(message: Message, path: str) -> None:
    message.setdefault("headers", [])
    headers = MutableHeaders(scope=message)
    headers.setdefault(_POLICY, policy_for(path, headers))
    for name, value in _ALWAYS.items():
        headers.setdefault(name, value)
