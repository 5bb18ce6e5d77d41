"""What was acknowledged to somebody, written down by whoever heard it, before the next thing is done."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Said(StrEnum):
    """`uploaded`: a run is queued. `asked`: an answer is begun. `claims`: so many of its claims were seen. `answered`:
    it was seen finished, as its digest. `judged`: a verdict was saved."""

    UPLOADED = "uploaded"
    ASKED = "asked"
    CLAIMS = "claims"
    ANSWERED = "answered"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class Entry:
    """`detail`: the sha256 of an upload, the number of claims, the digest of an answer, the verdict that was sent."""

    said: Said
    id: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """A file that outlives whoever writes into it: each entry is one write, and the page cache survives a kill."""

    path: Path

    def add(self, said: Said, thing: object, detail: object = "") -> None:
        line = json.dumps([said.value, str(thing), str(detail)]) + "\n"
        descriptor = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, line.encode())
        finally:
            os.close(descriptor)

    def entries(self) -> list[Entry]:
        return list(self._read())

    def count(self, said: Said) -> int:
        return sum(entry.said is said for entry in self._read())

    def _read(self) -> Iterator[Entry]:
        if not self.path.exists():
            return
        for line in self.path.read_text().splitlines():
            said, thing, detail = json.loads(line)
            yield Entry(Said(said), thing, detail)
