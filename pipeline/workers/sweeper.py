"""A worker's sweeping beside its reading: runs whose job is gone soon, everything else a few times a day."""

from __future__ import annotations

import threading
import time
from typing import Final

from pipeline.evidence.errors import StoreError
from pipeline.jobs import take_up_stranded
from pipeline.store.blobs import Blobs
from pipeline.store.database import Database
from pipeline.store.scope import LOCAL, Scope
from pipeline.sweep import Swept, sweep
from pipeline.workers.attempt import Event, Tell

LOOK_EVERY: Final = 30.0
"""Seconds between two looks for runs whose job is gone: somebody waits for them."""
STRANDED_AFTER: Final = 30.0
"""Seconds of silence after which a run without a job has nobody. Its job and itself are written together, so that any
would do; this spares runs that are just being ended."""
FIRST_SWEEP: Final = 300.0
SWEEP_EVERY: Final = 6 * 3600.0
"""Seconds from the start to the first sweep, and between two. A sweep lists every stored file."""


class Sweeper:
    """Sweeps in a thread of its own until `stop` is set. A sweep that fails is told, and tried again at its time."""

    def __init__(
        self,
        database: Database,
        blobs: Blobs,
        stop: threading.Event,
        tell: Tell,
        keep_openings: int | None = None,
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._stop = stop
        self._tell = tell
        self._keep_openings = keep_openings
        self._due = time.monotonic() + FIRST_SWEEP

    def start(self) -> None:
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def _run(self) -> None:
        while not self._stop.wait(LOOK_EVERY):
            try:
                self.look()
            except StoreError as error:
                self._tell(Event("unswept", f"What was left behind is not collected now: {error.message}"))

    def look(self) -> None:
        """One look. Raises StoreError."""
        for tenant_id in self._blobs.tenants():
            count = take_up_stranded(self._database, Scope(tenant_id, LOCAL.user_id), STRANDED_AFTER)
            if count:
                self._tell(
                    Event(
                        "stranded", f"{count} runs whose jobs were lost are taken up again.", {"runs": count}
                    )
                )
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + SWEEP_EVERY
            self._told(sweep(self._database, self._blobs, keep_openings=self._keep_openings))

    def _told(self, swept: Swept) -> None:
        if swept.found_any or swept.problems:
            self._tell(Event("swept", swept.words, swept.to_json()))
