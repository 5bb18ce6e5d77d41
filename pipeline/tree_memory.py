"""How much memory a process and everything that it has started take together."""

from __future__ import annotations

import time

import psutil

_LOOK_FOR_CHILDREN = 0.5
"""Seconds between two looks for new children: each looks at every process of the machine (some milliseconds)."""


class TreeMemory:
    """Resident memory of a process tree. What its processes share is counted once, where the system can tell (Linux).

    The quick sum counts shared pages for each process; only when that exceeds a limit are the true shares read.
    """

    def __init__(self, pid: int, *, without: str | None = None) -> None:
        """The tree under `pid`; processes of the name `without`, which may have been started there, are no part."""
        self._root: psutil.Process | None = _process(pid)
        self._without = without
        self._processes: list[psutil.Process] = []
        self._looked = float("-inf")

    def exceeds(self, limit: int) -> bool:
        """Whether the tree takes more bytes than that now. A process that has ended takes none."""
        self._look()
        if sum(_resident(process) for process in self._processes) <= limit:
            return False
        return sum(_share(process) for process in self._processes) > limit

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
