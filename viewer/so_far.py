"""An answer while it is written, asked for by the claims' own component: a claim is on screen at once, and the page
with its evidence follows."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pipeline.evidence.errors import NotFound
from pipeline.store import answers
from pipeline.store.answers import Progress
from pipeline.store.openings import OpeningKind
from pipeline.store.scope import Scope
from viewer.links import Link, LinkKind, Links
from viewer.noted import note_answer
from viewer.requests import bearer
from viewer.resolver import resolve_answer
from viewer.review.card_views import reviewer_lines
from viewer.services import Services
from viewer.views import answer_view

View = dict[str, Any]


def so_far_view(links: Links, scope: Scope, answer_id: UUID, progress: Progress) -> View | None:
    """Where the component asks, and what it has; None for an answer that is finished."""
    if progress.stage is None:
        return None
    token = links.token(Link(scope, answer_id, LinkKind.ANSWER))
    return {"url": f"/evidence/answers/{answer_id}.json", "token": token, "has": _mark(progress)}


async def answer_so_far(services: Services, request: Request) -> Response:
    """The claims of an answer that is being written, with a mark of how far it was; without content while that is what
    the asker has."""
    link = services.links.read(bearer(request), LinkKind.ANSWER)
    if str(link.target_id) != request.path_params["answer"]:
        raise NotFound("There is no such answer.")
    view = await asyncio.to_thread(_view, services, link, request.query_params.get("has"))
    headers = {"Cache-Control": "private, no-store"}
    return Response(status_code=204, headers=headers) if view is None else JSONResponse(view, headers=headers)


def _view(services: Services, link: Link, has: str | None) -> View | None:
    with services.database.scoped(link.scope) as conn:
        now = answers.progress(conn, link.target_id)
        if _mark(now) == has:
            return None
        resolved = resolve_answer(conn, link.scope, link.target_id, files=services.files)
        reviews = reviewer_lines(conn, link.scope.user_id, resolved.answer)
        note_answer(conn, OpeningKind.ANSWER, resolved)
    return {"has": _mark(now), "answer": answer_view(resolved, reviews)}


def _mark(progress: Progress) -> str:
    return f"{progress.stage or 'done'}-{progress.claims}-{progress.checks}"
