"""A page's size, its way from PDF user space to the display, and what is printed on it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from pipeline.evidence.box import Box
from pipeline.evidence.errors import InvalidBox, InvalidGeometry, InvalidLabel

EDGE_TOLERANCE = 1e-2
"""Points by which float32 rounding may carry a glyph box over the page's edge (a page of 14,400 points: 0.001)."""

ROTATIONS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class PercentBox:
    """A box in percent of its page's width and height, as the overlay uses it."""

    left: float
    top: float
    width: float
    height: float

    def to_json(self) -> dict[str, float]:
        return {"left": self.left, "top": self.top, "width": self.width, "height": self.height}


@dataclass(frozen=True, slots=True)
class PageGeometry:
    """Width and height of the displayed page in points, after crop and rotation.

    Raises InvalidGeometry when a side is not finite or not positive.
    """

    width: float
    height: float

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not math.isfinite(side) or side <= 0:
                raise InvalidGeometry(
                    f"A page needs a positive size, not {self.width} × {self.height} points."
                )

    def contains(self, box: Box) -> bool:
        """True when the whole box lies on the page."""
        return (
            box.x >= -EDGE_TOLERANCE
            and box.y >= -EDGE_TOLERANCE
            and box.right <= self.width + EDGE_TOLERANCE
            and box.bottom <= self.height + EDGE_TOLERANCE
        )

    def require(self, box: Box) -> Box:
        """The box itself; raises InvalidBox when it is not wholly on the page."""
        if not self.contains(box):
            raise InvalidBox(
                f"The box {box.edges()} is not on a page of {self.width} × {self.height} points."
            )
        return box

    def percent(self, box: Box) -> PercentBox:
        """The box in percent of the page; raises InvalidBox outside the page."""
        self.require(box)
        across, down = 100 / self.width, 100 / self.height
        return PercentBox(box.x * across, box.y * down, box.width * across, box.height * down)

    def from_percent(self, percent: PercentBox) -> Box:
        """The inverse of `percent`; raises InvalidBox outside the page."""
        across, down = self.width / 100, self.height / 100
        return self.require(
            Box(percent.left * across, percent.top * down, percent.width * across, percent.height * down)
        )

    def to_json(self) -> dict[str, float]:
        return {"width": self.width, "height": self.height}


@dataclass(frozen=True, slots=True)
class PageTransform:
    """From PDF user space (origin bottom-left, y up) to the displayed page, and back.

    `left, bottom, right, top` is the effective box, CropBox ∩ MediaBox, in user space; `rotation` is /Rotate in
    degrees clockwise. Raises InvalidGeometry for an empty box or another rotation.
    """

    left: float
    bottom: float
    right: float
    top: float
    rotation: int

    def __post_init__(self) -> None:
        edges = (self.left, self.bottom, self.right, self.top)
        if (
            not all(math.isfinite(edge) for edge in edges)
            or self.right <= self.left
            or self.top <= self.bottom
        ):
            raise InvalidGeometry(f"A page needs a box with an area, not {edges}.")
        if self.rotation not in ROTATIONS:
            raise InvalidGeometry(f"A page is rotated by 0, 90, 180 or 270 degrees, not by {self.rotation}.")

    @property
    def geometry(self) -> PageGeometry:
        """Size of the displayed page: sides change places at 90 and 270 degrees."""
        width, height = self.right - self.left, self.top - self.bottom
        return PageGeometry(height, width) if self.rotation in (90, 270) else PageGeometry(width, height)

    def to_displayed(
        self, left: float, bottom: float, right: float, top: float
    ) -> tuple[float, float, float, float]:
        """User-space edges → displayed left, top, right, bottom. The result may lie outside the page."""
        match self.rotation:
            case 0:
                return left - self.left, self.top - top, right - self.left, self.top - bottom
            case 90:
                return bottom - self.bottom, left - self.left, top - self.bottom, right - self.left
            case 180:
                return self.right - right, bottom - self.bottom, self.right - left, top - self.bottom
            case _:
                return self.top - top, self.right - right, self.top - bottom, self.right - left

    def to_user_space(self, box: Box) -> tuple[float, float, float, float]:
        """Displayed box → user-space left, bottom, right, top."""
        left, top, right, bottom = box.edges()
        match self.rotation:
            case 0:
                return left + self.left, self.top - bottom, right + self.left, self.top - top
            case 90:
                return top + self.left, left + self.bottom, bottom + self.left, right + self.bottom
            case 180:
                return self.right - right, top + self.bottom, self.right - left, bottom + self.bottom
            case _:
                return self.right - bottom, self.top - right, self.right - top, self.top - left


class LabelSource(StrEnum):
    """Where a page's label was read: on the page, in the PDF's /PageLabels, or nowhere."""

    PRINTED = "printed"
    PDF = "pdf"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PageLabel:
    """The number printed on a page ("38", "iv", "F-12") and how it is known. Never computed from the index.

    Raises InvalidLabel when a text has no source or a source no text.
    """

    text: str | None
    source: LabelSource

    def __post_init__(self) -> None:
        if (self.text is None) != (self.source is LabelSource.NONE):
            raise InvalidLabel(f"The label {self.text!r} does not go with the source {self.source}.")
        if self.text is not None and (not self.text.strip() or self.text != self.text.strip()):
            raise InvalidLabel(f"A label is what is printed, not {self.text!r}.")

    @classmethod
    def none(cls) -> PageLabel:
        return cls(None, LabelSource.NONE)


def require_on_page(page_index: int, page_count: int) -> int:
    """The index itself; raises InvalidBox when no such page exists."""
    if not 0 <= page_index < page_count:
        raise InvalidBox(f"There is no page {page_index} (0-based) in a document of {page_count} pages.")
    return page_index
