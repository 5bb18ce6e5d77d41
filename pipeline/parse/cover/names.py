"""The registrant's name: where a cover has it, and how the filing itself writes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

LONGEST_NAME = 90

LONGEST_INITIALS = 3
"""Letters without a vowel that are taken for initials, and keep their capitals: "CVS"."""

_VOWELS = frozenset("AEIOUY")
_SHORTENED = frozenset({"LTD", "ST", "MT", "DR"})
_IN_CAPITALS = frozenset(
    {"LLC", "LP", "L.P.", "N.V.", "S.A.", "AG", "SE", "USA", "US", "U.S.", "II", "III", "IV"}
)
_MARKER = re.compile(
    r"\(?\s*(?:exact\s+names?\s+of\s+(?:the\s+|each\s+)?(?:registrant|issuer|company|small)"
    r"|name\s+of\s+(?:the\s+)?(?:registrant|issuer|small\s+business\s+issuer)\s+(?:as\s+specified|in\s+its\s+charter))",
    re.I,
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_BOUNDARY = re.compile(
    r"commission\s+file\s+(?:number|no)s?\.?:?\s*[\d\s,-]*\d(?![\w-])\.?"
    rf"|(?:{_MONTHS})\s+\d{{1,2}},?\s+\d{{4}}\)?"
    # The labels of another registrant's part of the cover.
    r"|\((?:i\.?r\.?s|irs|registrant|zip|address|former|state|commission|telephone)[^()]{0,120}\)"
    r"|\bact of 19\d\d|[_=*]{3,}|-{5,}|\bto\s*[._]*(?=\s)|\(mark one\)|\breported\)[:.]?",
    re.I,
)
_TRANSLATED = re.compile(
    r"exact\s+name\s+of\s+registrant[^)]{0,60}\)\s*(.{2,120}?)\s*\(\s*translation\s+of\s+registrant", re.I
)
_EDGES = ' \t_-=*.,:;|·“”"'
_COMPANY_END = re.compile(
    r"\b(?:inc|corp|corporation|company|co|ltd|limited|plc|llc|l\.?p|n\.?v|s\.?a|ag|trust|group|incorporated|bancorp)\.?$",
    re.I,
)
_DEFINED = re.compile(
    r"(?:terms?|words?|references)\b[^.]{0,160}?\b(?:means?|refers?\s+to)\s+"
    r"((?:The\s+)?[A-Z][\w.'’&-]*(?:,?\s+(?:[A-Z][\w.'’&-]*|&|of|and(?=\s+[A-Z]))){0,6})"
)
_SHORT = re.compile(r"(?=.*[A-Z])[A-Z0-9&]{2,4}")
_ABBREVIATED = re.compile(r"(?:^|[\s,.])(?:inc|corp|co|ltd|[a-z](?:\.[a-z])+)\.$", re.I)


def names_before_markers(front: str) -> list[tuple[int, str]]:
    """What stands before each "(Exact name of registrant …)" of a cover, with the place where that begins."""
    found = []
    for marker in _MARKER.finditer(front):
        before = front[max(marker.start() - 300, 0) : marker.start()].rstrip(_EDGES + "(")
        ends = [match.end() for match in _BOUNDARY.finditer(before + " ") if match.end() <= len(before)]
        name = trimmed(before[ends[-1] if ends else 0 :])
        if is_name(name) and (ends or len(name) <= LONGEST_NAME):
            found.append((marker.start(), name))
    return found


def translated_name(front: str) -> str | None:
    """The name in English that a foreign registrant gives below its own; None where it gives none."""
    match = _TRANSLATED.search(front)
    name = trimmed(match[1]) if match else ""
    return name if is_name(name) and is_company(name) else None


def defined_name(text: str) -> str | None:
    """The company that a sentence says "we" to mean."""
    defined = _DEFINED.search(text)
    return trimmed(defined[1]) if defined and is_company(trimmed(defined[1])) else None


def trimmed(name: str) -> str:
    """A name without the marks around it; the full stop of an abbreviation stays."""
    stripped = name.strip(_EDGES + "()")
    return f"{stripped}." if _ABBREVIATED.search(f" {stripped}.") else stripped


def is_name(name: str) -> bool:
    """Whether words can be a company's name: two letters in a row, or a short one like "3M"."""
    words = name.split()
    if not 1 < len(name) <= LONGEST_NAME or len(words) > 12:
        return False
    return bool(re.search(r"[A-Za-z]{2}", name) or _SHORT.fullmatch(name))


def is_company(name: str) -> bool:
    """Whether a name ends as companies' names do: "Inc.", "plc", "Group"."""
    return bool(_COMPANY_END.search(name))


def name_key(name: str) -> str:
    """The letters and digits of a name, by which two spellings of it are one: "WAL-MART" and "Wal Mart"."""
    return re.sub(r"[\W_]+", "", name).casefold()


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
    key = name_key(name)
    words = text.split()
    for start, first in enumerate(words):
        if not key.startswith(name_key(first)) or not name_key(first):
            continue
        so_far = ""
        for end in range(start, min(start + 16, len(words))):
            so_far += name_key(words[end])
            if so_far == key:
                yield trimmed(" ".join(words[start : end + 1]))
                break
            if not key.startswith(so_far):
                break


def _capitalised(word: str) -> str:
    bare = word.strip(",;").upper()
    if bare in _IN_CAPITALS or (_is_initials(bare) and bare not in _SHORTENED):
        return word
    if bare == "PLC":
        return word.lower()
    return re.sub(r"[A-Za-z][A-Za-z'’]*", lambda part: part[0].capitalize(), word)


def _is_initials(word: str) -> bool:
    return len(word) <= LONGEST_INITIALS and word.isalpha() and not _VOWELS & set(word)
