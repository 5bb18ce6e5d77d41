"""Numbers that are written as words: "three segments", "twenty-one stores", "five percent"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.evidence.text import TextRange

ONES = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
}  # fmt: skip
TEENS = {
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip

_SPELLED = re.compile(
    rf"\b(?:(?P<tens>{'|'.join(TENS)})(?:[\s-](?P<ones>{'|'.join(ONES)}))?"
    rf"|(?P<small>{'|'.join([*TEENS, *ONES])}))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Spelled:
    """A number in words and where it stands."""

    value: int
    range: TextRange


def find_spelled(text: str) -> tuple[Spelled, ...]:
    """Every number from one to ninety-nine that a text spells out, in order."""
    return tuple(Spelled(_value(match), TextRange(*match.span())) for match in _SPELLED.finditer(text))


def _value(match: re.Match[str]) -> int:
    if match["small"]:
        word = match["small"].lower()
        return TEENS.get(word) or ONES[word]
    return TENS[match["tens"].lower()] + (ONES[match["ones"].lower()] if match["ones"] else 0)
