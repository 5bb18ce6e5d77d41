"""What Streamlit needs to sign people in, given to it without a file on the disk."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from streamlit import config
from streamlit.runtime.secrets import secrets_singleton

from pipeline.oidc import OidcClient

_COOKIES: Final = b"pincite.streamlit.cookies"
"""Another context than that of links, so that neither signature stands for the other."""


def configure(client: OidcClient, key: bytes) -> None:
    """Have Streamlit sign people in with this client, and take nobody's word for who they are but its own cookie's.
    `key` is the data folder's. Before Streamlit's application is built: it takes the secret of its cookies then."""
    secret = client.cookie_secret or cookie_secret(key)
    config.set_option("server.cookieSecret", secret)
    # A header that is said to name the user would go before the cookie, and anybody can send a header.
    config.set_option("server.trustedUserHeaders", {})
    secrets_singleton.merge_programmatic_secrets(
        {
            "auth": {
                "redirect_uri": client.redirect_url,
                "cookie_secret": secret,
                "client_id": client.client_id,
                "client_secret": client.client_secret,
                "server_metadata_url": client.metadata_url,
            }
        }
    )


def cookie_secret(key: bytes) -> str:
    """The secret of cookies, 64 hexadecimal digits, that belongs to a data folder's key."""
    return hmac.new(key, _COOKIES, hashlib.sha256).hexdigest()
