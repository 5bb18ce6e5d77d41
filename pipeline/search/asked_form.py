"""Which form of filing a question asks for: "10-K", "quarterly report", "earnings release"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.evidence.cover import EARNINGS_RELEASE, Cover

_NAMED = re.compile(
    r"(?<![$€£\d.,'’])\b(?:form\s+)?(?P<form>(?:10|20|40|8|6|11|24)[\s-]?[KQF]T?(?:-?2NT)?|[SF]-(?:1|3|4|8|11)(?=\b|/)|DEF\s?14A|DEFM\s?14A"
    r"|13[DGF]|N-?CSR|NT\s10-[KQ])s?(?P<amended>/A)?(?![\w.%])",
    re.IGNORECASE,
)
_SAID: dict[str, re.Pattern[str]] = {
    form: re.compile(pattern, re.IGNORECASE)
    for form, pattern in {
        "10-K": r"\bannual\s+(?:report|filing)s?\b",
        "10-Q": r"\bquarterly\s+(?:report|filing)s?\b",
        "8-K": r"\bcurrent\s+report\b|\bre-?cast\b",
        EARNINGS_RELEASE: r"\b(?:earnings|press|results|news)\s+(?:press\s+)?release\b"
        r"|\bearnings\s+(?:report|announcement)\b",
        "DEF 14A": r"\bproxy\s+(?:statement|filing)s?\b",
    }.items()
}
_AMENDED = re.compile(
    r"\bamend(?:ed|ment)\s+(?:no\.?\s*\d+\s+)?(?:to\s+)?(?:its\s+|the\s+)?(?:form|filing|annual|10|report)",
    re.IGNORECASE,
)
_ADJUSTED = re.compile(
    r"\badjusted\b|\bnon-?\s?gaap\b|\bebitdar\b|\bconstant[\s-]+currency\b|\borganic\b|\bcomparable\s+(?:basis|constant)"
    r"|\b(?:full[\s-]year|earnings|sales|eps)\s+(?:guidance|outlook)\b|\b(?:guidance|outlook)\s+for\b"
    r"|\b(?:rais|lower|cut|updat|reaffirm)\w*\b[^.?!]{0,30}\b(?:guidance|outlook)\b"
    r"|\bexclud\w+[^.?!]{0,40}\b(?:currency|fx|foreign\s+exchange|one[\s-]?off|one[\s-]time|special|non-?recurring)\b",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?:new|former|outgoing|incoming|interim)\s+(?:ceo|cfo|coo|chief|chair\w*|president|director|auditor)\b"
    r"|\b(?:resign|step(?:s|ped|ping)?\s+down|appoint|nominee|nominat)\w*|\bvot(?:e|es|ed|ing)\b[^.?!]{0,20}\b(?:against|for|on|outcome|propos)"
    r"|\b(?:annual|special|shareholder|stockholder)s?['’]?\s+meeting\b|\bagm\b",
    re.IGNORECASE,
)
"""What reports on events are filed for (officers that come and go, votes), beside what has a period."""

_ALIKE = {"10-K": ("10-K", "10-KT", "10-K405", "10-KSB", "20-F", "40-F"), "10-Q": ("10-Q", "10-QT", "10-QSB")}
"""What counts as the form that is said: the annual report of an issuer from abroad is a 20-F."""


@dataclass(frozen=True, slots=True)
class AskedForm:
    """`forms`: the Commission's names, without a mark of amendment, or EARNINGS_RELEASE. `is_named`: whether one was
    written as such ("10-K"), not only said ("annual report"). `is_amended`: an amendment is asked for. `is_adjusted`:
    figures that generally accepted principles do not know are, or guidance, which companies give in their earnings
    releases. `is_event`: what current reports are filed for is asked for, such as a new officer or a vote."""

    forms: tuple[str, ...] = ()
    is_named: bool = False
    is_amended: bool = False
    is_adjusted: bool = False
    is_event: bool = False

    def is_of(self, cover: Cover) -> bool:
        """Whether a filing is of a form asked for; false when none is."""
        if cover.base_form is None:
            return False
        accepted: set[str] = set()
        for form in self.forms:
            accepted |= {form} if self.is_named else set(_ALIKE.get(form, (form,)))
        return any(_same(cover.base_form, form) for form in accepted)


def read_form(question: str) -> AskedForm:
    """The forms that a question asks for, in its order."""
    named = [_canonical(match["form"]) for match in _NAMED.finditer(question)]
    said = [form for form, pattern in _SAID.items() if pattern.search(question)]
    marked = any(match["amended"] for match in _NAMED.finditer(question))
    return AskedForm(
        tuple(dict.fromkeys(named or said)),
        is_named=bool(named),
        is_amended=marked or _AMENDED.search(question) is not None,
        is_adjusted=_ADJUSTED.search(question) is not None,
        is_event=_EVENT.search(question) is not None,
    )


def of_any(covers: Iterable[Cover], asked: AskedForm) -> bool:
    """Whether one of the filings is of a form asked for."""
    return any(asked.is_of(cover) for cover in covers)


def _canonical(text: str) -> str:
    """ "10k" → "10-K", "8 K" → "8-K", "s-3" → "S-3"."""
    plain = re.sub(r"[\s-]+", "", text.upper())
    if match := re.fullmatch(r"(\d{1,2})F2NT", plain):
        return f"{match[1]}F-2NT"
    if match := re.fullmatch(r"(\d{1,2})([KQF]T?)", plain):
        return f"{match[1]}-{match[2]}"
    if match := re.fullmatch(r"([SF])(\d{1,2})", plain):
        return f"{match[1]}-{match[2]}"
    if match := re.fullmatch(r"(DEFM?)(14A)", plain):
        return f"{match[1]} {match[2]}"
    return " ".join(text.upper().split())


def _same(left: str, right: str) -> bool:
    return re.sub(r"[\s-]", "", left.upper()) == re.sub(r"[\s-]", "", right.upper())
