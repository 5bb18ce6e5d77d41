"""The app with links whose clocks a test moves: `python -m tests.viewer.clocked serve --port N`.

The file that CLOCK names holds two numbers of seconds: how far ahead of the time links are made, and how far ahead they
are read. Everything else is the app as it is.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from pipeline.cli import main
from pipeline.store.link_keys import LinkKeys
from viewer import services
from viewer.links import Link, LinkKind, Links

CLOCK = "PINCITE_TEST_CLOCK"


class MovedLinks(Links):
    """Made by one clock and read by another."""

    def __init__(self, key: bytes | LinkKeys, *, needs_sign_in: bool = False) -> None:
        made, read = (lambda: time.time() + _ahead()[0]), (lambda: time.time() + _ahead()[1])
        super().__init__(key, clock=made, needs_sign_in=needs_sign_in)
        self._read_by = Links(key, clock=read, needs_sign_in=needs_sign_in)

    def read(self, token: str, kind: LinkKind) -> Link:
        return self._read_by.read(token, kind)


def _ahead() -> tuple[float, float]:
    making, reading = Path(os.environ[CLOCK]).read_text().split()
    return float(making), float(reading)


if __name__ == "__main__":
    vars(services)["Links"] = MovedLinks
    main()
