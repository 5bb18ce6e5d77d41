"""A question read: what it asks for, for which period, and whether it wants a figure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pipeline.evidence.content_words import COMMON_WORDS, content_stems, stem, word_set, words

ASKING_WORDS = word_set(
    """according amount amounts answer calendar company compare compared describe discuss end ended ending explain
    explained explains figure figures filing filings find firm first fiscal fourth full fy give happened list mention
    mentioned month months much many name number provide quarter quarterly quarters reason reasons report reported
    reports say says second show state stated tell third value year yearly years annual annually period drove drive
    driven driver drivers drives caused cause causes led compute calculate summarize summarise outline spend spent
    identify determine estimate assess analyze analyse evaluate discuss tell
    latest newest recent recently dated last h1 h2"""
)
"""Words that ask, or that name a period: nothing is found by them."""

CHANGE_WORDS = word_set(
    """change changed changes changing fall fell fallen rise rose risen grow grew grown growth increase increased
    increases decrease decreased decreases decline declined declines improve improved improves drop
    dropped worsen worsened"""
)
"""What a question why says of its item. The sentence that answers may say it in another word."""

ITEM_ALIASES: dict[str, tuple[str, ...]] = {
    "revenue": ("net sales", "total net sales", "sales to customers", "net revenues", "total revenues"),
    "total revenue": ("total net sales", "net sales", "sales to customers", "net revenues", "revenues"),
    "sales": ("net sales", "total net sales", "sales to customers"),
    "net sales": ("total net sales", "sales to customers"),
    "profit": ("net income", "net earnings"),
    "net profit": ("net income", "net earnings"),
    "net income": ("net earnings",),
    "net earnings": ("net income",),
    "capex": (
        "purchases of property and equipment",
        "payments for acquisition of property, plant and equipment",
    ),
    "capital expenditures": (
        "purchases of property and equipment",
        "payments for acquisition of property, plant and equipment",
        "additions to property, plant and equipment",
    ),
    "cogs": ("cost of sales", "cost of products sold", "cost of goods sold"),
    "cost of goods sold": ("cost of sales", "cost of products sold"),
    "r&d": ("research and development",),
    "r&d expense": ("research and development expense", "research and development"),
    "sg&a": ("selling, general and administrative",),
    "ppe": ("property, plant and equipment",),
    "cash": ("cash and cash equivalents",),
}
"""What filings print for what analysts say. A question's own words always count for more."""

_YEAR = re.compile(
    r"\b(?:FY\s?|[1-4]Q)?((?:19|20)\d\d)(?:\b|(?=Q[1-4]\b))|\b(?:FY\s?['’]?|[1-4]Q)(\d\d)\b|['’](\d\d)\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"(?:\b|(?<=\d))Q([1-4])\b|\b([1-4])Q(?:(?:20)?\d\d)?\b"
    r"|\b(first|second|third|fourth|1st|2nd|3rd|4th)[\s-]+(?:(?:fiscal|calendar)[\s-]+)?quarter\b",
    re.IGNORECASE,
)
_MONTHS = {
    months: re.compile(pattern, re.IGNORECASE)
    for months, pattern in {
        3: r"\b(?:three|3)\s+months\b|\bquarters?\b|\bQ[1-4]\b|\b(?:13|14|thirteen)[\s-]+weeks?\b",
        6: r"\b(?:six|6)\s+months\b|\bhalf[\s-]+year\b|\b(?:26|twenty-six)[\s-]+weeks?\b",
        9: r"\b(?:nine|9)\s+months\b|\b(?:39|thirty-nine)[\s-]+weeks?\b",
        12: r"\b(?:twelve|12)\s+months\b|\b(?:fiscal|full)[\s-]+years?\b|\byears?\s+ended\b",
    }.items()
}
_DATE = re.compile(
    r"\b((?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2})\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)]{3})[.!]\s+(?=[A-Z])")
