"""The unit of a figure: what it measures, its power of ten, its currency; read from unit lines, row label and column.

A unit line rules a whole table and lets kinds of rows out: "(In millions, except number of shares, which are reflected
in thousands, and per-share amounts)". Which kind a row is, its label says. Where either leaves two readings, there is
no unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Self

from pipeline.evidence.errors import InvalidUnit
from pipeline.evidence.figures import CURRENCY, Figure

SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
ISO = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "\u20a9": "KRW", "₹": "INR"}
"""A sign's usual currency. A filing's "$" is the United States' unless it says otherwise."""


class Measure(StrEnum):
    """What a figure counts."""

    MONEY = "money"
    SHARES = "shares"
    PER_SHARE = "per share"
    PERCENT = "percent"


@dataclass(frozen=True, slots=True)
class Unit:
    """A figure × 10^`scale` is an amount of `currency` (ISO 4217; None where it is not said), of shares, of currency a
    share, or of percent. Raises InvalidUnit for a percentage or shares with a currency.
    """

    measure: Measure
    scale: int = 0
    currency: str | None = None

    def __post_init__(self) -> None:
        if self.measure in (Measure.SHARES, Measure.PERCENT) and self.currency is not None:
            raise InvalidUnit(f"{self.measure.value.capitalize()} have no currency, such as {self.currency}.")
        if self.scale not in (0, *SCALES.values()) or (self.measure is Measure.PERCENT and self.scale):
            raise InvalidUnit(f"Figures in {self.measure.value} are not printed in units of 10^{self.scale}.")

    def value(self, figure: Figure) -> Decimal:
        """What the figure stands for: a scale word of its own goes before the table's."""
        return figure.value if figure.scale else figure.value.scaleb(self.scale)


_WORD = r"(?:thousands?|millions?|billions?|trillions?)"
_ZEROS = r"(?:\$?\s?0{3}(?:,0{3})?(?:['’]?s)?)"
_DOLLARS = r"(?:(?:u\.?s\.?\s*)?dollars?|usd|us\$|\$)"
_LETTERS = {"k": 3, "m": 6, "mn": 6, "bn": 9}
_LETTER = rf"(?:[{CURRENCY}]|\b(?:usd|eur|gbp|jpy))\s?(?:bn|mn?|k)(?![a-z])"
""" "£m", "$ M", "€bn", "USDm": a currency and a letter."""
_SCALE = re.compile(
    rf"\b{_WORD}\b(?:\s+of\s+(?:[a-z]+\s+)?{_DOLLARS})?|(?<![\d,.]){_ZEROS}(?!\d|[,.]\d)|{_LETTER}"
    rf"|\bin\s+(?:whole\s+)?{_DOLLARS}(?!\s*(?:in\b|and\b|{_WORD}|m\b|mn\b|bn\b|k\b|['’‘`]?\s?0{{3}}))",
    re.I,
)
_EXCEPT = re.compile(r"\b(?:except(?:ing|\s+for)?|other\s+than|excluding)\b", re.IGNORECASE)
_SHARES = re.compile(r"(?<!per\s)(?<!per-)\bshares?\b|\bnumber\s+of\s+\w+", re.IGNORECASE)
_MONEY = re.compile(
    rf"{_DOLLARS}|\b(?:euros?|eur|pounds?|gbp|yen|income|sales|revenues?|values?)\b|[{CURRENCY}]",
    re.IGNORECASE,
)
_NAMED = ((Measure.SHARES, _SHARES), (Measure.MONEY, _MONEY))
_CURRENCY_WORDS = (
    (re.compile(rf"{_DOLLARS}", re.IGNORECASE), "USD"),
    (re.compile(r"€|\b(?:euros?|eur)\b", re.IGNORECASE), "EUR"),
    (re.compile(r"£|\b(?:pounds?(?:\s+sterling)?|gbp)\b", re.IGNORECASE), "GBP"),
    (re.compile(r"¥|\b(?:yen|jpy)\b", re.IGNORECASE), "JPY"),
)
_OTHER_DOLLARS = re.compile(
    r"\b(?:canadian|australian|hong\s+kong|singapore|new\s+zealand|(?:new\s+)?taiwan|nt|r|mx|c|a|ca|au|hk|nz|s)"
    r"\s?(?:dollars?|\$)",
    re.I,
)

