"""Follows the process that reads a target's cases: counts them, and starts it anew after a case that ended it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.fuzz import worker
from tests.fuzz.target import Target

START_SECONDS = 120.0
"""Time for a target's imports."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A case that ended its process, kept it busy for too long, raised what is no refusal, or left something behind."""

    target: str
    seed: int
    number: int
    words: str

    @property
    def kind(self) -> str:
        """Faults of one kind have one cause, mostly: where an exception was raised, and the last line."""
        places = re.findall(r"line (\d+), in (\w+)", self.words)
        last = re.sub(r"\d+", "0", self.words.strip().splitlines()[-1][:120])
        return f"{self.target}: {last} {places[-1:]}"


@dataclass(slots=True)
class Tally:
    """What was tried of one target. `slowest` is the longest case: seconds and number."""

    target: Target
    cases: int = 0
    bytes: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, 0)


def fuzz(
    target: Target,
    seed: int,
    *,
    real: Path | None = None,
    first: int = 0,
    cases: int | None = None,
    seconds: float | None = None,
) -> Tally:
    """Try a target's cases from number `first`: so many, or for so long. Raises ValueError without either."""
    if cases is None and seconds is None:
        raise ValueError("say how many cases, or for how long")
    target.prepare()
    seeds, tally = target.seeds(real), Tally(target)
    deadline = time.monotonic() + seconds if seconds is not None else None

    def is_over() -> bool:
        if cases is not None and tally.cases >= cases:
            return True
        return deadline is not None and time.monotonic() > deadline

    number = first
    while not is_over():
        number = _follow(target, seeds, seed, number, tally, is_over)
    return tally


def _follow(
    target: Target, seeds: Sequence[bytes], seed: int, first: int, tally: Tally, is_over: Callable[[], bool]
) -> int:
    """One process until it is over, or until a case ends it; the number of the next case."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        pid, pipe = worker.forked(target, seeds, seed, first, Path(folder))
        number, is_reading, ended = first, False, False
        try:
            for message in _messages(pipe, START_SECONDS, target.seconds):
                match message:
                    case {"begin": int(number), "bytes": int(size)}:
                        is_reading = True
                        tally.cases += 1
                        tally.bytes += size
                    case {"end": int(number)}:
                        is_reading = False
                        _count(tally, seed, message)
                        if is_over():
                            return number + 1
            ended = True
        finally:
            words = _end(pid, pipe)
        if ended and is_reading:
            tally.outcomes["ended its process"] += 1
            tally.faults.append(Fault(target.name, seed, number, words))
        elif ended and number == first and not tally.cases:
            raise RuntimeError(f"the process for {target.name} did not start: {words}")
        return number + 1


def _count(tally: Tally, seed: int, message: dict[str, Any]) -> None:
    tally.outcomes[message["outcome"]] += 1
    tally.slowest = max(tally.slowest, (message["seconds"], message["end"]))
    if message["fault"]:
        tally.faults.append(Fault(tally.target.name, seed, message["end"], message["fault"]))


def _messages(pipe: int, first_seconds: float, seconds: float) -> Iterator[dict[str, Any]]:
    """Until the process ends, or says nothing for so long."""
    rest, allowed = b"", first_seconds
    while True:
        ready, _, _ = select.select([pipe], [], [], allowed)
        if not ready or not (chunk := os.read(pipe, 65_536)):
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            allowed = seconds
            yield json.loads(line)


def _end(pid: int, pipe: int) -> str:
    """End the process and what it has started; words for how it had ended by itself, if it had."""
    os.close(pipe)
    time.sleep(0.05)  # its pipe closes a moment before it can be waited for
    found, status = os.waitpid(pid, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    if found:
        code = os.waitstatus_to_exitcode(status)
        return f"it was ended by {signal.Signals(-code).name}" if code < 0 else f"it ended with status {code}"
    os.waitpid(pid, 0)
    return "it took too long"
