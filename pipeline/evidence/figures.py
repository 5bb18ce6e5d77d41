"""Figures as filings print them: sign, brackets, decimal point, percent and scale word are part of the figure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from pipeline.evidence.text import TextRange

SCALES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12, "mn": 6, "bn": 9, "tn": 12}
LETTER_SCALES = {"k": 3, "m": 6, "b": 9, "t": 12}
MINUS = "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"
CURRENCY = "$€£¥\u20a9\u20b9"
FRACTIONS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

# A sign touches its number or its currency: of 761 dashes with a blank before a figure on sampled pages of real
# filings, those looked at were all a nil cell or "from … to", none a minus.
_FIGURE = re.compile(
    rf"""
    (?P<open>[(\[]\s?)?
    (?P<sign>(?<![\w)\]%])[{MINUS}+](?=[0-9.{FRACTIONS}{CURRENCY}]))?
    (?P<currency>[{CURRENCY}]\s?)?
    (?P<inner>[(\[]\s?)?
    (?P<sign_after>(?:(?<=[{CURRENCY}(\[])|(?<=[{CURRENCY}]\s))[{MINUS}](?=[0-9.{FRACTIONS}]))?
    (?P<number>
        (?:[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![0-9])|[0-9]+)(?:\.[0-9]+|\s?[{FRACTIONS}])?
        |(?<![0-9A-Za-z.])\.[0-9]+
        |[{FRACTIONS}]
    )
    (?P<letter>[KMBT](?![A-Za-z0-9]))?
    (?P<close>\s?[)\]])?
    (?:\s?(?P<percent>%|per\s?cent\b|percentage\spoints?\b))?
    (?P<close_after>\s?[)\]])?
    (?:[\s\-\u2010\u2011]?(?P<scale>(?:hundred|thousand|million|billion|trillion|mn|bn|tn)s?\b))?
    """,
    re.VERBOSE | re.IGNORECASE,
)


MOST_KEPT = 1_000
"""Characters of a text whose figures are kept: the checks of one claim read its cells, quotes and words many times."""


class _Ascii(dict[int, int]):
    """For `str.translate`, one character for one: decimal digits of every script, full-width forms, Arabic marks."""

    def __missing__(self, code: int) -> int:
        plain = code - 0xFEE0 if 0xFF01 <= code <= 0xFF5E else code
        digit = unicodedata.decimal(chr(code), None)
        self[code] = plain if digit is None else ord("0") + digit
        return self[code]


_ASCII = _Ascii(
    {ord(mark): ord(plain) for mark, plain in zip("٫٬٪﹪﹙﹚﹩￡￥￦", ".,%%()$£¥\u20a9", strict=True)}
)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a text.

    `digits` is the number as printed, in ASCII and without grouping commas ("0.50"; "4½" is "4.5"), `negative` by a
    minus or by brackets around it, `scale` the power of ten of a scale word ("million" is 6), `glued` when letters
    or a hyphen with letters touch it ("Q3", "10-K"): such figures are names, not amounts.
    """

    text: str
    range: TextRange
    digits: str
    negative: bool
    percent: bool
    scale: int
    currency: str | None
    glued: bool

    @property
    def number_range(self) -> TextRange:
        """The digits alone, without sign, brackets, currency, percent and scale word; of a number in words all."""
        digits = [index for index, character in enumerate(self.text) if character.isnumeric()]
        if not digits:
            return self.range
        return TextRange(self.range.start + digits[0], self.range.start + digits[-1] + 1)

    @property
    def magnitude(self) -> Decimal:
        """The number as printed, without sign and scale word."""
        return Decimal(self.digits)

    @property
    def value(self) -> Decimal:
        """The signed number with its scale word; a percentage stays a number of percent."""
        value = self.magnitude.scaleb(self.scale)
        return -value if self.negative else value

    @property
    def decimals(self) -> int:
        """Digits printed after the decimal point."""
        return len(self.digits.partition(".")[2])

    def same_as(self, other: Figure) -> bool:
        """Strict: sign or brackets, every digit, decimal point, percent, scale word; currency when both print one."""
        return (
            self.digits == other.digits
            and self.negative == other.negative
            and self.percent == other.percent
            and self.scale == other.scale
            and (self.currency is None or other.currency is None or self.currency == other.currency)
        )


def figures(text: str) -> tuple[Figure, ...]:
    """Every figure of a text in order, names such as "10-K" included (and marked `glued`)."""
    return _read_before(text) if len(text) <= MOST_KEPT else _read(text)


@lru_cache(maxsize=4_096)
def _read_before(text: str) -> tuple[Figure, ...]:
    return _read(text)


def _read(text: str) -> tuple[Figure, ...]:
    plain = text if text.isascii() else text.translate(_ASCII)
    return tuple(_figure(match, text) for match in _FIGURE.finditer(plain))


def same_figures(one: Sequence[Figure], other: Sequence[Figure]) -> bool:
    """True when both print the same figures in the same order."""
    return len(one) == len(other) and all(a.same_as(b) for a, b in zip(one, other, strict=True))


def _figure(match: re.Match[str], text: str) -> Figure:
    opened = bool(match["open"] or match["inner"])
    closed = bool(match["close"] or match["close_after"])
    signed = (match["sign"] or "+") != "+" or match["sign_after"] is not None
    start, end = match.span("number")
    # An unpaired bracket belongs to the sentence, not to the figure.
    first = match.start() if not match["open"] or closed else match.end("open")
    whole = text[first : match.end()]
    stripped = whole.strip()
    offset = first + whole.index(stripped)
    return Figure(
        text=stripped,
        range=TextRange(offset, offset + len(stripped)),
        digits=_digits(match["number"]),
        negative=signed or (opened and closed),
        percent=match["percent"] is not None,
        scale=_scale(match),
        currency=match["currency"].strip() if match["currency"] else None,
        glued=_is_glued(text, start, end, match),
    )


def _digits(printed: str) -> str:
    plain = printed.replace(",", "")
    if plain[-1] in FRACTIONS:
        whole = plain[:-1].strip() or "0"
        return str(Decimal(whole) + Decimal(str(unicodedata.numeric(plain[-1]))))
    return f"0{plain}" if plain.startswith(".") else plain


def _scale(match: re.Match[str]) -> int:
    if match["scale"]:
        return SCALES[match["scale"].lower().rstrip("s")]
    if match["letter"] and match["currency"]:
        return LETTER_SCALES[match["letter"].lower()]
    return 0


def _is_glued(text: str, start: int, end: int, match: re.Match[str]) -> bool:
    if match["scale"] or (match["letter"] and match["currency"]):
        return False
    before, after = text[max(start - 2, 0) : start], text[end : end + 2]
    touched_before = before[-1:].isalpha() or (before[-1:] in ("-", "\u2011") and before[:1].isalpha())
    touched_after = after[:1].isalpha() or (after[:1] in ("-", "\u2011") and after[1:].isalpha())
    return touched_before or touched_after
