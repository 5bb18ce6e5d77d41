"""A data folder whose disk runs full with the database on it: what was acknowledged stays, and all goes on once there
is room again. Needs root, for a disk of its own."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pipeline.evidence.errors import StoreError
from pipeline.jobs import queue_upload
from pipeline.settings import Settings
from pipeline.store import ingests
from pipeline.store.blobs import open_blobs
from pipeline.store.database import Database
from pipeline.store.ingest_parts import StoredParts
from pipeline.store.scope import LOCAL
from pipeline.sweep import sweep
from tests.faults.invariants import leftovers, violations
from tests.faults.written_filings import filing

DISK, BALLAST, PIECE = 256_000_000, 64_000_000, 400_000
"""Bytes of the disk, of what is given back later (the database's log needs several new files of 16 MB), and of each
piece that fills the tables."""


@dataclass
class Outcome:
    """`said`: the errors of the acts that were refused, as kind and words."""

    said: list[str] = field(default_factory=list)
    seconds_until_it_went_on: float = 0.0
    faults: list[str] = field(default_factory=list)


def run(folder: Path) -> Outcome:
    """Raises CalledProcessError for whoever may mount no disk."""
    disk, outcome = folder / "disk", Outcome()
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(disk)], check=True)
    try:
        _run(disk, outcome)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    return outcome


def _run(disk: Path, outcome: Outcome) -> None:
    settings = Settings(home=disk / "home")
    database, blobs = Database.open(settings), open_blobs(settings)
    acknowledged: list[object] = []

    def upload(number: int) -> None:
        written = filing(number, seed=9)
        acknowledged.append(queue_upload(settings, database, LOCAL, written.name, written.data).ingest_id)

    try:
        upload(0)
        (disk / "ballast").write_bytes(bytes(BALLAST))
        _fill(disk, "filled", leaving=BALLAST // 4)
        _refused(lambda: _keep_pieces(database), outcome)
        _fill(disk, "filled to the last byte")
        _refused(lambda: upload(1), outcome)
        (disk / "ballast").unlink()
        outcome.seconds_until_it_went_on = _once_it_answers(lambda: upload(2))
        with database.scoped(LOCAL) as conn:
            stored = {row.id for row in ingests.list_recent(conn)}
        sweep(database, blobs, safe_age=0.0)
        outcome.faults += [f"The upload {one} is gone." for one in acknowledged if one not in stored]
        outcome.faults += violations(database, blobs, LOCAL) + leftovers(database, blobs, LOCAL)
    finally:
        database.close()


def _keep_pieces(database: Database) -> None:
    for first_page in range(DISK // PIECE):
        StoredParts(database, LOCAL, "e" * 64, "parser-1", "segments").put(first_page, os.urandom(PIECE))


def _fill(disk: Path, name: str, *, leaving: int = 0) -> None:
    """With a file, so that so many bytes stay free."""
    free = os.statvfs(disk)
    with (disk / name).open("wb") as file:
        file.write(bytes(max(free.f_bavail * free.f_frsize - leaving, 0)))


def _refused(act: Callable[[], None], outcome: Outcome) -> None:
    """Anything but an error of ours ends the run."""
    try:
        act()
    except StoreError as error:
        outcome.said.append(f"{error.kind}: {error.message}")
    else:
        outcome.faults.append("Something was stored on a full disk, or the disk was not full.")


def _once_it_answers(act: Callable[[], None]) -> float:
    begun = time.monotonic()
    while time.monotonic() - begun < 120.0:
        try:
            act()
        except StoreError:
            time.sleep(0.5)
        else:
            break
    return time.monotonic() - begun
