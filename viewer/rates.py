"""A rate of failures with what its count allows to say of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from pipeline.evidence.errors import EvidenceError
from pipeline.evidence.proportion import wilson


class InvalidRate(EvidenceError):
    """More failures than there were things to fail, or fewer than none."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`failed` of `total`. Raises InvalidRate unless 0 ≤ failed ≤ total."""

    failed: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.failed <= self.total:
            raise InvalidRate(f"{self.failed} of {self.total} cannot have failed.")

    @classmethod
    def sum(cls, rates: Iterable[Rate]) -> Self:
        """All of them together."""
        every = list(rates)
        return cls(sum(rate.failed for rate in every), sum(rate.total for rate in every))

    @property
    def share(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.failed / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the share; None of nothing."""
        return wilson(self.failed, self.total) if self.total else None

    @property
    def words(self) -> str:
        """ "2.9%", "–" of nothing."""
        return "–" if self.share is None else percent(self.share)

    @property
    def interval_words(self) -> str:
        """ "95% 0.1 to 1.1%", nothing of nothing."""
        if self.interval is None:
            return ""
        low, high = self.interval
        return f"95% {100 * low:.1f} to {100 * high:.1f}%"

    @property
    def count_words(self) -> str:
        """ "35 of 1,204"."""
        return f"{self.failed:,} of {self.total:,}"


def percent(share: float) -> str:
    """ "2.9%". A share above nothing is never said to be nothing, nor one below all to be all."""
    if 0 < share < 0.0005:
        return "<0.1%"
    if 0.9995 <= share < 1:
        return ">99.9%"
    return f"{100 * share:.1f}%"
