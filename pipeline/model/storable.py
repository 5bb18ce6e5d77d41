"""Text that a model or a server wrote, made fit to be stored and shown."""

from __future__ import annotations

import re

REPLACEMENT = "\ufffd"
"""Stands for what is no character of a text. It is neither letter nor digit: quotes are found by those."""

_UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, of which the database refuses the first
    "\ud800-\udfff"  # halves of characters: no encoding takes them
    "\u202a-\u202e\u2066-\u2069]"  # turn the direction of what follows, so that 12 is shown as 21
)


def storable(text: str) -> str:
    """The text with a replacement for each character that cannot be stored, or that changes how others are shown."""
    return _UNFIT.sub(REPLACEMENT, text)
