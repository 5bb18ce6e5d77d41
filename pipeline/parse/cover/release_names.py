"""Whose results a press release announces."""

from __future__ import annotations

import re
from collections import Counter

from pipeline.parse.cover.names import is_company, is_name, name_key, trimmed

HEADLINE = 400
"""Characters in which a release without a ticker must name who reports."""

_WORD = r"(?:(?<!\w)[a-z]?[A-Z0-9][\w.'’&-]*|&)"
_NAME = rf"{_WORD}(?:,?\s+(?:{_WORD}|of|the|and|plc|de)){{0,7}}"
_BRACKET = r"(?:\(\s*(?:the\s+)?[“\"'‘][^()]{0,80}\)\s*)?"
_LISTED = re.compile(
    rf"({_NAME}\.?)\s*{_BRACKET}\(\s*[“\"]?(?:NYSE|NASDAQ|Nasdaq|ASX|LSE|TSX|OTC|Cboe|New York Stock Exchange)"
)
_REPORTS = re.compile(
    rf"({_NAME}\.?)\s*,?\s+{_BRACKET}(?i:today\s+)?(?i:announce[sd]?|reports?|reported|delivers?|posts?)\b"
)
_ENDINGS = r"(?:Inc|Corp|Corporation|Company|Co|Ltd|Limited|plc|PLC|LLC|L\.?P|N\.?V|S\.?A|AG|SE|Incorporated)"
# What stands before a name without a mark between: the end of a sentence, a dateline's year, the headline's words.
_BEFORE_NAME = re.compile(
    r"(?<=\w{4})(?<!\bCorp)(?<!\bCORP)\.\s+|\b(?:19|20)\d\d\b[\s,.]*"
    r"|\b(?:exhibit\s+[\d.]+|reports?|announces?|results|quarter|release)\b",
    re.I,
)
_NOBODY = frozenset(
    {"company", "thecompany", "we", "management", "board", "theboard", "results", "today", "it"}
)


def release_name(front: str, body: str) -> str | None:
    """The name that a release gives with its ticker ("Johnson & Johnson (NYSE: JNJ)"), else in its headline ("Halden
    reports …"), with its ending where the release writes it ("Halden plc")."""
    for match in _LISTED.finditer(front):
        if is_name(name := _name_alone(match[1])):
            return name
    for match in _REPORTS.finditer(front[:HEADLINE]):
        name = _name_alone(match[1])
        if is_name(name) and name_key(name) not in _NOBODY:
            return name if is_company(name) else _with_ending(name, body)
    return None


def _name_alone(words: str) -> str:
    """The name at the end of some words in capitals."""
    return trimmed(_BEFORE_NAME.split(words)[-1])


def _with_ending(name: str, body: str) -> str:
    """The name as the release writes it in full, most often; itself where it never does."""
    whole = re.compile(rf"\b(?i:{re.escape(name)})(?:\s+[A-Z][\w&-]*){{0,2}},?\s+{_ENDINGS}\b\.?")
    found = Counter(trimmed(match[0]) for match in whole.finditer(body))
    return found.most_common(1)[0][0] if found else name
