"""Whether anybody still waits for a model's reply."""

from __future__ import annotations

from collections.abc import Callable

Stopped = Callable[[], bool]
"""Whether the one who asked has given up."""


def never() -> bool:
    """Whoever asked waits for as long as it takes."""
    return False
