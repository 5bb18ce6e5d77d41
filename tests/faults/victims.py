"""The processes of a running Pincite by what they do, and killing one of them as the kernel would: without a word."""

from __future__ import annotations

import os
import re
import signal
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Final

import psutil

from pipeline.store.account import Account
from pipeline.store.cluster import Cluster


class Victim(StrEnum):
    APP = "app"
    ANALYST = "analyst's process"
    WORKER = "worker"
    READER = "reading process"
    DRAWER = "drawing process"
    POSTMASTER = "database"
    BACKEND = "database connection"


WEIGHTS = {
    Victim.READER: 5,
    Victim.WORKER: 3,
    Victim.BACKEND: 3,
    Victim.ANALYST: 3,
    Victim.POSTMASTER: 3,
    Victim.APP: 3,
    Victim.DRAWER: 2,
}


class Killer:
    """Kills processes of the data folder under `home` whose app and analyst have the given process ids."""

    def __init__(self, home: Path, random: Random) -> None:
        self._cluster = Cluster(home, Account.for_home(home))
        self._random = random
        self.killed: dict[Victim, int] = dict.fromkeys(Victim, 0)

    def kill_one(self, app: int, analyst: int | None) -> Victim | None:
        """Kill a process of a kind that is drawn by weight; None when there is none of it just now."""
        kinds = [kind for kind in WEIGHTS if analyst is not None or kind is not Victim.ANALYST]
        (kind,) = self._random.choices(kinds, [WEIGHTS[kind] for kind in kinds])
        return kind if self.kill(kind, app, analyst) else None

    def kill(self, kind: Victim, app: int, analyst: int | None = None) -> bool:
        """Whether there was one to be killed."""
        found = sorted(self._found(kind, app, analyst))
        if not found:
            return False
        try:
            os.kill(self._random.choice(found), signal.SIGKILL)
        except ProcessLookupError:
            return False
        self.killed[kind] += 1
        return True

    def _found(self, kind: Victim, app: int, analyst: int | None) -> list[int]:
        match kind:
            case Victim.APP:
                return [app]
            case Victim.ANALYST:
                return [analyst] if analyst is not None else []
            case Victim.WORKER:
                return [child.pid for child in _children(app) if "worker" in _command(child)]
            case Victim.READER:
                workers = [child for child in _children(app) if "worker" in _command(child)]
                below = [one for worker in workers for one in _children(worker.pid, all_of_them=True)]
                return [one.pid for one in below if "postgres" not in _title(one)]
            case Victim.DRAWER:
                return [child.pid for child in _children(app) if "viewer.page_worker" in _command(child)]
            case Victim.POSTMASTER:
                number = self._cluster.process_id()
                return [number] if number is not None else []
            case Victim.BACKEND:
                number = self._cluster.process_id()
                return (
                    []
                    if number is None
                    else [one.pid for one in _children(number) if _SERVES.search(_title(one))]
                )


_SERVES: Final = re.compile(r"127\.0\.0\.1\(\d+\)")
"""In the title of a process of Postgres that serves a connection: where it comes from."""


def _children(pid: int, *, all_of_them: bool = False) -> list[psutil.Process]:
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(pid).children(recursive=all_of_them)
    return []


def _command(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return process.cmdline()
    return []


def _title(process: psutil.Process) -> str:
    return " ".join(_command(process))
