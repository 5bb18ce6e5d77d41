"""Copies of blobs on this machine: verified, fetched once, as many as fit, never one that is in use."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.evidence.errors import BlobMissing, DataFolderUnusable
from pipeline.store.blob_cache import IN_USE, BlobCache
from tests.store.plain_user import ROOT
from tests.store.small_disk import small_disk

KIB = 1024

FETCH = """
import hashlib, sys, time
from pathlib import Path
from pipeline.store.blob_cache import BlobCache
folder, data = Path(sys.argv[1]), b"filing" * 1000
sha256 = hashlib.sha256(data).hexdigest()

def fetch():
    with (folder / "fetched").open("a") as log:
        log.write("x")
    yield data[:100]
    time.sleep(float(sys.argv[2]))
    yield data[100:]

assert BlobCache(folder / "cache", 10**6).path(sha256, sha256, fetch).read_bytes() == data
"""


class Source:
    """What a cache fetches from: counts, and may be slow or break off."""

    def __init__(self, data: bytes, *, seconds: float = 0.0, breaks: bool = False) -> None:
        self.data = data
        self.sha256 = hashlib.sha256(data).hexdigest()
        self.fetched = 0
        self._seconds = seconds
        self._breaks = breaks

    def fetch(self) -> Iterator[bytes]:
        self.fetched += 1
        time.sleep(self._seconds)
        middle = len(self.data) // 2
        yield self.data[:middle]
        if self._breaks:
            raise BlobMissing("It is gone.")
        yield self.data[middle:]

    def path(self, cache: BlobCache) -> Path:
        return cache.path(f"tenant/{self.sha256}", self.sha256, self.fetch)


def kibibytes(count: int, fill: bytes) -> Source:
    return Source(fill * (KIB * count))


def fetching(folder: Path, seconds: float) -> subprocess.Popen[bytes]:
    """A process that asks the cache of the folder for a blob, which takes so long to come."""
    return subprocess.Popen([sys.executable, "-c", FETCH, str(folder), str(seconds)], cwd=ROOT)


def unused_for(path: Path, seconds: float) -> None:
    """As if the copy had been fetched and used so long ago."""
    then = time.time() - seconds
    os.utime(path, (then, then))


def files(folder: Path) -> set[Path]:
    return {path for path in (folder / "files").rglob("*") if path.is_file()}


def test_a_copy_is_fetched_once(tmp_path: Path) -> None:
    source, cache = kibibytes(4, b"a"), BlobCache(tmp_path, 10**6)
    assert source.path(cache) == source.path(cache) == source.path(BlobCache(tmp_path, 10**6))
    assert source.path(cache).read_bytes() == source.data
    assert source.fetched == 1


def test_ten_that_ask_at_once_wait_for_one_fetch(tmp_path: Path) -> None:
    source, cache = Source(b"a" * KIB, seconds=0.2), BlobCache(tmp_path, 10**6)
    with ThreadPoolExecutor(10) as pool:
        paths = {future.result() for future in [pool.submit(source.path, cache) for _ in range(10)]}
    assert len(paths) == 1
    assert source.fetched == 1


def test_processes_share_one_fetch(tmp_path: Path) -> None:
    processes = [fetching(tmp_path, 0.3) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    assert (tmp_path / "fetched").read_text() == "x"


def test_a_process_that_is_killed_while_it_fetches_leaves_no_half_copy_and_holds_nobody_up(
    tmp_path: Path,
) -> None:
    killed = fetching(tmp_path, 60)
    while not (tmp_path / "fetched").exists():
        time.sleep(0.02)
    killed.kill()
    killed.wait()
    assert {path.name[:11] for path in files(tmp_path / "cache")} <= {".unfinished"}
    assert fetching(tmp_path, 0).wait(60) == 0
    assert (tmp_path / "fetched").read_text() == "xx"


def test_a_slow_fetch_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    cache, quick = BlobCache(tmp_path, 10**6), Source(b"quick")
    slow = Source(b"slow", seconds=2.0)
    assert slow.sha256[:2] != quick.sha256[:2]
    thread = threading.Thread(target=slow.path, args=(cache,))
    thread.start()
    started = time.monotonic()
    quick.path(cache)
    assert time.monotonic() - started < 1.5
    thread.join()


def test_a_fetch_that_breaks_off_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BlobMissing):
        Source(b"a" * KIB, breaks=True).path(BlobCache(tmp_path, 10**6))
    assert files(tmp_path) == set()


@pytest.mark.parametrize("damaged", [b"b" * KIB, b"a" * 7, b""], ids=["changed", "cut", "emptied"])
@pytest.mark.parametrize("in_another_process", [False, True])
def test_a_damaged_copy_is_fetched_again(tmp_path: Path, damaged: bytes, in_another_process: bool) -> None:
    source, cache = kibibytes(1, b"a"), BlobCache(tmp_path, 10**6)
    source.path(cache).write_bytes(damaged)
    later = BlobCache(tmp_path, 10**6) if in_another_process else cache
    assert source.path(later).read_bytes() == source.data
    assert source.fetched == 2


def test_what_was_used_longest_ago_makes_room(tmp_path: Path) -> None:
    cache = BlobCache(tmp_path, 10 * KIB)
    first, second, third = (kibibytes(4, fill) for fill in (b"a", b"b", b"c"))
    kept, gone = first.path(cache), second.path(cache)
    unused_for(kept, IN_USE + 20)
    unused_for(gone, IN_USE + 10)
    assert first.path(cache) == kept  # used now: the second is what was used longest ago
    assert files(tmp_path) == {kept, gone}
    newest = third.path(cache)
    assert files(tmp_path) == {kept, newest}
    assert second.path(cache).read_bytes() == second.data
    assert second.fetched == 2


def test_no_more_is_removed_than_has_to_be(tmp_path: Path) -> None:
    cache = BlobCache(tmp_path, 10 * KIB)
    paths = [kibibytes(3, fill).path(cache) for fill in (b"a", b"b", b"c")]
    for age, path in enumerate(paths):
        unused_for(path, IN_USE + 30 - age)
    newest = kibibytes(3, b"d").path(cache)
    assert files(tmp_path) == {*paths[1:], newest}


def test_what_is_in_use_stays_even_beyond_the_bound(tmp_path: Path) -> None:
    cache = BlobCache(tmp_path, 5 * KIB)
    paths = {kibibytes(4, fill).path(cache) for fill in (b"a", b"b", b"c")}
    assert files(tmp_path) == paths


def test_a_file_larger_than_the_cache_can_be_read(tmp_path: Path) -> None:
    source = kibibytes(8, b"a")
    assert source.path(BlobCache(tmp_path, KIB)).read_bytes() == source.data


def test_an_open_file_outlives_its_removal(tmp_path: Path) -> None:
    cache, source = BlobCache(tmp_path, KIB), kibibytes(4, b"a")
    path = source.path(cache)
    with path.open("rb") as file:
        unused_for(path, IN_USE + 10)
        kibibytes(4, b"b").path(cache)
        assert not path.exists()
        assert file.read() == source.data


def test_what_a_killed_process_left_unfinished_is_removed_in_time(tmp_path: Path) -> None:
    cache, left = BlobCache(tmp_path, 5 * KIB), tmp_path / "files" / "tenant" / ".unfinished-x"
    left.parent.mkdir(parents=True)
    left.write_bytes(bytes(4 * KIB))
    unused_for(left, IN_USE + 10)
    kept = kibibytes(4, b"a").path(cache)
    assert files(tmp_path) == {kept}


def test_a_copy_can_be_forgotten(tmp_path: Path) -> None:
    cache, source = BlobCache(tmp_path, 10**6), kibibytes(1, b"a")
    path = source.path(cache)
    for _ in range(2):
        cache.remove(f"tenant/{source.sha256}", source.sha256)
        assert not path.exists()


def test_a_full_disk_is_said_in_words(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", megabytes=1) as disk:
        with pytest.raises(DataFolderUnusable, match=r"No space left.*Free some space"):
            kibibytes(2048, b"a").path(BlobCache(disk, 10**7))
        assert files(disk) == set()
