"""Who may send files to the app's pages. Streamlit takes 200 MB at a time of whoever has a page open, before a sign-in
too, and keeps them in memory: where people sign in, it is asked before a byte is read, and how much of theirs is there
already."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Final, Protocol
from uuid import UUID
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Send
from starlette.types import Scope as Request
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

from pipeline.evidence.errors import NotFound, PinciteError
from pipeline.store.scope import NOBODY, Scope
from viewer.requests import ABSENT_KIND, ABSENT_WORDS, InvalidRequest, RequestTooLarge, refused_json
from viewer.services import Services

_UPLOADS: Final = "/_stcore/upload_file/"
_COUNTS: Final = "/_stcore/metrics"
"""Streamlit's counts of its sessions: Pincite gives its operator figures elsewhere, and nobody else any."""

MOST_HELD: Final = 1_000_000_000
"""Bytes of one user's files that wait in memory to be added: five of the largest."""


class Admitted(Protocol):
    """Somebody who came in to a session, for as long as the session keeps this."""

    @property
    def scope(self) -> Scope: ...


_admitted: Final[WeakValueDictionary[str, Admitted]] = WeakValueDictionary()


def admit(session_id: str, who: Admitted) -> None:
    """Take files of a session of Streamlit's, until it lets go of `who`."""
    _admitted[session_id] = who


def free(session_id: str, file_id: str) -> None:
    """Let a file go that has been stored: Streamlit would keep it as long as its session."""
    manager = _manager()
    if manager is not None:
        manager.remove_file(session_id, file_id)


class MembersOnly:
    """ASGI middleware around Streamlit: uploads for members, so much at a time; its counts for nobody. Nothing is asked
    of the local user of an installation without sign-in. `services` is asked at each request, after the server has
    started."""

    def __init__(self, app: ASGIApp, services: Callable[[], Services]) -> None:
        self._app = app
        self._services = services
        self._coming: Counter[UUID] = Counter()

    async def __call__(self, scope: Request, receive: Receive, send: Send) -> None:
        is_asked = scope["type"] == "http" and scope["path"].startswith((_UPLOADS, _COUNTS))
        if not is_asked or self._services().settings.oidc is None:
            await self._app(scope, receive, send)
            return
        try:
            user_id, size = await self._allowed(scope)
        except NotFound:
            await refused_json(404, ABSENT_KIND, ABSENT_WORDS)(scope, receive, send)
        except RequestTooLarge as error:
            await refused_json(413, error.kind, error.message)(scope, receive, send)
        except InvalidRequest as error:
            await refused_json(411, error.kind, error.message)(scope, receive, send)
        else:
            self._coming[user_id] += size
            try:
                await self._app(scope, receive, send)
            finally:
                self._coming[user_id] -= size

    async def _allowed(self, scope: Request) -> tuple[UUID, int]:
        """Whose request it is, and how many bytes come with it. Raises NotFound, and for files InvalidRequest where it
        does not say how many, and RequestTooLarge."""
        if scope["path"].startswith(_COUNTS):
            raise NotFound("Pincite's figures are given elsewhere.")
        if scope["method"] != "PUT":
            return NOBODY.user_id, 0
        who = _admitted.get(scope["path"].removeprefix(_UPLOADS).partition("/")[0])
        if who is None or not await asyncio.to_thread(_is_member, self._services(), who.scope):
            raise NotFound("There is no such session.")
        length = Headers(scope=scope).get("content-length", "")
        if not length.isascii() or not length.isdigit():
            raise InvalidRequest("An upload says how many bytes it has.")
        user_id, size = who.scope.user_id, int(length)
        if _held(user_id) + self._coming[user_id] + size > MOST_HELD:
            raise RequestTooLarge("Files of yours wait here already. Press Add, then send the others.")
        return user_id, size


def _held(user_id: UUID) -> int:
    """Bytes of a user's files in this process's memory, of all their sessions."""
    manager = _manager()
    if manager is None:
        return 0
    sessions = [session_id for session_id, who in _admitted.items() if who.scope.user_id == user_id]
    return sum(
        len(file.data) for one in sessions for file in list(manager.file_storage.get(one, {}).values())
    )


def _manager() -> MemoryUploadedFileManager | None:
    """Where Streamlit keeps what was uploaded; None outside a running app."""
    if not runtime.exists():
        return None
    manager = runtime.get_instance().uploaded_file_mgr
    return manager if isinstance(manager, MemoryUploadedFileManager) else None


def _is_member(services: Services, scope: Scope) -> bool:
    try:
        with services.database.scoped(scope):
            return True
    except PinciteError:  # the sign-in is over, or it cannot be asked
        return False
