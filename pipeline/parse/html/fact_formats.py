"""What a tagged fact's display means under its `format`: the transformation registries 1 to 5, and the SEC's own.

Local names tell the formats apart in all registries, so the namespace is not asked. A display that has not its
format's form has no value: filings hold mistakes, and a number is never guessed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal, InvalidOperation

from pipeline.parse.html.fact_dates import is_date_format, read_date
from pipeline.parse.html.text import collapsed

LONGEST_DURATION = 100_000

MOST_DIGITS = 400
"""Digits that a value may have after scaling: "scale=9999" is no figure."""

_PLAIN = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)")
_APOSTROPHES = "'`´’′"
_UNIT_DECIMAL = re.compile(r"(?P<whole>[\d\s.,']*\d)[^\d]+(?P<part>\d{1,2})[^\d]*")

_SMALL_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_SMALL = {word: number for number, word in enumerate(_SMALL_WORDS.split())}
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS = {word: 10 * number for number, word in enumerate(_TENS_WORDS.split(), 2)}
_LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_NONE = frozenset({"no", "none", "nil"})

_DURATIONS = {"duryear": "Y", "durmonth": "M", "durweek": "W", "durday": "D", "durhour": "H"}
_SMALLER = {"Y": Decimal(12), "M": Decimal("30.4375"), "D": Decimal(24), "H": Decimal(0)}
_DURATION_UNITS = {"year": "Y", "month": "M", "week": "W", "day": "D"}
_CHECKED = {
    "☐": "false",
    "□": "false",
    "☑": "true",
    "☒": "true",
    "✓": "true",
    "✔": "true",
    "✗": "true",
    "x": "true",
}


def read_number(format_: str | None, display: str) -> Decimal | None:
    """The unscaled, unsigned number that a display stands for, or None when it has not its format's form."""
    name = _local(format_)
    if not name:
        return _decimal(display.strip())
    transform = _NUMBERS.get(name)
    return transform(_ascii(display)) if transform else None


def read_text(format_: str | None, display: str) -> str | None:
    """The text that a display stands for: a date, a duration, "true"; the words themselves without a format.

    Formats that look words up in a list of the SEC's (exchanges, states, countries, filer categories) keep the words.
    """
    name = _local(format_)
    if name in _FIXED:
        return _FIXED[name]
    if name in _WORDS:
        return _WORDS[name](collapsed(display))
    if is_date_format(name):
        return read_date(name, display)
    if name in _NUMBERS:
        number = read_number(format_, display)
        return None if number is None else plain(number)
    return collapsed(display)


def scaled(number: Decimal, scale: int, *, negative: bool) -> str | None:
    """The value as plain decimal digits, exact; None when scaling makes more than 400 of them."""
    if abs(number.adjusted() + scale) > MOST_DIGITS:
        return None
    value = plain(number.scaleb(scale))
    return f"-{value}" if negative and not value.startswith("-") and number else value.removeprefix("+")


def plain(number: Decimal) -> str:
    """Digits without exponent and without zeros that end a fraction: "0.5", "294866000000"."""
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def _local(format_: str | None) -> str:
    return (format_ or "").rpartition(":")[2].replace("-", "").lower()


def _ascii(text: str) -> str:
    """Digits of every script as ASCII, full-width marks as plain ones."""
    return "".join(
        str(unicodedata.decimal(character))
        if unicodedata.decimal(character, None) is not None
        else chr(ord(character) - 0xFEE0 if 0xFF01 <= ord(character) <= 0xFF5E else ord(character))
        for character in text
    ).strip()


def _decimal(text: str) -> Decimal | None:
    if not _PLAIN.fullmatch(text) or len(text) > MOST_DIGITS:
        return None
    try:
        return Decimal(text)
    except InvalidOperation:  # pragma: no cover
        return None


def _grouped(point: str) -> Callable[[str], Decimal | None]:
    """A number with its decimal point, and spaces, apostrophes or the other mark between groups of digits."""
    other = "," if point == "." else "."
    form = re.compile(rf"[\d\s{_APOSTROPHES}{other}]*(?:{re.escape(point)}[\d\s]*)?")

    def read(text: str) -> Decimal | None:
        if not form.fullmatch(text):
            return None
        whole, _, part = text.partition(point)
        digits, decimals = re.sub(r"\D", "", whole), re.sub(r"\D", "", part)
        return _decimal(f"{digits or 0}.{decimals or 0}") if digits or decimals else None

    return read


