"""Does a printed figure say what a stated one says? Number and rounding, scale, unit, currency and sign, each
strictly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum

from pipeline.evidence.amount import Amount
from pipeline.evidence.claimed import Claimed, Kind
from pipeline.evidence.figures import Figure
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.units import SCALES, Measure


class FigureReason(StrEnum):
    """Why a figure, date or period of a claim is not verified, as failures are counted."""

    NOT_IN_EVIDENCE = "not_in_evidence"  # nothing like it is printed there
    FIGURE_DIFFERS = "figure_differs"  # a figure is printed there that differs in a digit or two
    TOO_EXACT = "too_exact"  # the evidence is rounded, and the claim is more exact
    WRONG_SCALE = "wrong_scale"
    SCALE_NOT_KNOWN = "scale_not_known"  # the claim says one, and nothing says that of the evidence
    WRONG_UNIT = "wrong_unit"  # percent, points, shares or money against another of these
    WRONG_CURRENCY = "wrong_currency"
    WRONG_SIGN = "wrong_sign"
    WRONG_PERIOD = "wrong_period"
    WRONG_COLUMN = "wrong_column"  # the claim names another column of the same row
    UNCLEAR_PLACE = "unclear_place"  # the quote stands at several places, and not all of them bear it out
    NOT_LOCATED = "not_located"  # no quote of the claim was located
    DOES_NOT_RECOMPUTE = "does_not_recompute"


class Fit(IntEnum):
    """How a printed figure fits a stated one, the best first."""

    PRINTED = 0  # the same, as printed
    AGREES = 1  # the same amount in another scale, or more exactly
    NOT = 2


@dataclass(frozen=True, slots=True)
class Comparison:
    """`fit` of the number with its scale, unit and currency; for NOT, the `reason` where the same number is printed as
    something else."""

    fit: Fit
    reason: FigureReason | None = None


@dataclass(frozen=True, slots=True)
class Print:
    """A printed figure, and as its sentence states it. `is_date`: its number is part of a date."""

    printed: PrintedFigure
    claimed: Claimed
    is_date: bool = False

    @property
    def figure(self) -> Figure:
        return self.claimed.figure

    @property
    def kind(self) -> Kind:
        unit = self.printed.unit
        if self.claimed.kind is Kind.PLAIN and unit is not None and unit.measure is Measure.PERCENT:
            return Kind.PERCENT
        return self.claimed.kind

    @property
    def currency(self) -> str | None:
        unit = self.printed.unit
        return self.claimed.currency or (unit.currency if unit else None)

    @property
    def scale(self) -> int | None:
        """The power of ten, by a word of its own or by its unit; None where neither says it."""
        if self.figure.scale:
            return self.figure.scale
        if self.kind is not Kind.PLAIN:
            return 0
        return self.printed.unit.scale if self.printed.unit else None

    @property
    def amount(self) -> Amount:
        """With the scale that is known, without sign."""
        return _amount(self.figure, self.scale or 0)


MOST_ROUNDED = Decimal("0.1")
"""How far from its print a number of one digit may be rounded: "5 million" of 4.6, no "1 billion" of 675 million."""

NOT_THE_SAME = Comparison(Fit.NOT)

_OVER = re.compile(
    r"\b(?:more\s+than|over|above|exceed\w*|at\s+least|greater\s+than|in\s+excess\s+of|upwards\s+of)\W*$",
    re.I,
)
_UNDER = re.compile(
    r"\b(?:nearly|almost|less\s+than|under|below|at\s+most|up\s+to|fewer\s+than|just\s+short\s+of)\W*$", re.I
)


def compare(claimed: Claimed, print_: Print, before: str = "") -> Comparison:
    """How a printed figure fits a stated one, signs and periods aside. `before` are the words before the stated one:
    "more than 81 billion" fits 81,797 million."""
    number = _number(claimed, print_, before)
    if number is None:
        return _why_not(claimed, print_)
    if not _same_kind(claimed, print_) and not (number is Fit.PRINTED and _is_bare(claimed, print_)):
        return Comparison(Fit.NOT, FigureReason.WRONG_UNIT)
    if claimed.currency and print_.currency and claimed.currency != print_.currency:
        return Comparison(Fit.NOT, FigureReason.WRONG_CURRENCY)
    return Comparison(number)


def rounds_to(stated: Amount, printed: Amount) -> bool:
    """Whether a stated amount is a printed one, rounded as the stated one is. One that is more exact than what is
    printed agrees only when it is the same number ("$1577.00" and 1,577)."""
    if stated.value == printed.value:
        return True
    return stated.half > printed.half and abs(stated.value - printed.value) <= stated.half


def _number(claimed: Claimed, print_: Print, before: str) -> Fit | None:
    """How the numbers fit with their scales; None when they do not."""
    said, printed = claimed.figure, print_.figure
    if _LEADING_ZERO.match(said.digits) and said.digits != printed.digits:
        return None
    if claimed.kind in _POINTS and print_.kind in _POINTS:
        return _fit(said, printed, _points(claimed.kind, said), _points(print_.kind, printed))
    if not said.scale and not printed.scale:
        return _unscaled(claimed, print_, before)
    if print_.scale is None:
        return None
    own = _amount(said, said.scale)
    if said.scale == printed.scale and said.magnitude == printed.magnitude:
        return Fit.PRINTED
    if not _is_near(own, print_.amount, before):
        return None
    is_far = abs(own.value - print_.amount.value) > print_.amount.value * MOST_ROUNDED
    is_one_sided = _OVER.search(before) or _UNDER.search(before)
    return None if is_far and _is_coarse(said) and not is_one_sided else Fit.AGREES


def _is_coarse(said: Figure) -> bool:
    """Whether a number with a scale word has one digit that counts: half of it may be half the amount."""
    return said.scale > 0 and len(said.digits.replace(".", "").lstrip("0")) < 2


def _unscaled(claimed: Claimed, print_: Print, before: str) -> Fit | None:
    """Both print a number alone: the same number, the whole amount of a print in millions, or it rounded."""
    said, printed = claimed.figure, print_.figure
    if said.magnitude == printed.magnitude:
        return Fit.PRINTED if said.digits == printed.digits else Fit.AGREES
    own, other = _amount(said, 0), _amount(printed, 0)
    if print_.scale and own.value == print_.amount.value:
        return Fit.AGREES
    # A bare digit is too little to be taken for a rounded figure: it may count anything.
    if not claimed.has_marks and len(said.digits.replace(".", "").strip("0")) < 2:
        return None
    return Fit.AGREES if _is_near(own, other, before) else None


def _fit(said: Figure, printed: Figure, own: Amount, other: Amount) -> Fit | None:
    if said.digits == printed.digits and own.value == other.value:
        return Fit.PRINTED
    return Fit.AGREES if rounds_to(own, other) else None


_LEADING_ZERO = re.compile(r"0\d")
"""No amount is written so: "01" may be what is left of "0.1"."""

_POINTS = (Kind.POINTS, Kind.BASIS_POINTS)


def _points(kind: Kind, figure: Figure) -> Amount:
    return _amount(figure, -2 if kind is Kind.BASIS_POINTS else 0)


def _is_near(own: Amount, other: Amount, before: str) -> bool:
    """Rounded to it; or by its words on one side of it, less than one of its last digit away: "more than 81 billion" of
    81.797, and not "more than 82 billion"."""
    step = own.half * 2
    if _OVER.search(before):
        return own.value <= other.value < own.value + step
    if _UNDER.search(before):
        return own.value - step < other.value <= own.value
    return rounds_to(own, other)


def _same_kind(claimed: Claimed, print_: Print) -> bool:
    """Percent against percent, points against points, shares against shares; what is not known to differ may be the
    same."""
    kinds = {claimed.kind, print_.kind}
    if kinds == {Kind.PLAIN, Kind.MULTIPLE}:
        return not (print_.currency or claimed.currency or claimed.figure.scale)
    if len(kinds) > 1 and not kinds <= set(_POINTS):
        return False
    unit = print_.printed.unit
    if unit is None or unit.measure is Measure.PERCENT:
        return not (claimed.is_shares and print_.currency)
    if claimed.currency and unit.measure is Measure.SHARES:
        return False
    if claimed.is_shares and unit.measure in (Measure.MONEY, Measure.PER_SHARE):
        return not unit.currency or bool(_COUNTS.search(f"{print_.printed.label} {print_.printed.header}"))
    return not (claimed.is_per_share and unit.measure is Measure.MONEY and unit.scale)


def _is_bare(claimed: Claimed, print_: Print) -> bool:
    """Whether both are a number alone, and only the print's column says that it is one of percent."""
    is_number = not (claimed.has_marks or claimed.is_shares or claimed.is_per_share)
    return is_number and print_.kind is Kind.PERCENT and print_.claimed.kind is Kind.PLAIN


