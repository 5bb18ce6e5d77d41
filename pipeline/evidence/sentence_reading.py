"""A sentence of a claim or a quote, read once: its figures, its periods, and which of them belong together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from pipeline.evidence.claimed import Claimed, claimed_figures
from pipeline.evidence.period_pairing import paired
from pipeline.evidence.said_periods import SaidPeriod, find_periods
from pipeline.evidence.text import TextRange

CACHED_TEXTS = 128
"""A claim and its quotes are read for its figures, and again for its support."""

_PART_OF_YEAR = re.compile(
    r"\b(?:quarter\w*|months?|weeks?|half|to\s+date|so\s+far|interim|Q[1-4])\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class SentenceReading:
    """`figures` are those that are no part of a period, `periods` what the text names, both in order; `period_of` says
    which period surely is a figure's, by the figure's place."""

    text: str
    figures: tuple[Claimed, ...]
    periods: tuple[SaidPeriod, ...]
    period_of: dict[TextRange, SaidPeriod]

    @property
    def speaks_of_parts_of_years(self) -> bool:
        return _PART_OF_YEAR.search(self.text) is not None

    def others(self, one: Claimed) -> list[TextRange]:
        """The places of the other amounts."""
        return [other.range for other in self.figures if other is not one and not other.is_spelled]


@lru_cache(maxsize=CACHED_TEXTS)
def read_sentence(text: str) -> SentenceReading:
    """Read a claim, or the words of a quote."""
    every = claimed_figures(text)
    periods = tuple(period for period in find_periods(text) if not _is_amount(period, every))
    figures = tuple(
        one
        for one in every
        if _is_marked(one) or not any(period.range.overlaps(one.range) for period in periods)
    )
    amounts = [one.range for one in figures if not one.is_spelled and not one.name]
    return SentenceReading(text, figures, periods, paired(text, amounts, periods))


def _is_marked(one: Claimed) -> bool:
    """Whether a figure has marks that no part of a date or period has: "July 1%", "2023 million", "-12 months". A year
    in brackets is a year."""
    is_year = one.figure.digits.isdecimal() and len(one.figure.digits) == 4
    bracketed = is_year and "(" in one.figure.text
    if is_year and one.figure.percent and " " in one.figure.text:
        return False  # a column's header: "2022 % of sales"
    return one.has_marks or (one.figure.negative and not bracketed)


def _is_amount(period: SaidPeriod, figures: tuple[Claimed, ...]) -> bool:
    """A number of four digits with the marks of an amount ("$2,023", "2019%") is no year."""
    inside = [one for one in figures if one.range.overlaps(period.range)]
    only_year = period.year and not (period.day or period.month or period.months or period.quarter)
    return bool(
        only_year and any((one.has_marks and _is_marked(one)) or one.is_shares or one.name for one in inside)
    )
