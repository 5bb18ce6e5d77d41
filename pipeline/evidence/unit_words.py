"""Units in words: "USD, millions", "shares, thousands", "USD per share", "%"."""

from __future__ import annotations

from pipeline.evidence.units import SCALES, Measure, Unit

SCALE_WORDS = {power: f"{word}s" for word, power in SCALES.items()}


def unit_words(unit: Unit | None) -> str:
    """What a figure counts and in what; "" where it is not said."""
    if unit is None:
        return ""
    if unit.measure is Measure.PERCENT:
        return "%"
    what = "shares" if unit.measure is Measure.SHARES else unit.currency or "money"
    if unit.measure is Measure.PER_SHARE:
        what += " per share"
    return ", ".join(filter(None, (what, SCALE_WORDS.get(unit.scale, ""))))
