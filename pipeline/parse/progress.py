"""How a parse tells how far it is, and learns that it should stop."""

from __future__ import annotations

from collections.abc import Callable

from pipeline.evidence.errors import IngestInterrupted

Progress = Callable[[int, int], None]
"""Called with (steps done, steps in all)."""

Interrupted = Callable[[], bool]
"""True once the parse should stop."""


def stop_if_interrupted(interrupted: Interrupted, source: str) -> None:
    """Raises IngestInterrupted when the parse should stop."""
    if interrupted():
        raise was_stopped(source)


def was_stopped(source: str) -> IngestInterrupted:
    """The error of a parse that was asked to stop."""
    return IngestInterrupted(f"Reading {source} was stopped. Nothing of it was stored.", source=source)
