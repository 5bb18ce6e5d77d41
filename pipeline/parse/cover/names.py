"""The registrant's name: where a cover has it, and how the filing itself writes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

LONGEST_NAME = 90

_MARKER = re.compile(r"\(?\s*exact\s+name\s+of\s+(?:the\s+)?(?:registrant|issuer|company|small)", re.I)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_BOUNDARY = re.compile(
    r"commission\s+file\s+(?:number|no)s?\.?:?\s*[\d\s,-]*\d\.?"
    rf"|(?:{_MONTHS})\s+\d{{1,2}},?\s+\d{{4}}\)?"
    r"|\bact of 19\d\d|[_=*]{3,}|-{5,}|\bto\s*[._]*(?=\s)|\(mark one\)|\breported\)[:.]?",
    re.I,
)
_EDGES = " \t_-=*.,:;|·"
_COMPANY_END = re.compile(
    r"\b(?:inc|corp|corporation|company|co|ltd|limited|plc|llc|l\.?p|n\.?v|s\.?a|ag|trust|group|incorporated|bancorp)\.?$",
    re.I,
)
_LISTED = re.compile(
    r"((?:[A-Z0-9][\w.'’&-]*|&|of|the|and|plc|de)(?:,?\s+(?:[A-Z0-9][\w.'’&-]*|&|of|the|and|plc|de)){0,7}\.?)\s*"
    r"\(\s*[“\"]?(?:NYSE|NASDAQ|Nasdaq|ASX|LSE|TSX)"
)
_DEFINED = re.compile(
    r"(?:terms?|words?|references)\b[^.]{0,160}?\b(?:means?|refers?\s+to)\s+"
    r"((?:The\s+)?[A-Z][\w.'’&-]*(?:,?\s+(?:[A-Z][\w.'’&-]*|&|of|and(?=\s+[A-Z]))){0,6})"
)
_ABBREVIATED = re.compile(r"(?:^|[\s,.])(?:inc|corp|co|ltd|[a-z](?:\.[a-z])+)\.$", re.I)


def name_before_marker(front: str, text: str) -> str | None:
    """What stands before "(Exact name of registrant …)" on a cover; a sentence that defines "we" when nothing does."""
    marker = _MARKER.search(front)
    if marker:
        before = front[max(marker.start() - 300, 0) : marker.start()].rstrip(_EDGES + "(")
        ends = [match.end() for match in _BOUNDARY.finditer(before + " ") if match.end() <= len(before)]
        name = _trimmed(before[ends[-1] if ends else 0 :])
        if not ends and len(name) > LONGEST_NAME:
            name = ""
        if _is_name(name):
            return name
    defined = _DEFINED.search(text)
    return _trimmed(defined[1]) if defined and _COMPANY_END.search(_trimmed(defined[1])) else None


def name_in_release(front: str, text: str) -> str | None:
    """The name that a press release gives with its ticker: "Johnson & Johnson (NYSE: JNJ)"."""
    for match in _LISTED.finditer(front):
        if _is_name(name := _trimmed(match[1])):
            return as_written(name, text)
    return None


def _trimmed(name: str) -> str:
    stripped = name.strip(_EDGES + "()")
    return f"{stripped}." if _ABBREVIATED.search(f" {stripped}.") else stripped


def _is_name(name: str) -> bool:
    words = name.split()
    return 1 < len(name) <= LONGEST_NAME and len(words) <= 12 and bool(re.search(r"[A-Za-z]{2}", name))


def as_written(name: str, text: str) -> str:
    """A name in capitals as the filing writes it in its sentences ("AMAZON.COM, INC." → "Amazon.com, Inc.").

    A name that is not all capitals stays. Where no sentence has it, each word gets a capital.
    """
    if name != name.upper():
        return name
    forms = Counter(form for form in _occurrences(name, text) if form != form.upper())
    if forms:
        most = max(forms.values())
        return min(
            (form for form, count in forms.items() if count == most), key=lambda form: (form.count(" "), form)
        )
    whole = min(_occurrences(name, text), key=lambda form: form.count(" "), default=name)
    return " ".join(_capitalised(word) for word in whole.split())


def _occurrences(name: str, text: str) -> Iterator[str]:
    """Each run of words in the text with the letters and digits of the name, whatever stands between them."""
    key = _key(name)
    words = text.split()
    for start, first in enumerate(words):
        if not key.startswith(_key(first)) or not _key(first):
            continue
        so_far = ""
        for end in range(start, min(start + 16, len(words))):
            so_far += _key(words[end])
            if so_far == key:
                yield _trimmed(" ".join(words[start : end + 1]))
                break
            if not key.startswith(so_far):
                break


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def _capitalised(word: str) -> str:
    if word.upper() in (
        "LLC",
        "LP",
        "L.P.",
        "N.V.",
        "S.A.",
        "AG",
        "SE",
        "USA",
        "US",
        "U.S.",
        "II",
        "III",
        "IV",
    ):
        return word
    if word.upper() == "PLC":
        return "plc"
    return re.sub(r"[A-Za-z][A-Za-z'’]*", lambda part: part[0].capitalize(), word)
