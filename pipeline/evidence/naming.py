"""Numbers that name something, "Note 5" or a year: whether a quote has another one at the place that a claim speaks of,
which some heading around may happen to name."""

from __future__ import annotations

import re

from pipeline.evidence.claimed import Claimed
from pipeline.evidence.said_periods import SaidPeriod
from pipeline.evidence.text import TextRange

_REACH = 60
"""Characters that are read for the words beside a number."""

_WORD = re.compile(r"[^\W_]+")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def names_another(claimed: Claimed, text: str, words: str) -> bool:
    """Whether the printed words have another number with the same name and neighbours: "refer to Note 5, Income Taxes"
    where the claim's `text` refers to Note 3."""
    name = re.compile(rf"\b{re.escape(claimed.name)}\W+(?:no\W+)?(\d+)", re.IGNORECASE)
    return _is_another(name, claimed.range, text, words)


def dates_another(said: SaidPeriod, text: str, words: str) -> bool:
    """Whether the printed words have another year with the same neighbours, and the year of a claim's `text` nowhere:
    "In fiscal 2020 and 2021, the Company" where the claim says 2022."""
    if said.year is None or said.day or said.month or said.month_day or said.quarter or said.months:
        return False
    return _is_another(_YEAR, said.range, text, words)


def _is_another(number: re.Pattern[str], span: TextRange, text: str, words: str) -> bool:
    own = [match for match in number.finditer(text) if span.start <= match.end() - 1 < span.end]
    printed = list(number.finditer(words))
    if not own or own[0][number.groups] in {match[number.groups] for match in printed}:
        return False
    beside = _neighbours(text, own[0])
    return any(beside) and beside in [_neighbours(words, match) for match in printed]


def _neighbours(text: str, match: re.Match[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two words before a name and the one after it, in lower case; fewer at an end of the text."""
    before = _WORD.findall(text[max(match.start() - _REACH, 0) : match.start()].lower())
    after = _WORD.findall(text[match.end() : match.end() + _REACH].lower())
    return tuple(before[-2:]), tuple(after[:1])
