"""The line items that only one kind of financial statement lists together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.parts import Part

_OWNERS = r"(?:stock|share|unit|member|partner|own)(?:hold|own)?(?:er)?s?'?s?'?"


def _items(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"^(?:{pattern})", re.M) for pattern in patterns)


CORE: dict[Part, tuple[re.Pattern[str], ...]] = {
    Part.BALANCE_SHEET: _items(
        r"total assets\b",
        r"total liabilities(?:,| and|\b.{0,60}\band\b).{0,60}(?:equity|deficit|capital)|total capitalization and",
        rf"total (?:.{{0,40}} )?{_OWNERS} (?:equity|deficit|investment)|total equity\b|total (?:common )?shareowners",
        r"total current (?:assets|liabilities)\b",
        r"total liabilities\b",
    ),
    Part.INCOME_STATEMENT: _items(
        r"(?:total )?(?:net )?(?:operating )?(?:sales|revenues?)\b|sales to customers",
        r"(?:total )?costs? of (?:sales|goods|products?|revenues?|services?)|total (?:operating )?(?:costs|expenses)"
        r"|selling, general|provisions? for credit loss",
        r"(?:\(?loss\)? |earnings |income |profit |pretax |pre-tax )(?:\(loss\) |/\(loss\) |\(losses\) )?.{0,60}"
        r"\bbefore\b.{0,40}\b(?:tax|provision|income)|(?:pretax|pre-tax) (?:income|earnings|loss)",
        r"(?:\(?benefit\)? |provision |\(?benefit from\)? |income tax|tax(?:es)? on |less: provision|taxes\b|total tax"
        r"|\(?provision\)?)",
        r"(?:consolidated )?net (?:\(?loss\)?|income|earnings|profit)",
    ),
    Part.COMPREHENSIVE_INCOME: _items(
        r"(?:total )?other comprehensive",
        r"(?:total |consolidated )?(?:other )?comprehensive (?:\(?loss\)?|income|earnings)",
        r".{0,40}foreign currency|.{0,30}translation|currency translation",
        r".{0,60}(?:unrealized|available-for-sale|securities|derivative|hedg)",
        r".{0,40}(?:pension|postretirement|benefit plan|actuarial)",
    ),
    Part.CASH_FLOW: _items(
        r"(?:net )?cash (?:flows? )?(?:\(?used|\(?provided|generated|flows? from|from|required).{0,60}\boperat"
        r"|cash flows? - operating|operating activities",
        r"(?:net )?cash (?:flows? )?(?:\(?used|\(?provided|generated|flows? from|from|required).{0,60}\binvest"
        r"|cash flows? - investing|investing activities",
        r"(?:net )?cash (?:flows? )?(?:\(?used|\(?provided|generated|flows? from|from|required).{0,60}\bfinanc"
        r"|cash flows? - financing|financing activities",
        r"(?:net )?(?:\(?increase\)?|\(?decrease\)?|change).{0,40}\bcash",
        r"(?:total )?cash.{0,60}(?:\bend\b|\bbeginning\b|\bend-of|\bstart\b)",
    ),
    Part.EQUITY: _items(
        r"(?:total equity, )?(?:beginning |ending |opening |closing )?balances?\b|at (?:december|june|september|march)",
        r"(?:cash |common |ordinary )?dividends?\b|distributions?\b",
        r".{0,50}(?:repurchase|treasury|buyback|acquisition of|cancel|retire)",
        r".{0,60}(?:compensation|stock options?|issue|issuance|employee|vesting|stock plans?|exercise)",
        r"(?:total )?(?:other )?comprehensive",
        r"(?:consolidated )?net (?:\(?loss\)?|income|earnings)",
    ),
}
"""Line items by statement, those that no statement of its kind lacks first."""

USUAL: dict[Part, tuple[re.Pattern[str], ...]] = {
    Part.BALANCE_SHEET: _items(
        r"cash and (?:cash equivalents|due from)",
        r"(?:trade |accounts )?(?:receivables?|accounts receivable)",
        r"inventor(?:y|ies)",
        r"property\b|premises",
        r"goodwill",
        r"(?:trade |accounts )payables?",
        r"(?:long-term )?(?:debt|borrowings)|deposits",
        r"retained earnings|accumulated deficit|reinvested",
    ),
    Part.INCOME_STATEMENT: _items(
        r"(?:net )?interest (?:income|expense)",
        r"premiums",
        r"gross (?:profit|margin)",
        r"(?:income|earnings|\(?loss\)?|profit).{0,20} from operations|operating (?:income|profit|\(?loss|earnings)",
        r"research",
        r"depreciation",
        r".{0,60}\b(?:basic|diluted)\b",
    ),
    Part.CASH_FLOW: _items(
        r"depreciation",
        r"(?:purchases?|additions?|acquisitions?|payments?) (?:of|to|for) (?:property|premises)|capital expenditures",
        r"(?:proceeds|repayments?|payments?|issuance)\b",
        r"(?:cash )?dividends",
    ),
}
"""Line items that many statements of the kind list: some print their totals without a label."""

LEAST_CORE = 2
"""Line items that confirm a title."""

ENOUGH_USUAL = 4
"""Of USUAL items that confirm a title as well as two of CORE."""

ALONE: dict[Part, tuple[int, frozenset[int]]] = {
    Part.BALANCE_SHEET: (3, frozenset({0, 1})),
    Part.INCOME_STATEMENT: (5, frozenset({0, 2, 4})),
    Part.CASH_FLOW: (4, frozenset({0, 1, 2})),
}
"""How many line items make a statement that has no title, and which of them have to be there."""

_PER_SHARE = re.compile(r"^.{0,60}\b(?:basic|diluted)\b", re.M)


def found_items(part: Part, labels: Sequence[str]) -> frozenset[int]:
    """Which of the line items of a statement are among the labels of rows, by their place in CORE."""
    text = "\n".join(labels)
    return frozenset(place for place, item in enumerate(CORE[part]) if item.search(text))


def confirms(part: Part, labels: Sequence[str]) -> bool:
    """Whether the labels under a title are those of the statement that it names."""
    core = len(found_items(part, labels))
    if core >= LEAST_CORE or part not in USUAL:
        return core >= LEAST_CORE
    text = "\n".join(labels)
    return core + sum(bool(item.search(text)) for item in USUAL[part]) >= ENOUGH_USUAL


def is_statement_alone(part: Part, labels: Sequence[str]) -> bool:
    """Whether rows without a title are a whole statement of the kind."""
    if part not in ALONE:
        return False
    least, needed = ALONE[part]
    found = found_items(part, labels)
    if len(found) < least or not needed <= found:
        return False
    return part is not Part.INCOME_STATEMENT or bool(_PER_SHARE.search("\n".join(labels)))
