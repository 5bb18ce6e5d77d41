"""Which companies of a library a question names, and by which words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.evidence.content_words import COMMON_WORDS, word_set
from pipeline.search.companies import (
    GENERIC_BEGINNINGS,
    LEGAL_FORMS,
    CompanyIndex,
    NameToken,
    is_joining,
    name_tokens,
    squeezed,
)
from pipeline.search.names import is_ordinary

LONGEST_NAME = 7
"""Words of a name that are looked at; what follows tells nobody apart."""

SHORT_TICKER = 2
"""Letters. Tickers so short are as often something else ("IT", "ON"): they count as owners, with their exchange or a
"$", or where no other company is named and they are no common abbreviation.
"""

LEAST_ABBREVIATION = 3
"""Letters. Two are the initials of too many companies: "GM" is no General Mills."""

SHORT_BEGINNING = 2
"""Letters. The first word of a longer name names it alone only when it is longer."""

LEAST_SYLLABLE = 2
"""Letters of each word in an abbreviation in lower case: fewer make ordinary words."""

_ORDINARY_SHORT = word_set("ai ar eu hq hr id ii iii iv ip it ok pe pr qa tv uk us usa vc vi vr am pm vs re")
_MARKED_TICKER = re.compile(
    r"(?:\$|\b(?:NYSE|NASDAQ|Nasdaq|AMEX|ASX|OTC|LSE|ticker)[:\s]\s*|\()([A-Z]{1,5})\b"
)
_FORMERLY = re.compile(
    r"\(?\s*,?\s*(?:formerly|previously|f/?k/?a|fka|aka|a/k/a|now)\b[^)?.]{0,40}?$", re.IGNORECASE
)
_DETERMINERS = word_set("a an the this that each every any no our its their your per some another which what")


@dataclass(frozen=True, slots=True)
class CompanyMention:
    """Words of a question that name companies of the library: one, or several of which it cannot be told which is
    meant. `start`, `end`: characters of the question. `further`: capitalised words right behind, which belong either
    to the name, and then it is another company's, or to what is asked of it ("Apple Pencil")."""

    text: str
    start: int
    end: int
    companies: tuple[int, ...]
    keys: frozenset[str]
    further: str = ""


def company_mentions(question: str, index: CompanyIndex) -> tuple[CompanyMention, ...]:
    """The companies of the library that a question names, in its order; several words that name one give several.

    Written as names are, companies are known by their name, its beginning, their ticker and abbreviations; in lower
    case by names and beginnings, when no name in the question is written as one.
    """
    tokens = name_tokens(question)
    reader = _Reader(question, tokens, index)
    found = [*reader.names(capital=True), *reader.tickers()]
    found = found or [*reader.tickers(short=True)]
    found += reader.abbreviations(_covered(found))
    if not found:
        found = [*reader.names(capital=False)]
        found += reader.abbreviations(_covered(found), capital=False)
    return tuple(sorted(_longest(found), key=lambda mention: mention.start))


