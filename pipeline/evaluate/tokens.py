"""What a text prints, token by token: a second, plain reading to hold the locator against."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pipeline.evidence.figures import CURRENCY, MINUS

_TOKEN = re.compile(
    rf"\d(?:[\d,.]*\d)?[^\W\d_]*|[^\W\d_]+|[{re.escape(CURRENCY)}%()\[\]]|[{MINUS}](?=[\d.{re.escape(CURRENCY)}])"
)
_BEFORE_NUMBER = frozenset(["(", "[", "-", *CURRENCY])
_AFTER_NUMBER = frozenset(
    [
        "%",
        ")",
        "]",
        "percent",
        "percentage",
        "thousand",
        "million",
        "billion",
        "trillion",
        "millions",
        "billions",
    ]
)


def tokens(text: str) -> list[str]:
    """Words (case folded), whole numbers, and the marks that belong to figures; other punctuation is left out."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return ["-" if token in MINUS else token for token in _TOKEN.findall(folded)]


def count(quote: Sequence[str], text: Sequence[str]) -> int:
    """How often the tokens stand one after the other, a number at an edge with no mark of its own outside."""
    size = len(quote)
    return sum(
        list(text[start : start + size]) == list(quote)
        and _is_free(quote[0], text[start - 1] if start else "", _BEFORE_NUMBER)
        and _is_free(quote[-1], text[start + size] if start + size < len(text) else "", _AFTER_NUMBER)
        for start in range(len(text) - size + 1)
        if size
    )


def _is_free(edge: str, beside: str, marks: frozenset[str]) -> bool:
    return not edge[:1].isdigit() or beside not in marks
