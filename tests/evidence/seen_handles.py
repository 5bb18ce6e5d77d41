"""What a reader takes for a handle: a second, plain look to hold the removal against."""

from __future__ import annotations

import re
import unicodedata

_CONFUSABLE = str.maketrans({"Е": "E", "Ε": "E", "е": "e", "Ꭼ": "E", "ꓰ": "E"})
_SEEN = re.compile(
    r"(?<![A-Za-z0-9])E[0-9]+[a-z]?(?![A-Za-z0-9])|\[\s*E[ -]?[0-9]+[a-z]?\s*\]", re.IGNORECASE
)


def seen_handles(text: str) -> list[str]:
    """Everything in a text that looks like a handle on a screen."""
    shown = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Mn", "Me"))
    shown = unicodedata.normalize("NFKC", shown).translate(_CONFUSABLE)
    shown = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in shown)
    return [match[0] for match in _SEEN.finditer(shown)]
