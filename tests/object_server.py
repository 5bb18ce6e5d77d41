"""A real S3-compatible server on this machine, which asks for keys, and a relay that breaks connections to it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import obstore
import pytest
from obstore.store import S3Store

BUCKET = "filings"
ACCOUNT, PARTITION, REGION = "123456789012", "aws", "us-east-1"
ANYTHING = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}],
}


@dataclass(frozen=True, slots=True)
class Key:
    """What a client proves itself with."""

    id: str
    secret: str

    def environment(self) -> dict[str, str]:
        return {
            "AWS_ACCESS_KEY_ID": self.id,
            "AWS_SECRET_ACCESS_KEY": self.secret,
            "AWS_REGION": REGION,
        }


@dataclass(frozen=True, slots=True)
class ObjectServer:
    """A running server with the bucket `filings`: a key that may do everything in it, and one that may do nothing."""

    url: str
    key: Key
    powerless_key: Key

    def place(self, prefix: str, *, bucket: str = BUCKET, url: str | None = None) -> dict[str, str]:
        """The variables that lead to a part of the bucket, perhaps by another address."""
        return {"PINCITE_BLOBS": f"s3://{bucket}/{prefix}", "AWS_ENDPOINT_URL": url or self.url}

    def environment(self, prefix: str) -> dict[str, str]:
        """All the variables that a process needs to work there."""
        return self.place(prefix) | self.key.environment()

    def objects(self, prefix: str) -> list[str]:
        """The keys of a part of the bucket, without the part's own."""
        return [item["path"] for batch in obstore.list(self._client(prefix)) for item in batch]

    def write(self, prefix: str, key: str, data: bytes, media_type: str | None = None) -> None:
        """Replace an object, as nobody of us would."""
        obstore.put(
            self._client(prefix), key, data, attributes={"Content-Type": media_type} if media_type else None
        )

    def read(self, prefix: str, key: str) -> bytes:
        return bytes(obstore.get(self._client(prefix), key).bytes())

    def _client(self, prefix: str) -> S3Store:
        return S3Store(
            BUCKET,
            prefix=prefix,
            endpoint=self.url,
            region=REGION,
            access_key_id=self.key.id,
            secret_access_key=self.key.secret,
            client_options={"allow_http": True},
        )


@pytest.fixture(scope="session")
def object_server() -> Iterator[ObjectServer]:
    """The session's server. Each test takes a prefix of its own in the bucket."""
    from moto.iam.models import iam_backends
    from moto.s3.models import s3_backends
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    users = iam_backends[ACCOUNT][PARTITION]
    keys = []
    for name in ("writer", "stranger"):
        users.create_user(REGION, name)
        made = users.create_access_key(name)
        keys.append(Key(made.access_key_id, made.secret_access_key))
    users.put_user_policy("writer", "everything", json.dumps(ANYTHING))
    s3_backends[ACCOUNT][PARTITION].create_bucket(BUCKET, REGION)
    _demand_keys(True)
    host, port = server.get_host_and_port()
    yield ObjectServer(f"http://{host}:{port}", *keys)
    server.stop()


@contextmanager
def open_to_all() -> Iterator[None]:
    """The server checks nobody for a while. (It knows keys in headers only, not those of a signed link.)"""
    _demand_keys(False)
    try:
        yield
    finally:
        _demand_keys(True)


def _demand_keys(demanded: bool) -> None:
    import moto.settings
    from moto.core.authorization import ActionAuthenticatorMixin

    moto.settings.INITIAL_NO_AUTH_ACTION_COUNT = 0.0 if demanded else float("inf")
    ActionAuthenticatorMixin.request_count = 0


class Relay:
    """Passes connections on to a server, and breaks each once it has carried `budget` bytes either way."""

    def __init__(self, target: str, budget: int) -> None:
        parts = urlsplit(target)
        self._target = (parts.hostname, parts.port)
        self._budget = budget
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def serve(self) -> None:
        """Until the relay is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _carry(self, client: socket.socket) -> None:
        server = socket.create_connection(self._target)
        ways = [
            threading.Thread(target=self._pump, args=pair, daemon=True)
            for pair in ((client, server), (server, client))
        ]
        for way in ways:
            way.start()
        for way in ways:
            way.join()
        client.close()
        server.close()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        left = self._budget
        with suppress(OSError):
            while left > 0 and (data := source.recv(min(left, 65536))):
                sink.sendall(data)
                left -= len(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def breaking_relay(server: ObjectServer, budget: int) -> Iterator[str]:
    """The address of a relay to the server that breaks every connection after `budget` bytes."""
    relay = Relay(server.url, budget)
    thread = threading.Thread(target=relay.serve, daemon=True)
    thread.start()
    try:
        yield relay.url
    finally:
        relay.close()
        thread.join()
