"""Rows in COPY's text form, counted and compared in whatever order they come."""

from __future__ import annotations

import hashlib
from typing import Final

_BOUND: Final = 1 << 256


class Tally:
    """Takes the bytes of rows in pieces of any length; `digest` is the sum of the rows' sha256, which their order does
    not change. Whether the rows are what was written another hash tells, over the packed bytes in their order."""

    def __init__(self) -> None:
        self.rows = 0
        self.bytes = 0
        self._sum = 0
        self._begun = b""

    def add(self, piece: bytes) -> None:
        """Rows end with a line feed; one inside a value is written as two other characters."""
        self.bytes += len(piece)
        *complete, self._begun = (self._begun + piece).split(b"\n") if self._begun else piece.split(b"\n")
        for row in complete:
            self._sum = (self._sum + int.from_bytes(hashlib.sha256(row).digest(), "big")) % _BOUND
        self.rows += len(complete)

    @property
    def digest(self) -> str:
        """64 hexadecimal digits."""
        return f"{self._sum:064x}"
