"""What can be asked of the served application: a request for each route that opens something, with somebody's ids."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from pipeline.store.scope import Scope
from tests.isolation.holdings import UUIDS, Holdings
from tests.viewer.review.asking import sent
from viewer.links import Link, LinkKind, Links

_TOKENS: Final = re.compile(r"[\w.-]{150,}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. `{token}` stands in the path of a route that is opened without a header."""

    method: str
    path: str
    kind: LinkKind
    target: UUID
    body: Mapping[str, Any] | None = None
    is_refused: bool = True
    """False where the id only narrows what is told, so that one that is not there leaves nothing to tell."""

    @property
    def has_token_in_path(self) -> bool:
        return "{token}" in self.path


@dataclass(frozen=True, slots=True)
class Told:
    """A whole answer but for its date: a status, headers, a body, and the seconds until it was there."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    seconds: float = field(compare=False, default=0.0)

    def without_names(self) -> Told:
        """Without ids and tokens: of an answer that repeats what was asked for."""

        def unnamed(text: str) -> str:
            return _TOKENS.sub("#", UUIDS.sub("#", text))

        headers = tuple((name, unnamed(value)) for name, value in self.headers)
        return replace(self, headers=headers, body=unnamed(self.body.decode("latin-1")).encode("latin-1"))


class Client:
    """Sends a path as it is written: nothing is made tidy on the way."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url).netloc
        self._connection = http.client.HTTPConnection(self._address, timeout=20)

    def send(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Told:
        """The answer; one of status 0 where the server hangs up twice. It does so once behind a failure of its own."""
        told = self._once(method, path, headers or {}, body)
        return told if told.status else self._once(method, path, headers or {}, body)

    def _once(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Told:
        started = time.perf_counter()
        try:
            self._connection.putrequest(method, path)
            for name, value in headers.items():
                self._connection.putheader(name, value)
            if body is not None:
                self._connection.putheader("Content-Length", str(len(body)))
            self._connection.endheaders(body)
            response = self._connection.getresponse()
            told = response.read()
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            return Told(0, (), b"closed")
        kept = [(name.lower(), value) for name, value in response.getheaders() if name.lower() != "date"]
        return Told(response.status, tuple(sorted(kept)), told, time.perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Asker:
    """A member who asks. `links` signs as the server does: no attacker can do as much."""

    client: Client
    links: Links
    scope: Scope

    def token(self, asked: Asked, scope: Scope | None = None) -> str:
        return self.links.token(Link(scope or self.scope, asked.target, asked.kind))

    def send(
        self,
        asked: Asked,
        token: str | None = None,
        *,
        path: str | None = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Told:
        """The request with its own token, or with another."""
        written = self.token(asked) if token is None else token
        sent_headers = dict(headers or {})
        if not asked.has_token_in_path and written:
            sent_headers["Authorization"] = f"Bearer {written}"
        body = None
        if asked.body is not None:
            body = json.dumps(asked.body).encode()
            sent_headers["Content-Type"] = "application/json"
        where = (path or asked.path).replace("{token}", written)
        return self.client.send(method or asked.method, where, sent_headers, body)


Ways = Callable[[Holdings, Holdings], dict[str, Asked]]
"""The requests of a route for what the first has, sent by a member of the second: by the place where its ids stand."""


def _of_version(path: str) -> Ways:
    def ways(of: Holdings, ours: Holdings) -> dict[str, Asked]:
        asked = Asked("GET", path.format(version=of.rendered_version), LinkKind.PAGES, of.rendered_version)
        return {"link and address": asked, "address": replace(asked, target=ours.rendered_version)}

    return ways


def _with_token(path: str, kind: LinkKind, target: Callable[[Holdings], UUID]) -> Ways:
    return lambda of, ours: {"link": Asked("GET", path, kind, target(of))}


def _passage(of: Holdings, ours: Holdings) -> dict[str, Asked]:
    path = "/evidence/passage/{version}.json?answer={answer}&handle=E1"
    asked = Asked("GET", path, LinkKind.PAGES, ours.rendered_version)
    own, other = ours.rendered_version, of.rendered_version

    def written(version: UUID, answer: UUID, target: UUID) -> Asked:
        return replace(asked, path=path.format(version=version, answer=answer), target=target)

    return {
        "link and address": written(other, of.rendered_answer, other),
        "address": written(other, of.rendered_answer, own),
        "query": written(own, of.rendered_answer, own),
    }


def _answer(of: Holdings, ours: Holdings) -> dict[str, Asked]:
    asked = Asked("GET", f"/evidence/answers/{of.answer.id}.json", LinkKind.ANSWER, of.answer.id)
    return {"link and address": asked, "address": replace(asked, target=ours.answer.id)}


def _review(method: str, path: str, body: Callable[[Holdings], Mapping[str, Any]] | None = None) -> Ways:
    """A reviewer's own link, with another's claim in the address or in what is sent."""

    def ways(of: Holdings, ours: Holdings) -> dict[str, Asked]:
        where = path.format(answer=of.answer.id, verdict=of.judgement.id, collection=of.collection.id)
        made = body(of) if body else ({} if method == "POST" else None)
        return {"request": Asked(method, where, LinkKind.REVIEW, ours.members["reviewer"], made)}

    return ways


def _verdict(of: Holdings) -> dict[str, Any]:
    return sent(of.answer.id, 2, id=str(uuid4()))


def _verdicts(of: Holdings, ours: Holdings) -> dict[str, Asked]:
    """A verdict on their claim, and one on ours that marks a place in their filing."""
    place = {
        "id": str(uuid4()),
        "version_id": str(of.rendered_version),
        "page_index": 0,
        "start": 0,
        "end": 10,
        "unit": "words",
    }
    bodies = {
        "claim": _verdict(of),
        "place": {**_verdict(ours), "verdict": "wrong_location", "reason": "other_row", "places": [place]},
    }
    return {
        name: Asked("POST", "/review/verdicts", LinkKind.REVIEW, ours.members["reviewer"], body)
        for name, body in bodies.items()
    }


def _snap(of: Holdings) -> dict[str, Any]:
    return {"version_id": str(of.rendered_version), "page_index": 0, "unit": "words", "start": 0, "end": 10}


def _queue(of: Holdings, ours: Holdings) -> dict[str, Asked]:
    (asked,) = _review("GET", "/review/queue.json?collection={collection}")(of, ours).values()
    return {"query": replace(asked, is_refused=False)}


def _standing(of: Holdings, ours: Holdings) -> dict[str, Asked]:
    """Names nothing: only whose link it is decides."""
    return {"link": Asked("GET", "/review/standing.json", LinkKind.REVIEW, of.members["reviewer"])}


WAYS: Final[Mapping[str, Ways]] = {
    "/evidence/pages/{version}/{page_index}/{width}.webp": _of_version(
        "/evidence/pages/{version}/0/640.webp"
    ),
    "/evidence/frame/{token}": _with_token(
        "/evidence/frame/{token}", LinkKind.FRAME, lambda h: h.framed_version
    ),
    "/evidence/file/{token}": _with_token(
        "/evidence/file/{token}", LinkKind.FILE, lambda h: h.rendered_version
    ),
    "/evidence/answers/{answer}.json": _answer,
    "/evidence/words/{version}.json": _of_version("/evidence/words/{version}.json?page=0"),
    "/evidence/outline/{version}.json": _of_version("/evidence/outline/{version}.json"),
    "/evidence/find/{version}.json": _of_version("/evidence/find/{version}.json?q=sales"),
    "/evidence/occurrences/{version}.json": _of_version(
        "/evidence/occurrences/{version}.json?page=0&start=0&end=5"
    ),
    "/evidence/pieces/{version}.json": _of_version(
        "/evidence/pieces/{version}.json?page=0&start=0&end=5&ranges=0-5"
    ),
    "/evidence/context/{version}.json": _of_version("/evidence/context/{version}.json?page=0&start=0&end=5"),
    "/evidence/facts/{version}.json": _of_version("/evidence/facts/{version}.json?page=0&start=0&end=5"),
    "/evidence/sections/{version}.json": _of_version("/evidence/sections/{version}.json"),
    "/evidence/passage/{version}.json": _passage,
    "/evidence/taken/{token}/{name}": _with_token(
        "/evidence/taken/{token}/memo.md", LinkKind.TAKEN, lambda h: h.answer.id
    ),
    "/review/queue.json": _queue,
    "/review/items/{answer}/{claim}.json": _review("GET", "/review/items/{answer}/1.json"),
    "/review/standing.json": _standing,
    "/review/verdicts": _verdicts,
    "/review/verdicts/{verdict}/withdraw": _review("POST", "/review/verdicts/{verdict}/withdraw"),
    "/review/snap": _review("POST", "/review/snap", _snap),
    "/taken/{token}/{name}": _with_token(
        "/taken/{token}/jsonl", LinkKind.TAKEN, lambda h: h.members["reviewer"]
    ),
}
"""How each route of ours is asked. A route without an entry fails the walk."""
