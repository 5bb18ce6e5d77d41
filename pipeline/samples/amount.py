"""A figure as a filing prints it: symbol, digits and what closes them, each in a cell of its own."""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from enum import Enum, auto


class Measure(Enum):
    """What a figure counts, and so how it is printed."""

    DOLLARS = auto()
    THOUSANDS = auto()
    SHARES = auto()
    PER_SHARE = auto()
    PERCENT = auto()


@dataclass(frozen=True, slots=True)
class Amount:
    """A value and its measure: `-1234` dollars print as `$`, `(1,234`, `)`; zero prints as a dash."""

    value: Decimal | int
    measure: Measure = Measure.THOUSANDS

    @property
    def symbol(self) -> str:
        return "$" if self.measure in (Measure.DOLLARS, Measure.PER_SHARE) else ""

    @property
    def digits(self) -> str:
        """The unsigned figure, or a dash for zero: what an inline XBRL tag encloses."""
        return f"{abs(self.value):,}" if self.value else "—"

    @property
    def opening(self) -> str:
        return "(" if self.value < 0 else ""

    @property
    def closing(self) -> str:
        percent = "%" if self.measure is Measure.PERCENT else ""
        return (")" if self.value < 0 else "") + percent

    def __str__(self) -> str:
        return f"{self.symbol}{self.opening}{self.digits}{self.closing}"


def millions(thousands: int) -> str:
    """Thousands of dollars as a sentence says them: 351,700 is "$351.7 million"."""
    tenths = (Decimal(thousands) / 1000).quantize(Decimal("0.1"), ROUND_HALF_UP)
    return f"${tenths:,} million"


def percent(value: Decimal) -> str:
    """A percentage as a sentence says it, without its sign: "10.8%"."""
    return f"{abs(value)}%"


def direction(value: Decimal | int, rise: str = "increased", fall: str = "decreased") -> str:
    """The verb for a change."""
    return rise if value >= 0 else fall
