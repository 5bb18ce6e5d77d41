"""Where somebody wanted to go before they had to sign in: a link from a colleague opens what it means afterwards."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

import streamlit as st

from viewer.components import remember_cookie
from viewer.sign_in_answers import SAID

_COOKIE: Final = "pincite-wanted"
_KEPT_SECONDS: Final = 900
"""A password that has to be looked up, and a second factor on another device."""
_LONGEST: Final = 2_000
"""Characters: a browser keeps 4,096 bytes of a cookie, and no address of the app is half as long."""
_TAKEN: Final = "wanted-taken"

Place = tuple[str, dict[str, str]]
"""The address of a page, and its parameters."""


def keep() -> None:
    """Have the browser keep this address until somebody has signed in; the last one that it showed counts."""
    if SAID in st.query_params:
        return  # back from a sign-in that came to nothing
    parameters, path = st.query_params.to_dict(), _path()
    if path or parameters:
        written = base64.urlsafe_b64encode(json.dumps([path, parameters]).encode()).decode().rstrip("=")
        if len(written) <= _LONGEST:
            remember_cookie(_COOKIE, written, _KEPT_SECONDS)
    elif _COOKIE in st.context.cookies:
        remember_cookie(_COOKIE, "", 0)


def go(pages: Sequence[st.Page]) -> None:
    """Go where they wanted to, once, from the address that a sign-in leads back to: to one of these pages."""
    written = st.context.cookies.get(_COOKIE)
    if not written:
        return
    remember_cookie(_COOKIE, "", 0)
    is_new = not st.session_state.get(_TAKEN)
    st.session_state[_TAKEN] = True
    place = read(written)
    if not is_new or place is None or _path() or st.query_params:
        return
    path, parameters = place
    found = next((page for page in pages if page.url_path == path), None)
    if found is not None:
        st.switch_page(found, query_params=parameters)


def read(written: str) -> Place | None:
    """The place of a cookie; None for anything else, which anybody may have put there."""
    try:
        path, parameters = json.loads(base64.urlsafe_b64decode(written + "=" * (-len(written) % 4)))
    except (binascii.Error, UnicodeError, TypeError, ValueError, RecursionError):
        return None
    if not isinstance(path, str) or not isinstance(parameters, Mapping):
        return None
    if not all(isinstance(one, str) for one in parameters.values()):
        return None
    return path, dict(parameters)


def _path() -> str:
    return urlsplit(st.context.url or "").path.strip("/")