_LENGTH_WORDS = re.compile(r"\b(?:three|six|nine|twelve|3|6|9|12)\s+months\b", re.IGNORECASE)
_QUARTER_WORDS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
QUARTER_NAMES = {1: "first", 2: "second", 3: "third", 4: "fourth"}
_ASKS_FOR_WORDS = re.compile(
    r"\b(?:why|what\s+(?:drove|drives|caused|led|explain\w*|affected|happened|factors?|risks?)|explain|describe|discuss"
    r"|how\s+(?!much\b|many\b)|reasons?|nature|purpose|kinds?|types?|who|whom|where|when|drivers?|because|says?)\b",
    re.IGNORECASE,
)
_ASKS_YES_OR_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|which)\b", re.IGNORECASE
)


_STATEMENT = re.compile(
    r"\bstatements?\s+of\s+(?:\w+\s+){0,2}(?:operations|income|earnings|cash\s+flows?|financial\s+(?:position|condition))\b"
    r"|\bbalance\s+sheets?\b",
    re.IGNORECASE,
)


class Wants(StrEnum):
    """What kind of answer a question asks for."""

    FIGURE = "figure"
    STATEMENT = "statement"


@dataclass(frozen=True, slots=True)
class Question:
    """`item` is what is asked for ("total net sales"), as folded content words in order, without the company.

    `owner` is the part of the item that says whose it is ("Monitoring's"), when no filing's title tells a company
    of that name. `names` are the other proper names in it ("Greater China"), each as folded words: an answer is about
    all of them. `years` are calendar or fiscal years, which questions rarely tell apart; `months` is how long the
    asked period is (3, 6, 9 or 12), `dates` are days named in it ("june 30"). `company`: the words that name one, as
    they were given.
    """

    text: str
    item: tuple[str, ...]
    owner: frozenset[str]
    names: tuple[tuple[str, ...], ...]
    years: frozenset[int]
    quarters: frozenset[int]
    months: frozenset[int]
    dates: frozenset[str]
    wants: Wants
    company: frozenset[str] = frozenset()


def read_question(
    text: str,
    company: Set[str] = frozenset(),
    owner: Set[str] = frozenset(),
    names: Iterable[Iterable[str]] = (),
) -> Question:
    """Read a question by its words. `company` holds those that name a company, `owner` those that perhaps do,
    `names` the words of each other proper name.
    """
    asked = _asking_sentence(text)
    wants_words = bool(_ASKS_FOR_WORDS.search(asked) or _ASKS_YES_OR_NO.match(asked))
    others = [word for word in words(_without_periods(asked)) if word.removesuffix(".com") not in company]
    item = [word for word in others if word not in COMMON_WORDS | ASKING_WORDS]
    if wants_words:
        item = [word for word in item if word not in CHANGE_WORDS] or item
    # "When does its fiscal year end?" asks for what other questions only ask with.
    item = item or [word for word in others if word not in COMMON_WORDS] or sorted(company)
    return Question(
        text=text,
        item=tuple(dict.fromkeys(stem(word) for word in item)),
        owner=frozenset(stem(word) for word in owner),
        names=tuple(tuple(stem(word) for word in name) for name in names),
        years=read_years(text),
        quarters=read_quarters(text),
        months=read_months(text),
        dates=read_dates(text),
        wants=Wants.STATEMENT if wants_words else Wants.FIGURE,
        company=frozenset(company),
    )


@lru_cache(maxsize=1_024)
def read_years(text: str) -> frozenset[int]:
    """Years that a text names: "2023", "FY23", "3Q22", "'98". A figure such as 2,023 is none."""
    return frozenset(_year(match) for match in _YEAR.finditer(text.replace("_", " ")))


@lru_cache(maxsize=1_024)
def read_quarters(text: str) -> frozenset[int]:
    """Quarters that a text names: "Q3", "third quarter", "3Q22"."""
    found = _QUARTER.finditer(text.replace("_", " "))
    return frozenset(int(match[1] or match[2] or _QUARTER_WORDS[match[3].lower()]) for match in found)


