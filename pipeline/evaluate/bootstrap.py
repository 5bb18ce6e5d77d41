"""How sure a mean is: a bootstrap over what it was measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.evidence.resampling import CONFIDENCE, RESAMPLES, SEED, percentile_bounds

__all__ = ["CONFIDENCE", "Estimate", "estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of `count` values, and between which bounds it lies in CONFIDENCE of the resamples."""

    mean: float
    low: float
    high: float
    count: int

    @property
    def words(self) -> str:
        return f"{_short(self.mean)} [{_short(self.low)}, {_short(self.high)}]"

    def to_json(self) -> dict[str, object]:
        return {
            "mean": round(self.mean, 6),
            "low": round(self.low, 6),
            "high": round(self.high, 6),
            "count": self.count,
        }


def estimate(values: Sequence[float]) -> Estimate | None:
    """The mean of one value a question, with its percentile interval over resampled questions; None of nothing."""
    if not values:
        return None
    measured = np.asarray(values, dtype=np.float64)
    draws = np.random.default_rng(SEED).integers(0, len(measured), size=(RESAMPLES, len(measured)))
    means = measured[draws].mean(axis=1)
    low, high = percentile_bounds(means)
    return Estimate(float(measured.mean()), low, high, len(measured))


def _short(value: float) -> str:
    """Two digits behind the point, without the zero before it: ".83", "1.00"."""
    return f"{value:.2f}".removeprefix("0")
