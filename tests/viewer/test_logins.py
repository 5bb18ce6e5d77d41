"""The claims of a login: whole, meant for this installation, and told apart from every other login."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pipeline.evidence.errors import LoginInvalid
from pipeline.oidc import OidcClient
from pipeline.store.workspaces import Login
from viewer.logins import login_of

CLIENT = OidcClient(
    "https://pincite.example.com", "https://issuer.example/x", "https://issuer.example", "pincite", "-"
)
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
CLAIMS: dict[str, Any] = {
    "iss": "https://issuer.example",
    "sub": "anna",
    "aud": "pincite",
    "iat": int(NOW.timestamp()) - 60,
    "nonce": "a nonce",
    "email": "Anna@Example.com",
    "email_verified": True,
}


def read(**changed: Any) -> Login:
    return login_of(CLAIMS | changed, CLIENT, NOW)


def test_a_login_is_good_for_some_hours_from_when_it_was_issued() -> None:
    login = read()
    assert (login.identity.issuer, login.identity.subject) == ("https://issuer.example", "anna")
    assert login.identity.email == "anna@example.com"
    assert login.issued_at == NOW - timedelta(minutes=1)
    assert login.expires_at == login.issued_at + timedelta(hours=CLIENT.hours)


@pytest.mark.parametrize("verified", [False, None, "true", 1, "yes", [True]])
def test_an_address_counts_only_when_it_is_verified_as_a_truth(verified: object) -> None:
    assert read(email_verified=verified).identity.email is None


@pytest.mark.parametrize("email", [None, 7, "", "anna", "\u212aim@example.com", ["anna@example.com"]])
def test_what_is_no_address_is_none(email: object) -> None:
    assert read(email=email).identity.email is None


def test_the_same_login_is_the_same_and_any_other_is_another() -> None:
    ids = [
        read().id,
        *(
            read(**{name: value}).id
            for name, value in [("sub", "bert"), ("nonce", "b"), ("sid", "s"), ("iat", 1)]
        ),
    ]
    assert len(set(ids)) == len(ids)
    assert read(email="new@example.com", name="Anna").id == ids[0], (
        "what is known of them may change meanwhile"
    )
    assert read(sub="a", sid="b").id != read(sub='a", "b', sid=None).id


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"iss": "https://issuer.example/"}, "another provider"),
        ({"iss": None}, "lacks “iss”"),
        ({"sub": ""}, "lacks “sub”"),
        ({"sub": 12}, "lacks “sub”"),
        ({"sub": "a\0b"}, "lacks “sub”"),
        ({"aud": "another"}, "another application"),
        ({"aud": ["another", "third"], "azp": "pincite"}, "another application"),
        ({"aud": None}, "another application"),
        ({"iat": None}, "does not say when"),
        ({"iat": "1764493200"}, "does not say when"),
        ({"iat": True}, "does not say when"),
        ({"iat": 1e300}, "does not say when"),
        ({"iat": float("nan")}, "does not say when"),
        ({"iat": NOW.timestamp() + 301}, "from the future"),
    ],
)
def test_claims_that_tell_too_little_or_are_meant_for_others_are_refused(
    changed: dict[str, Any], says: str
) -> None:
    with pytest.raises(LoginInvalid, match=says):
        read(**changed)


def test_clocks_may_differ_a_little_and_give_nobody_longer() -> None:
    login = read(iat=NOW.timestamp() + 200)
    assert login.expires_at == NOW + timedelta(hours=CLIENT.hours)


def test_one_audience_of_several_is_enough() -> None:
    assert read(aud=["another", "pincite"]) == read()
