"""Which form a cover names."""

from __future__ import annotations

import re

_FORM = re.compile(
    r"\bform\s+((?:10|8|6|11)\s?[-‐‑–]\s?[KQ](?:SB|T|405)?|(?:20|40)\s?[-‐‑–]\s?F|[SF]\s?[-‐‑–]\s?\d{1,2}|24F-2(?:NT)?"
    r"|N-CSRS?|N-1A|DEF 14A|SD|144|[345])(\s?/\s?A)?(?![\w-])",
    re.I,
)
_AMENDMENT = re.compile(r"\bamendment\s+no\.?\s*\d+", re.I)
_COVER_WORDS = re.compile(
    r"securities and exchange commission|commission file (?:number|no)|exact name of (?:the )?registrant",
    re.I,
)
_RESULTS = re.compile(
    r"\b(?:report(?:s|ed)|announce[sd]?|provides?)\b[^.]{0,120}\b(?:results|earnings|net income|net loss|sales)\b",
    re.I,
)
_RELEASE_WORDS = re.compile(
    r"\((?:NYSE|NASDAQ|Nasdaq|NYSE American|ASX|LSE|TSX)[^)]{0,30}:\s?[A-Z.]{1,6}"
    r"|for immediate release|press release|exhibit 99\.1",
    re.I,
)


def form_of(front: str) -> str | None:
    """The form that a cover names ("10-K", "S-3/A"); None for pages that are no cover of the Commission's."""
    if not _COVER_WORDS.search(front[:6_000]):
        return None
    match = _FORM.search(front)
    if not match or match.start() > 4_000:
        return None
    form = re.sub(r"\s?[-‐‑–]\s?", "-", match[1].upper())
    amended = match[2] or _AMENDMENT.search(front[max(match.start() - 120, 0) : match.end() + 120])
    return f"{form}/A" if amended else form


def is_earnings_release(front: str) -> bool:
    """True for a press release that announces results."""
    return bool(_RELEASE_WORDS.search(front[:8_000]) and _RESULTS.search(front[:4_000]))
