"""Whether this process has been asked to end: it still serves then, and begins nothing new."""

from __future__ import annotations

import threading
from typing import Final

from pipeline.evidence.errors import PinciteError


class ServerEnding(PinciteError):
    """Something long was to begin in a process that is about to end."""


_asked: Final = threading.Event()


def begin_ending() -> None:
    """From now on this process says that it is not ready. Safe in a signal's handler, and more than once."""
    _asked.set()


def is_ending() -> bool:
    return _asked.is_set()


def require_staying() -> None:
    """Raises ServerEnding when this process is about to end."""
    if _asked.is_set():
        raise ServerEnding("This server is being restarted, and begins no new answer. Ask again in a moment.")