_PER_SHARE = re.compile(
    r"\bper[\s-]+(?:\w+\s+){0,2}?(?:shares?|units?|rsus?|ads|warrants?|options?)\b|\bEPS\b", re.IGNORECASE
)
_PRICE = re.compile(r"\bweighted[\s-]average\s+(?:[\w-]+\s+){0,3}?(?:fair\s+value|price)\b", re.IGNORECASE)
"""Of awards and options: it is a share's, in a table in millions too."""
_REMARK = re.compile(r"\([^()]*\d[^()]*\)")
"""What a label says beside its own figures: "Cash dividends paid ($4.19 per share)" are money."""
_FOR_PER_SHARE = re.compile(
    r"\bshares\b[^;:]*\b(?:used|excluded|included|outstanding)\b[^;:]*\bper[\s-]+(?:\w+\s+){0,2}?share\b"
    r"|\bEPS\s+(?:\w+\s+)?shares\b",
    re.IGNORECASE,
)
"""Shares that an amount a share is computed from, or leaves out: "Weighted-average shares used in computing net income
per share" is a number of shares."""
_PAR_VALUE = re.compile(
    r"\bpar\s+(?:or\s+stated\s+)?value\b|\bstated\s+value\b|\bshares?\s+authorized\b", re.IGNORECASE
)
_COUNTED = re.compile(
    r"\bnumber\s+of\s+(?:\w+\s+)?(?:shares|rsus|options|awards|units|warrants)\b"
    r"|\b(?:average|common|ordinary|basic|diluted|dilutive|total)\s+(?:\w+\s+){0,2}?shares\b(?:\s+(?:and|of|outstanding|issued|used)\b|\W*$)"
    r"|^\W*(?:shares|rsus|options|units|awards)\s+(?:granted|vested|cancell?ed|forfeited|exercised|outstanding|issued|used)\b",
    re.IGNORECASE,
)
_SHARES_HEAD = re.compile(r"\W*(?:number\s+of\s+)?shares\W*", re.IGNORECASE)
_SOME_SHARES = re.compile(
    r"\bshares\b|\bdilutive\b",
    re.IGNORECASE,
)
_STOCK = re.compile(
    r"\bcommon\s+stock\s+(?:outstanding|repurchased|issued)\b|\b(?:restricted\s+stock\s+units|stock\s+awards)\b",
    re.IGNORECASE,
)
"""Shares or what they cost: money where the table names a currency."""
_BASIC_OR_DILUTED = re.compile(
    r"\W*(?:basic|diluted)(?:\s+and\s+diluted)?\W*|.*[\s,–—-]+(?:basic|diluted)\W*", re.IGNORECASE
)
"""Alone, or at the end: "Continuing operations - basic"."""
_LIKE_PRICE = re.compile(r"(?<![\d,.])\d{1,3}\.\d\d(?!\d)")
_PERCENT = re.compile(r"%|\bpercent(?:age)?\b", re.IGNORECASE)
_IN_PERCENT = re.compile(r"(?<!\d)(?<!\d\s)(?:%|\bpercent(?:age)?\b)", re.IGNORECASE)
"""A label's own unit; not the rate in a name such as "4.875% Senior Notes due 2022", whose figures are amounts."""
_RATE = re.compile(
    r"\b(?:rates?|ratios?|margins?|yields?)\b"
    r"(?!\s+(?:swaps?|changes?|contracts?|derivatives?|hedges?|differences?|adjustments?|fluctuations?|movements?|effects?|caps?))",
    re.IGNORECASE,
)
"""Not "interest rate swaps", "effect of exchange rate changes on cash": amounts."""
_THOUSANDS = re.compile(r"\d,\d{3}")
"""No rate or ratio is that large: a "gross margin" of 5,215 is an amount."""
_OWN_UNIT = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class UnitLine:
    """What unit lines say: the power of ten of each measure that they name, and that of the others (`others` None:
    they say nothing of them). `currency` is the one that they name."""

    scales: Mapping[Measure, int] = field(default_factory=lambda: MappingProxyType({}))
    others: int | None = None
    currency: str | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """A unit line such as "(Dollars in millions, except share and per share data)"."""
        excepted = _EXCEPT.search(text)
        if excepted and not _SCALE.search(text, 0, excepted.start()):
            excepted = None  # "Operating expenses, excluding certain items (in thousands)"
        base, rest = (text[: excepted.start()], text[excepted.end() :]) if excepted else (text, "")
        scales: dict[Measure, int] = {}
        others: int | None = None
        for subject, scale in _clauses(base):
            named = {measure for measure, words in _NAMED if words.search(subject)}
            scales.update(dict.fromkeys(named, scale))
            if not named:
                others = scale if others in (None, scale) else None
        if _SHARES.search(rest):
            stated = [scale for subject, scale in _clauses(rest) if _SHARES.search(subject)]
            scales[Measure.SHARES] = stated[0] if len(stated) == 1 else 0
        return cls(MappingProxyType(scales), others, currency_of(text))

    def scale_of(self, measure: Measure) -> int | None:
        """The power of ten of a measure; nobody prints figures a share or percentages in millions."""
        if measure in (Measure.PER_SHARE, Measure.PERCENT):
            return 0
        return self.scales.get(measure, self.others)


