"""The embedded Postgres: started by whoever comes first, shared by all, stopped by whoever leaves last."""

from __future__ import annotations

import atexit
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psycopg
from psycopg import pq
from psycopg.conninfo import make_conninfo

from pipeline.evidence.errors import DataFolderUnusable
from pipeline.store.account import Account
from pipeline.store.address import HOST, ServerAddress, port_is_free
from pipeline.store.cluster import Cluster
from pipeline.store.locks import FileLock

START_PATIENCE = 60.0
"""Seconds that a server may take before it takes part at all."""
RECOVERY_PATIENCE = 600.0
"""Seconds that a server may say "starting up": after a crash it replays its log, and killing it would not help."""
SILENCE_PATIENCE = 4.0
"""Seconds that a server found running may stay silent before it is taken for hung and restarted."""


class EmbeddedServer:
    """One process's share in the server under `home`.

    Everything is in `home`: `postgres/` (data, port and passwords), `postgres.log`, and two lock files. The start lock
    is held while somebody starts or stops the server; every user shares the users lock while it lives. The kernel
    drops both when a process is killed, so nothing has to be cleaned up afterwards: a server without users keeps
    running until the next one adopts it.
    """

    def __init__(self, home: Path) -> None:
        self.home = home.expanduser().resolve()
        self._start_lock = FileLock(self.home / "postgres.start.lock")
        self._users = FileLock(self.home / "postgres.users.lock")
        self._thread_lock = threading.Lock()
        self._address: ServerAddress | None = None

    def start(self) -> ServerAddress:
        """Join the running server, or start it; returns when it answers. Safe to call again at any time.

        Raises DataFolderUnusable when `home` is read-only, full, unreachable or somebody else's, DatabaseUnavailable
        when the server does not start for another reason.
        """
        with self._thread_lock:
            try:
                return self._start()
            except OSError as error:
                raise DataFolderUnusable(
                    f"The data folder {self.home} cannot be used: {error.strerror or error}"
                    f"{f' ({error.filename})' if error.filename else ''}. "
                    "Make it writable, free some space, or set PINCITE_HOME to another folder."
                ) from error

    def app_dsn(self) -> str:
        """Where the app's role connects, after making sure that somebody listens there."""
        address = self._address
        if address is None or not _listens(address.port):
            address = self.start()
        return address.app_dsn

    def close(self) -> None:
        """Leave the server, and stop it when nobody else is left."""
        with self._thread_lock:
            if not self._users.held:
                return
            atexit.unregister(self.close)
            with self._start_lock.exclusive():
                if self._users.is_last():
                    self._cluster().stop()
                self._users.release()
            self._address = None

    def _start(self) -> ServerAddress:
        self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._start_lock.exclusive():
            if not self._users.held:
                self._users.share()
                atexit.register(self.close)
            cluster = self._cluster()
            try:
                self._address = self._running(cluster)
            except BaseException:
                self._users.release()
                atexit.unregister(self.close)
                raise
        return self._address

    def _cluster(self) -> Cluster:
        account = Account.for_home(self.home)
        for path in (self._start_lock.path, self._users.path):
            account.give(path)
        return Cluster(self.home, account)

    def _running(self, cluster: Cluster) -> ServerAddress:
        if not cluster.exists:
            return self._launched(cluster, cluster.create())
        address = ServerAddress.read(cluster.address_file)
        if _answers(address):
            return address
        if cluster.process_id() is not None:
            # Somebody runs there: starting up after a kill, shutting down, or hung.
            if _comes_to_answer(address, lambda: cluster.process_id() is not None, SILENCE_PATIENCE):
                return address
            cluster.stop(within=1.0)
        return self._launched(cluster, address)

    def _launched(self, cluster: Cluster, address: ServerAddress) -> ServerAddress:
        """Start a server that is known not to run, on another port when the remembered one is taken."""
        for _ in range(3):
            if not port_is_free(address.port):
                address = address.elsewhere()
            cluster.remember(address)
            said = cluster.log.stat().st_size if cluster.log.exists() else 0
            process = cluster.launch(address)
            if _comes_to_answer(address, partial(_is_alive, process), START_PATIENCE):
                return address
            failure = cluster.failure(process.poll(), said)
            if port_is_free(address.port):
                raise failure
        raise failure


def _answers(address: ServerAddress) -> bool:
    """True when our own server accepts our password: a listening port alone may be anybody's."""
    try:
        psycopg.connect(address.owner_dsn, connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def _comes_to_answer(address: ServerAddress, alive: Callable[[], bool], silence: float) -> bool:
    """Wait for a live server; False when it ends, or stays silent too long without saying that it is starting up.

    One that was ready a moment ago may refuse us: a backend was killed, and it recovers once more; or the machine is
    busy, and a server that others use must not be taken for hung.
    """
    begun = time.monotonic()
    patience = {pq.Ping.REJECT: RECOVERY_PATIENCE, pq.Ping.OK: START_PATIENCE}
    while alive():
        state = _ping(address)
        if state == pq.Ping.OK and _answers(address):
            return True
        if time.monotonic() - begun > patience.get(state, silence):
            return False
        time.sleep(0.005)
    return False


def _ping(address: ServerAddress) -> pq.Ping:
    if not _listens(address.port):
        return pq.Ping.NO_RESPONSE
    return pq.Ping(pq.PGconn.ping(make_conninfo(address.owner_dsn, connect_timeout=2).encode()))


def _is_alive(process: subprocess.Popen[bytes]) -> bool:
    return process.poll() is None


def _listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError:
        return False
    return True
