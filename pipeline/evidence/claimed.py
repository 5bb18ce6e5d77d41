"""The figures of a sentence with what it says of them: percent or points, a multiple, a currency, shares, a name.

`pipeline.evidence.figures` reads a figure by its own marks. A sentence says more with the words that touch it: "20
basis points", "1.4x", "2.3B", "24 cents", "USD 81,797", "Topic 606".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from pipeline.evidence.figures import SCALES, Figure, figures
from pipeline.evidence.spelled import Spelled, find_spelled
from pipeline.evidence.text import TextRange
from pipeline.evidence.units import ISO


class Kind(StrEnum):
    """What a figure is a number of, by its own marks and the words that touch it."""

    PLAIN = "plain"
    PERCENT = "percent"
    POINTS = "percentage points"
    BASIS_POINTS = "basis points"
    MULTIPLE = "multiple"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A figure as its sentence states it. `range` takes in the words that are part of it; `currency` is ISO 4217, None
    where the sentence names none. `name` is the word that makes it a name ("Topic" of "Topic 606"), `is_spelled` a
    number in words.
    """

    figure: Figure
    range: TextRange
    kind: Kind = Kind.PLAIN
    currency: str | None = None
    is_shares: bool = False
    is_per_share: bool = False
    name: str = ""
    is_spelled: bool = False

    @property
    def has_marks(self) -> bool:
        """Whether it is an amount by its own words, and no bare number."""
        return bool(self.kind is not Kind.PLAIN or self.currency or self.figure.scale)


CENTS_SCALE = -2

_CODES = "USD|EUR|GBP|JPY|CHF|CAD|AUD|CNY|RMB|HKD|SEK|NOK|DKK|INR|KRW|SGD|NZD|MXN|BRL"
_DOLLARS = {
    "C": "CAD",
    "CA": "CAD",
    "A": "AUD",
    "AU": "AUD",
    "HK": "HKD",
    "NZ": "NZD",
    "S": "SGD",
    "US": "USD",
}
_COUNTRY = re.compile(r"(?<![A-Za-z])(C|CA|A|AU|HK|NZ|S|US)$")
_CODE_BEFORE = re.compile(rf"\b({_CODES})\s?$")
_CODE_AFTER = re.compile(rf"\s?({_CODES})\b")
_CURRENCY_AFTER = (
    (re.compile(r"\s?canadian\s+dollars?\b", re.IGNORECASE), "CAD"),
    (re.compile(r"\s?australian\s+dollars?\b", re.IGNORECASE), "AUD"),
    (re.compile(r"\s?hong\s+kong\s+dollars?\b", re.IGNORECASE), "HKD"),
    (re.compile(r"\s?(?:u\.?s\.?\s?)?dollars?\b", re.IGNORECASE), "USD"),
    (re.compile(r"\s?euros?\b", re.IGNORECASE), "EUR"),
    (re.compile(r"\s?pounds?(?:\s+sterling)?\b", re.IGNORECASE), "GBP"),
    (re.compile(r"\s?(?:japanese\s+)?yen\b", re.IGNORECASE), "JPY"),
)
_SUFFIX_SCALES = {"k": 3, "m": 6, "mm": 6, "mln": 6, "b": 9, "bln": 9, "t": 12, **SCALES}
_SUFFIX = re.compile(r"([A-Za-z]+)")
_ORDINALS = ("st", "nd", "rd", "th", "s")
_HYPHENATED = re.compile(r"[-\u2011][a-z]{2,}")
_HYPHEN_BEFORE = re.compile(r"\b[a-z]+[-\u2011]$")
_POINTS = re.compile(r"[\s-]?(?:percentage[\s-]points?|ppts?|pps?|pts)\b\.?", re.IGNORECASE)
_POINTS_AFTER_PERCENT = re.compile(r"[\s-]?(?:points?|pts)\b", re.IGNORECASE)
_BASIS_POINTS = re.compile(r"[\s-]?(?:basis[\s-]points?|bps?)\b", re.IGNORECASE)
_MULTIPLE = re.compile(r"\s?x(?![A-Za-z0-9])|\s?times\b(?!\s+(?:a|per|each)\b)", re.IGNORECASE)
_CENTS = re.compile(r"\s?(?:cents?\b|¢)", re.IGNORECASE)
_SHARES = re.compile(r"(?:\s+(?!per\b)[a-z]+){0,3}?\s+shares\b", re.IGNORECASE)
_PER_SHARE = re.compile(
    r"\s+(?:per|a|for\s+each|on\s+each)\s+(?:[a-z]+\s+){0,3}?(?:share|unit|ads)\b", re.IGNORECASE
)
_PER_SHARE_BEFORE = re.compile(
    r"\b(?:per\s+(?:[a-z]+\s+){0,2}share|eps)\W+(?:[a-z]+\W+){0,4}$", re.IGNORECASE
)
_NAME_BEFORE = re.compile(
    r"\b(topics?|notes?|items?|part|level|form|rule|section|exhibit|article|schedule|phase|tier|stage|chapter|table"
    r"|asc|asu|sfas|fas|fasb|ifrs|ias|sab|eitf|number|class|series|figure|annex|appendix|page|boeing|airbus|windows"
    r"|iphone|version|route|regulation|basel|industry)\s*(?:no\.?\s*)?$",
    re.IGNORECASE,
)
_SPELLED_MARK = re.compile(
    r"[\s-](?:(?P<percent>per\s?cent\b|%)|(?P<scale>(?:million|billion|trillion|thousand)\b))", re.IGNORECASE
)


