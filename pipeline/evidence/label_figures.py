"""The numbers of a row's label that are part of its name: a footnote's mark in "Total (3)", the years of "Due after 1
year through 5 years". They are said with the label, and no amounts."""

from __future__ import annotations

import re
from functools import lru_cache

from pipeline.evidence.figures import Figure, figures
from pipeline.evidence.printed import PrintedFigure
from pipeline.evidence.text import TextRange

CACHED_LABELS = 256

MOST_DIGITS = 2
"""Of a number that names or counts: "10 years", "(12)", "Tranche 2". A label's longer numbers may be amounts."""

_MARKS = re.compile(r"(?:\(\d{1,2}\)[\s,]*)+$")
"""Footnote marks right before another one: "Total (1)(3)"."""

_WORD_BEFORE = re.compile(r"([^\W_]+)[\s(,\-–—/]*$")
_WORD_AFTER = re.compile(r"[\s),\-–—/]*([^\W_]+)")


def is_part_of_name(text: str, span: TextRange, printed: PrintedFigure) -> bool:
    """Whether the figure at `span` of a claim's text is a number of the printed figure's label, said as the label says
    it: with the same word before it, and after it the same as well, but for a footnote's mark at the label's end."""
    if not printed.in_label:
        return False
    said = text[span.start : span.end].strip()
    for figure in _names(printed.label):
        if figure.text == said == printed.figure.text:
            before, after = _beside(printed.label, figure.range)
            said_before, said_after = _beside(text, span)
            if before not in ("", said_before):
                continue
            if after == said_after if after else bool(before) and "(" in said:
                return True
    return False


@lru_cache(maxsize=CACHED_LABELS)
def _names(label: str) -> tuple[Figure, ...]:
    return tuple(figure for figure in figures(label) if not figure.glued and _may_name(figure))


def _may_name(figure: Figure) -> bool:
    is_small = figure.digits.isdecimal() and len(figure.digits) <= MOST_DIGITS
    return is_small and not (figure.percent or figure.scale or figure.currency)


def _beside(text: str, span: TextRange) -> tuple[str, str]:
    """The words on either side, in lower case, footnote marks before it left out; empty where none is."""
    before = _WORD_BEFORE.search(_MARKS.sub("", text[: span.start]))
    after = _WORD_AFTER.match(text, span.end)
    return (before[1].lower() if before else "", after[1].lower() if after else "")
