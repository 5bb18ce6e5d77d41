"""What a count allows to say of a share."""

from __future__ import annotations

from math import sqrt
from typing import Final

_Z: Final = 1.959964
"""Of a normal distribution, 95 % lie within so many standard deviations of its mean."""


def wilson(count: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of the share `count` of `total` > 0 (E. B. Wilson, 1927): it never leaves 0 … 1, and holds
    for few."""
    share, spread = count / total, _Z * _Z / total
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    # At the ends the formula is exact in theory, and off by a rounding error in floats.
    return (0.0 if count == 0 else middle - half), (1.0 if count == total else middle + half)
