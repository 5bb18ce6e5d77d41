"""The files that are taken away: an answer's memo and its verification pack, and what pages offer as tables and files.

A link in the page opens each by itself, however often the page was drawn since, in whichever process of the app. The
file is made when it is asked for, from what its reader may see then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote, urlencode
from uuid import UUID

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pipeline.evidence.errors import NotFound
from pipeline.store.connect import Connection
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer.links import Link, LinkKind, Links
from viewer.memo.files import FILES as MEMOS
from viewer.memo.files import MemoFile
from viewer.noted import note_answer
from viewer.pack.files import FILES as PACKS
from viewer.pack.files import PackFile
from viewer.pack.gathering import gather
from viewer.requests import with_json_errors
from viewer.resolver import resolve_answer
from viewer.services import Services
from viewer.taking_turns import TakingTurns

CSV: Final = "text/csv; charset=utf-8"

_MEMO_OF: Final = {f"memo.{file.extension}": file for file in MEMOS}
_PACK_OF: Final = {f"pack.{file.extension}": file for file in PACKS}


@dataclass(frozen=True, slots=True)
class Taken:
    """A file that leaves. `name`: as it is offered to be kept, whatever its source was called."""

    name: str
    media_type: str
    content: bytes


Exporter = Callable[[Connection, Scope, Mapping[str, str]], Taken]
"""Writes one kind of file of what the scope's user may read; the parameters are the address's own, and say nothing of
rights."""


def taking_routes(services: Callable[[], Services], exporters: Mapping[str, Exporter]) -> list[Route]:
    """The routes of files to take away; `exporters` by the last part of their address. `services` is asked at each
    request, after the server has started."""

    turns = TakingTurns()

    async def made(request: Request, link: Link, make: Callable[[], Taken]) -> Response:
        async with turns.turn(link.scope.user_id):
            if await request.is_disconnected():
                return Response()  # nobody reads it
            return _sent(await asyncio.to_thread(make))

    async def answer_file(request: Request) -> Response:
        opened, name = services(), request.path_params["name"]
        link = opened.links.read(request.path_params["token"], LinkKind.TAKEN)
        return await made(request, link, lambda: _answer_file(opened, link, name, str(request.base_url)))

    async def exported(request: Request) -> Response:
        opened, name = services(), request.path_params["name"]
        link = opened.links.read(request.path_params["token"], LinkKind.TAKEN)
        if link.target_id != link.scope.user_id or name not in exporters:
            raise NotFound("There is no such file.")
        asked = dict(request.query_params)
        return await made(request, link, lambda: _exported(opened, link, exporters[name], asked))

    return [
        Route("/evidence/taken/{token}/{name}", with_json_errors(answer_file), methods=["GET"]),
        Route("/taken/{token}/{name}", with_json_errors(exported), methods=["GET"]),
    ]


def memo_address(links: Links, scope: Scope, answer_id: UUID, file: MemoFile) -> str:
    """Where an answer's memo is taken from, for some hours."""
    return f"/evidence/taken/{links.token(Link(scope, answer_id, LinkKind.TAKEN))}/memo.{file.extension}"


def pack_address(links: Links, scope: Scope, answer_id: UUID, file: PackFile) -> str:
    """Where an answer's verification pack is taken from, for some hours."""
    return f"/evidence/taken/{links.token(Link(scope, answer_id, LinkKind.TAKEN))}/pack.{file.extension}"


def export_address(links: Links, scope: Scope, name: str, asked: Mapping[str, str] | None = None) -> str:
    """Where the scope's user takes a file from, by the name of an exporter and what is asked of it."""
    token = links.token(Link(scope, scope.user_id, LinkKind.TAKEN))
    return f"/taken/{token}/{name}" + (f"?{urlencode(asked)}" if asked else "")


def _answer_file(services: Services, link: Link, name: str, address: str) -> Taken:
    if name in _MEMO_OF:
        return _memo(services, link, _MEMO_OF[name], address)
    if name in _PACK_OF:
        return _pack(services, link, _PACK_OF[name], address)
    raise NotFound("There is no such file.")


def _memo(services: Services, link: Link, file: MemoFile, address: str) -> Taken:
    with services.database.scoped(link.scope) as conn:
        resolved = resolve_answer(conn, link.scope, link.target_id, files=services.files)
        note_answer(conn, OpeningKind.EXPORT, resolved)
    return Taken(file.name(resolved.answer.question), file.media_type, file.make(resolved, address))


def _pack(services: Services, link: Link, file: PackFile, address: str) -> Taken:
    """Its pages are drawn while no connection is held."""
    with services.database.scoped(link.scope) as conn:
        pack = gather(
            conn,
            link.scope,
            link.target_id,
            files=services.files,
            made_at=datetime.now(UTC),
            address=address,
        )
    content = file.make(pack, services.images.image_from_thread, services.settings.fonts)
    return Taken(file.name(pack.memo.question), file.media_type, content)


def _exported(services: Services, link: Link, exporter: Exporter, asked: Mapping[str, str]) -> Taken:
    with services.database.scoped(link.scope) as conn:
        return exporter(conn, link.scope, asked)


def _sent(taken: Taken) -> Response:
    return Response(
        taken.content,
        media_type=taken.media_type,
        headers={
            "Content-Disposition": f"attachment; filename*=utf-8''{quote(taken.name, safe='')}",
            "Cache-Control": "private, no-store",
        },
    )
