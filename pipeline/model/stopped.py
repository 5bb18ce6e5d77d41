"""Whether anybody still waits for a model's reply."""

from __future__ import annotations

import time
from collections.abc import Callable

Stopped = Callable[[], bool]
"""Whether the one who asked has given up."""


def never() -> bool:
    """Whoever asked waits for as long as it takes."""
    return False


class Deadline:
    """Gives up so many seconds after it was made, or as soon as `stopped` says so."""

    def __init__(self, seconds: float, stopped: Stopped = never) -> None:
        self._ends = time.monotonic() + seconds
        self._stopped = stopped

    def __call__(self) -> bool:
        return self.has_passed or self._stopped()

    @property
    def has_passed(self) -> bool:
        return time.monotonic() > self._ends
