"""How much memory a process and everything that it has started take together."""

from __future__ import annotations

import time

import psutil

_LOOK_FOR_CHILDREN = 0.5
"""Seconds between two looks for new children: each looks at every process of the machine (some milliseconds)."""

_READ_SHARES = 1.0
"""Seconds after which true shares are read again."""


class TreeMemory:
    """Resident memory of a process tree. What its processes share is counted once, where the system can tell (Linux).

    Reading the true shares takes milliseconds a process, a quick sum, which counts shared pages for each process,
    microseconds. So the true ones are read when the quick sum exceeds a limit, and again when the processes have
    grown enough since to exceed it, or after a while: a process that begins to change shared pages takes more
    without growing.
    """

    def __init__(self, pid: int, *, without: str | None = None) -> None:
        """The tree under `pid`; processes of the name `without`, which may have been started there, are no part."""
        self._root: psutil.Process | None = _process(pid)
        self._without = without
        self._processes: list[psutil.Process] = []
        self._looked = float("-inf")
        self._shares = 0
        self._shares_read = float("-inf")
        self._resident: dict[int, int] = {}

    def exceeds(self, limit: int) -> bool:
        """Whether the tree takes more bytes than that now. A process that has ended takes none."""
        self._look()
        resident = {process.pid: _resident(process) for process in self._processes}
        if sum(resident.values()) <= limit:
            return False
        grown = sum(max(now - self._resident.get(pid, 0), 0) for pid, now in resident.items())
        now = time.monotonic()
        if self._shares + grown > limit or now - self._shares_read > _READ_SHARES:
            self._shares, self._shares_read, self._resident = self.bytes(), now, resident
        return self._shares > limit

    def bytes(self) -> int:
        """What the tree takes now."""
        self._look()
        return sum(_share(process) for process in self._processes)

    def _look(self) -> None:
        now = time.monotonic()
        if self._root is None or now - self._looked < _LOOK_FOR_CHILDREN:
            return
        self._looked = now
        try:
            found = [self._root, *self._root.children(recursive=True)]
        except psutil.NoSuchProcess:
            found = []
        self._processes = [process for process in found if _name(process) != self._without]


def _process(pid: int) -> psutil.Process | None:
    try:
        return psutil.Process(pid)
    except psutil.NoSuchProcess:
        return None


def _name(process: psutil.Process) -> str:
    try:
        return str(process.name())
    except psutil.NoSuchProcess:
        return ""


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0


def _share(process: psutil.Process) -> int:
    """Its own pages, and its part of those that it shares (proportional set size)."""
    try:
        found = process.memory_full_info()
    except psutil.NoSuchProcess:
        return 0
    except psutil.AccessDenied:  # a system that tells only the owner or root
        return _resident(process)
    return int(getattr(found, "pss", found.rss))
