"""One who asks and gives up in the middle."""

from __future__ import annotations

import time

from tests.model_server import ModelServer


class Impatient:
    """Gives up so many seconds after the server has heard of the request; `waited`: how long it took to be heard."""

    def __init__(self, server: ModelServer, after: float = 0.2) -> None:
        self._server = server
        self._after = after
        self._heard_at: float | None = None

    def __call__(self) -> bool:
        now = time.monotonic()
        if self._heard_at is None and self._server.chats:
            self._heard_at = now
        return self._heard_at is not None and now - self._heard_at > self._after

    @property
    def waited(self) -> float:
        """Seconds since it gave up."""
        assert self._heard_at is not None
        return time.monotonic() - self._heard_at - self._after
