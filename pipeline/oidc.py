"""Signing in with an OpenID provider, as the environment says it; without a word of it, there is one local user."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from pipeline.evidence.errors import ConfigurationError

DEFAULT_HOURS: Final = 12
"""A working day: nobody signs in twice in one, and a lost laptop opens nothing the next morning."""
MOST_HOURS: Final = 720
"""As long as the browser keeps Streamlit's cookie: 30 days."""
SHORTEST_SECRET: Final = 32
"""Characters of a cookie secret: 128 bits where they are hexadecimal."""

_METADATA: Final = "/.well-known/openid-configuration"
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_NAMES: Final = (
    "PINCITE_OIDC_ISSUER",
    "PINCITE_OIDC_METADATA_URL",
    "PINCITE_OIDC_CLIENT_ID",
    "PINCITE_OIDC_CLIENT_SECRET",
)


@dataclass(frozen=True, slots=True)
class OidcClient:
    """This installation as a client of an OpenID provider.

    `url`: the address that browsers open it at. `metadata_url`: the provider's own description. `issuer`: whom logins
    must come from, None where only the description says it. `hours`: how long a login is good for. `cookie_secret`:
    what signs Streamlit's cookies; None for one that is made from the data folder's key for links.
    """

    url: str
    metadata_url: str
    issuer: str | None
    client_id: str
    client_secret: str = field(repr=False)
    hours: int = DEFAULT_HOURS
    cookie_secret: str | None = field(default=None, repr=False)

    @property
    def redirect_url(self) -> str:
        """Where the provider sends a browser back to: what has to be registered with it."""
        return f"{self.url}/oauth2callback"

    @property
    def is_encrypted(self) -> bool:
        """Whether browsers open the app through TLS."""
        return self.url.startswith("https://")

    @classmethod
    def from_environment(cls, env: Mapping[str, str]) -> OidcClient | None:
        """None where none of the settings is there. Raises ConfigurationError for half of them, or for a value that
        cannot be used; it repeats no secret."""
        if not any(env.get(name) for name in _NAMES):
            return None
        issuer = env.get("PINCITE_OIDC_ISSUER") or None
        metadata_url = env.get("PINCITE_OIDC_METADATA_URL") or (
            issuer.rstrip("/") + _METADATA if issuer else None
        )
        found = {name: env.get(name) for name in (*_NAMES[2:], "PINCITE_URL")}
        missing = [
            *([] if metadata_url else ["PINCITE_OIDC_ISSUER"]),
            *(name for name, text in found.items() if not text),
        ]
        if missing or metadata_url is None:
            raise ConfigurationError(
                f"Signing in is configured by half: {_listed(missing)} missing. Set it, or unset all that begin with "
                "PINCITE_OIDC_ for one local user without sign-in."
            )
        if issuer:
            _check_address("PINCITE_OIDC_ISSUER", issuer)
        _check_address("PINCITE_OIDC_METADATA_URL", metadata_url)
        return cls(
            url=_own_address(str(found["PINCITE_URL"])),
            metadata_url=metadata_url,
            issuer=issuer,
            client_id=str(found["PINCITE_OIDC_CLIENT_ID"]),
            client_secret=str(found["PINCITE_OIDC_CLIENT_SECRET"]),
            hours=_hours(env.get("PINCITE_SESSION_HOURS")),
            cookie_secret=_secret(env.get("PINCITE_COOKIE_SECRET")),
        )


def _listed(names: list[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"


def _check_address(name: str, text: str) -> None:
    """What a login rests on is read through TLS, but for a provider on this machine."""
    try:
        parts = urlsplit(text)
        is_usable = bool(parts.hostname) and parts.port != 0 and "@" not in parts.netloc
    except ValueError:
        raise ConfigurationError(f"{name} is no address.") from None
    if not is_usable or parts.scheme not in ("https", "http"):
        raise ConfigurationError(
            f"{name} is an address such as https://login.example.com, without a password."
        )
    if parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise ConfigurationError(f"{name} begins with https:// unless it is on this machine.")


def _own_address(text: str) -> str:
    _check_address("PINCITE_URL", text)
    parts = urlsplit(text)
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise ConfigurationError(
            "PINCITE_URL is the app's address without a path, such as https://pincite.example.com: it needs a host "
            "of its own."
        )
    # As a browser writes its origin, which Streamlit compares with this one.
    return f"{parts.scheme}://{_without_usual_port(parts.scheme, parts.netloc.lower())}"


def _without_usual_port(scheme: str, host: str) -> str:
    return host.removesuffix(":443" if scheme == "https" else ":80")


def _hours(text: str | None) -> int:
    if not text:
        return DEFAULT_HOURS
    if not re.fullmatch(r"[0-9]{1,3}", text) or not 1 <= int(text) <= MOST_HOURS:
        raise ConfigurationError(
            f"PINCITE_SESSION_HOURS is a whole number of hours from 1 to {MOST_HOURS}, not {text!r}."
        )
    return int(text)


def _secret(text: str | None) -> str | None:
    if text and len(text) < SHORTEST_SECRET:
        raise ConfigurationError(
            f"PINCITE_COOKIE_SECRET has {len(text)} characters: use {SHORTEST_SECRET} random ones or more."
        )
    return text or None
