"""What a browser's cookie says of a login, taken for nothing until it says all that tells who and when."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from pipeline.evidence.errors import LoginInvalid
from pipeline.oidc import OidcClient
from pipeline.store.memberships import Identity, address
from pipeline.store.workspaces import Login

_LOGINS: Final = UUID("0d9f6f0e-6a52-4d9e-9f43-5c8f4f6f2f11")
"""The namespace of ids of logins."""
_TOLD_APART_BY: Final = ("iss", "sub", "sid", "iat", "nonce")
"""The provider's words that are another's at each login: `nonce` was drawn for this one by the app itself."""
_CLOCKS_DIFFER: Final = timedelta(minutes=5)
_NOT_TOLD: Final = (
    "Sign out, and in again. If it stays so, have your administrator look at the provider's settings."
)


def login_of(claims: Mapping[str, Any], client: OidcClient, now: datetime) -> Login:
    """Who signed in, and when, of the claims of an ID token whose signature was checked when it came.

    Good for the client's hours from when the provider issued it, so that an old cookie begins nothing in a workspace
    where it was never seen. Raises LoginInvalid for claims that are not meant for this client or do not tell enough.
    """
    issuer, subject = _words(claims, "iss"), _words(claims, "sub")
    if client.issuer is not None and issuer != client.issuer:
        raise LoginInvalid(f"This sign-in comes from another provider than the one in use. {_NOT_TOLD}")
    if client.client_id not in _audience(claims.get("aud")):
        raise LoginInvalid(f"This sign-in is meant for another application. {_NOT_TOLD}")
    issued = _moment(claims.get("iat"))
    if issued > now + _CLOCKS_DIFFER:
        raise LoginInvalid("This sign-in is from the future: the provider's clock and this server's differ.")
    told_apart = json.dumps([claims.get(name) for name in _TOLD_APART_BY])
    return Login(
        Identity(issuer, subject, _verified_email(claims)),
        uuid5(_LOGINS, told_apart),
        min(issued, now),
        min(issued, now) + timedelta(hours=client.hours),
    )


def _words(claims: Mapping[str, Any], name: str) -> str:
    value = claims.get(name)
    if not isinstance(value, str) or not value or "\0" in value:
        raise LoginInvalid(f"The provider's sign-in lacks “{name}”. {_NOT_TOLD}")
    return value


def _audience(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _moment(value: object) -> datetime:
    """Of seconds since the epoch, as JSON writes them."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LoginInvalid(f"The provider's sign-in does not say when it was. {_NOT_TOLD}")
    try:
        return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        raise LoginInvalid(f"The provider's sign-in does not say when it was. {_NOT_TOLD}") from None


def _verified_email(claims: Mapping[str, Any]) -> str | None:
    """The address that invitations are looked up by; None unless the provider says, as a truth, that it is theirs."""
    email = claims.get("email")
    return address(email) if claims.get("email_verified") is True and isinstance(email, str) else None
