"""What a tagged fact says, in words: concept, period, unit, scale, precision, value, dimensions."""

from __future__ import annotations

import re
from datetime import date
from decimal import Context, Decimal
from typing import Any, Final

from pipeline.evidence.fact import UNIT_DIVIDED, UNIT_TIMES, Dimension, Fact
from pipeline.evidence.fiscal import MONTH_DAYS, WEEK_SLACK

View = dict[str, Any]

MOST_TEXT: Final = 160
"""Characters of a text value that are shown."""

UNREADABLE: Final = "The tag does not hold what its format asks for, so it has no value."
NIL: Final = "Nil: the filing states that there is no value"
NEGATIVE: Final = "Tagged negative: the tag turns the printed amount round"

_EXACT: Final = Context(prec=1000)
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_SUFFIXES: Final = ("Axis", "Member", "Domain", "TextBlock")
_MINUS: Final = "\u2212"
_POWERS: Final = {
    -2: "hundredths",
    1: "tens",
    2: "hundreds",
    3: "thousands",
    4: "ten thousands",
    5: "hundred thousands",
    6: "millions",
    7: "ten millions",
    8: "hundred millions",
    9: "billions",
    10: "ten billions",
    11: "hundred billions",
    12: "trillions",
}
_MEASURES: Final = {"xbrli:pure": "pure number", "xbrli:shares": "shares"}


def concept_view(qname: str) -> View:
    """A concept's qualified name, and its local name as words: the filing's own label is not stored."""
    words = _capitalised(_spelled(qname))
    return {"label": f"{words} (text block)" if qname.endswith("TextBlock") else words, "qname": qname}


def period_words(start: date | None, end: date | None) -> str:
    """ "Apr 2, 2023 to Jul 1, 2023 (3 months)", "As of Jul 1, 2023"."""
    if end is None:
        return "At any time"
    if start is None:
        return f"As of {_day(end)}"
    days = (end - start).days + 1
    months = round(days / MONTH_DAYS)
    if months and abs(days - months * MONTH_DAYS) <= WEEK_SLACK:
        length = f" ({months} {'month' if months == 1 else 'months'})"
    else:
        length = f" ({days} {'day' if days == 1 else 'days'})"
    return f"{_day(start)} to {_day(end)}{length}"


def unit_words(unit: str) -> str:
    """A currency by its code, "USD per share", "pure number", a filing's own unit by its name."""
    above, _, below = unit.partition(UNIT_DIVIDED)
    parts = [" × ".join(_measure(one) for one in part.split(UNIT_TIMES)) for part in (above, below) if part]
    return " per ".join(parts).replace(" per shares", " per share")


def scale_words(scale: int) -> str:
    """A power of ten, 0 aside: "millions (10⁶)"."""
    name = _POWERS.get(scale)
    return f"{name} ({_power(scale)})" if name else f"units of {_power(scale)}"


def precision_words(decimals: str | None) -> str:
    """How exact the number is said to be."""
    if decimals is None:
        return "Not stated"
    if decimals == "INF":
        return "Exact as stated"
    places = int(decimals) if len(decimals) <= 4 else None
    if places is None:
        return f"Stated as {decimals} decimals"
    if places > 0:
        return f"To {places} decimal {'place' if places == 1 else 'places'}"
    if places == 0:
        return "To whole units"
    return f"Rounded to {_POWERS.get(-places) or _power(-places)}"


def value_words(fact: Fact) -> str:
    """The value as tagged: "81,797 × 10⁶ = 81,797,000,000"."""
    if fact.nil:
        return NIL
    if fact.value is None:
        return UNREADABLE
    if not fact.is_number:
        text = " ".join(fact.value.split())
        return text if len(text) <= MOST_TEXT else f"{text[: MOST_TEXT - 1].rstrip()}…"
    if "/" in fact.value:
        return " / ".join(number_words(Decimal(term)) for term in fact.value.split("/"))
    value = Decimal(fact.value)
    if not fact.scale or not value:
        return number_words(value)
    unscaled = number_words(value.scaleb(-fact.scale, _EXACT))
    return f"{unscaled} × {_power(fact.scale)} = {number_words(value)}"


def number_words(value: Decimal) -> str:
    """In plain digits, grouped by thousands, with a minus sign."""
    digits = f"{value:,f}"
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.replace("-", _MINUS) if value else "0"


def dimension_view(dimension: Dimension) -> View:
    """An axis and its member, in words and by their names. A typed member is a value of its own."""
    member = dimension.member if dimension.typed else _capitalised(_spelled(dimension.member))
    return {
        "axis": _capitalised(_spelled(dimension.axis)),
        "member": member,
        "axis_qname": dimension.axis,
        "member_qname": None if dimension.typed else dimension.member,
    }


def _spelled(qname: str) -> str:
    """A local name in camel case as lower-case words; runs of capitals stay as they are."""
    local = qname.rpartition(":")[2]
    for suffix in _SUFFIXES:
        local = local.removesuffix(suffix) or local
    words = _WORDS.findall(local)
    if len("".join(words)) < len(local):  # letters that these rules do not know stay as they are
        return local
    return " ".join(word if len(word) > 1 and word.isupper() else word.lower() for word in words)


def _measure(qname: str) -> str:
    prefix, _, local = qname.rpartition(":")
    return _MEASURES.get(qname) or (local if prefix == "iso4217" else _spelled(qname))


def _power(exponent: int) -> str:
    return "10" + str(exponent).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _day(day: date) -> str:
    return f"{day:%b} {day.day}, {day.year}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
