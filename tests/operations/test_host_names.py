"""A site whose name is made to mean this machine (DNS rebinding) gets no session of an app that listens here."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serving import Served, served


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home: Path = tmp_path_factory.mktemp("named") / "home"
    with served(home, environment={"PINCITE_WORKERS": "0"}) as running:
        yield running


@pytest.mark.parametrize(
    ("name", "status"), [("127.0.0.1", 101), ("localhost", 101), ("rebound.example", 403)]
)
def test_a_session_begins_under_the_machine_s_own_names_only(app: Served, name: str, status: int) -> None:
    address = app.url.removeprefix("http://")
    host = address.replace("127.0.0.1", name)
    connection = http.client.HTTPConnection(address, timeout=30)
    connection.request(
        "GET",
        "/_stcore/stream",
        headers={
            "Host": host,
            "Origin": f"http://{host}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        },
    )
    response = connection.getresponse()
    connection.close()
    assert response.status == status
