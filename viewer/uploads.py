"""Who may send files to the app's pages. Streamlit takes 200 MB at a time of whoever has a page open, before a sign-in
too, and keeps them in memory: where people sign in, it is asked before a byte is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol
from weakref import WeakValueDictionary

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as Request

from pipeline.evidence.errors import PinciteError
from pipeline.store.scope import Scope
from viewer.requests import ABSENT_KIND, ABSENT_WORDS
from viewer.services import Services

_UPLOADS: Final = "/_stcore/upload_file/"
_COUNTS: Final = "/_stcore/metrics"
"""Streamlit's counts of its sessions: Pincite gives its operator figures elsewhere, and nobody else any."""


class Admitted(Protocol):
    """Somebody who came in to a session, for as long as the session keeps this."""

    @property
    def scope(self) -> Scope: ...


_admitted: Final[WeakValueDictionary[str, Admitted]] = WeakValueDictionary()


def admit(session_id: str, who: Admitted) -> None:
    """Take files of a session of Streamlit's, until it lets go of `who`."""
    _admitted[session_id] = who


class MembersOnly:
    """ASGI middleware around Streamlit: uploads for members, its counts for nobody. Nothing is asked of the local user
    of an installation without sign-in. `services` is asked at each request, after the server has started."""

    def __init__(self, app: ASGIApp, services: Callable[[], Services]) -> None:
        self._app = app
        self._services = services

    async def __call__(self, scope: Request, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not await self._is_open(scope["method"], scope["path"]):
            refusal = JSONResponse(
                {"error": ABSENT_KIND, "message": ABSENT_WORDS}, 404, headers={"Cache-Control": "no-store"}
            )
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _is_open(self, method: str, path: str) -> bool:
        if not path.startswith((_UPLOADS, _COUNTS)):
            return True
        services = self._services()
        if services.settings.oidc is None:
            return True
        if path.startswith(_COUNTS):
            return False
        if method != "PUT":
            return True
        who = _admitted.get(path.removeprefix(_UPLOADS).partition("/")[0])
        return who is not None and await asyncio.to_thread(_is_member, services, who.scope)


def _is_member(services: Services, scope: Scope) -> bool:
    try:
        with services.database.scoped(scope):
            return True
    except PinciteError:  # the sign-in is over, or it cannot be asked
        return False
