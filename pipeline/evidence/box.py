"""A box on a displayed page."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pipeline.evidence.errors import InvalidBox


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned box: points of the displayed page, origin top-left, y down.

    Raises InvalidBox when a number is not finite or a side is not positive.
    """

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        if not all(math.isfinite(value) for value in (self.x, self.y, self.width, self.height)):
            raise InvalidBox(f"A box needs finite numbers, not {self._numbers()}.")
        if self.width <= 0 or self.height <= 0:
            raise InvalidBox(f"A box needs a positive width and height, not {self._numbers()}.")

    @classmethod
    def from_edges(cls, left: float, top: float, right: float, bottom: float) -> Box:
        """The box between four edges; raises InvalidBox when they are reversed or coincide."""
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def area(self) -> float:
        return self.width * self.height

    def edges(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.x, self.y, self.right, self.bottom

    def contains_point(self, x: float, y: float) -> bool:
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def union(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box.from_edges(
            min(self.x, other.x),
            min(self.y, other.y),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def intersection(self, other: Box) -> Box | None:
        """The common part, or None when the two do not overlap."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        if right <= left or bottom <= top:
            return None
        return Box.from_edges(left, top, right, bottom)

    def to_json(self) -> dict[str, float]:
        return {"x": self.x, "y": self.y, "w": self.width, "h": self.height}

    @classmethod
    def from_json(cls, value: dict[str, float]) -> Box:
        return cls(value["x"], value["y"], value["w"], value["h"])

    def _numbers(self) -> str:
        return f"x={self.x}, y={self.y}, width={self.width}, height={self.height}"
