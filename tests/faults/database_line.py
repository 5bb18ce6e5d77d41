"""A line between Pincite and its database that can be cut, held up, slowed down, or lose an answer on the way back."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_CHUNK = 65_536


@dataclass(eq=False)
class _Wire:
    """One connection: `client` is ours, `server` the database's. `loses_reply`: what comes back next is lost, and the
    connection with it. `begun`: the transaction was seen whose commit is to lose its reply."""

    client: socket.socket
    server: socket.socket
    loses_reply: bool = False
    begun: bool = False

    def cut(self) -> None:
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class DatabaseLine:
    """Listens on a port of its own from `with` on. `latency`: seconds that each piece takes, either way."""

    def __init__(self, dsn: str) -> None:
        where = conninfo_to_dict(dsn)
        self._target = (str(where.get("host")), int(str(where.get("port"))))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._wires: set[_Wire] = set()
        self._lock = threading.Lock()
        self._flows = threading.Event()
        self._flows.set()
        self._lost: list[bytes] = []
        self.latency = 0.0
        self.losses = 0
        self.cuts = 0

    def dsn(self, dsn: str) -> str:
        """The same database by way of this line."""
        return make_conninfo(dsn, host="127.0.0.1", port=self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._flows.set()
        self.cut()

    def cut(self) -> None:
        """End every connection that is open; new ones are let through."""
        with self._lock:
            wires, self._wires = self._wires, set()
        for wire in wires:
            wire.cut()
        self.cuts += len(wires)

    def hold(self) -> None:
        """Nothing passes, and nothing is told, until `release`."""
        self._flows.clear()

    def release(self) -> None:
        self._flows.set()

    def lose_commits_of(self, words: bytes, times: int) -> None:
        """What the database says to the commits of the next transactions with these words in a statement is lost: they
        are done, and nobody knows."""
        self._lost += [words] * times

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self._connect(client)

    def _connect(self, client: socket.socket) -> None:
        try:
            wire = _Wire(client, socket.create_connection(self._target))
        except OSError:
            client.close()
            return
        with self._lock:
            self._wires.add(wire)
        for pump in (self._send, self._return):
            threading.Thread(target=pump, args=(wire,), daemon=True).start()

    def _send(self, wire: _Wire) -> None:
        with suppress(OSError):
            while data := wire.client.recv(_CHUNK):
                self._pass()
                self._mark(wire, data)
                wire.server.sendall(data)
        self._end(wire)

    def _return(self, wire: _Wire) -> None:
        with suppress(OSError):
            while data := wire.server.recv(_CHUNK):
                self._pass()
                if wire.loses_reply:
                    self.losses += 1
                    break
                wire.client.sendall(data)
        self._end(wire)

    def _mark(self, wire: _Wire, data: bytes) -> None:
        with self._lock:
            if self._lost and self._lost[0] in data:
                wire.begun = True
            if wire.begun and b"COMMIT" in data:
                self._lost.pop(0)
                wire.begun, wire.loses_reply = False, True

    def _pass(self) -> None:
        self._flows.wait()
        if self.latency:
            time.sleep(self.latency)

    def _end(self, wire: _Wire) -> None:
        with self._lock:
            self._wires.discard(wire)
        wire.cut()
