"""Whether this process can answer an analyst now: each thing that it needs, looked at, and told in fixed words."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pipeline.evidence.errors import PinciteError
from pipeline.store import schema_state
from pipeline.store.scope import LOCAL
from viewer.operations.ending import is_ending
from viewer.services import Services

PATIENCE: Final = 3.0
"""Seconds that the database and the blobs may take together: whoever asks gives up after a few."""
FRESH: Final = 1.0
"""Seconds for which what was seen is told again, so that asking often costs nothing."""

OK: Final = "ok"
SILENT: Final = "no answer"


@dataclass(frozen=True, slots=True)
class Ready:
    """What is the matter with each thing, "ok" where nothing is."""

    checks: dict[str, str]

    @property
    def is_ready(self) -> bool:
        return all(state == OK for state in self.checks.values())

    def to_json(self) -> dict[str, object]:
        return {"ready": self.is_ready, "checks": self.checks}


class Readiness:
    """Looks at the services of one process. All methods belong to one event loop.

    One look is under way at a time, however many ask: a database that hangs holds up one thread and not hundreds.
    """

    def __init__(self, services: Callable[[], Services]) -> None:
        self._services = services
        self._looking: asyncio.Task[dict[str, str]] | None = None
        self._seen: tuple[float, dict[str, str]] | None = None

    async def look(self) -> Ready:
        if is_ending():
            return Ready({"staying": "ending"})
        try:
            services = self._services()
        except PinciteError:
            return Ready({"started": "starting"})
        stored = await self._stored(services)
        return Ready({**stored, "drawing": OK if services.images.is_drawing else "ended"})

    async def _stored(self, services: Services) -> dict[str, str]:
        if self._seen and time.monotonic() - self._seen[0] < FRESH:
            return self._seen[1]
        if self._looking is None:
            self._looking = asyncio.create_task(asyncio.to_thread(_look, services))
            self._looking.add_done_callback(self._looked)
        done, _ = await asyncio.wait({self._looking}, timeout=PATIENCE)
        if not done:
            return {"database": SILENT}
        return next(iter(done)).result()

    def _looked(self, task: asyncio.Task[dict[str, str]]) -> None:
        self._looking = None
        if not task.cancelled() and task.exception() is None:
            self._seen = (time.monotonic(), task.result())


def _look(services: Services) -> dict[str, str]:
    """The database, its schema and the blobs, by the kind of what is wrong: words would tell addresses and folders."""
    seen: dict[str, str] = {}
    try:
        with services.database.scoped(LOCAL) as conn:
            is_current = schema_state.is_current(conn)
        seen["database"] = OK
        seen["schema"] = OK if is_current else "of another version"
    except PinciteError as error:
        seen["database"] = error.kind
    try:
        services.files.check()
        seen["blobs"] = OK
    except PinciteError as error:
        seen["blobs"] = error.kind
    return seen
