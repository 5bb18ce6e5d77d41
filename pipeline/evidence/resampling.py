"""How sure a figure is: what a bootstrap over what it was measured on needs."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

SEED: Final = 20_240_131
"""The same draws in every run: two reports on the same outcomes are the same."""

RESAMPLES: Final = 4_000
"""Steadies the bounds of some fifty questions to half a percentage point."""

CONFIDENCE: Final = 0.95


def percentile_bounds(values: NDArray[np.float64]) -> tuple[float, float]:
    """Between which bounds the middle CONFIDENCE of the resampled values lies."""
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(values, [outside, 1 - outside])
    return float(low), float(high)
