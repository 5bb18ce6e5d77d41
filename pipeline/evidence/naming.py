"""Names with a number ("Note 5", "Topic 606"): whether a quote says another one at the place that a claim speaks of."""

from __future__ import annotations

import re

from pipeline.evidence.claimed import Claimed

_WORD_BEFORE = re.compile(r"([^\W_]+)\W+$")
_WORD_AFTER = re.compile(r"\W+([^\W_]+)")


def names_another(claimed: Claimed, text: str, words: str) -> bool:
    """Whether the printed words have the named number's neighbours, with another number between: "refer to Note 5,
    Income Taxes" where the claim's `text` refers to Note 3, which some heading may name."""
    name = re.compile(rf"\b{re.escape(claimed.name)}\W+(?:no\W+)?(\w+)", re.IGNORECASE)
    printed = {
        match[1]: _neighbours(words, match) for match in name.finditer(words) if match[1][0].isdecimal()
    }
    own = [
        _neighbours(text, match)
        for match in name.finditer(text)
        if claimed.range.start <= match.start(1) < claimed.range.end
    ]
    return bool(own and any(own[0])) and claimed.figure.digits not in printed and own[0] in printed.values()


def _neighbours(text: str, match: re.Match[str]) -> tuple[str, str]:
    """The words before and after a name, in lower case; empty at an end of the text."""
    before, after = _WORD_BEFORE.search(text[: match.start()]), _WORD_AFTER.match(text, match.end())
    return (before[1].lower() if before else "", after[1].lower() if after else "")
