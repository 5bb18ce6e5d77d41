"""One route a noun: /evidence/<noun>/<version>.json, under the signed link of the version's pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pipeline.evidence.errors import NotFound
from pipeline.store.openings import OpeningKind
from viewer.links import Link, LinkKind
from viewer.noted import opening
from viewer.requests import bearer
from viewer.services import Services
from viewer.source_reader import SourceReader
from viewer.stored import context, facts, find, occurrences, outline, passage, pieces, sections, words
from viewer.stored.asked import Asked, View

NOUNS: Final[Mapping[str, Callable[[Asked], View]]] = {
    "words": words.view,
    "outline": outline.view,
    "find": find.view,
    "occurrences": occurrences.view,
    "pieces": pieces.view,
    "context": context.view,
    "facts": facts.view,
    "sections": sections.view,
    "passage": passage.view,
}
"""What can be asked about a version, and who answers. Raised PinciteErrors are answered in words."""

PRIVATE_SECONDS: Final = 60
"""A browser may keep an answer this long after the right to it was taken away."""


def stored_view(noun: str) -> Callable[[Services, Request], Awaitable[Response]]:
    """The handler of one noun's route."""
    view = NOUNS[noun]

    async def handle(services: Services, request: Request) -> Response:
        link = services.links.read(bearer(request), LinkKind.PAGES)
        if str(link.target_id) != request.path_params["version"]:
            raise NotFound("There is no such version.")
        value = await asyncio.to_thread(_answered, services, link, dict(request.query_params), view)
        headers = {"Cache-Control": f"private, max-age={PRIVATE_SECONDS}", "Vary": "Authorization"}
        return JSONResponse(value, headers=headers)

    return handle


def _answered(
    services: Services, link: Link, query: Mapping[str, str], view: Callable[[Asked], View]
) -> View:
    with opening(services.database, link.scope, OpeningKind.WORDS, link.target_id) as conn:
        reader = SourceReader(conn, link.scope)
        return view(Asked(conn, reader, reader.source(link.target_id), query))