def claimed_figures(text: str) -> tuple[Claimed, ...]:
    """Every figure of a text that states something, in order: amounts, counts and names such as "Topic 606", whichever
    way they are written. Figures that letters make a part of a word ("10-K", "Q3", "E1", "737MAX") state nothing.
    """
    found = [*_in_digits(text), *_in_words(text)]
    return tuple(sorted(found, key=lambda one: one.range.start))


def _in_digits(text: str) -> Iterator[Claimed]:
    for figure in figures(text):
        if not figure.glued:
            yield _with_words(figure, text)
        elif (amount := _amount_in_word(figure, text)) is not None:
            yield amount


def _in_words(text: str) -> Iterator[Claimed]:
    """Spelled numbers with a scale or percent are amounts as if in digits; others from two on are counts."""
    for spelled in find_spelled(text):
        mark = _SPELLED_MARK.match(text, spelled.range.end)
        if mark is not None:
            figure = replace(
                _figure(spelled, TextRange(spelled.range.start, mark.end()), text),
                percent=mark["percent"] is not None,
                scale=SCALES[mark["scale"].lower()] if mark["scale"] else 0,
            )
            yield _with_words(figure, text)
        elif spelled.value > 1:
            yield Claimed(_figure(spelled, spelled.range, text), spelled.range, is_spelled=True)


def _figure(spelled: Spelled, span: TextRange, text: str) -> Figure:
    return Figure(span.of(text), span, str(spelled.value), False, False, 0, None, False)


def _with_words(figure: Figure, text: str) -> Claimed:
    """An amount with the words before and after it."""
    start, before = figure.range.start, text[max(figure.range.start - 40, 0) : figure.range.start]
    currency = _currency(figure, before, text)
    kind, figure, end = _kind(figure, text)
    if figure.scale == CENTS_SCALE:
        currency = currency or "USD"
    is_bare = kind is Kind.PLAIN and not currency
    name = _NAME_BEFORE.search(before) if is_bare and not figure.scale else None
    return Claimed(
        figure,
        TextRange(start, max(end, figure.range.end)),
        kind,
        currency,
        is_shares=is_bare and _SHARES.match(text, end) is not None,
        is_per_share=not figure.scale
        and (_PER_SHARE.match(text, end) or _PER_SHARE_BEFORE.search(before)) is not None,
        name=name[1] if name else "",
    )


def _currency(figure: Figure, before: str, text: str) -> str | None:
    if figure.currency:
        country = _COUNTRY.search(before) if figure.currency == "$" else None
        return _DOLLARS[country[1]] if country else ISO.get(figure.currency)
    if code := _CODE_BEFORE.search(before) or _CODE_AFTER.match(text, figure.range.end):
        return code[1]
    return next((code for words, code in _CURRENCY_AFTER if words.match(text, figure.range.end)), None)


def _kind(figure: Figure, text: str) -> tuple[Kind, Figure, int]:
    """What a figure is a number of, the figure, and where it ends with the words that say so."""
    end = figure.range.end
    if figure.percent:
        if "point" in figure.text.lower():
            return Kind.POINTS, figure, end
        points = _POINTS_AFTER_PERCENT.match(text, end)
        return (Kind.POINTS, figure, points.end()) if points else (Kind.PERCENT, figure, end)
    if figure.scale or figure.currency:
        return Kind.PLAIN, figure, end
    for kind, words in (
        (Kind.BASIS_POINTS, _BASIS_POINTS),
        (Kind.POINTS, _POINTS),
        (Kind.MULTIPLE, _MULTIPLE),
    ):
        if match := words.match(text, end):
            return kind, figure, match.end()
    if cents := _CENTS.match(text, end):
        return Kind.PLAIN, replace(figure, scale=CENTS_SCALE), cents.end()
    return Kind.PLAIN, figure, end


def _amount_in_word(figure: Figure, text: str) -> Claimed | None:
    """An amount that letters touch ("2.3B", "1.4x", "EUR5", "12-month"); None for a name."""
    digits = figure.number_range
    before, after = text[max(digits.start - 24, 0) : digits.start], text[digits.end : digits.end + 24]
    has_code = re.search(rf"(?:^|[^A-Za-z])(?:{_CODES})$", before) is not None
    if before[-1:].isalpha() and not has_code:
        return None
    if before[-1:] in ("-", "\u2011") and not figure.negative and not _HYPHEN_BEFORE.search(before):
        return None
    whole, suffix = replace(figure, glued=False), _SUFFIX.match(after)
    if suffix is not None:
        return _with_suffix(whole, digits, suffix[1], text)
    is_name = after[:1] in ("-", "\u2011") and after[1:2].isalpha() and not _HYPHENATED.match(after)
    return None if is_name and not has_code else _with_words(whole, text)


def _with_suffix(figure: Figure, digits: TextRange, letters: str, text: str) -> Claimed | None:
    """A figure with letters at its end; None where they make it a name ("10K", "3rd", "5G", "777X")."""
    if letters == "X" and figure.digits.isdecimal() and len(figure.digits) > 2:
        return None
    scale = _SUFFIX_SCALES.get(letters.lower())
    if scale is not None and not (len(letters) == 1 and letters.isupper() and _is_short(figure)):
        span = TextRange(figure.range.start, max(digits.end + len(letters), figure.range.end))
        return _with_words(replace(figure, scale=scale, range=span, text=span.of(text)), text)
    is_marked = any(words.match(text, digits.end) for words in (_MULTIPLE, _BASIS_POINTS, _POINTS))
    is_unit = letters in _CODES.split("|") or (letters.islower() and letters not in _ORDINALS)
    return _with_words(figure, text) if is_marked or is_unit else None


def _is_short(figure: Figure) -> bool:
    """ "10K" and "5G" are names; "2.3B" and "150M" are amounts."""
    return figure.digits.isdecimal() and len(figure.digits) <= 2