_COUNTS = re.compile(r"\b(?:shares?|units?|awards?|options?|rsus?|stock)\b", re.IGNORECASE)


def _why_not(claimed: Claimed, print_: Print) -> Comparison:
    """Why the same number as something else is not it."""
    said, printed = claimed.figure, print_.figure
    if said.magnitude == printed.magnitude:
        if print_.scale is None and said.scale:
            return Comparison(Fit.NOT, FigureReason.SCALE_NOT_KNOWN)
        return Comparison(Fit.NOT, FigureReason.WRONG_SCALE)
    if _is_power_of_ten(said, printed) and said.scale and printed.digits.strip("0.") and len(said.digits) > 2:
        return Comparison(Fit.NOT, FigureReason.WRONG_SCALE)
    own, other = _amount(said, said.scale), print_.amount
    if own.half < other.half and abs(own.value - other.value) <= other.half and claimed.kind is print_.kind:
        return Comparison(Fit.NOT, FigureReason.TOO_EXACT)
    return NOT_THE_SAME


def _is_power_of_ten(said: Figure, printed: Figure) -> bool:
    """Whether the numbers have the same digits, as "81.8" and 81,797 have when rounded."""
    if not said.magnitude or not printed.magnitude:
        return False
    half = Decimal("0.5").scaleb(-said.decimals)
    return any(
        abs(said.magnitude - printed.magnitude.scaleb(-power)) <= half for power in (0, *SCALES.values())
    )


def _amount(figure: Figure, scale: int) -> Amount:
    return Amount(figure.magnitude.scaleb(scale), Decimal("0.5").scaleb(scale - figure.decimals))