def _unit_decimal(text: str) -> Decimal | None:
    """ "1,000 euros 50 cents": 1000.50."""
    match = _UNIT_DECIMAL.fullmatch(text)
    if match is None:
        return None
    return _decimal(f"{re.sub(r'[^0-9]', '', match['whole'])}.{int(match['part']):02}")


def _zero(text: str) -> Decimal | None:
    return Decimal(0)


def _dash(text: str) -> Decimal | None:
    """Registries 1 to 3 read a dash as zero, and nothing else."""
    return Decimal(0) if re.fullmatch(r"[-\u2010-\u2015\u2212\u00ad\s]+", text) else None


def _number_words(text: str) -> Decimal | None:
    """ "Twenty-one", "one hundred and five thousand", "no"."""
    words = [word for word in re.split(r"[\s,\-\u2010-\u2015]+", text.lower()) if word and word != "and"]
    if len(words) == 1 and words[0] in _NONE:
        return Decimal(0)
    return _counted(words)


def _counted(words: list[str]) -> Decimal | None:
    total, part, last = 0, 0, ""
    if not words:
        return None
    for word in words:
        if word in _SMALL and last not in _SMALL:
            part += _SMALL[word]
        elif word in _TENS and last not in _SMALL and last not in _TENS:
            part += _TENS[word]
        elif word == "hundred" and 0 < part < 100:
            part *= 100
        elif word in _LARGE and part:
            total, part = total + part * _LARGE[word], 0
        elif word == "a" and not last:
            part += 1
        else:
            return None
        last = word
    return Decimal(total + part)


def _duration_words(text: str) -> str | None:
    """ "Two years and six months" → "P2Y6M"; weeks become days, as ISO 8601 has no weeks beside other parts."""
    found: dict[str, int] = {}
    rest = text.lower()
    for match in re.finditer(
        r"(?P<count>[\w\s,\-\u2010-\u2015]*?)[\s\-]*\b(?P<unit>year|month|week|day)s?\b", rest
    ):
        words = re.sub(r"^(?:\s|,|and\b)+", "", match["count"])
        count = Decimal(words) if words.strip().isdecimal() else _number_words(words)
        if count is None:
            return None
        unit, number = _DURATION_UNITS[match["unit"]], int(count)
        unit, number = ("D", 7 * number) if unit == "W" else (unit, number)
        found[unit] = found.get(unit, 0) + number
    if not found:
        return "P0D" if rest.strip() in _NONE else None
    return "P" + "".join(f"{found[unit]}{unit}" for unit in "YMD" if unit in found)


def _duration(unit: str) -> Callable[[str], str | None]:
    """A number of years, months, weeks, days or hours; parts of one go on in smaller units, as the SEC counts them."""

    def read(text: str) -> str | None:
        plain_text = _ascii(text).replace(",", "")
        number = _decimal(plain_text.removeprefix("-"))
        if number is None or number > LONGEST_DURATION:
            return None
        found: dict[str, int] = {}
        for smaller in "YMDH"["YMDH".index("D" if unit == "W" else unit) :]:
            number = number * 7 if unit == "W" and smaller == "D" else number
            found[smaller] = int(number)
            number = (number - found[smaller]) * _SMALLER[smaller]
        days = "".join(f"{found[part]}{part}" for part in "YMD" if found.get(part))
        hours = f"T{found['H']}H" if found.get("H") and unit in ("D", "H") else ""
        return f"{'-' if plain_text.startswith('-') else ''}P{days}{hours}" if days or hours else "P0D"

    return read


_DOT, _COMMA = _grouped("."), _grouped(",")
_NUMBERS: dict[str, Callable[[str], Decimal | None]] = {
    **dict.fromkeys(
        ("numdotdecimal", "numdotdecimalin", "numdotdecimalapos", "numcommadot", "numspacedot"), _DOT
    ),
    **dict.fromkeys(
        ("numcommadecimal", "numcommadecimalapos", "numcomma", "numdotcomma", "numspacecomma"), _COMMA
    ),
    **dict.fromkeys(("numunitdecimal", "numunitdecimalin", "numunitdecimalapos"), _unit_decimal),
    **dict.fromkeys(("zerodash", "numdash"), _dash),
    "fixedzero": _zero,
    "numwordsen": _number_words,
}
_FIXED = {
    "fixedempty": "",
    "nocontent": "",
    "fixedtrue": "true",
    "booleantrue": "true",
    "fixedfalse": "false",
    "booleanfalse": "false",
}
_WORDS: dict[str, Callable[[str], str | None]] = {
    **{name: _duration(unit) for name, unit in _DURATIONS.items()},
    "durwordsen": _duration_words,
    "boolballotbox": lambda text: _CHECKED.get(text.lower()),
}
