"""Which calendar year an issuer names a fiscal year by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Self

from pipeline.evidence.dates import parse_date

WEEK_YEAR_SLACK = timedelta(days=10)
"""52/53-week years end up to a week after the month they are named for: 1 January 2023 ends fiscal 2022."""

FEWEST_AGAINST = 2
"""Sentences that must say so before a year that ends after February is named by the year before it ends."""

AS_OFTEN = 2 / 3
"""How often, beside the year before, a filing names the year that it is about: nearly as often as the year to compare
with, and more."""

MORE_OFTEN = 2
"""How much oftener than the next year a filing names its own: it says little of what is still to come."""

_DAY = r"[A-Z][a-z]{2,8}\.?\s+\d{1,2}\s*,?\s+(?:19|20)\d\d"
_YEAR = r"((?:19|20)\d\d)"
_DEFINITIONS = (
    # first the name: fiscal 2022 was the 52-week period ended January 28, 2023
    re.compile(
        rf"\b(?:fiscal(?:\s+years?)?|FY)\s*[’']?{_YEAR}\b(?:(?!\b(?:19|20)\d\d\b)[^.;]){{0,80}}?"
        rf"\bend(?:ed|s|ing)(?:\s+on)?\s+({_DAY})",
        re.I,
    ),
    # several in order: fiscal years 2022 and 2021 were the 52 weeks ended January 28, 2023 and January 29, 2022
    re.compile(
        rf"\bfiscal(?:\s+years?)?\s+{_YEAR}(?:,?\s+(?:and\s+)?(?:fiscal\s+)?(?:19|20)\d\d)+\b[^.;\d]{{0,60}}"
        rf"(?:\d{{1,2}}[-\s]weeks?\s+)?[^.;\d]{{0,30}}?\bended(?:\s+on)?\s+({_DAY})",
        re.I,
    ),
    # first the day: the year ended January 28, 2023, in brackets “fiscal 2022”
    re.compile(
        rf"\bended(?:\s+on)?\s+({_DAY})\s*,?\s*\(\s*(?:the\s+|or\s+)?[“\"'‘]*(?:fiscal(?:\s+year)?|FY)?\s*{_YEAR}\b",
        re.I,
    ),
    # the year ended January 28, 2023 is referred to as fiscal 2022
    re.compile(
        rf"\bended(?:\s+on)?\s+({_DAY}),?\s+(?:(?:is|are|was)\s+)?(?:referred\s+to\s+)?(?:herein\s+)?as\s+"
        rf"[“\"'‘]?(?:fiscal(?:\s+year)?|FY)?\s*{_YEAR}\b",
        re.I,
    ),
    # a bare number in quotes: “2022” means the year ended January 28, 2023
    re.compile(
        rf"[“\"'‘]{_YEAR}[”\"'’](?:(?!\b(?:19|20)\d\d\b)[^.;]){{0,80}}?\bended(?:\s+on)?\s+({_DAY})", re.I
    ),
)
_NAMED = re.compile(
    r"\b(?:(?:fiscal(?:\s+year)?|quarter\s+of)\s+(?P<said>(?:19|20)\d\d)\b"
    r"|(?P<footer>(?:19|20)\d\d)\s+(?:annual\s+report\s+on\s+)?form\s+10-[KQ]\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class FiscalNaming:
    """How a filing names years. `said`: the years that its sentences define, by the day that they end on; `named`: how
    often it calls a fiscal year by each number."""

    said: tuple[tuple[int, date], ...]
    named: Mapping[int, int]

    @classmethod
    def of(cls, body: str) -> Self:
        """Of a filing's text with single spaces."""
        return cls(
            tuple(_definitions(body)),
            Counter(int(match["said"] or match["footer"]) for match in _NAMED.finditer(body)),
        )

    def year(self, year_end: date) -> int | None:
        """The issuer's name for the fiscal year that ends on (or about) a day; None when it cannot be told.

        Issuers whose year ends in January or February disagree whether it is named for the year before, so their own
        words decide: a sentence that says which year ended when, else the year that they name most.
        """
        nominal = year_end - WEEK_YEAR_SLACK
        is_early = year_end.month <= 2 and nominal.month != 12
        offsets = Counter(
            year - (day - WEEK_YEAR_SLACK).year
            for year, day in self.said
            if (day - WEEK_YEAR_SLACK).month == nominal.month
        )
        if offsets[-1] > offsets[0] and (is_early or offsets[-1] >= FEWEST_AGAINST):
            return nominal.year - 1
        if offsets[0] > offsets[-1] or not is_early:
            return nominal.year
        return self._named_most(nominal.year)

    def _named_most(self, year: int) -> int | None:
        before, same = self.named.get(year - 1, 0), self.named.get(year, 0)
        if same and same >= AS_OFTEN * before:
            return year
        return year - 1 if before and before >= MORE_OFTEN * same else None


def _definitions(body: str) -> Iterator[tuple[int, date]]:
    for pattern in _DEFINITIONS:
        for match in pattern.finditer(body):
            year, text = sorted(match.groups(), key=len)
            if day := parse_date(text):
                yield int(year), day
