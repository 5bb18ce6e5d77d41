"""Names that are nothing but names, on every system that a file may be taken to."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MOST_BYTES: Final = 240
"""Of a name in UTF-8. File systems take 255; browsers add " (2)" to a name that is taken."""

_SEPARATING: Final = re.compile(r'["\\/:*?<>|]')
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of controls, of marks that turn or hide what follows them, and of halves of characters."""
_JOINERS: Final = "\u200c\u200d"
"""Not seen either, and part of how Persian and Indian words are written."""
_DEVICES: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)", re.I)
"""Names that Windows takes for devices, with whatever ending."""


def file_name(stem: str, ending: str = "", *, otherwise: str, most: int, gap: str = " ") -> str:
    """A file's name of at most `most` characters and MOST_BYTES bytes, in Unicode's composed form (NFC).

    `gap` stands for each run of characters that a file system, a shell or a reader would take for more than a name;
    `otherwise` for a stem of which nothing is left. `ending` is the application's own, with its dot.
    """
    kept = _cut(cleaned(stem, gap), most - len(ending), MOST_BYTES - len(ending.encode()))
    if kept.startswith(("-", "~")) or _DEVICES.match(kept):
        kept = f"_{kept}"
    return f"{kept or otherwise}{ending}"


def cleaned(text: str, gap: str) -> str:
    """The text without what is no part of a name, with single blanks, and neither blanks nor dots around it."""
    marked = "".join("\0" if _is_unsafe(one) else one for one in unicodedata.normalize("NFC", text))
    return " ".join(re.sub("\0+", gap, marked).split()).strip(" .")


def is_unseen(character: str) -> bool:
    """Whether it is a control, or a mark that hides or turns what stands beside it."""
    return unicodedata.category(character) in _UNSEEN and character not in _JOINERS


def seen(text: str) -> str:
    """The text without controls and marks that hide or turn what stands beside it."""
    return "".join(one for one in text if not is_unseen(one))


def _is_unsafe(character: str) -> bool:
    return is_unseen(character) or bool(_SEPARATING.match(character))


def _cut(text: str, most: int, most_bytes: int) -> str:
    """Its beginning, with nothing at the end that belongs to what was cut off."""
    kept = text[:most].encode()[:most_bytes].decode(errors="ignore")
    return kept if kept == text else kept.rstrip(" ." + _JOINERS)
