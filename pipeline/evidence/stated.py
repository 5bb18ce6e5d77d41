"""The result of a calculation as a claim writes it: "44.5 %", "$2.3 billion", "12.5 days", "1.4x", "(1,162)"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Self

from pipeline.evidence.errors import NotComputable
from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.units import ISO, currency_of


class StatedKind(StrEnum):
    """What a stated result says that it measures; its value is how it is told in words."""

    PERCENT = "a percentage"
    BASIS_POINTS = "basis points"
    TIMES = "a multiple"
    DAYS = "days"
    PER_SHARE = "an amount per share"
    SHARES = "shares"
    MONEY = "money"
    NUMBER = "a number"


_KINDS = (
    (StatedKind.BASIS_POINTS, re.compile(r"\b(?:basis\s+points?|bps?)\b")),
    (StatedKind.PERCENT, re.compile(r"%|\b(?:percent|(?:percentage\s+)?points?|pp|ppts?)\b")),
    (StatedKind.PER_SHARE, re.compile(r"(?:\bper\s+|/\s?)(?:\w+\s+){0,3}share\b")),
    (StatedKind.SHARES, re.compile(r"\bshares\b")),
    (StatedKind.DAYS, re.compile(r"\bdays?\b")),
    (StatedKind.TIMES, re.compile(r"^\s*[x×](?!\w)|\b(?:times|turns)\b")),
)


@dataclass(frozen=True, slots=True)
class Stated:
    """One figure with what it measures; `currency` (ISO 4217) where it says one."""

    text: str
    figure: Figure
    kind: StatedKind
    currency: str | None

    @classmethod
    def read(cls, text: str) -> Self:
        """Raises NotComputable unless the text states one number."""
        found = figures(text)
        if len(found) != 1:
            raise NotComputable(
                f"“{text.strip()[:60]}” is not one number, so there is nothing to compare with."
            )
        (figure,) = found
        rest = text[figure.range.end :].casefold()
        kind = next((kind for kind, words in _KINDS if words.search(rest)), None)
        if figure.percent:
            kind = StatedKind.PERCENT
        if figure.glued and kind not in (StatedKind.TIMES, StatedKind.BASIS_POINTS):
            raise NotComputable(f"“{text.strip()[:60]}” is a name, not a number.")
        currency = currency_of(text) or (ISO.get(figure.currency) if figure.currency else None)
        if kind is None:
            kind = StatedKind.MONEY if figure.currency or currency else StatedKind.NUMBER
        return cls(text.strip(), figure, kind, currency)

    @property
    def number(self) -> Decimal:
        """As it is written, signed, its scale word left out."""
        return -self.figure.magnitude if self.figure.negative else self.figure.magnitude

    @property
    def half(self) -> Decimal:
        """Half a unit of its last digit, its scale word left out."""
        return Decimal("0.5").scaleb(-self.figure.decimals)
