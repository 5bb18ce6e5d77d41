"""Files are taken of members only, and of nobody before it is known who they are."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from starlette.types import Message, Receive, Send
from starlette.types import Scope as Request
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pipeline.oidc import OidcClient
from pipeline.permissions import Role
from pipeline.settings import Settings
from pipeline.store import sign_ins
from pipeline.store.database import Database
from pipeline.store.scope import Scope
from tests.store.members import signed_in
from viewer import uploads
from viewer.uploads import MembersOnly

CLIENT = OidcClient("https://app.example", "https://login.example/x", "https://login.example", "pincite", "x")


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Visitor:
    scope: Scope


@pytest.fixture
def who(database: Database, tenant: Scope) -> Visitor:
    return Visitor(signed_in(database, tenant, Role.ANALYST))


def status(
    database: Database,
    path: str,
    method: str = "PUT",
    *,
    oidc: OidcClient | None = CLIENT,
    length: int | None = 1,
) -> int:
    """What is answered; 204 stands for Streamlit's own answer. Whoever is refused has not been read from."""
    settings = replace(Settings.from_environment(), oidc=oidc)
    services: Any = SimpleNamespace(settings=settings, database=database)
    answered: list[int] = []

    async def streamlit(_: Request, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 204, "headers": []})

    async def receive() -> Message:
        answered.append(0)
        return {"type": "http.request", "body": b"x", "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            answered.append(message["status"])

    headers = [] if length is None else [(b"content-length", str(length).encode())]
    request = {"type": "http", "method": method, "path": path, "headers": headers}
    asyncio.run(MembersOnly(streamlit, lambda: services)(request, receive, send))
    assert answered in ([0, 204], [404], [411], [413])
    return answered[-1]


def test_a_file_is_taken_of_a_member_while_they_are_there(
    database: Database, tenant: Scope, who: Visitor
) -> None:
    session = str(uuid4())
    path = f"/_stcore/upload_file/{session}/{uuid4()}"
    assert status(database, path) == 404
    uploads.admit(session, who)
    assert status(database, path) == 204
    assert status(database, f"/_stcore/upload_file/{uuid4()}/{uuid4()}") == 404
    assert who.scope.sign_in_id is not None
    with database.scoped(tenant) as conn:
        sign_ins.end(conn, who.scope.sign_in_id)
    assert status(database, path) == 404


def test_files_of_one_user_take_so_much_memory_in_all_their_sessions(
    database: Database, who: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = MemoryUploadedFileManager("/_stcore/upload_file")
    monkeypatch.setattr(uploads, "_manager", lambda: manager)
    monkeypatch.setattr(uploads, "MOST_HELD", 10)
    sessions = [str(uuid4()) for _ in range(2)]
    for session in sessions:
        uploads.admit(session, who)
    path = f"/_stcore/upload_file/{sessions[1]}/{uuid4()}"
    assert status(database, path, length=10) == 204
    assert status(database, path, length=11) == 413
    assert status(database, path, length=None) == 411
    manager.add_file(sessions[0], UploadedFileRec("one", "a.pdf", "application/pdf", b"4 by"))
    assert status(database, path, length=7) == 413
    uploads.free(sessions[0], "one")
    assert status(database, path, length=7) == 204


def test_nothing_is_taken_of_a_session_that_has_let_go_of_its_visitor(
    database: Database, who: Visitor
) -> None:
    session = str(uuid4())
    uploads.admit(session, replace(who))
    gc.collect()
    assert status(database, f"/_stcore/upload_file/{session}/{uuid4()}") == 404


def test_streamlits_counts_are_told_to_nobody(database: Database, who: Visitor) -> None:
    uploads.admit("metrics", who)
    assert status(database, "/_stcore/metrics", "GET") == 404
    assert status(database, "/_stcore/health", "GET") == 204


def test_the_local_user_is_asked_nothing(database: Database) -> None:
    assert status(database, f"/_stcore/upload_file/{uuid4()}/{uuid4()}", oidc=None) == 204
