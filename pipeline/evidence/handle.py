"""Opaque handles: what a model may write, and nothing else resolves."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.evidence.errors import InvalidHandle

_HANDLE = re.compile(r"E([1-9][0-9]{0,3})")
_CITATION = re.compile(r"E([1-9][0-9]{0,3})([b-z])?")


@dataclass(frozen=True, slots=True, order=True)
class Handle:
    """`E1`, `E2`, …: a passage of one packet. Strict: no `E01`, no `e1`, no full-width digits."""

    number: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= 9999:
            raise InvalidHandle(f"Handles run from E1 to E9999, not {self.number}.")

    @classmethod
    def parse(cls, text: str) -> Handle:
        """Raises InvalidHandle for anything but a handle."""
        match = _HANDLE.fullmatch(text)
        if not match:
            raise InvalidHandle(f"{text!r} is not a handle such as E1.")
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"E{self.number}"


@dataclass(frozen=True, slots=True, order=True)
class CitationId:
    """`E1` for the first quote from a passage, `E1b`, `E1c`, … for further ones. `quote_number` counts from 1."""

    handle: Handle
    quote_number: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.quote_number <= 26:
            raise InvalidHandle(f"A passage gives at most 26 citations, not {self.quote_number}.")

    @classmethod
    def parse(cls, text: str) -> CitationId:
        """Raises InvalidHandle for anything but a citation id."""
        match = _CITATION.fullmatch(text)
        if not match:
            raise InvalidHandle(f"{text!r} is not a citation id such as E1 or E1b.")
        return cls(Handle(int(match[1])), ord(match[2]) - ord("a") + 1 if match[2] else 1)

    def __str__(self) -> str:
        return f"{self.handle}{'' if self.quote_number == 1 else chr(ord('a') + self.quote_number - 1)}"