@lru_cache(maxsize=1_024)
def read_months(text: str) -> frozenset[int]:
    """How long the periods are that a text names: 3, 6, 9 or 12 months."""
    return frozenset(months for months, pattern in _MONTHS.items() if pattern.search(text))


@lru_cache(maxsize=1_024)
def read_dates(text: str) -> frozenset[str]:
    """Days that a text names, without their year, in lower case: "june 30"."""
    return frozenset(" ".join(match[1].lower().split()) for match in _DATE.finditer(text))


def _year(match: re.Match[str]) -> int:
    if match[1]:
        return int(match[1])
    short = int(match[2] or match[3])
    return short + (2000 if short < 70 else 1900)


def lexical_terms(question: Question) -> tuple[str, ...]:
    """What to look for, any of it: the question's words, its item as a phrase (under other names too), and its
    period as titles and column headers print it.
    """
    terms = [word for word in words(question.text) if word not in COMMON_WORDS | ASKING_WORDS]
    if len(question.item) > 1 and (asked := item_pattern(question.item).search(question.text)):
        terms.append(asked.group().lower())
    terms += _other_names(question)
    for year in sorted(question.years):
        terms += [str(year), f"FY{year}"]
    for quarter in sorted(question.quarters):
        terms += [f"Q{quarter}", QUARTER_NAMES[quarter], "quarter"]
    return tuple(dict.fromkeys(terms))


@lru_cache(maxsize=64)
def item_phrases(question: Question) -> tuple[tuple[str, ...], ...]:
    """The item as asked, then what filings may call it and the item without its owner, each as folded words."""
    others = (tuple(content_stems(name)) for name in _other_names(question))
    without_owner = tuple(word for word in question.item if word not in question.owner)
    return tuple(phrase for phrase in dict.fromkeys([question.item, without_owner, *others]) if phrase)


def item_words(question: Question) -> str:
    """The item as people read it: in the question's own words, where they are its."""
    written: dict[str, str] = {}
    for word in words(question.text):
        written.setdefault(stem(word), word)
    return " ".join(written.get(one, one) for one in question.item)


def _other_names(question: Question) -> list[str]:
    item = tuple(word for word in question.item if word not in question.owner)
    return [
        name
        for asked, printed in ITEM_ALIASES.items()
        if tuple(content_stems(asked)) == item
        for name in printed
    ]


_JOINING_WORDS = word_set("a an and as at by for from in into its of on or our per the their to with your")
"""Little words inside a line item's name. Few: a pattern of all of them takes milliseconds to make."""


@lru_cache(maxsize=256)
def item_pattern(phrase: tuple[str, ...]) -> re.Pattern[str]:
    """Finds the phrase's words one after the other, in any ending, with at most two little words between."""
    gap = r"\w*\W+(?:(?:" + "|".join(sorted(_JOINING_WORDS)) + r")\W+){0,2}"
    return re.compile(r"(?<!\w)" + gap.join(_any_ending(word) for word in phrase) + r"\w*", re.IGNORECASE)


def names_statement(text: str) -> bool:
    """True when a heading names a financial statement: what stands there is stated for the whole company."""
    return _STATEMENT.search(text) is not None


def _asking_sentence(text: str) -> str:
    """The sentence that ends in the first question mark; what stands around it says how to answer."""
    before, mark, _ = text.partition("?")
    return _SENTENCE_END.split(before)[-1] if mark else text


def _any_ending(stemmed: str) -> str:
    return re.escape(stemmed[:-1]) + "(?:y|ie)" if stemmed.endswith("y") else re.escape(stemmed)


def _without_periods(text: str) -> str:
    for pattern in (_DATE, _LENGTH_WORDS, _QUARTER, _YEAR):
        text = pattern.sub(" ", text)
    return text
