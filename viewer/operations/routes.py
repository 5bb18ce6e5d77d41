"""The routes for whoever watches the app: does it live, is it ready. They tell nobody's business and need no link."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from viewer.operations.readiness import Readiness
from viewer.services import Services

HEALTH: Final = "/health"
READY: Final = "/ready"
_FRESH: Final = {"Cache-Control": "no-store"}


def operation_routes(services: Callable[[], Services]) -> list[Route]:
    """`/health` answers as long as the process does: 200. `/ready`: 200, or 503 with what is missing."""
    readiness = Readiness(services)

    async def health(_: Request) -> JSONResponse:
        return JSONResponse({"alive": True}, headers=_FRESH)

    async def ready(_: Request) -> JSONResponse:
        found = await readiness.look()
        return JSONResponse(found.to_json(), 200 if found.is_ready else 503, headers=_FRESH)

    return [Route(HEALTH, health, methods=["GET"]), Route(READY, ready, methods=["GET"])]
