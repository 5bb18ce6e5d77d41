"""Titles of financial statements, as issuers word them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pipeline.evidence.content_words import word_set
from pipeline.evidence.parts import Part

MOST_WORDS_BEFORE = 20
"""Words before a statement's name: a company's, "Part I", "Item 1. Financial Statements"."""

LONGEST_TITLE = 240
"""Characters of a block that can be a title: company, title, period and units stand in one at times."""

_STATED = (
    (re.compile(r"comprehensive (?:income|loss(?:es)?|earnings)\b", re.I), Part.COMPREHENSIVE_INCOME),
    (re.compile(r"cash ?flows?\b", re.I), Part.CASH_FLOW),
    (
        re.compile(
            r"(?:financial )?(?:position|condition)\b|(?:net )?assets(?:(?:,| and) liabilities)?\b", re.I
        ),
        Part.BALANCE_SHEET,
    ),
    (
        re.compile(
            r"(?:operations|income|earnings|loss(?:es)?|profit(?:s| (?:and|or|&) loss)?|operating results"
            r"|revenues? and expenses)\b",
            re.I,
        ),
        Part.INCOME_STATEMENT,
    ),
    (
        re.compile(
            r"(?:[\w'-]+,? ){0,8}?(?:equity|deficit|capital|retained earnings|(?<=ers' )investment)\b"
            r"(?: and (?:redeemable|mezzanine|noncontrolling|temporary) \w+)*",
            re.I,
        ),
        Part.EQUITY,
    ),
)
"""What a statement can be of, in the order to be tried: "comprehensive income" before "income"."""

_STATEMENT_OF = re.compile(
    r"\bstatements? of (?:(?:consolidated|combined|condensed|changes in|total|net|other|the) )*", re.I
)
_NAMED = (
    (re.compile(r"\bbalance sheets?\b", re.I), Part.BALANCE_SHEET),
    (re.compile(r"\bcomprehensive income statements?\b", re.I), Part.COMPREHENSIVE_INCOME),
    (re.compile(r"(?<!comprehensive )\bincome statements?\b", re.I), Part.INCOME_STATEMENT),
    (re.compile(r"\bprofit and loss accounts?\b", re.I), Part.INCOME_STATEMENT),
    (re.compile(r"\bcash ?flows? statements?\b", re.I), Part.CASH_FLOW),
    (re.compile(r"\b(?:share|stock)\w+'?s?'? equity statements?\b", re.I), Part.EQUITY),
)
_ANY_NAME = re.compile(r"statement|balance sheet|profit and loss", re.I)
_AND = re.compile(r",? (?:and|&) (?:changes in )?|, |/", re.I)
_ASIDE = re.compile(r"\s*/?\s*\((?:loss|losses|deficit|deficiency|income|earnings)\)", re.I)
_AFTER = re.compile(
    r"\s*(?:$|[(\[]|-|,|:?$|/?$|(?:for|as of|at|as at) (?:the|(?:three|six|nine|twelve)|years?|fiscal|quarters?|months?"
    r"|periods?|january|february|march|april|may|june|july|august|september|october|november|december|\d)"
    r"|(?:fiscal )?(?:years?|quarters?|periods?)\b|(?:three|six|nine|twelve)\b|(?:in|\$|dollars|amounts|u\.s\. dollars"
    r"|expressed|millions|thousands)\b|\$|unaudited|continued|parenthetical|and subsidiaries|of\b(?= [A-Z])"
    r"|january|february|march|april|may|june|july|august|september|october|november|december)",
    re.I,
)
"""What may follow a title: nothing, a period, the units, that it goes on. Other words make it a sentence."""

_COMPANY_AFTER = re.compile(
    r"(?:[A-Z0-9&][\w.,&'-]*,? |(?:and|of|the|de) )*"
    r"(?:inc|corp|corporation|company|companies|co|plc|llc|ltd|limited|l\.?p|n\.?v|s\.?a|ag|group|holdings|trust|bank"
    r"|subsidiar(?:y|ies))\b.{0,80}",
    re.I,
)
"""Some print the company's name below the title instead of above it."""

