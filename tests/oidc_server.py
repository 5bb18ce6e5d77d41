"""An OpenID provider on this machine: discovery, authorisation, tokens and keys, with a real RSA key. It signs in
whomever a test names, without asking, and tells lies when a test wants them."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

Claims = dict[str, Any]

CLIENT_ID, CLIENT_SECRET = "pincite", "the client's own secret"
KEY_ID = "first"


@dataclass(frozen=True, slots=True)
class Person:
    """Whom the provider knows. `is_verified`: whether it vouches for the address."""

    subject: str
    email: str
    is_verified: bool = True

    @property
    def claims(self) -> Claims:
        return {
            "sub": self.subject,
            "email": self.email,
            "email_verified": self.is_verified,
            "name": self.subject.title(),
        }


@dataclass
class Provider:
    """The running provider. `signs_in`: who comes next; `write`: how an ID token is made of its claims; `asked`: what
    was asked of it, by path."""

    url: str
    signs_in: Person | None = None
    write: Callable[[Claims], str] | None = None
    key: rsa.RSAPrivateKey = field(default_factory=lambda: rsa.generate_private_key(65537, 2048))
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    _codes: dict[str, tuple[Claims, str]] = field(default_factory=dict)

    @property
    def settings(self) -> dict[str, str]:
        """What tells Pincite of it, but for Pincite's own address."""
        return {
            "PINCITE_OIDC_ISSUER": self.url,
            "PINCITE_OIDC_CLIENT_ID": CLIENT_ID,
            "PINCITE_OIDC_CLIENT_SECRET": CLIENT_SECRET,
        }

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        self.asked.append((path, query))
        match path:
            case "/.well-known/openid-configuration":
                return _json(self._description)
            case "/keys":
                return _json({"keys": [self._public_key]})
            case "/authorise":
                return self._authorise(query)
            case "/token":
                return self._token(query)
            case "/ended":
                return 302, {"Location": query["post_logout_redirect_uri"]}, b""
            case _:
                return 404, {}, b""

    def signed(self, claims: Claims, key: rsa.RSAPrivateKey | None = None, **header: str) -> str:
        """A token of these claims under RS256."""
        unsigned = f"{_part({'alg': 'RS256', 'kid': KEY_ID, **header})}.{_part(claims)}"
        signature = (key or self.key).sign(unsigned.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{unsigned}.{_base64(signature)}"

    @property
    def _description(self) -> Claims:
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorise",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/keys",
            "end_session_endpoint": f"{self.url}/ended",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    @property
    def _public_key(self) -> Claims:
        numbers = self.key.public_key().public_numbers()
        return {
            "kty": "RSA",
            "kid": KEY_ID,
            "use": "sig",
            "alg": "RS256",
            "n": _base64(numbers.n.to_bytes(256, "big")),
            "e": _base64(numbers.e.to_bytes(3, "big")),
        }

    def _authorise(self, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        back = {"state": query["state"]}
        if self.signs_in is None:
            return _redirect(query["redirect_uri"], {**back, "error": "access_denied"})
        code, now = secrets.token_urlsafe(), int(time.time())
        claims = {
            "iss": self.url,
            "aud": query["client_id"],
            "iat": now,
            "exp": now + 300,
            "nonce": query["nonce"],
            **self.signs_in.claims,
        }
        self._codes[code] = (claims, query["code_challenge"])
        return _redirect(query["redirect_uri"], {**back, "code": code})

    def _token(self, form: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
        claims, challenge = self._codes.pop(form.get("code", ""), ({}, ""))
        proof = _base64(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if not claims or proof != challenge:
            return _json({"error": "invalid_grant"}, 400)
        token = (self.write or self.signed)(claims)
        return _json({"access_token": "access", "token_type": "Bearer", "expires_in": 300, "id_token": token})


@contextmanager
def provider() -> Iterator[Provider]:
    """A provider on a free port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.provider = Provider(f"http://127.0.0.1:{server.server_port}")  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), name="provider", daemon=True)
    thread.start()
    try:
        yield server.provider  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        self._send(parts.path, parts.query)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self._send(urlsplit(self.path).path, body)

    def _send(self, path: str, query: str) -> None:
        named = {name: values[0] for name, values in parse_qs(query).items()}
        status, headers, body = self.server.provider.answer(path, named)  # type: ignore[attr-defined]
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a test's output is its own."""


def unsigned(claims: Claims) -> str:
    """A token that says that it needs no signature."""
    return f"{_part({'alg': 'none'})}.{_part(claims)}."


def _json(value: Claims, status: int = 200) -> tuple[int, dict[str, str], bytes]:
    return status, {"Content-Type": "application/json"}, json.dumps(value).encode()


def _redirect(address: str, query: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    return 302, {"Location": f"{address}?{urlencode(query)}"}, b""


def _part(value: Claims) -> str:
    return _base64(json.dumps(value).encode())


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
