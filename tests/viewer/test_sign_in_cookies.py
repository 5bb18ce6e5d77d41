"""Behind TLS the cookies of a sign-in go through TLS only."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from viewer.sign_in_answers import SignInAnswers


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_cookies_are_secure_exactly_where_the_app_is_opened_through_tls(is_encrypted: bool) -> None:
    async def answer(_: Request) -> Response:
        response = Response("ok")
        response.set_cookie("_streamlit_user", "signed", httponly=True)
        response.set_cookie("already", "secure", secure=True)
        return response

    app = SignInAnswers(Starlette(routes=[Route("/", answer)]), lambda: is_encrypted)
    cookies = TestClient(app).get("/").headers.get_list("set-cookie")
    assert [cookie.count("; Secure") for cookie in cookies] == [int(is_encrypted), 1]
    assert "HttpOnly" in cookies[0]
