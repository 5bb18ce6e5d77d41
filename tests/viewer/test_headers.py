"""What each kind of response may load and run, and that none goes without its headers."""

from __future__ import annotations

import asyncio

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Message, Scope

from viewer.headers import (
    COMPONENT_POLICY,
    DOCUMENT_POLICY,
    INERT_POLICY,
    SecurityHeaders,
    parent_policy,
    policy_for,
)


def directives(policy: str) -> dict[str, list[str]]:
    parts = [part.split() for part in policy.split(";")]
    return {name: values for name, *values in parts}


def test_the_apps_pages_run_their_servers_files_only() -> None:
    policy = directives(parent_policy())
    scripts = policy["script-src"]
    assert scripts[:2] == ["'self'", "blob:"]
    assert len(scripts) > 2
    assert all(one.startswith("'sha256-") for one in scripts[2:])
    assert policy["default-src"] == policy["object-src"] == policy["base-uri"] == ["'none'"]
    assert policy["frame-ancestors"] == policy["form-action"] == policy["script-src-attr"] == ["'none'"]
    assert policy["connect-src"] == policy["frame-src"] == ["'self'"]


@pytest.mark.parametrize("policy", [parent_policy(), COMPONENT_POLICY, INERT_POLICY, DOCUMENT_POLICY])
def test_no_policy_lets_text_be_evaluated_or_names_another_server(policy: str) -> None:
    assert "unsafe-eval" not in policy
    assert "http" not in policy
    assert "*" not in policy
    assert "'unsafe-inline'" not in directives(policy).get("script-src", [])


@pytest.mark.parametrize(
    ("path", "headers", "policy"),
    [
        ("/library", {"content-type": "text/html; charset=utf-8"}, parent_policy()),
        ("/", {}, parent_policy()),
        ("/component/x/index.html", {"content-type": "text/html"}, COMPONENT_POLICY),
        ("/media/x.svg", {"content-type": "image/svg+xml"}, INERT_POLICY),
        ("/media/x.xhtml", {"content-type": "application/xhtml+xml"}, INERT_POLICY),
        ("/evidence/words/x.json", {"content-type": "application/json"}, INERT_POLICY),
        ("/media/x", {"content-type": "text/html", "content-disposition": "attachment; filename=x"}, INERT_POLICY),
        ("/evidence/file/x", {"content-type": "application/pdf", "content-disposition": "inline"}, DOCUMENT_POLICY),
        ("/media/x", {"content-type": "application/pdf", "content-disposition": "attachment"}, INERT_POLICY),
    ],
)  # fmt: skip
def test_each_kind_of_response_has_its_policy(path: str, headers: dict[str, str], policy: str) -> None:
    assert policy_for(path, Headers(headers)) == policy


def sent(scope: Scope) -> list[Message]:
    """What an application that fails, has a policy of its own, or refuses sends for a request."""

    async def fail(_: Request) -> Response:
        raise RuntimeError("unforeseen")

    async def own(_: Request) -> Response:
        return HTMLResponse("", headers={"Content-Security-Policy": "sandbox"})

    app = SecurityHeaders(Starlette(routes=[Route("/fail", fail), Route("/own", own)]))
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect" if scope["type"] == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        messages.append(message)

    async def run() -> None:
        try:
            await app({"headers": [], "query_string": b"", "method": "GET", **scope}, receive, send)
        except RuntimeError:
            assert scope["path"] == "/fail"

    asyncio.run(run())
    return messages


def headers_of(message: Message) -> Headers:
    return Headers(raw=message["headers"])


def test_an_unforeseen_failure_carries_the_headers_too() -> None:
    start, _ = sent({"type": "http", "path": "/fail"})
    assert start["status"] == 500
    assert headers_of(start)["content-security-policy"] == INERT_POLICY
    assert headers_of(start)["x-content-type-options"] == "nosniff"


def test_a_policy_of_its_own_stays() -> None:
    start, _ = sent({"type": "http", "path": "/own"})
    assert headers_of(start)["content-security-policy"] == "sandbox"


def test_a_refused_websocket_is_answered_with_the_headers() -> None:
    start, _ = sent({"type": "websocket", "path": "/none", "extensions": {"websocket.http.response": {}}})
    assert start["type"] == "websocket.http.response.start"
    assert start["status"] == 403
    assert headers_of(start)["cross-origin-resource-policy"] == "same-origin"
