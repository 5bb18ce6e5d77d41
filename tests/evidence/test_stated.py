from __future__ import annotations

from decimal import Decimal

import pytest

from pipeline.evidence.errors import NotComputable
from pipeline.evidence.stated import Stated, StatedKind


@pytest.mark.parametrize(
    ("text", "kind", "number", "half", "currency"),
    [
        ("44.5%", StatedKind.PERCENT, "44.5", "0.05", None),
        ("44.5 percent", StatedKind.PERCENT, "44.5", "0.05", None),
        ("2.1 percentage points", StatedKind.PERCENT, "2.1", "0.05", None),
        ("3 points", StatedKind.PERCENT, "3", "0.5", None),
        ("25 basis points", StatedKind.BASIS_POINTS, "25", "0.5", None),
        ("25bps", StatedKind.BASIS_POINTS, "25", "0.5", None),
        ("$2.3 billion", StatedKind.MONEY, "2.3", "0.05", "USD"),
        ("2.3 million euros", StatedKind.MONEY, "2.3", "0.05", "EUR"),
        ("-$12.6 million", StatedKind.MONEY, "-12.6", "0.05", "USD"),
        ("(1,162)", StatedKind.NUMBER, "-1162", "0.5", None),
        ("12.5 days", StatedKind.DAYS, "12.5", "0.05", None),
        ("1.4x", StatedKind.TIMES, "1.4", "0.05", None),
        ("1.4×", StatedKind.TIMES, "1.4", "0.05", None),
        ("1.40 times", StatedKind.TIMES, "1.40", "0.005", None),
        ("$6.13 per share", StatedKind.PER_SHARE, "6.13", "0.005", "USD"),
        ("$6.13 per diluted share", StatedKind.PER_SHARE, "6.13", "0.005", "USD"),
        ("5 million shares", StatedKind.SHARES, "5", "0.5", None),
        ("about 1,609", StatedKind.NUMBER, "1609", "0.5", None),
    ],
)
def test_a_result_says_what_it_measures_and_how_exactly(
    text: str, kind: StatedKind, number: str, half: str, currency: str | None
) -> None:
    stated = Stated.read(text)
    assert (stated.kind, stated.number, stated.half) == (kind, Decimal(number), Decimal(half))
    assert stated.currency == currency


@pytest.mark.parametrize("text", ["", "unchanged", "5 to 6", "44.5% (2023)", "10-K", "Q3"])
def test_what_is_not_one_number_is_refused(text: str) -> None:
    with pytest.raises(NotComputable, match="number"):
        Stated.read(text)
