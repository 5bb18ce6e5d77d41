"""A box on a page, with what it is there for."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox
from pipeline.evidence.text import TextRange

COORDINATE_SPACE = "top-left-page-points"


class Role(StrEnum):
    """Why a region is marked. The quote is strong, all others are light."""

    QUOTE = "quote"
    ROW_LABEL = "row_label"
    COLUMN_HEADER = "column_header"
    UNIT = "unit"
    FOOTNOTE = "footnote"
    CONTEXT = "context"


@dataclass(frozen=True, slots=True)
class Region:
    """A box on page `page_index` (0-based) in displayed points, its role, and the page's words in it.

    `range` is where those words stand in the page's canonical text; None for a box that no text was read from.
    """

    page_index: int
    box: Box
    role: Role
    text: str = ""
    range: TextRange | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.page_index < 0:
            raise InvalidBox(f"A region needs a page, not page index {self.page_index}.")

    def to_json(self) -> dict[str, object]:
        return {
            "page_index": self.page_index,
            **self.box.to_json(),
            "role": self.role.value,
            "text": self.text,
        }
