"""How signing in is configured: wholly, or not at all."""

from __future__ import annotations

import pytest

from pipeline.evidence.errors import ConfigurationError
from pipeline.oidc import DEFAULT_HOURS, OidcClient
from pipeline.settings import Settings

WHOLE = {
    "PINCITE_OIDC_ISSUER": "https://login.example.com/realm",
    "PINCITE_OIDC_CLIENT_ID": "pincite",
    "PINCITE_OIDC_CLIENT_SECRET": "a secret of the client",
    "PINCITE_URL": "https://pincite.example.com",
}
SECRET = "0123456789abcdef" * 2


def read(**changed: str) -> OidcClient | None:
    return OidcClient.from_environment(WHOLE | changed)


def test_without_a_word_of_it_there_is_one_local_user() -> None:
    assert OidcClient.from_environment({"PINCITE_URL": "https://pincite.example.com"}) is None
    assert Settings.from_environment({"PINCITE_HOME": "/nowhere"}).oidc is None


def test_an_issuer_says_where_it_describes_itself() -> None:
    client = Settings.from_environment({"PINCITE_HOME": "/nowhere"} | WHOLE).oidc
    assert client is not None
    assert client.metadata_url == "https://login.example.com/realm/.well-known/openid-configuration"
    assert client.redirect_url == "https://pincite.example.com/oauth2callback"
    assert (client.issuer, client.hours, client.is_encrypted) == (
        WHOLE["PINCITE_OIDC_ISSUER"],
        DEFAULT_HOURS,
        True,
    )


def test_a_description_elsewhere_is_taken_from_there() -> None:
    client = read(PINCITE_OIDC_ISSUER="", PINCITE_OIDC_METADATA_URL="https://other.example/describes")
    assert client is not None
    assert (client.metadata_url, client.issuer) == ("https://other.example/describes", None)


@pytest.mark.parametrize("left_out", sorted(WHOLE))
def test_half_a_configuration_is_an_error_that_names_what_is_missing(left_out: str) -> None:
    with pytest.raises(ConfigurationError, match=left_out):
        read(**{left_out: ""})


def test_no_secret_is_told() -> None:
    client = read(PINCITE_COOKIE_SECRET=SECRET)
    assert SECRET not in repr(client)
    assert WHOLE["PINCITE_OIDC_CLIENT_SECRET"] not in repr(client)
    for broken in (
        {"PINCITE_URL": ""},
        {"PINCITE_SESSION_HOURS": "x"},
        {"PINCITE_COOKIE_SECRET": "short one"},
    ):
        with pytest.raises(ConfigurationError) as told:
            read(**broken)
        assert "secret of the client" not in str(told.value)
        assert "short one" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PINCITE_OIDC_ISSUER", "login.example.com"),
        ("PINCITE_OIDC_ISSUER", "http://login.example.com"),
        ("PINCITE_OIDC_ISSUER", "https://name:password@login.example.com"),
        ("PINCITE_OIDC_ISSUER", "https://[::1"),
        ("PINCITE_OIDC_ISSUER", "file:///etc/passwd"),
        ("PINCITE_OIDC_METADATA_URL", "http://login.example.com/describes"),
        ("PINCITE_URL", "http://pincite.example.com"),
        ("PINCITE_URL", "https://example.com/pincite"),
        ("PINCITE_URL", "https://example.com/?a=b"),
        ("PINCITE_SESSION_HOURS", "0"),
        ("PINCITE_SESSION_HOURS", "721"),
        ("PINCITE_SESSION_HOURS", "12.5"),
        ("PINCITE_SESSION_HOURS", "१२"),
        ("PINCITE_COOKIE_SECRET", "too short"),
    ],
)
def test_a_value_that_cannot_be_used_is_an_error(name: str, value: str) -> None:
    with pytest.raises(ConfigurationError, match=name):
        read(**{name: value})


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("https://Pincite.example.com:443/", "https://pincite.example.com"),
        ("http://127.0.0.1:8501", "http://127.0.0.1:8501"),
        ("http://localhost:80", "http://localhost"),
    ],
)
def test_the_apps_address_is_kept_as_browsers_write_an_origin(written: str, taken: str) -> None:
    client = read(PINCITE_URL=written)
    assert client is not None
    assert client.url == taken
