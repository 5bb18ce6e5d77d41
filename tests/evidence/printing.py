"""Printed figures for tests of what is made of them."""

from __future__ import annotations

from pipeline.evidence.figures import figures
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.units import Measure, Unit

MILLIONS = Unit(Measure.MONEY, 6, "USD")
THOUSANDS = Unit(Measure.MONEY, 3, "USD")
EUROS = Unit(Measure.MONEY, 6, "EUR")
PERCENT = Unit(Measure.PERCENT)
SHARES = Unit(Measure.SHARES, 3)
PER_SHARE = Unit(Measure.PER_SHARE, 0, "USD")


def printed(text: str, unit: Unit | None = None) -> PrintedFigure:
    """The one figure of a text, printed in a unit."""
    (figure,) = figures(text)
    return PrintedFigure(figure, figure.range, unit)
