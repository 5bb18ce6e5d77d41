"""The process that listens: how it learns who calls through a proxy, and how it ends.

Asked to end (SIGTERM), it first says that it is not ready and serves on, so that whoever shares out requests looks
elsewhere; then it closes its door, tells open sessions that it restarts, lets requests in flight finish, and leaves
answers that are being written with what is checked. Ctrl-C skips the wait; pressed again, all of it.
"""

from __future__ import annotations

import signal
import sys
import time
from types import FrameType
from typing import Final
from urllib.parse import urlsplit

import uvicorn
from streamlit import config
from uvicorn.config import STARTUP_FAILURE

from pipeline.journal.opening import open_journal
from pipeline.operation import Operation
from viewer.operations.ending import begin_ending

KEEP_ALIVE: Final = 75
"""Seconds that an idle connection stays open: longer than proxies keep theirs (60 as a rule), so that they are who
closes it, and never send a request into a connection that is just being closed here."""
LOOPBACK_NAMES: Final = ("localhost", "127.0.0.1", "::1")


class WebServer(uvicorn.Server):
    """Ends in two steps. `drain_seconds`: how long it serves on after it has been asked to end."""

    def __init__(self, config: uvicorn.Config, drain_seconds: int) -> None:
        super().__init__(config)
        self._drain_seconds = drain_seconds
        self._closes_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        begin_ending()
        if sig == signal.SIGTERM and self._drain_seconds and self._closes_at is None:
            self._closes_at = time.monotonic() + self._drain_seconds
            self._captured_signals.append(sig)
            return
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        if self._closes_at is not None and time.monotonic() >= self._closes_at:
            self.should_exit = True
        return await super().on_tick(counter)


def known_hosts(host: str, operation: Operation, url: str | None) -> list[str]:
    """The names that the app listening at `host` answers to, none for every name; `url`: its public address.

    An app that listens on this machine only is opened by nobody else, but any site that a browser here has open can
    have its own name mean this machine, and would be the app's own page then (DNS rebinding).
    """
    named = [*operation.hosts, *([urlsplit(url).hostname or ""] if url else [])]
    is_loopback = host in LOOPBACK_NAMES
    if not named and (operation.proxies or not is_loopback):
        return []
    return [*named, *LOOPBACK_NAMES]


def serve_app(host: str, port: int, operation: Operation, url: str | None) -> None:
    """Serve until asked to end. Ends the process with status 3 when the app does not start."""
    served = uvicorn.Config(
        "app:app",
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(operation.proxies),
        forwarded_allow_ips=list(operation.proxies),
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=operation.end_seconds,
    )
    served.load()  # the app says where Streamlit's settings lie, which the first one that is set has it read
    open_journal(operation.log)
    config.set_option("server.allowedHosts", known_hosts(host, operation, url))
    server = WebServer(served, operation.drain_seconds)
    try:
        server.run()
    except KeyboardInterrupt:
        return
    if not server.started:
        sys.exit(STARTUP_FAILURE)
