"""“A year earlier”: which figures of a claim are said of the year before the one that it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.evidence.text import TextRange

NEAR = 45
"""Characters between a figure and the words that put it a year back."""

_PERIOD = r"(?:[\s-]+(?:period|quarter|month))?"
_YEAR_BEFORE = re.compile(
    rf"\b(?:(?:a|one|the)\s+year\s+(?:earlier|ago|before|prior)|year[\s-]ago{_PERIOD}"
    rf"|(?:prior|previous|preceding|last)[\s-]+(?:fiscal[\s-]+)?year(?:['’]s)?{_PERIOD})\b",
    re.IGNORECASE,
)


def of_year_before(text: str, figures: Sequence[TextRange]) -> list[bool]:
    """Of each figure (characters of the claim's text), whether the words nearest to it put it a year back. Such words
    speak of one figure: the one right before them ("from 82,959 a year earlier"), else the one right after ("the prior
    year's 82,959").
    """
    meant = {_figure_of(match, figures) for match in _YEAR_BEFORE.finditer(text)}
    return [figure in meant for figure in figures]


def _figure_of(match: re.Match[str], figures: Sequence[TextRange]) -> TextRange | None:
    before = [one for one in figures if 0 <= match.start() - one.end <= NEAR]
    after = [one for one in figures if 0 <= one.start - match.end() <= NEAR]
    if before:
        return max(before)
    return min(after) if after else None
