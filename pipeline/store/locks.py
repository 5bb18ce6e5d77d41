"""Locks between processes on one machine, released by the kernel however a process ends."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class FileLock:
    """An advisory `flock` on a file of its own. The file stays: removing it would split its users in two."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def share(self) -> None:
        """Wait for, and take, the shared lock; a second call changes nothing. Raises OSError."""
        if self._descriptor is None:
            self._descriptor = self._open(fcntl.LOCK_SH)

    def is_last(self) -> bool:
        """True when no other process or object shares the lock with us. It is exclusively ours from then on."""
        if self._descriptor is None:
            return False
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # A failed conversion may have dropped the shared lock (flock(2)): take it again.
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)
            return False
        return True

    def try_exclusive(self) -> bool:
        """Take the exclusive lock if nobody has the lock in any form; True when it is ours until `release`."""
        try:
            self._descriptor = self._open(fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Wait for the exclusive lock and hold it inside the block. Raises OSError."""
        descriptor = self._open(fcntl.LOCK_EX)
        try:
            yield
        finally:
            os.close(descriptor)

    def _open(self, kind: int) -> int:
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, kind)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor
