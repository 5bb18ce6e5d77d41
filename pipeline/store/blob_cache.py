"""Copies on this machine of blobs that lie elsewhere, as many as fit; shared by all its processes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pipeline.evidence.errors import BlobCorrupt, BlobMissing, DataFolderUnusable
from pipeline.store.locks import FileLock
from pipeline.store.proven_files import ProvenFiles
from pipeline.store.whole_files import write_whole

NOTED_EVERY = 30.0
"""Seconds for which a use stands for those that follow: noting one makes other processes prove the copy anew."""

IN_USE = 120.0
"""Seconds after its last noted use in which a copy is not removed. Whoever asked for it has opened it by then, and an
open file outlives its name; so the cache may be larger than its bound for as long as more than that is being read."""

_FILES, _LOCKS = "files", "locks"


@dataclass(frozen=True, slots=True)
class _Copy:
    path: Path
    bytes: int
    used_at: float


class BlobCache:
    """Verified copies under `folder`; the least recently used are removed when all take more than `capacity` bytes.

    What a copy was used last for is its access time, set at each use. A lock for each first byte of a hash keeps
    processes and threads from fetching the same blob twice, and a copy that is just handed out from being removed.
    """

    def __init__(self, folder: Path, capacity: int) -> None:
        self._folder = folder
        self._capacity = capacity
        self._proven = ProvenFiles()

    def path(self, key: str, sha256: str, fetch: Callable[[], Iterator[bytes]]) -> Path:
        """The copy of a blob, fetched when it is not here or was damaged here.

        `fetch` yields the bytes and raises what it must when they are not those of the hash; nothing is kept then.
        Raises DataFolderUnusable when the copy cannot be written.
        """
        place = self._folder / _FILES / key
        with self._writing():
            with self._lock(sha256).exclusive():
                fetched = not self._is_sound(place, sha256)
                if fetched:
                    write_whole(place, fetch())
                    self._proven.prove(place, sha256)
                if not _is_noted(place):
                    self._proven.touch(place)
            if fetched:
                self._make_room()
        return place

    def prove(self, place: Path) -> None:
        """Compare a copy with its hash, if it has changed since that was done. Raises BlobMissing or BlobCorrupt."""
        try:
            self._proven.prove(place, place.name)
        except OSError as error:
            raise BlobMissing(f"The copy {place} is gone. Try again in a moment.") from error

    def remove(self, key: str, sha256: str) -> None:
        """Forget a copy of this machine, if there is one. Raises DataFolderUnusable."""
        with self._writing(), self._lock(sha256).exclusive():
            (self._folder / _FILES / key).unlink(missing_ok=True)

    def _is_sound(self, place: Path, sha256: str) -> bool:
        try:
            self._proven.prove(place, sha256)
        except (FileNotFoundError, BlobCorrupt):
            return False
        return True

    def _make_room(self) -> None:
        """Remove what was used longest ago until the rest fits; another process may be doing the same."""
        copies = sorted(self._copies(), key=lambda copy: copy.used_at)
        excess = sum(copy.bytes for copy in copies) - self._capacity
        for copy in copies:
            if excess <= 0 or _is_in_use(copy.used_at):
                return
            if self._remove_unused(copy.path):
                excess -= copy.bytes

    def _remove_unused(self, path: Path) -> bool:
        """Remove a copy unless it was asked for meanwhile."""
        lock = self._lock(path.name)
        if not lock.try_exclusive():
            return False
        try:
            if _is_in_use(_used_at(path.stat())):
                return False
            path.unlink()
        except FileNotFoundError:
            return True
        finally:
            lock.release()
        return True

    def _copies(self) -> Iterator[_Copy]:
        """Also what a killed process left unfinished."""
        for path in (self._folder / _FILES).rglob("*"):
            try:
                status = path.stat()
            except FileNotFoundError:
                continue
            if path.is_file():
                yield _Copy(path, status.st_size, _used_at(status))

    def _lock(self, name: str) -> FileLock:
        return FileLock(self._folder / _LOCKS / f"{name[:2]}.lock")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            (self._folder / _LOCKS).mkdir(parents=True, exist_ok=True)
            yield
        except OSError as error:
            raise DataFolderUnusable(
                f"Copies of filings cannot be kept in {self._folder}: {error.strerror or error}. "
                "Free some space, make it writable, or set PINCITE_HOME to another folder."
            ) from error


def _used_at(status: os.stat_result) -> float:
    """A file that is still being written is in use as well."""
    return max(status.st_atime, status.st_mtime)


def _is_in_use(used_at: float) -> bool:
    return time.time() - used_at < IN_USE


def _is_noted(path: Path) -> bool:
    """True when the copy was used moments ago."""
    return 0 <= time.time() - path.stat().st_atime < NOTED_EVERY
