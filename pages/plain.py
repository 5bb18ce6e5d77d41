"""A source's or a user's words inside Markdown."""

from __future__ import annotations

import re
from typing import Final

from pipeline.evidence.file_name import seen

_MEANINGFUL: Final = frozenset("\\`*_{}[]()<>#+-.!|:$~^&")
_NOTHING: Final = ":gray[]"
"""Shows nothing, and parts the words on its sides. What Streamlit looks for after Markdown was read (addresses, names
of icons, arrows) it finds within one piece of text only, where a backslash is no longer seen."""

_REREAD: Final = re.compile(
    r":(?=[\w+/-]+:)"  # the name of an icon, an emoji or Streamlit's own mark
    r"|(?<=:)(?=//)|(?<=www)(?=\.)"  # an address
    r"|(?=@)"  # a mail address
    r"|(?<=[<>~-])(?=[-=>])",  # an arrow, a dash or a comparison
    re.I,
)
_SPACES: Final = re.compile(r"[\t\n\v\f\r ]+")


def plain(text: str) -> str:
    """A file's name or an error's words inside Markdown, as they are but for the number of spaces, and without
    characters that hide or turn what stands beside them: that would be our words."""
    return _NOTHING.join(_escaped(part) for part in _parts(seen(_SPACES.sub(" ", text))))


def _parts(text: str) -> list[str]:
    """The text, cut where it would be read anew."""
    cuts = [match.end() for match in _REREAD.finditer(text)]
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def _escaped(text: str) -> str:
    return "".join(f"\\{character}" if character in _MEANINGFUL else character for character in text)
