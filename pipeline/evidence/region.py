"""A box on a page, with what it is there for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox

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
    """A box on page `page_index` (0-based) in displayed points, its role, and the page's words in it."""

    page_index: int
    box: Box
    role: Role
    text: str = ""

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
