"""What is printed around a filing by those who pass it on: a sheet in front of the cover, an address on its pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from pipeline.evidence.dates import find_days, parse_date
from pipeline.parse.cover.numbers import read_cik

NEAR = 12
"""Characters behind "Filed" in which its day begins."""

_FILED = re.compile(r"\b(?:date\s+)?filed(?:\s+on)?:?\s*", re.I)
# The Commission's own order, on sheets of filings with it alone: month, day, year of two digits.
_SHORT_DAY = re.compile(r"(\d\d)/(\d\d)/(\d\d)(?!\d)")
_CENTURY = 70
_CIK = re.compile(r"\bCIK:?\s*#?\s*(\d{4,10})\b")
_ADDRESS = re.compile(r"Archives/edgar/data/(\d{1,10})/", re.I)
_SYMBOL = re.compile(r"\bsymbol:?\s+([A-Z]{1,5})\b|\s-\s([A-Z]{1,5})\s+Filed:", re.I)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What others print about a filing; None and "" for what they do not."""

    filed_on: date | None = None
    cik: str | None = None
    ticker: str = ""


def read_sheet(sheet: str, front: str) -> Sheet:
    """Of the text before the cover, which only a sheet by others is, and of the cover's pages, whose margins may have
    the address at which the Commission keeps the filing."""
    address = _ADDRESS.search(sheet) or _ADDRESS.search(front)
    number = _CIK.search(sheet) or address
    symbol = _SYMBOL.search(sheet)
    ticker = (symbol[1] or symbol[2]) if symbol else ""
    return Sheet(
        next(_filed(sheet), None),
        read_cik(number[1]) if number else None,
        ticker if ticker.isupper() else "",
    )


def _filed(sheet: str) -> Iterator[date]:
    for label in _FILED.finditer(sheet):
        behind = sheet[label.end() : label.end() + 3 * NEAR]
        if short := _SHORT_DAY.match(behind):
            month, day, year = short.groups()
            century = 19 if int(year) >= _CENTURY else 20
            if found := parse_date(f"{century}{year}{month}{day}"):
                yield found
        days = find_days(behind)
        if days and days[0].range.start < NEAR:
            yield days[0].day
