"""Proper names in a text, and the words by which it names a title's company."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.evidence.content_words import COMMON_WORDS, WORD, word_set, words
from pipeline.search.terms import ASKING_WORDS

NOT_NAMES = word_set(
    """eps ebit ebitda capex opex cogs gaap fcf dpo dso dio roa roe roi r&d sg&a sga pp&e ppe ceo cfo coo us u.s
    usa usd sec cagr ebitdar ebita roic roce roc wacc dcf npv irr arr mrr arpu aum nii nim cet1 ffo affo noi dio
    ccc bps yoy qoq mom ytd ttm ltm fy fx ai ar eu hr it ip uk vs md&a p&l m&a ipo etf esg ifrs asc fasb pcaob
    irs kpi kpis sku skus non-gaap gmv tpv gpv usd eur gbp form 10-k 10-q 8-k s-3 10k 10q 8k q1 q2 q3 q4 january
    february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday"""
)
"""Capitalised words that name no company, place or product."""

_GENERIC = word_set(
    """adjusted analysis annual asset assets balance board business capital cash chief class common condition
    consolidated cost costs coverage debt department director directors discussion dividend dividends earnings effective
    equity exchange executive expenditure expenditures expense expenses factor factors federal financial flow flows free
    goods government gross growth income interest inventories inventory item items liabilities liability management
    management's margin market national net note notes officer operating operations organic part payout plan preferred
    president profit program rate ratio region regions research return revenue revenues risk risks sale sales section
    segment segments share shareholders shares sheet sheets sold statement statements states stock table tax taxes total
    turnover united working"""
)
"""Words that questions capitalise and that belong to every filing."""

_LEGAL_FORMS = word_set(
    """inc incorporated corp corporation co company companies llc ltd limited plc lp llp sa ag nv se group holdings
    holding trust the com"""
)
_TITLE_SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class ProperName:
    """A run of capitalised words as written. A possessive ("Kenvue's") says whose figure is asked for."""

    text: str
    possessive: bool

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(words(self.text))


def proper_names(question: str) -> tuple[ProperName, ...]:
    """The proper names of a question in order: "Johnson & Johnson", "Greater China", "iPhone"."""
    return tuple(dict.fromkeys(_proper_names(question)))


def company_of(title: str) -> str:
    """The registrant in a document's title ("Apple Inc. · Form 10-Q · Q3 FY2023" → "Apple Inc.")."""
    return title.split(_TITLE_SEPARATOR, maxsplit=1)[0].strip()


def company_words(company: str) -> tuple[str, ...]:
    """The words that tell a company from others: no legal form, no ".com"."""
    bare = [word.removesuffix(".com") for word in words(company)]
    kept = [word for word in bare if word not in _LEGAL_FORMS and word not in COMMON_WORDS]
    return tuple(kept or bare)


def mentions(question: str, company: str) -> frozenset[str]:
    """The words by which a question names a company; empty when it does not.

    It does when all of the company's words stand in it one after the other, in any case; when a proper name of
    the question is the beginning of the company's name; or when it writes the initials ("J&J", "JNJ").
    """
    own = company_words(company)
    asked = [word.removesuffix(".com") for word in words(question)]
    asked_content = [word for word in asked if word not in COMMON_WORDS]
    if not own:
        return frozenset()
    if any(tuple(asked_content[i : i + len(own)]) == own for i in range(len(asked_content))):
        return frozenset(own)
    for name in proper_names(question):
        written = company_words(name.text)
        if written == own[: len(written)] and len(written[0]) > 2:
            return frozenset(written)
    return frozenset(_initials(company) & set(asked))


def _initials(company: str) -> set[str]:
    """ "Johnson & Johnson" → "j&j", "jnj". Only names with an "&" are usually written so."""
    left, mark, right = company.partition("&")
    if not mark or not left.strip() or not right.strip():
        return set()
    first, second = left.strip()[0].lower(), right.strip()[0].lower()
    return {f"{first}&{second}", f"{first}n{second}"}


def _proper_names(question: str) -> Iterator[ProperName]:
    run: list[re.Match[str]] = []
    for match in [*WORD.finditer(question), None]:
        if run and (match is None or not _continues(run[-1], match, question)):
            text = question[run[0].start() : run[-1].end()]
            yield ProperName(" ".join(_without_possessive(text).split()), _is_possessive(run[-1], question))
            run = []
        if match is not None and _is_name_word(match.group()) and not _only_begins(match, question):
            run.append(match)


def _continues(last: re.Match[str], match: re.Match[str], question: str) -> bool:
    between = question[last.end() : match.start()].strip()
    return between in ("", "&") and _is_name_word(match.group()) and not _is_possessive(last, question)


def _is_name_word(word: str) -> bool:
    plain = _without_possessive(word).lower()
    return (
        any(character.isupper() for character in word)
        and not any(character.isdigit() for character in word)
        and plain not in NOT_NAMES | _GENERIC | COMMON_WORDS | ASKING_WORDS
    )


def _only_begins(match: re.Match[str], question: str) -> bool:
    """True for a first word that is capitalised because it is the first: a little word comes next ("Basing your")."""
    if question[: match.start()].strip():
        return False
    following = WORD.search(question, match.end())
    return following is not None and following.group().lower() in COMMON_WORDS | {"how", "what"}


def _is_possessive(match: re.Match[str], question: str) -> bool:
    after = question[match.end() : match.end() + 1]
    return match.group() != _without_possessive(match.group()) or (after in ("'", "’") and after != "")


def _without_possessive(text: str) -> str:
    return text.removesuffix("'s").removesuffix("’s")


def is_ordinary(word: str) -> bool:
    """Whether a word in lower case is one that questions write in capitals and that names nobody: "EBITDA", "Q3"."""
    return word in NOT_NAMES or word in _GENERIC or word in COMMON_WORDS or word in ASKING_WORDS
