"""Tokens that must open nothing, made from one that does; and scopes that must not be admitted."""

from __future__ import annotations

import base64
import json
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID, uuid4

from itsdangerous import URLSafeSerializer, URLSafeTimedSerializer

from pipeline.store.scope import Scope
from tests.isolation.asking import Asked
from tests.isolation.conftest import World
from viewer.links import TAKEN_BUCKET_SECONDS, Link, LinkKind, Links

SALT: Final = "pincite.viewer.links"
OTHER_KEY: Final = b"x" * 32


def _claims(token: str) -> list[object]:
    """What the token says, read without its key."""
    payload = token.rpartition(".")[0]
    is_packed, payload = payload.startswith("."), payload.lstrip(".")
    raw = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
    claims: list[object] = json.loads(zlib.decompress(raw) if is_packed else raw)
    return claims


def _encoded(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def _with_payload(token: str, change: Callable[[list[object]], list[object]]) -> str:
    return f"{_encoded(change(_claims(token)))}.{token.rpartition('.')[2]}"


def _flip(text: str, at: int) -> str:
    return text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def _jwt(token: str, algorithm: str) -> str:
    return f"{_encoded({'alg': algorithm, 'typ': 'JWT'})}.{_encoded(_claims(token))}."


TAMPERED: Final[Mapping[str, Callable[[str], str]]] = {
    "no token": lambda token: "",
    "nonsense": lambda token: "nonsense",
    "first byte": lambda token: _flip(token, 0),
    "byte in the payload": lambda token: _flip(token, len(token) // 3),
    "last byte of the payload": lambda token: _flip(token, token.rindex(".") - 1),
    "first byte of the signature": lambda token: _flip(token, token.rindex(".") + 1),
    "last byte of the signature": lambda token: _flip(token, len(token) - 1),
    "signature cut": lambda token: token[:-1],
    "signature gone": lambda token: token.rpartition(".")[0] + ".",
    "payload without a signature": lambda token: token.rpartition(".")[0],
    "signature alone": lambda token: "." + token.rpartition(".")[2],
    "signature padded": lambda token: token + "=",
    "more behind it": lambda token: token + "x",
    "twice": lambda token: f"{token}.{token}",
    "other letters' case": str.swapcase,
    "later end": lambda token: _with_payload(token, lambda claims: [*claims[:-1], 2**40]),
    "other kind": lambda token: _with_payload(token, lambda claims: [*claims[:4], "pages", claims[5]]),
    "other tenant": lambda token: _with_payload(token, lambda claims: [str(uuid4()), *claims[1:]]),
    "no sign-in": lambda token: _with_payload(token, lambda claims: [*claims[:2], "", *claims[3:]]),
    "other installation's key": lambda token: str(URLSafeSerializer(OTHER_KEY, SALT).dumps(_claims(token))),
    "empty key": lambda token: str(URLSafeSerializer(b"", SALT).dumps(_claims(token))),
    "other salt": lambda token: str(URLSafeSerializer(OTHER_KEY, "itsdangerous").dumps(_claims(token))),
    "timed": lambda token: str(URLSafeTimedSerializer(OTHER_KEY, SALT).dumps(_claims(token))),
    "algorithm none": lambda token: _jwt(token, "none"),
    "algorithm HS256": lambda token: _jwt(token, "HS256"),
    "packed": lambda token: "." + base64.urlsafe_b64encode(zlib.compress(b"[" * 1_000_000)).decode() + ".x",
    "huge": lambda token: token + "A" * 16_000,
}
"""By what was done to a token that opens."""


def wrong_links(world: World, links: Links, asked: Asked) -> dict[str, str]:
    """Tokens that the server signs, for somebody who may not or for something else. By what is wrong."""
    ours, theirs = world.ours, world.theirs
    member = ours.member("reviewer")
    scopes = {
        "revoked member": ours.member("revoked"),
        "ended sign-in": ours.member("signed-out"),
        "expired sign-in": ours.member("expired"),
        "without a sign-in": replace(member, sign_in_id=None),
        "sign-in that never was": replace(member, sign_in_id=uuid4()),
        "another member's sign-in": ours.member("reviewer", "analyst"),
        "user that never was": replace(member, user_id=uuid4()),
        "sign-in of another tenant": replace(member, sign_in_id=theirs.sign_ins["reviewer"]),
        "another tenant with our sign-in": replace(member, tenant_id=theirs.scope.tenant_id),
        "another tenant's user with our sign-in": replace(
            theirs.member("reviewer"), sign_in_id=member.sign_in_id
        ),
        "another tenant's user in ours": replace(theirs.member("reviewer"), tenant_id=member.tenant_id),
        "tenant that never was": replace(member, tenant_id=uuid4()),
    }
    made = {
        name: links.token(Link(scope, _target(asked, member, scope), asked.kind))
        for name, scope in scopes.items()
    }
    for kind in LinkKind:
        if kind is not asked.kind:
            made[f"link to {kind.value}"] = links.token(Link(member, asked.target, kind))
    made["link to something else"] = links.token(Link(member, uuid4(), asked.kind))
    return made


def aged(links_of: Callable[[Callable[[], float]], Links], scope: Scope, asked: Asked) -> str:
    """A token that was good, and is too old."""
    past = time.time() - 3 * TAKEN_BUCKET_SECONDS
    return links_of(lambda: past).token(Link(scope, asked.target, asked.kind))


def _target(asked: Asked, member: Scope, scope: Scope) -> UUID:
    """A link to a reviewer's own work names its user."""
    return scope.user_id if asked.target == member.user_id else asked.target