_PAGE_NUMBER = re.compile(r"[\s.…-]*(?:[A-Z]{1,2}-?)?\d{1,3}$")
_SMALL = word_set(
    "and of the to for in a plc inc corp co company subsidiaries unaudited condensed consolidated"
)
_NEVER_BEFORE = word_set(
    """notes note analysis index see reconciliation reconciliations other selected quarterly impact effect effects
    report reports overview components reclassifications discussion our we these those following certain audited changes
    list items accompanying refer line supporting"""
)
"""Words before a statement's name that make it a mention of the statement."""

_OF_A_PART = re.compile(
    r"\b(?:parent|registrant only|guarantors?|obligors?|issuers?|consolidating|pro forma|summari[sz]ed|summary|schedule"
    r"|deed|non-?gaap|adjusted|segments?|supplemental|supplementary|affiliates?|condensed financial information)\b",
    re.I,
)
"""A statement of less than the whole company, or of what it would have been."""

_CONTINUED = re.compile(r"\bcont(?:inued|'d)\b", re.I)
_PARENTHETICAL = re.compile(r"parenthetical", re.I)
_OPEN_END = re.compile(
    r"\b(?:statements? of|of changes in|balance|comprehensive|and|holders'|owners')$", re.I
)


@dataclass(frozen=True, slots=True)
class Title:
    """A statement's title. `parts`: the statements it names. `of_a_part`: the parent alone, guarantors, pro forma."""

    text: str
    parts: tuple[Part, ...]
    is_continued: bool
    is_parenthetical: bool
    of_a_part: bool


def statement_title(text: str, *, is_heading: bool) -> Title | None:
    """The title that a line of print is (quotes and dashes plain), None for everything else. A line that is not set as
    a heading has to be written as a name is, in capitals."""
    if len(text) > LONGEST_TITLE or not _ANY_NAME.search(text):
        return None
    plain = _ASIDE.sub("", text)
    for start, end, parts in _cores(plain):
        if _may_precede(plain[:start], is_heading) and _may_follow(plain[end:]):
            return Title(
                text,
                parts,
                bool(_CONTINUED.search(text)),
                bool(_PARENTHETICAL.search(text)),
                bool(_OF_A_PART.search(text)),
            )
    return None


def is_open_title(text: str) -> bool:
    """Whether a line breaks off within a title, so that the next one goes on with it."""
    return len(text) <= LONGEST_TITLE and bool(_OPEN_END.search(text))


def _cores(text: str) -> list[tuple[int, int, tuple[Part, ...]]]:
    found: list[tuple[int, int, tuple[Part, ...]]] = [
        (match.start(), match.end(), (part,)) for name, part in _NAMED for match in name.finditer(text)
    ]
    for match in _STATEMENT_OF.finditer(text):
        parts: list[Part] = []
        end = position = match.end()
        while stated := next(
            ((at.end(), part) for words, part in _STATED if (at := words.match(text, position))), None
        ):
            end = stated[0]
            parts.append(stated[1])
            joint = _AND.match(text, end)
            if not joint:
                break
            position = joint.end()
        if parts:
            found.append((match.start(), end, tuple(dict.fromkeys(parts))))
    return found


def _may_precede(before: str, is_heading: bool) -> bool:
    words = [word.strip("()[].,:;'\"/") for word in before.split()]
    if len(words) > MOST_WORDS_BEFORE or _NEVER_BEFORE & {word.lower() for word in words}:
        return False
    return is_heading or all(not word or not word[0].islower() or word.lower() in _SMALL for word in words)


def _may_follow(after: str) -> bool:
    if _PAGE_NUMBER.fullmatch(after):
        return False
    return bool(_AFTER.match(after) or _COMPANY_AFTER.fullmatch(after.strip()))
