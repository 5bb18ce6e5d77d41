"""Finished pieces of a file that is still being read: kept somewhere, so that a killed process costs few of them."""

from __future__ import annotations

import hashlib
from typing import Protocol


class Parts(Protocol):
    """Where pieces of one kind of one file are kept, by the 0-based index of their first page.

    What comes back is not trusted: a piece that does not prove itself is made anew.
    """

    def get(self, first_page: int) -> bytes | None: ...

    def put(self, first_page: int, payload: bytes) -> None: ...


class _NoParts:
    def get(self, first_page: int) -> None:
        """Nothing was kept."""

    def put(self, first_page: int, payload: bytes) -> None:
        """Nothing is kept."""


NOT_KEPT: Parts = _NoParts()
"""Keeps nothing."""


def sealed(body: bytes, basis: bytes) -> bytes:
    """A payload that proves itself: `basis` is what it was made from, all that would make it another one."""
    return _seal(body, basis) + body


def unsealed(payload: bytes, basis: bytes) -> bytes | None:
    """The body of a payload; None when it was damaged, or made from something else."""
    size = hashlib.sha256().digest_size
    seal, body = payload[:size], payload[size:]
    return body if seal == _seal(body, basis) else None


def _seal(body: bytes, basis: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(basis).digest() + body).digest()
