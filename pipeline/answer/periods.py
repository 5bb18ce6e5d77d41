"""How well a row or sentence fits the period that a question asks for."""

from __future__ import annotations

from pipeline.search.terms import Question, read_dates, read_months, read_quarters, read_years

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
    return min(
        _year_fit(question, headers, title, around),
        _length_fit(question, headers, title),
        _date_fit(question, headers),
    )


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
    printed = read_months(headers)
    if question.quarters and titled and not titled & question.quarters:
        return DIFFERENT
    if question.quarters & read_quarters(headers):
        return SAME
    if question.months:
        if printed:
            known = bool(titled) or not question.quarters
            return (SAME if known else LIKELY) if printed & question.months else DIFFERENT
        return LIKELY if titled and 3 in question.months else OTHER_LENGTH
    if question.years and (titled or printed) and 12 not in printed:
        return OTHER_LENGTH
    return SAME


def _date_fit(question: Question, headers: str) -> float:
    printed = read_dates(headers)
    return LIKELY if question.dates and printed and not printed & question.dates else SAME
