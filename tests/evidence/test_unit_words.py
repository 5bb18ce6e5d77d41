from __future__ import annotations

import pytest

from pipeline.evidence.unit_words import unit_words
from pipeline.evidence.units import Measure, Unit


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (Unit(Measure.MONEY, 6, "USD"), "USD, millions"),
        (Unit(Measure.MONEY, 0, "EUR"), "EUR"),
        (Unit(Measure.MONEY, 3), "money, thousands"),
        (Unit(Measure.SHARES, 3), "shares, thousands"),
        (Unit(Measure.SHARES), "shares"),
        (Unit(Measure.PER_SHARE, 0, "USD"), "USD per share"),
        (Unit(Measure.PERCENT), "%"),
        (None, ""),
    ],
)
def test_a_unit_is_told_in_words(unit: Unit | None, words: str) -> None:
    assert unit_words(unit) == words
