"""What the evidence routes have in common: the link that a request carries, its numbers, errors in words."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pipeline import meters
from pipeline.evidence.errors import (
    AccessDenied,
    AllowanceUsedUp,
    EvidenceError,
    LinkExpired,
    LinkInvalid,
    NotFound,
    PinciteError,
    SignInEnded,
    StoreError,
)
from pipeline.journal.opening import journal
from viewer.refused_page import is_for_a_tab, refused_page
from viewer.source_files import file_problem


class InvalidRequest(EvidenceError):
    """A part of the address or of what was sent is not what it has to be."""


class RequestTooLarge(EvidenceError):
    """More was sent than is taken."""


_STATUS: Final[tuple[tuple[type[PinciteError], int], ...]] = (
    (LinkExpired, 410),
    (AccessDenied, 403),
    (AllowanceUsedUp, 429),
    (RequestTooLarge, 413),
    (EvidenceError, 422),
)
_ABSENT: Final = (LinkInvalid, NotFound, SignInEnded)
"""Told apart by nobody: a thing that never was, one of another tenant, a token that was altered or made for something
else, and one whose user has signed out or is no member any more."""
ABSENT_KIND: Final = "NotFound"
ABSENT_WORDS: Final = (
    "There is nothing here for you: it was removed, or your sign-in or your access has ended."
)
_MOST_DIGITS: Final = 9

_log: Final = journal.getChild("evidence")

Handler = Callable[[Request], Awaitable[Response]]


def bearer(request: Request) -> str:
    """The signed link that a request carries in its header. Raises LinkInvalid when there is none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise LinkInvalid("A page is asked for with the token of its answer.")
    return token


def number(text: str, name: str) -> int:
    """A whole number, 0 or more, as an address has it. Raises InvalidRequest, which calls it `name`."""
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS:
        raise InvalidRequest(f"The {name} is a whole number, not {text!r}.")
    return int(text)


def with_json_errors(handler: Handler) -> Handler:
    """The handler, its errors answered as {"error", "message"} with the status that they stand for; as a page in
    words where a browser would show them in a tab. Everything that is not there for the asker is answered alike."""

    @functools.wraps(handler)
    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except _ABSENT:
            return _refusal(request, 404, ABSENT_KIND, ABSENT_WORDS)
        except PinciteError as error:
            status = next((code for kind, code in _STATUS if isinstance(error, kind)), 503)
            return _refusal(request, status, error.kind, _words(error))

    return handle


def _refusal(request: Request, status: int, kind: str, words: str) -> Response:
    meters.errors.labels(kind).inc()
    if is_for_a_tab(request):
        return refused_page(status, words)
    return refused_json(status, kind, words)


def refused_json(status: int, kind: str, words: str) -> JSONResponse:
    """A refusal as scripts read it, kept by nobody."""
    return JSONResponse(
        {"error": kind, "message": words}, status_code=status, headers={"Cache-Control": "no-store"}
    )


def _words(error: PinciteError) -> str:
    """What the browser is told; whoever runs the server is told where."""
    if not isinstance(error, StoreError):
        return error.message
    _log.warning("A request came to nothing.", exc_info=error)
    return file_problem(error)
