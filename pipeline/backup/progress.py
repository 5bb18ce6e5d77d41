"""How far a backup or its restoring is, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from pipeline.evidence.errors import BackupInterrupted


@dataclass(frozen=True, slots=True)
class Progress:
    """`stage`: what is being done; `done` of `total`: bytes, or nothing where the total is not known."""

    stage: str
    done: int = 0
    total: int = 0


class Course:
    """Tells `watch` of each step, and ends the work with BackupInterrupted at the next one once `stop` is set."""

    def __init__(self, watch: Callable[[Progress], None], stop: threading.Event) -> None:
        self._watch = watch
        self._stop = stop
        self._at = Progress("")

    def begin(self, stage: str, total: int = 0) -> None:
        self._tell(Progress(stage, 0, total))

    def advance(self, done: int) -> None:
        self._tell(replace(self._at, done=self._at.done + done))

    def _tell(self, progress: Progress) -> None:
        self._at = progress
        self._watch(progress)
        if self._stop.is_set():
            raise BackupInterrupted("Stopped. Nothing of it was left behind.")
