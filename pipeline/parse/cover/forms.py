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

_REGISTRANT = re.compile(r"exact\s+names?\s+of\s+(?:the\s+)?(?:registrant|issuer|company)", re.I)
_ITEM_OF_RESULTS = re.compile(
    r"\bitem\s+2\.02\b|\bitem\s+12\.?\s+(?:disclosure of )?results of operations", re.I
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


def is_cover(page: str) -> bool:
    """True for a page that names a form and whose registrant it is: where a report begins inside another document."""
    return bool(form_of(page) and _COVER_WORDS.search(page) and _REGISTRANT.search(page))


def tells_results(front: str) -> bool:
    """True for a current report under the item for results of operations, to which a press release is attached."""
    return bool(_ITEM_OF_RESULTS.search(front))
