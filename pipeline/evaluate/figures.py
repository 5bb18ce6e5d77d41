"""Counts with their shares, as people and scripts read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    name: str
    count: int
    total: int

    @property
    def share(self) -> float | None:
        """None of nothing."""
        return self.count / self.total if self.total else None

    @property
    def words(self) -> str:
        share = "–" if self.share is None else f"{100 * self.share:.2f} %"
        return f"{self.count} of {self.total}  {share}"

    def to_json(self) -> dict[str, object]:
        share = None if self.share is None else round(self.share, 6)
        return {"name": self.name, "count": self.count, "total": self.total, "share": share}


def table(shares: Sequence[Share]) -> str:
    """One line a share, names to the left, counts aligned."""
    width = max(len(share.name) for share in shares)
    return "\n".join(f"{share.name:<{width}}  {share.words:>24}" for share in shares)
