"""What a filing's pages are: its statements, notes, discussion, segments, reconciliations, risk factors, exhibits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Part(StrEnum):
    """A kind of page. A page may be several, or none."""

    BALANCE_SHEET = "balance sheet"
    INCOME_STATEMENT = "income statement"
    COMPREHENSIVE_INCOME = "comprehensive income"
    CASH_FLOW = "cash flow statement"
    EQUITY = "statement of equity"
    NOTES = "notes"
    DISCUSSION = "management's discussion"
    SEGMENTS = "segments"
    GEOGRAPHY = "geography"
    NON_GAAP = "non-GAAP reconciliation"
    SELECTED_DATA = "selected financial data"
    BUSINESS = "business"
    RISK_FACTORS = "risk factors"
    LEGAL = "legal proceedings"
    COVER = "cover"
    CONTENTS = "table of contents"
    EXHIBIT = "exhibit"


STATEMENTS = (
    Part.BALANCE_SHEET,
    Part.INCOME_STATEMENT,
    Part.COMPREHENSIVE_INCOME,
    Part.CASH_FLOW,
    Part.EQUITY,
)
"""The primary financial statements."""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A page (0-based) is of a part. `title`: the printed words that say so (of notes, the name of the first one on the
    page), "" where the rows alone do. `strength`: 0 to 1, how much speaks for it: a statement itself has 1, its further
    pages more than 0.8, one that sums it up 0.5, one of the parent alone, of another company or within a note less.
    """

    page_index: int
    part: Part
    title: str
    strength: float
