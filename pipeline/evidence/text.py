"""Character ranges of a page's canonical text."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline.evidence.errors import InvalidRange


@dataclass(frozen=True, slots=True, order=True)
class TextRange:
    """Characters `start` up to, not including, `end`. Raises InvalidRange when negative, empty or reversed."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if self.start < 0 or self.end <= self.start:
            raise InvalidRange(f"A range needs 0 ≤ start < end, not {self.start}…{self.end}.")

    @property
    def length(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters themselves; raises InvalidRange when the range leaves the text."""
        if self.end > len(text):
            raise InvalidRange(f"The range {self.start}…{self.end} leaves a text of {len(text)} characters.")
        return text[self.start : self.end]

    def contains(self, other: TextRange) -> bool:
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: TextRange) -> bool:
        return self.start < other.end and other.start < self.end

    def intersection(self, other: TextRange) -> TextRange | None:
        """The common characters, or None."""
        start, end = max(self.start, other.start), min(self.end, other.end)
        return TextRange(start, end) if start < end else None

    def shift(self, offset: int) -> TextRange:
        return TextRange(self.start + offset, self.end + offset)

    def to_json(self) -> list[int]:
        return [self.start, self.end]


@dataclass(frozen=True, slots=True, order=True)
class PageRange:
    """A range on one page of a version (0-based index)."""

    page_index: int
    range: TextRange

    def __post_init__(self) -> None:
        if self.page_index < 0:
            raise InvalidRange(f"A page index is 0 or more, not {self.page_index}.")

    def to_json(self) -> list[int]:
        return [self.page_index, self.range.start, self.range.end]

    @classmethod
    def from_json(cls, value: list[int]) -> PageRange:
        page_index, start, end = value
        return cls(page_index, TextRange(start, end))
