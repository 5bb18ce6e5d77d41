"""Where a plain text has something that looks like a handle, a note's number, a link or a page reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from pipeline.evidence.plain_text import PlainText, plain_text

PAUSES = (".", ",", ";", ":", "!", "?", ")", "")
"""Where a sentence pauses or ends."""


class MarkKind(Enum):
    """How a mark stands in its text."""

    BRACKETED = "bracketed"  # [E1, E9], (see E1), [1]
    BARE = "bare"  # E1, page 41
    ADDRESS = "address"  # https://…
    LINK = "link"  # [words](https://…)


class WrittenKind(Enum):
    """What a mark stands for."""

    HANDLE = "handle"  # E1, and notes: [1]
    LINK = "link"
    PAGE = "page reference"


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `start` to `end` of a plain text. `tokens` are the handles in it, each as (start, end); a link, page
    reference, note or range is one token. `is_led`: words that only lead to it ("according to") are part of it, and the
    comma after them. `label` is what stays of it: the words of a link.
    """

    kind: MarkKind
    start: int
    end: int
    tokens: tuple[tuple[int, int], ...]
    is_led: bool = False
    label: str = ""


_TOKEN = r"(?<![^\W_])e[0-9]+[a-z]?(?:\.[0-9]+)?(?![^\W_])"
"""A handle in running text. "1.5E9" and "E2open" are none."""

_LOOSE = r"e[\s\-_.#:]{0,2}[0-9]+[a-z]?"
"""In brackets also "[E 1]", "[e-1]"."""

_PAGE = (
    r"(?:pdf\s+)?(?:\bpages?|(?-i:(?<![\w&])pp?\.?))\s?(?:[a-z]-)?[0-9]+(?![0-9]*[.,][0-9])\b"
    r"(?:\s?(?:[-–—&]|to|and)\s?(?:[a-z]-)?[0-9]+\b(?!\s?%))*(?:\s?[·,(]?\s?printed\s[0-9]+\)?)?"
)

_LEAD = (
    r"(?:(?:,\s*)?\b(?:according\s+to|based\s+on|as\s+(?:\w+\s+){1,2}(?:in|by|on)|see(?:\s+also)?|per|cf\.?|citing|"
    r"(?:source|evidence|ref|reference)s?\s*:|visit|(?P<preposition>from|in|by|on|at|under|via))\s*)"
    r"(?:the\s+)?(?:(?:evidence|sources?|passages?|handles?|excerpts?|citations?)\s+)?"
)
"""Words that lead to a mark and mean nothing without it; a preposition only where the sentence pauses after the mark,
or begins with it."""

_JOIN = r"(?:\s*(?:,|;|/|&|\+|-|–|—|and|or|to|through)\s*(?:and\s+)?)"

_SHORT_RANGE = r"(?:\s?[-–—]\s?[0-9]{1,4}\b(?![.,]?[0-9]|\s?%))?"
_BARE = re.compile(rf"\[?{_TOKEN}(?:{_JOIN}{_TOKEN})*{_SHORT_RANGE}", re.IGNORECASE)
_BARE_PAGE = re.compile(_PAGE, re.IGNORECASE)
_LED = re.compile(rf"{_LEAD}$", re.IGNORECASE)
LONGEST_LEAD = 60
"""Characters before a mark in which the words that lead to it are looked for."""

_GROUP = re.compile(r"(?P<open>[\[(]{1,8})(?P<inside>[^\[\]()]{1,400})(?P<close>[\])]{1,8})")
_WORD = re.compile(
    rf"(?P<page>{_PAGE})|(?P<token>\b{_LOOSE}\b)|(?P<number>[0-9]+)"
    r"|(?P<filler>\b(?:see|also|cf|e\.g|evidence|sources?|refs?|references?|passages?|handles?|citations?|cites?|ids?"
    r"|and|or|to|through|thru|in|from|per)\b)|(?P<separator>[\s,;:/&|+~*.#^†‡_\-–—]+)",
    re.IGNORECASE,
)
_NOTE = re.compile(r"\s*(?:\^\s*\w{1,12}|[0-9]{1,2}(?:\s?[,;–-]\s?[0-9]{1,2})*|[0-9:]+\s?†.*)\s*")
_FIGURE_BEFORE = re.compile(r"[$€£¥₩₹]\s?$")
_FIGURE_AFTER = re.compile(r"\s?(?:%|percent|thousand|million|billion|trillion)", re.IGNORECASE)

_RANGE = re.compile(r"[0-9a-z]\s?(?:[-–—]|\bto\b|\bthrough\b)\s?(?:e\s?)?[0-9]", re.IGNORECASE)
"""A range of handles, as a list writes it: "E1-E3", "E1–3"."""

