"""The process that reads a target's cases one after the other, and says before and after each what it is doing."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pipeline.processes.lifeline import end_with_forker
from tests.fuzz.target import Target

MOST_MEMORY = 3_000_000_000
"""Bytes of data, as a reading process is given by default."""

Say = Callable[[dict[str, Any]], None]


def forked(target: Target, seeds: Sequence[bytes], seed: int, first: int, folder: Path) -> tuple[int, int]:
    """A process that begins with case `first` and goes on until it is killed: its id, and a descriptor that its words,
    one JSON object a line, are read from. `folder` is its own, and empty."""
    read, write = os.pipe()
    starter = os.getpid()
    if (pid := os.fork()) == 0:
        try:
            os.close(read)
            os.setsid()
            end_with_forker(starter)
            _run(target, seeds, seed, first, folder, os.fdopen(write, "w", encoding="utf-8"))
        finally:
            os._exit(3)
    os.close(write)
    return pid, read


def _run(target: Target, seeds: Sequence[bytes], seed: int, first: int, folder: Path, pipe: Any) -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    tempfile.tempdir = str(folder)
    os.environ["TMPDIR"] = str(folder)
    os.chdir(folder)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
    if not os.environ.get("PINCITE_FUZZ_LOUD"):
        os.dup2(silence, sys.stderr.fileno())

    def say(message: dict[str, Any]) -> None:
        pipe.write(json.dumps(message) + "\n")
        pipe.flush()

    target.begin()
    own = _Folder(folder)  # what imports left in it is there already
    say({"ready": True})
    number = first
    while True:
        data = target.case(seeds, seed, number)
        _read_one(target, data, number, own, say)
        number += 1


def _read_one(target: Target, data: bytes, number: int, own: _Folder, say: Say) -> None:
    say({"begin": number, "bytes": len(data)})
    started = time.monotonic()
    try:
        outcome, fault = target.run(data), None
    except target.refusals as error:
        outcome, fault = type(error).__name__, None
    except MemoryError:  # a reading process tells it with its own words
        outcome, fault = "MemoryExceeded", None
    except BaseException as error:  # noqa: BLE001 - a fault is what this looks for
        outcome = type(error).__name__
        fault = "".join(traceback.format_exception(error)[-6:])
    if fault is None and (left := own.new()) and not target.leaves_files:
        fault = f"files are left: {sorted(left)}"
    say({"end": number, "outcome": outcome, "fault": fault, "seconds": time.monotonic() - started})


class _Folder:
    """Tells which files are new since it was asked last."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = self._files()

    def new(self) -> set[str]:
        found = self._files()
        new, self._known = found - self._known, found
        return new

    def _files(self) -> set[str]:
        return {path.name for path in self._path.iterdir()}