def same_company(question: str, start: int, end: int, mentions: Iterable[CompanyMention]) -> bool:
    """Whether a name at these characters is said to be another name of a mentioned company: "X (formerly Y)"."""
    return any(
        _FORMERLY.search(question[end : mention.start])
        if mention.start >= end
        else _FORMERLY.search(question[mention.end : start])
        for mention in mentions
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    question: str
    tokens: Sequence[NameToken]
    index: CompanyIndex

    def names(self, *, capital: bool) -> Iterator[CompanyMention]:
        """Runs of words that are a company's name or the beginning of one, the longest first from each word."""
        first = 0
        while first < len(self.tokens):
            found = next(self._names_from(first, capital), None)
            if found is None:
                first += 1
                continue
            last, mention = found
            yield mention
            first = last + 1

    def _names_from(self, first: int, capital: bool) -> Iterator[tuple[int, CompanyMention]]:
        if is_joining(self.tokens[first].key):
            return
        for last in range(min(first + LONGEST_NAME, len(self.tokens)) - 1, first - 1, -1):
            run = self.tokens[first : last + 1]
            if is_joining(run[-1].key) or not self._adjoin(first, last):
                continue
            keys = [token.key for token in run if not is_joining(token.key)]
            called = self.index.by_name.get(squeezed(keys), ())
            whole = tuple(found.company for found in called if found.is_whole)
            if capital and called and self._is_written_as_name(run):
                if whole:
                    yield last, self._mention(first, last, whole, self._further(last))
                elif self._may_begin(first, last):
                    yield (
                        last,
                        self._mention(first, last, tuple(c.company for c in called), self._further(last)),
                    )
            elif not capital and called and self._may_be_lower(first, last, bool(whole)):
                yield last, self._mention(first, last, whole or tuple(c.company for c in called), "")

    def tickers(self, *, short: bool = False) -> Iterator[CompanyMention]:
        """Tickers in capitals; ordinary words among them only where they are marked as tickers, and those of two
        letters only as owners, unless `short`."""
        marked = {match.start(1) for match in _MARKED_TICKER.finditer(self.question)}
        shouts = not any(character.islower() for character in self.question)
        for position, token in enumerate(self.tokens):
            bare = token.text.rstrip("'’s") if token.is_possessive else token.text
            companies = self.index.by_ticker.get(bare, ())
            is_long = len(bare) > SHORT_TICKER or token.is_possessive or (short and len(bare) == SHORT_TICKER)
            if (
                companies
                and bare.isupper()
                and (token.start in marked or (is_long and self._is_own(token, shouts)))
            ):
                yield self._mention(position, position, companies, "")

    @staticmethod
    def _is_own(token: NameToken, shouts: bool) -> bool:
        """Whether a word in capitals is no ordinary word or abbreviation."""
        return (
            not shouts
            and not is_ordinary(token.key)
            and token.key not in GENERIC_BEGINNINGS | _ORDINARY_SHORT
        )

    def abbreviations(self, covered: frozenset[int], *, capital: bool = True) -> list[CompanyMention]:
        """Words that are made of the beginnings of a company's words: "AmEx", "GE" with two capitals or more; in lower
        case only when each beginning has two letters ("amex")."""
        found = []
        for position, token in enumerate(self.tokens):
            capitals = sum(character.isupper() for character in token.text)
            if token.start in covered or (capital and capitals < 2) or not token.key.isalpha():
                continue
            if is_ordinary(token.key) or len(token.key) < LEAST_ABBREVIATION:
                continue
            if companies := self.index.abbreviated(token.key, 1 if capital else LEAST_SYLLABLE):
                found.append(self._mention(position, position, companies, ""))
        return found

    def _mention(self, first: int, last: int, companies: tuple[int, ...], further: str) -> CompanyMention:
        start, end = self.tokens[first].start, self.tokens[last].end
        run = self.tokens[first : last + 1]
        keys = frozenset(token.key for token in run) | frozenset(token.text.lower() for token in run)
        text = self.question[start:end]
        if run[-1].is_possessive:
            text = (
                text.removesuffix("s").rstrip("'’")
                if text[-1] in "sS" and text[-2] in "'’"
                else text.rstrip("'’")
            )
        return CompanyMention(text, start, end, companies, keys, further)

    def _adjoin(self, first: int, last: int) -> bool:
        """Whether nothing but blanks, hyphens and "&" stands between the words, and only the last is possessive."""
        for left, right in zip(self.tokens[first:last], self.tokens[first + 1 : last + 1], strict=True):
            between = self.question[left.end : right.start]
            if between.strip() == "." and "." in left.text:  # the last stop of "J.P."
                continue
            if between.strip() not in ("", "-", "‐", "&", "+", ",") or (
                between.strip() == "," and right.key not in LEGAL_FORMS
            ):
                return False
            if left.is_possessive and left.text[-1] in "'’":
                return False
        return True

    def _is_written_as_name(self, run: Sequence[NameToken]) -> bool:
        return all(
            token.is_capital or is_joining(token.key) or token.key in LEGAL_FORMS or token.key[:1].isdigit()
            for token in run
        ) and any(token.is_capital for token in run)

    def _may_begin(self, first: int, last: int) -> bool:
        """Whether the beginning of a name may stand for it: long enough, and not a word with which many begin."""
        token = self.tokens[first]
        if last > first:
            return True
        if len(token.key) <= SHORT_BEGINNING or is_ordinary(token.key):
            return False
        if token.key in GENERIC_BEGINNINGS:
            return token.is_possessive or self._stands_alone(last)
        return not self._is_preceded(first)

    def _stands_alone(self, last: int) -> bool:
        """Whether a word is used as a name by itself: nothing follows, or a word that asks or joins does."""
        following = self.tokens[last + 1] if last + 1 < len(self.tokens) else None
        between = self.question[self.tokens[last].end : following.start] if following else "?"
        return following is None or bool(between.strip()) or following.key in COMMON_WORDS

    def _is_preceded(self, first: int) -> bool:
        """Whether a capitalised word before it makes it part of another name: "North American"."""
        if first == 0:
            return False
        before, token = self.tokens[first - 1], self.tokens[first]
        between = self.question[before.end : token.start]
        return (
            not between.strip()
            and before.is_capital
            and first > 1
            and not is_ordinary(before.key)
            and not before.is_possessive
        )

    def _further(self, last: int) -> str:
        """Capitalised words right behind a name that no filing's words explain."""
        if self.tokens[last].is_possessive:
            return ""
        end = last
        while end + 1 < len(self.tokens):
            left, right = self.tokens[end], self.tokens[end + 1]
            if self.question[left.end : right.start].strip() not in ("", "-", "&"):
                break
            if not right.text[0].isupper() or is_ordinary(right.key) or right.key in LEGAL_FORMS:
                break
            end += 1
        return self.question[self.tokens[last].end : self.tokens[end].end].strip()

    def _may_be_lower(self, first: int, last: int, is_whole: bool) -> bool:
        """Whether words in lower case may be a name: an owner, or no ordinary word in an ordinary place."""
        token = self.tokens[first]
        if self.tokens[last].is_possessive:
            return len(token.key) > 1
        if len(token.key) <= SHORT_BEGINNING and last == first:
            return False
        before = self.tokens[first - 1].key if first else ""
        if last > first:
            return before not in ("a", "an")
        if is_ordinary(token.key) or token.key in GENERIC_BEGINNINGS or before in _DETERMINERS:
            return False
        return is_whole or len(token.key) > 3


def _covered(mentions: Iterable[CompanyMention]) -> frozenset[int]:
    return frozenset(position for mention in mentions for position in range(mention.start, mention.end))


def _longest(mentions: Sequence[CompanyMention]) -> list[CompanyMention]:
    """Mentions of which none lies in another."""
    return [
        mention
        for mention in dict.fromkeys(mentions)
        if not any(
            other.start <= mention.start
            and mention.end <= other.end
            and other.end - other.start > mention.end - mention.start
            for other in mentions
        )
    ]
