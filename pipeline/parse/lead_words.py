"""What the text right above a table says of all of it: the unit of its figures, and its period."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.evidence.document import BlockKind
from pipeline.parse.draft import Draft, DraftRange
from pipeline.parse.values import unit_part

REACH = 3
"""A unit line or the sentence that leads to a table stands at most this many blocks above it."""

_DATE = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"\s\d{1,2},?\s(?:19|20)\d\d\b"
)
_SPAN = (
    r"\b(?:(?:three|six|nine|twelve|thirteen|fifty-two|\d{1,2})[- ](?:months?|weeks?)|(?:fiscal )?years?|quarters?"
    r"|periods?)(?: periods?)? end(?:ed|ing)"
)
_PERIOD = re.compile(rf"(?:{_SPAN}|\bas (?:of|at)|\bat) {_DATE}", re.I)
_DAY = re.compile(_DATE, re.I)
_TITLE = re.compile(rf"\(?(?:(?:{_SPAN}|as (?:of|at)|at) )?{_DATE}\)?:?", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LEADS = re.compile(
    r":$|\b(?:as follows|following tables?|tables? below|set forth below|shown below)\b", re.I
)


@dataclass(frozen=True, slots=True)
class Lead:
    """The unit lines over a table, and the words that give its period. `is_shared`: said of several tables."""

    units: tuple[DraftRange, ...] = ()
    period: DraftRange | None = None
    is_shared: bool = False


def lead_in(above: Sequence[Draft]) -> Lead:
    """What the blocks above a table (nearest last) say of it; nothing of what stands beyond another table."""
    units: tuple[DraftRange, ...] = ()
    period: DraftRange | None = None
    is_read, is_shared = False, False
    for draft in reversed(above[-REACH:]):
        if draft.kind is BlockKind.TABLE_ROW:
            break
        if not units and (part := unit_part(draft.text)):
            units = (DraftRange(draft.number, *part),)
            is_shared = bool(re.search(r"\btables\b", draft.text, re.I))
        if not is_read:
            period = period or _only_period(draft)
            is_unit_line = unit_part(draft.text) == (0, len(draft.text))
            is_read = draft.kind is not BlockKind.HEADING and not is_unit_line
    return Lead(units, period, is_shared)


def names_a_period(text: str) -> bool:
    """True for a header that says a year or a date."""
    return bool(_YEAR.search(text) or re.search(r"['’]\d\d\b", text))


def names_a_day(text: str) -> bool:
    """True for a label that says a date: "Balance as of July 1, 2023"; not for the year in which something is due."""
    return bool(_DAY.search(text))


def _only_period(draft: Draft) -> DraftRange | None:
    """The words of the one period that a title, or a sentence that leads to a table, names.

    None when another year is named as well: the table may be of either.
    """
    if len(_YEAR.findall(draft.text)) != 1:
        return None
    found = _TITLE.fullmatch(draft.text)
    if found is None and (draft.kind is BlockKind.HEADING or _LEADS.search(draft.text)):
        found = _PERIOD.search(draft.text)
    return DraftRange(draft.number, *found.span()) if found else None