_WORDED_LINK = re.compile(r"!?\[(?P<label>[^\[\]]*)\]\(\s*[^()\s]*[:/#.][^()\s]*(?:\s+[^()]*)?\)")
_LINK = re.compile(
    r"\[?(?:(?:https?|ftp|file|wss?)\s?:\s?/{1,3}|(?:javascript|vbscript|blob|data|mailto):(?=\S*[/@(])|\bwww\.)"
    r"[^\s\[\]()\"'“”]+"
    r"(?<![.,;:!?])\]?",
    re.IGNORECASE,
)
_MAY_MARK = re.compile(r"e[\s\-_.#:]{0,2}[0-9]|[\[(]|[/:.]|page|\bpp?\s?[0-9]", re.IGNORECASE)


def marks_in(plain: PlainText) -> list[Mark]:
    """Every mark of a text in order, none over another: links first, then brackets, then bare ones."""
    text = plain.text
    if not _MAY_MARK.search(text):
        return []
    found: list[Mark] = []
    for mark in (*_links(text), *_bracketed(text), *_bare(text)):
        if all(mark.end <= other.start or other.end <= mark.start for other in found):
            found.append(mark)
    return [_with_lead(mark, text) for mark in sorted(found, key=lambda mark: mark.start)]


def kind_of(written: str) -> WrittenKind:
    """What a mark was, by the characters that were written."""
    text = plain_text(written).text
    if _LINK.search(text) or _WORDED_LINK.search(text):
        return WrittenKind.LINK
    is_handle = re.search(rf"\b{_LOOSE}\b", text, re.IGNORECASE) is not None
    return WrittenKind.PAGE if not is_handle and _BARE_PAGE.search(text) else WrittenKind.HANDLE


def tokens_in(plain: PlainText) -> frozenset[str]:
    """Everything in a text that looks like a handle, in one form: "E15"."""
    return frozenset(match[0].upper() for match in re.finditer(_TOKEN, plain.text, re.IGNORECASE))


def _with_lead(mark: Mark, text: str) -> Mark:
    """The mark with the words that lead to it, and the comma after it where they stand between two pauses."""
    first = max(mark.start - LONGEST_LEAD, 0)
    lead = _LED.search(text[first : mark.start])
    if lead is None or mark.label:
        return mark
    start = first + lead.start()
    before, after = text[:start].rstrip(), text[mark.end :].lstrip()
    opens = not before or before[-1] in ".!?:" or lead[0].startswith(",")
    if lead["preposition"] and not (opens or after[:1] in PAUSES):
        return mark
    end = len(text) - len(after) + 1 if opens and after.startswith(",") else mark.end
    return replace(mark, start=start, end=end, is_led=True)


def _links(text: str) -> Iterator[Mark]:
    for match in _WORDED_LINK.finditer(text):
        yield Mark(MarkKind.LINK, *match.span(), (match.span(),), label=match["label"])
    for match in _LINK.finditer(text):
        yield Mark(MarkKind.ADDRESS, *match.span(), (match.span(),))


def _bracketed(text: str) -> Iterator[Mark]:
    for match in _GROUP.finditer(text):
        tokens = _tokens_of_group(match, text)
        if tokens:
            # As many brackets on either side as pair up: "((E1) of 5)" keeps its outer ones.
            depth = min(len(match["open"]), len(match["close"]))
            start, end = match.start("inside") - depth, match.end("inside") + depth
            yield Mark(MarkKind.BRACKETED, start, end, tokens)


def _tokens_of_group(match: re.Match[str], text: str) -> tuple[tuple[int, int], ...]:
    """The handles of a bracket that holds nothing else than references; empty for any other bracket."""
    inside, start = match["inside"], match.start("inside")
    if match["open"].endswith("[") and _is_note(match, text):
        return (match.span(),)
    words = list(_WORD.finditer(inside))
    if sum(len(word[0]) for word in words) != len(inside):
        return ()
    named = [word for word in words if word.lastgroup in ("token", "page")]
    if not named or (match["open"].endswith("(") and _is_exhibit(named)):
        return ()
    if any(word.lastgroup == "number" for word in words) or _RANGE.search(inside):
        return (match.span("inside"),)
    return tuple((start + word.start(), start + word.end()) for word in named)


def _is_exhibit(named: list[re.Match[str]]) -> bool:
    """Whether round brackets hold a name with a hyphen, "(E-1)": exhibits and their pages are numbered so."""
    return all("-" in word[0] and word.lastgroup == "token" for word in named)


def _is_note(match: re.Match[str], text: str) -> bool:
    is_figure = _FIGURE_BEFORE.search(text, 0, match.start()) or _FIGURE_AFTER.match(text, match.end())
    return bool(_NOTE.fullmatch(match["inside"])) and not is_figure


def _bare(text: str) -> Iterator[Mark]:
    for match in _BARE.finditer(text):
        tokens = [found.span() for found in re.finditer(_TOKEN, match[0], re.IGNORECASE)]
        is_range = _RANGE.search(match[0])
        spans = [match.span()] if is_range else [(match.start() + a, match.start() + b) for a, b in tokens]
        yield Mark(MarkKind.BARE, *match.span(), tuple(spans))
    for match in _BARE_PAGE.finditer(text):
        yield Mark(MarkKind.BARE, *match.span(), (match.span(),))
