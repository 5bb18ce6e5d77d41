"""How sure a mean is: a bootstrap over what it was measured on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

SEED = 20_240_131
"""The same draws in every run: two reports on the same outcomes are the same."""

RESAMPLES = 4_000
"""Steadies the bounds of some fifty questions to half a percentage point."""

CONFIDENCE = 0.95


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
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [outside, 1 - outside])
    return Estimate(float(measured.mean()), float(low), float(high), len(measured))


def _short(value: float) -> str:
    """Two digits behind the point, without the zero before it: ".83", "1.00"."""
    return f"{value:.2f}".removeprefix("0")
