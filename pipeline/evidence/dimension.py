"""What a calculated number measures: money by money is a ratio, money by shares an amount a share.

Figures that the evidence gives no unit are `open`: they may measure anything, so nothing certain contradicts them.
Those without a scale are `loose`: the loose ends of a ratio cancel, and a sum needs as many on each side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from pipeline.evidence.errors import NotComputable
from pipeline.evidence.figures import Figure
from pipeline.evidence.units import ISO, Measure, Unit

_POWERS: Mapping[Measure, tuple[int, int, int]] = {
    Measure.MONEY: (1, 0, 0),
    Measure.SHARES: (0, 1, 0),
    Measure.PER_SHARE: (1, -1, 0),
    Measure.PERCENT: (0, 0, 1),
}
"""Of each measure: its powers of money, of shares and of percent."""


@dataclass(frozen=True, slots=True)
class Dimension:
    """Powers of what a number measures. `percent` counts printed percentages, `hundred` the factors 100 that were
    written into the expression to make one; `open` and `loose` count figures whose measure, whose scale is not said.
    `currencies` are those that the evidence names.
    """

    money: int = 0
    shares: int = 0
    percent: int = 0
    hundred: int = 0
    open: int = 0
    loose: int = 0
    currencies: frozenset[str] = frozenset()

    @classmethod
    def of(cls, figure: Figure, unit: Unit | None) -> Self:
        """What a printed figure measures, by its unit and else by its own marks."""
        if unit is None and figure.percent:
            return cls(percent=1)
        currency = unit.currency if unit else None
        currencies = frozenset({currency} if currency else set())
        if unit is not None:
            money, shares, percent = _POWERS[unit.measure]
            return cls(money, shares, percent, currencies=currencies)
        loose = 0 if figure.scale else 1
        if figure.currency:
            signs = ISO.get(figure.currency)
            return cls(money=1, loose=loose, currencies=frozenset({signs} if signs else set()))
        return cls(open=1, loose=loose)

    @property
    def is_plain(self) -> bool:
        """Whether nothing but a number is left, or nothing certain."""
        return bool(self.open) or (self.money, self.shares) == (0, 0)

    @property
    def is_ratio(self) -> bool:
        """Whether like is divided by like, the figures of no said measure taken for what they are divided by."""
        left = (self.money + self.open, self.shares), (self.money, self.shares + self.open)
        return self.loose == 0 and (0, 0) in left

    def times(self, other: Dimension, sign: int = 1) -> Dimension:
        """The dimension of a product; of a quotient with `sign` −1. Raises NotComputable for two currencies."""
        return Dimension(
            self.money + sign * other.money,
            self.shares + sign * other.shares,
            self.percent + sign * other.percent,
            self.hundred + sign * other.hundred,
            self.open + sign * other.open,
            self.loose + sign * other.loose,
            self._currencies(other),
        )

    def raised(self, power: int) -> Dimension:
        return Dimension(
            self.money * power,
            self.shares * power,
            self.percent * power,
            self.hundred * power,
            self.open * power,
            self.loose * power,
            self.currencies,
        )

    def plus(self, other: Dimension) -> Dimension:
        """The dimension of a sum of numbers whose percentages are reconciled. Raises NotComputable for what cannot be
        added: money and shares, two currencies, a figure with and one without a scale.
        """
        if self.loose != other.loose:
            raise NotComputable(
                "The scale of one figure is not said in its evidence, so it cannot be added to the other."
            )
        if not (self.open or other.open) and (self.money, self.shares) != (other.money, other.shares):
            raise NotComputable(f"{self.words.capitalize()} and {other.words} cannot be added.")
        known = other if self.open else self
        return replace(known, currencies=self._currencies(other))

    def require_amount(self) -> None:
        """Raises NotComputable for what no figure of a filing measures, such as money by money multiplied."""
        if not self.open and (self.money, self.shares) not in ((0, 0), (1, 0), (0, 1), (1, -1)):
            raise NotComputable(f"The units cannot be reconciled: the result would be {self.words}.")

    @property
    def words(self) -> str:
        """ "money", "shares", "money per share", "a plain number", "money × money"."""
        above = ["money"] * self.money + ["shares"] * self.shares
        below = ["money"] * -self.money + ["share"] * -self.shares
        if not (above or below):
            return "a plain number"
        return " per ".join(filter(None, (" × ".join(above) or "a number", " × ".join(below))))

    def _currencies(self, other: Dimension) -> frozenset[str]:
        both = self.currencies | other.currencies
        if len(both) > 1:
            raise NotComputable(f"{' and '.join(sorted(both))} cannot be reconciled.")
        return both
