"""A passage: a run of whole blocks of one page, the unit of retrieval."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.evidence.errors import InvalidDocument, InvalidHandle
from pipeline.evidence.text import TextRange

_ID = re.compile(
    r"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}):(0|[1-9][0-9]{0,8}):(0|[1-9][0-9]{0,8})"
)


@dataclass(frozen=True, slots=True, order=True)
class PassageId:
    """`version:page_index:ordinal`: the version's UUID, a 0-based page, the passage's position on it."""

    version: str
    page_index: int
    ordinal: int

    def __post_init__(self) -> None:
        if not _ID.fullmatch(str(self)):
            raise InvalidHandle(f"{str(self)!r} is not a passage id (version:page_index:ordinal).")

    @classmethod
    def parse(cls, text: str) -> PassageId:
        """Raises InvalidHandle for anything but a passage id."""
        match = _ID.fullmatch(text)
        if not match:
            raise InvalidHandle(f"{text!r} is not a passage id (version:page_index:ordinal).")
        return cls(match[1], int(match[2]), int(match[3]))

    def __str__(self) -> str:
        return f"{self.version}:{self.page_index}:{self.ordinal}"


@dataclass(frozen=True, slots=True)
class Passage:
    """`text` is the slice `range` of its page's canonical text: blocks `first_block` to `last_block` (ordinals).

    `context` (title, section, column headers, units) helps the search and is never cited.
    """

    id: PassageId
    range: TextRange
    first_block: int
    last_block: int
    text: str
    context: str = ""

    def holds(self, ordinal: int) -> bool:
        """Whether the block of its page at `ordinal` is one of its own."""
        return self.first_block <= ordinal <= self.last_block

    def __post_init__(self) -> None:
        if not 0 <= self.first_block <= self.last_block:
            raise InvalidDocument(f"Passage {self.id}: blocks {self.first_block}…{self.last_block}.")
        if len(self.text) != self.range.length:
            raise InvalidDocument(
                f"Passage {self.id}: {len(self.text)} characters in a range of {self.range.length}."
            )
