"""Every page of the real app, with hostile words wherever somebody else's words are shown: they stay words. And its
policy: nothing is broken by it, nothing breaks it, and every response carries it."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser

from tests.hostile.hostile_app import HostileApp, hostile_app
from tests.hostile.walk import HEADERS, Walk, walker


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostileApp]:
    with hostile_app(tmp_path_factory.mktemp("words") / "home") as made:
        yield made


@pytest.fixture(scope="module")
def walk(hostile: HostileApp, browser: Browser) -> Walk:
    with walker(hostile, browser) as one:
        return one.walk()


def test_hostile_words_are_shown_as_words_on_every_page(walk: Walk) -> None:
    assert [name for name, is_shown in walk.shown.items() if not is_shown] == []
    assert walk.made == []
    assert walk.bitten == 0


def test_no_words_leave_their_box(walk: Walk) -> None:
    """Some of them are a long word without a place to be broken, some are read from the right."""
    assert walk.left == []


def test_no_page_asks_another_server_for_anything(walk: Walk, hostile: HostileApp) -> None:
    assert walk.outside == []
    assert hostile.listener.asked == []


def test_no_page_breaks_the_policy_and_none_is_broken_by_it(walk: Walk) -> None:
    assert walk.violations == []
    assert walk.errors == []


def test_every_response_carries_the_headers(walk: Walk, hostile: HostileApp) -> None:
    assert walk.bare == []
    assert walk.responses > 100
    with httpx.Client(base_url=hostile.app.url) as client:
        for method, path in (
            ("GET", "/evidence/frame/none"),
            ("POST", "/evidence/frame/none"),
            ("GET", "/evidence/pages/none/0/640.webp"),
            ("GET", "/media/none"),
            ("GET", "/component/none/index.html"),
            ("GET", "/_stcore/health"),
            ("OPTIONS", "/_stcore/health"),
            ("PUT", "/_stcore/upload_file/none/none"),
            ("GET", "/static/none.js"),
            ("GET", "//elsewhere.example"),
            ("GET", "/%2e%2e/%2e%2e/etc/passwd"),
            ("GET", "/library/"),
            ("GET", "/nothing"),
        ):
            response = client.request(method, path)
            missing = [name for name in HEADERS if name not in response.headers]
            assert missing == [], (method, path, response.status_code)
            assert "unsafe-eval" not in response.headers["content-security-policy"]


def test_a_websocket_of_another_site_is_refused_with_the_headers(hostile: HostileApp) -> None:
    host, port = hostile.app.url.removeprefix("http://").split(":")
    asked = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://elsewhere.example\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(asked.encode())
        answer = connection.recv(8192).decode("latin-1").lower()
    assert answer.startswith("http/1.1 403")
    assert all(f"\r\n{name}:" in answer for name in HEADERS)
