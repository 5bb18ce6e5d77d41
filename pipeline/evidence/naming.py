"""Names with a number ("Note 5", "Topic 606"): whether a quote says another one at the place that a claim speaks of."""

from __future__ import annotations

import re

from pipeline.evidence.claimed import Claimed

_WORD_BEFORE = re.compile(r"([^\W_]+)\W+$")
_WORD_AFTER = re.compile(r"\W+([^\W_]+)")


def names_another(claimed: Claimed, text: str, words: str) -> bool:
    """Whether the printed words have the named number's neighbours on both sides, with another number between: "refer
    to Note 5, Income Taxes" where the claim's `text` refers to Note 3, which some heading may name."""
    name = re.search(rf"{re.escape(claimed.name)}\W*(?:no\W*)?$", text[: claimed.range.start], re.IGNORECASE)
    before = _WORD_BEFORE.search(text[: name.start()]) if name else None
    after = _WORD_AFTER.match(text, claimed.range.end)
    if before is None or after is None:
        return False
    pattern = rf"\b{re.escape(before[1])}\W+{re.escape(claimed.name)}\W+(?:no\W+)?([^\W_]+)\W+{re.escape(after[1])}\b"
    printed = [match[1] for match in re.finditer(pattern, words, re.IGNORECASE)]
    return bool(printed) and claimed.figure.digits not in printed
