"""Proper names of a claim that its evidence does not name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.answer.support.statement import meanings, read
from pipeline.search.names import ProperName, company_of, mentions, proper_names

_SAYS = re.compile(
    r"['’]s?\b|\s+(?:reported|recorded|posted|generated|had|has|earned|paid|sold|acquired|expects|expected|said|will|'s)\b"
)
"""What follows a name that begins a sentence; other words are capitalised there as well."""

_ACRONYM = re.compile(r"[A-Z][A-Za-z&]{0,2}[A-Z]{0,3}")
"""Short names in capitals: they may stand for a name that the evidence writes out."""


def foreign_names(text: str, evidence: Sequence[str], title: str) -> tuple[list[str], list[str]]:
    """The names of a claim of which neither evidence nor title has a word: those that are certainly others', and those
    that may be short for something named there."""
    there = meanings((*evidence, title)) | mentions(text, company_of(title))
    certain: list[str] = []
    unsure: list[str] = []
    for name in proper_names(text):
        words = [word for word in read(name.text) if word.meaning not in there]
        if len(words) < len(read(name.text)) or not words or _only_begins(name.text, text):
            continue
        if any(word.text.lower() in mentions(text, company_of(title)) for word in words):
            continue
        is_certain = bool(title) and _is_named_as_one(name, text) and not _is_short(name.text, there)
        (certain if is_certain else unsure).append(name.text)
    return certain, unsure


def _is_named_as_one(name: ProperName, text: str) -> bool:
    """Whether a name stands as a company's or person's does: something is theirs, or they report or have it. Line items
    are capitalised as well."""
    return name.possessive or any(
        _SAYS.match(text, match.end()) for match in re.finditer(re.escape(name.text), text)
    )


def _only_begins(name: str, text: str) -> bool:
    """Whether a name of one word may be capitalised only because a sentence begins with it."""
    if " " in name or any(letter.isupper() for letter in name[1:]):
        return False
    for match in re.finditer(re.escape(name), text):
        begins = not text[: match.start()].strip() or re.search(r"[.!?:]\s+$", text[: match.start()])
        if not begins or _SAYS.match(text, match.end()):
            return False
    return True


def _is_short(name: str, there: frozenset[str]) -> bool:
    """Whether a name may be an abbreviation, or the beginning of a word that is there."""
    folded = name.lower()
    return bool(_ACRONYM.fullmatch(name)) or any(
        len(word) >= 4 and (word.startswith(folded[:4]) or folded.startswith(word)) for word in there
    )