def read_unit(
    cell: str, label: str, headers: Sequence[str], lines: Sequence[str], signs: Iterable[str] = ()
) -> Unit | None:
    """The unit of a value cell, from its text, its row's label, its column's header lines and its table's unit lines;
    `signs` are the currency signs that the table's cells print. None when it is not said, or said in two ways.
    """
    measure = measure_of(cell, label, headers)
    if measure is None:
        return None
    own = [match for text in (label, *headers) for match in _OWN_UNIT.findall(text) if _SCALE.search(match)]
    said = [UnitLine.read(line) for line in own or lines]
    scales = {scale for line in said if (scale := line.scale_of(measure)) is not None}
    if measure in (Measure.PER_SHARE, Measure.PERCENT):
        scales = {0}
    if len(scales) != 1:
        return None
    printed = [ISO[sign] for sign in cell if sign in CURRENCY]
    currencies = set(
        printed or [*(line.currency for line in said if line.currency), *map(ISO.__getitem__, signs)]
    )
    if any(_OTHER_DOLLARS.search(line) for line in (*lines, *headers)):
        currencies.discard(ISO["$"])
    if measure is Measure.MONEY and not currencies and _STOCK.search(label):
        return None
    has_currency = measure in (Measure.MONEY, Measure.PER_SHARE) and len(currencies) == 1
    return Unit(measure, scales.pop(), currencies.pop() if has_currency else None)


def measure_of(cell: str, label: str, headers: Sequence[str] = ()) -> Measure | None:
    """What a value cell measures; None where its words allow two readings ("Basic" may be a share's earnings or a
    number of shares)."""
    heading = " ".join(_EXCEPT.split(header)[0] for header in headers)
    if "%" in cell or _PERCENT.search(heading) or (_IN_PERCENT.search(label) and not _has_currency(cell)):
        return Measure.PERCENT
    if _PAR_VALUE.search(label):
        return Measure.MONEY
    if _FOR_PER_SHARE.search(label) and not _has_currency(cell):
        return Measure.SHARES
    if _PER_SHARE.search(_REMARK.sub(" ", label)) or _PER_SHARE.search(heading):
        return Measure.PER_SHARE
    if _PRICE.search(label) or _PRICE.search(heading):
        return Measure.PER_SHARE
    if _BASIC_OR_DILUTED.fullmatch(label) and _has_currency(cell):
        return Measure.PER_SHARE if _LIKE_PRICE.search(cell) else None
    if not _has_currency(cell):
        if any(_SHARES_HEAD.fullmatch(header) for header in headers):
            return Measure.SHARES
        if _COUNTED.search(heading) or _COUNTED.search(label):
            return Measure.SHARES
        if _BASIC_OR_DILUTED.fullmatch(label) or _SOME_SHARES.search(label):
            return None
        if _RATE.search(label) and not _THOUSANDS.search(cell):
            return None
    return Measure.MONEY


def unit_of_figure(text: str, figure: Figure, lines: Iterable[str]) -> Unit | None:
    """The unit of a figure inside words (a row's label, a sentence), told by the figure's own marks and the words
    right after it: "50,400,000 shares", "$0.00001 par value", "$3.3 billion", "12%"."""
    after = text[figure.range.end : figure.range.end + 60]
    if figure.percent:
        return Unit(Measure.PERCENT)
    currency = ISO.get(figure.currency) if figure.currency else None
    if figure.currency and re.match(r"\s*(?:par|stated)\s+value|\s*per\s", after, re.IGNORECASE):
        return Unit(Measure.PER_SHARE, 0, currency)
    if figure.currency and figure.scale:
        return Unit(Measure.MONEY, figure.scale, currency)
    if re.match(r"\s*(?:and\s+[\d,.]+\s+)?shares\b", after, re.IGNORECASE) and not figure.currency:
        scales = {
            scale for line in lines if (scale := UnitLine.read(line).scale_of(Measure.SHARES)) is not None
        }
        return Unit(Measure.SHARES, scales.pop()) if len(scales) == 1 else None
    return None


def currency_of(text: str) -> str | None:
    """The one currency that a unit line names; None when it names none, several, or another country's dollar."""
    if _OTHER_DOLLARS.search(text):
        return None
    found = {code for pattern, code in _CURRENCY_WORDS if pattern.search(text)}
    return found.pop() if len(found) == 1 else None


def _clauses(text: str) -> list[tuple[str, int]]:
    """Each scale that a text names, with its own words and those before it, back to the scale before."""
    clauses, start = [], 0
    for match in _SCALE.finditer(text):
        clauses.append((text[start : match.end()], _power(match.group())))
        start = match.end()
    return clauses


def _power(word: str) -> int:
    for name, power in SCALES.items():
        if word.lower().startswith(name):
            return power
    letter = re.search(r"(?:bn|mn?|k)$", word.lower())
    return _LETTERS[letter[0]] if letter else word.count("0")


def _has_currency(cell: str) -> bool:
    return any(sign in CURRENCY for sign in cell)
