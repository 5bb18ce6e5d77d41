"""Words that carry content, folded so that endings do not keep them apart."""

from __future__ import annotations

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:[.&'’\-][^\W_]+)*")


def word_set(text: str) -> frozenset[str]:
    """Blank-separated words as a set."""
    return frozenset(text.split())


COMMON_WORDS = word_set(
    """a about above after all also am an and any are as at be been before being below between both but by can could
    did do does doing during each few for from further had has have having he her here his how i if in into is it its
    itself just like me more most my no nor not now of off on once only or other our out over own per please s same she
    should so some such than that the their them then there these they this those through to too under until up us very
    was we were what when where whether which while who whom whose why will with would you your"""
)
"""Words that carry no content in any question."""

_TELLING_WORDS = word_set("before after per not")
"""Those of them that tell one line item from another."""


def words(text: str) -> list[str]:
    """Lower-case words in order; "J&J", "10-K" and "U.S" stay whole, a possessive loses its 's."""
    return [match.group().lower().removesuffix("'s").removesuffix("’s") for match in WORD.finditer(text)]


def content_stems(text: str) -> list[str]:
    """Folded words of a text without those that carry no content."""
    return [stem(word) for word in words(text) if word not in COMMON_WORDS]


def label_stems(text: str) -> list[str]:
    """Folded words of a row's label, or of what asks for one: as content_stems, with the little words that make it
    another figure. Income before taxes is no income taxes, and a figure per share is not the figure."""
    return [stem(word) for word in words(text) if word not in COMMON_WORDS or word in _TELLING_WORDS]


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word without its plain English endings, enough to let "increased" meet "increase" and "sales" "sale"."""
    word = word.lower()
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
