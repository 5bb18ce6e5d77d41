"""How well a row or sentence fits the period that a question asks for."""

from __future__ import annotations

import re

from pipeline.search.terms import Question, read_quarters, read_years

_THREE_MONTHS = re.compile(r"\b(?:three\s+months|quarter|13\s+weeks|thirteen\s+weeks)\b", re.IGNORECASE)
_LONGER = re.compile(
    r"\b(?:six|nine)\s+months\b|\b(?:26|39|twenty-six|thirty-nine)[\s-]+weeks\b", re.IGNORECASE
)
_YEAR_LONG = re.compile(r"\b(?:twelve\s+months|years?\s+ended|fiscal\s+years?|52\s+weeks)\b", re.IGNORECASE)

SAME = 1.0
COMPARATIVE = 0.95
LIKELY = 0.85
UNKNOWN = 0.6
OTHER_LENGTH = 0.4
DIFFERENT = 0.0


def period_fit(question: Question, headers: str, title: str, around: str = "") -> float:
    """From DIFFERENT (0) to SAME (1): do these column headers, in a filing of this title, hold the asked period?

    A year that the headers name counts before one in the title: a filing repeats earlier periods, and the column
    headers say so. Without a year in either, one that stands `around` (the page's text) is a weak witness.
    """
    if not question.years and not question.quarters:
        return SAME
    return min(_year_fit(question, headers, title, around), _length_fit(question, headers, title))


def _year_fit(question: Question, headers: str, title: str, around: str) -> float:
    if not question.years:
        return SAME
    titled = read_years(title)
    if printed := read_years(headers):
        if not printed & question.years:
            return DIFFERENT
        return COMPARATIVE if titled and not titled & question.years else SAME
    if titled & question.years:
        return LIKELY
    if any(str(year) in around for year in question.years):
        return OTHER_LENGTH if titled else UNKNOWN
    return DIFFERENT


def _length_fit(question: Question, headers: str, title: str) -> float:
    titled = read_quarters(title)
    three_months = _THREE_MONTHS.search(headers) is not None
    if question.quarters:
        if titled and not titled & question.quarters:
            return DIFFERENT
        if read_quarters(headers) & question.quarters:
            return SAME
        if three_months:
            return SAME if titled else LIKELY
        if _LONGER.search(headers) or _YEAR_LONG.search(headers):
            return DIFFERENT
        return LIKELY if titled else OTHER_LENGTH
    if titled or three_months or _LONGER.search(headers):
        return OTHER_LENGTH
    return SAME
