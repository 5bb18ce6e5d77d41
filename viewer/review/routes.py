"""The routes under /review: a reviewer's queue, its claims with their evidence, and their verdicts.

Only the signed link in the header says who asks: no cookie does, so that no other site can have a browser judge. What
is asked for is looked up in the reviewer's own scope, within one transaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pipeline.evidence.errors import LinkInvalid
from pipeline.evidence.review import ReviewRole
from viewer.links import Link, LinkKind
from viewer.requests import bearer, number, with_json_errors
from viewer.review import verdicts
from viewer.review.items import item_view
from viewer.review.places import snapped_view
from viewer.review.queue_view import queue_view, role_of
from viewer.review.reviewing import Reviewing
from viewer.review.sent import Sent, parsed_id, sent_object
from viewer.review.standing_view import standing_view
from viewer.services import Services

View = dict[str, Any]

_PRIVATE: Final = {"Cache-Control": "private, no-store"}


def review_routes(services: Callable[[], Services]) -> list[Route]:
    """The routes of the Review page. `services` is asked at each request, after the server has started."""

    def read(path: str, view: Callable[[Reviewing, Request], View]) -> Route:
        async def handle(request: Request) -> Response:
            return await _answered(services(), request, lambda asked: view(asked, request))

        return Route(path, with_json_errors(handle), methods=["GET"])

    def write(path: str, change: Callable[[Reviewing, Sent], View]) -> Route:
        async def handle(request: Request) -> Response:
            _link(services(), request)  # a body is read of whoever may send one
            sent = await sent_object(request)
            return await _answered(services(), request, lambda asked: change(asked, sent))

        return Route(path, with_json_errors(handle), methods=["POST"])

    async def withdraw(request: Request) -> Response:
        verdict_id = parsed_id(request.path_params["verdict"], "verdict")
        return await _answered(services(), request, lambda asked: verdicts.withdraw(asked, verdict_id))

    return [
        read("/review/queue.json", lambda asked, _: queue_view(asked)),
        read("/review/items/{answer}/{claim}.json", _item),
        read("/review/standing.json", lambda asked, _: standing_view(asked)),
        write("/review/verdicts", verdicts.save),
        Route("/review/verdicts/{verdict}/withdraw", with_json_errors(withdraw), methods=["POST"]),
        write("/review/snap", snapped_view),
    ]


def _item(asked: Reviewing, request: Request) -> View:
    answer_id = parsed_id(request.path_params["answer"], "answer")
    claim = number(request.path_params["claim"], "claim")
    return item_view(asked, answer_id, claim, adjudicates=role_of(asked.query) is ReviewRole.ADJUDICATOR)


def _link(services: Services, request: Request) -> Link:
    """The reviewer's own link. Raises LinkInvalid or LinkExpired."""
    link = services.links.read(bearer(request), LinkKind.REVIEW)
    if link.target_id != link.scope.user_id:
        raise LinkInvalid("This link is another reviewer's.")
    return link


async def _answered(services: Services, request: Request, view: Callable[[Reviewing], View]) -> Response:
    scope = _link(services, request).scope
    query = dict(request.query_params)

    def answer() -> View:
        with services.database.scoped(scope) as conn:
            return view(Reviewing(conn, scope, services.links, services.files, query))

    return JSONResponse(await asyncio.to_thread(answer), headers=_PRIVATE)
