"""What comes back from a provider that lies, or from somebody who makes the answers up, signs nobody in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from joserfc import jwt
from joserfc.jwk import OctKey

from tests.oidc_server import CLIENT_ID, CLIENT_SECRET, Claims, Provider, unsigned
from tests.pages.front_door import PATIENCE, FrontDoor

FAILED = "/?sign-in=failed"
Lie = Callable[[Provider, Claims], str]
OTHER_KEY: Final = rsa.generate_private_key(65537, 2048)

LIES: Final[dict[str, Lie]] = {
    "no signature": lambda _, claims: unsigned(claims),
    "a signature that was taken away": lambda p, claims: p.signed(claims).rpartition(".")[0] + ".",
    "a signature of another token": lambda p, claims: (
        unsigned(claims)[:-1] + "." + p.signed({**claims, "sub": "x"}).rpartition(".")[2]
    ),
    "another key": lambda p, claims: p.signed(claims, OTHER_KEY),
    "another key under an unknown name": lambda p, claims: p.signed(claims, OTHER_KEY, kid="second"),
    "the client's secret as the key": lambda _, claims: jwt.encode(
        {"alg": "HS256"}, claims, OctKey.import_key(CLIENT_SECRET)
    ),
    "the public key as the secret": lambda p, claims: jwt.encode(
        {"alg": "HS256", "kid": "first"},
        claims,
        OctKey.import_key(str(p.key.public_key().public_numbers().n)),
    ),
    "another issuer": lambda p, claims: p.signed({**claims, "iss": "https://elsewhere.example"}),
    "another audience": lambda p, claims: p.signed({**claims, "aud": "elsewhere"}),
    "another party": lambda p, claims: p.signed({**claims, "azp": "elsewhere"}),
    "another nonce": lambda p, claims: p.signed({**claims, "nonce": "elsewhere"}),
    "no nonce": lambda p, claims: p.signed(without(claims, "nonce")),
    "no subject": lambda p, claims: p.signed(without(claims, "sub")),
    "no time": lambda p, claims: p.signed(without(claims, "iat")),
    "no end": lambda p, claims: p.signed(without(claims, "exp")),
    "an end that has passed": lambda p, claims: p.signed({**claims, "exp": int(time.time()) - 600}),
    "no token at all": lambda *_: "",
    "something else": lambda *_: "a.b.c",
}


def without(claims: Claims, name: str) -> Claims:
    return {key: value for key, value in claims.items() if key != name}


@pytest.fixture
def client(door: FrontDoor) -> Iterator[httpx.Client]:
    """A browser without scripts, that goes nowhere by itself."""
    door.provider.signs_in, door.provider.write = door.person(), None
    with httpx.Client(base_url=door.url, timeout=PATIENCE / 1000) as opened:
        yield opened
    door.provider.write = None


def signs_in(answer: httpx.Response) -> bool:
    return any(
        cookie.startswith("_streamlit_user=") and not cookie.startswith('_streamlit_user=""')
        for cookie in answer.headers.get_list("set-cookie")
    )


def test_an_honest_provider_signs_a_person_in(door: FrontDoor, client: httpx.Client) -> None:
    answer = door.come_back(client)
    assert (answer.status_code, answer.headers["location"]) == (302, "/")
    assert signs_in(answer)
    cookies = [one for one in answer.headers.get_list("set-cookie") if one.startswith("_streamlit_user=")]
    assert all("HttpOnly" in one and "SameSite=lax" in one for one in cookies)


@pytest.mark.parametrize("lie", LIES)
def test_a_token_that_lies_signs_nobody_in(door: FrontDoor, client: httpx.Client, lie: str) -> None:
    door.provider.write = lambda claims: LIES[lie](door.provider, claims)
    answer = door.come_back(client)
    assert not signs_in(answer)
    assert (answer.status_code, answer.headers["location"]) == (302, FAILED)
    assert CLIENT_ID not in answer.text


def test_an_answer_counts_once_and_in_the_browser_that_asked(door: FrontDoor, client: httpx.Client) -> None:
    back = door.sent_back(client)
    with httpx.Client(base_url=door.url, timeout=PATIENCE / 1000) as other:
        assert other.get(back).headers["location"] == FAILED, "somebody else has it sent to their victim"
    again = door.sent_back(client)
    assert signs_in(client.get(again))
    assert not signs_in(client.get(again)), "it is played again"
    client.cookies.clear()
    assert client.get(back).headers["location"] == FAILED


def test_a_refusal_and_made_up_answers_lead_to_the_entrance_in_words(
    door: FrontDoor, client: httpx.Client
) -> None:
    door.provider.signs_in = None
    assert door.come_back(client).headers["location"] == FAILED
    for query in ("code=x&state=y", "code=x", "error=<script>&state=y", "error=%0d%0aSet-Cookie:a=b"):
        answer = client.get(f"/oauth2callback?{query}")
        assert (answer.status_code, answer.headers["location"]) == (302, FAILED)
        assert "a=b" not in str(answer.headers.get_list("set-cookie"))


@pytest.mark.parametrize(
    "path",
    [
        "/auth/login?provider=https://elsewhere.example",
        "/auth/login?next=https://elsewhere.example",
        "/auth/login?provider=x&redirect_uri=https://elsewhere.example",
        "/auth/logout?next=//elsewhere.example",
        "/auth/logout?post_logout_redirect_uri=https://elsewhere.example",
        "/oauth2callback?next=https://elsewhere.example",
        "/oauth2callback?state=//elsewhere.example",
        "/oauth2callback/?next=//elsewhere.example",
        "//elsewhere.example/auth/login",
        "/auth/login/..%2f..%2f%2felsewhere.example",
    ],
)
def test_no_address_sends_a_browser_elsewhere(client: httpx.Client, path: str) -> None:
    location = client.get(path).headers.get("location", "/")
    # A browser takes a backslash for a slash.
    assert urlsplit(urljoin(str(client.base_url), location.replace("\\", "/"))).hostname == "127.0.0.1"


def test_a_provider_that_is_away_is_said_in_words(door: FrontDoor, client: httpx.Client) -> None:
    described: Any = Provider.answer
    try:
        Provider.answer = lambda *_: (503, {}, b"")  # type: ignore[method-assign]
        assert door.begin(client).headers["location"] == "/?sign-in=unreachable"
    finally:
        Provider.answer = described  # type: ignore[method-assign]
