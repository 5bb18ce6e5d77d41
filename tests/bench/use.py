"""What a server and all that it has started use while something is measured."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import psutil

SETTLING: Final = 0.25
"""The first part of the time is left out of the memory's slope: caches and threads come to their size in it."""
SAMPLE_SECONDS: Final = 1.0
DATABASE: Final = "postgres"
"""The name of the embedded server's processes. Its memory is left out: most of it is one buffer that all of them show
as theirs."""


@dataclass(slots=True)
class Use:
    """Resident bytes by seconds, of the server itself (`web`) and of what it has started but the database (`beside`);
    and the seconds of processor that they took, the database (`database`) and whoever measures (`load`) apart."""

    at: list[float] = field(default_factory=list)
    web: list[float] = field(default_factory=list)
    beside: list[float] = field(default_factory=list)
    app: float = 0.0
    database: float = 0.0
    load: float = 0.0

    @property
    def seconds(self) -> float:
        return self.at[-1]

    @property
    def slope(self) -> float:
        """Bytes a second of server and what is beside it, of the straight line through what was seen after settling."""
        at, used = np.array(self.at), np.array(self.web) + np.array(self.beside)
        settled = at >= SETTLING * at[-1]
        return float(np.polyfit(at[settled], used[settled], 1)[0])

    @property
    def span(self) -> str:
        """From where the memory went to where after settling, in words."""
        first = next(place for place, at in enumerate(self.at) if at >= SETTLING * self.at[-1])
        return " and ".join(
            f"{name} {used[first] / 2**20:.0f} → {used[-1] / 2**20:.0f} MB"
            for name, used in (("web", self.web), ("drawing", self.beside))
        )


@contextmanager
def watched(process_id: int) -> Iterator[Use]:
    """What a process and all that it has started use meanwhile, looked at once a second."""
    use, app, me = Use(), psutil.Process(process_id), psutil.Process()
    ended = threading.Event()
    begun = time.monotonic()
    before = _processor(app), _own(me)

    def watch() -> None:
        while not ended.wait(SAMPLE_SECONDS):
            with suppress(psutil.NoSuchProcess):
                beside = [one for one in app.children(recursive=True) if one.name() != DATABASE]
                sizes = float(app.memory_info().rss), float(sum(one.memory_info().rss for one in beside))
                use.web.append(sizes[0])
                use.beside.append(sizes[1])
                use.at.append(time.monotonic() - begun)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield use
    finally:
        ended.set()
        watcher.join()
        (app_before, database_before), load_before = before
        app_now, database_now = _processor(app)
        use.app, use.database = app_now - app_before, database_now - database_before
        use.load = _own(me) - load_before


def _processor(app: psutil.Process) -> tuple[float, float]:
    """Seconds of processor that the app and what it has started have taken, and those of its database: of what still
    runs, and for the database of what its server has seen end."""
    took = {True: 0.0, False: 0.0}
    for one in (app, *app.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times, is_database = one.cpu_times(), one.name() == DATABASE
            took[is_database] += times.user + times.system
            if is_database:
                took[True] += times.children_user + times.children_system
    return took[False], took[True]


def _own(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system
