"""Something that reads a stranger's bytes, as the fuzzer sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

Seeds = Callable[[Path | None], Sequence[bytes]]
"""What cases are made from: the tests' own files, and real ones where their folder is given."""


@dataclass(frozen=True, slots=True)
class Target:
    """`run` gives a word for what the bytes became, and raises one of `refusals` for those that it refuses; any other
    exception is a fault. `prepare` is called before a process that reads them is forked, `begin` in that process.

    `seconds` of wall time a case may take; `shown` is what a table calls it. `leaves_files` where files may be left for
    somebody else to take away.
    """

    name: str
    shown: str
    seeds: Seeds
    mutate: Callable[[Random, Sequence[bytes]], bytes]
    run: Callable[[bytes], str]
    refusals: tuple[type[Exception], ...]
    prepare: Callable[[], None] = lambda: None
    begin: Callable[[], None] = lambda: None
    seconds: float = 60.0
    leaves_files: bool = False

    def case(self, seeds: Sequence[bytes], seed: int, number: int) -> bytes:
        """The bytes of one case: the same for the same seeds, seed and number."""
        return self.mutate(Random(f"{self.name} {seed} {number}"), seeds)
