"""A gold fact as somebody would cite it: its line as the quote, and a sentence that states it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Final

from pipeline.evaluate.gold import GoldFact

_FIGURE: Final = re.compile(r"[$€£]?\(?\d{1,3}(?:,\d{3})*(?:\.\d+)?\)?|[—–]")
_THOUSANDS: Final = re.compile(r",\d{3}")
_RUN_TOGETHER: Final = re.compile(r"\d{4,}")
"""More than three digits that no comma parts: two figures, and which digit is whose is not written."""
_SCALES: Final = {3: "thousand", 6: "million", 9: "billion"}
_MONTHS: Final = {1: "three", 2: "six", 3: "nine", 4: "twelve"}
"""By quarters."""
_WEEK: Final = 7
_QUARTER: Final = 13
"""Weeks of a fiscal quarter, give or take one."""


def quote_of(fact: GoldFact) -> str | None:
    """The fact's line with its figures apart: programs that copy a table's line run them together ("1,1081,108"), and a
    thousands comma is followed by three digits. None where nothing tells where one ends ("53124,840"). Without a line,
    the row's label and the figure."""
    if not fact.line:
        return f"{fact.row_label} {fact.display}"
    label, rest = _without_label(fact)
    if _RUN_TOGETHER.search(_THOUSANDS.sub(";", rest)):
        return None
    return " ".join([label, *_FIGURE.sub(lambda match: f" {match.group()} ", rest).split()]).strip()


def sentence_of(fact: GoldFact) -> str:
    """A sentence that states the fact with its row, unit and period, as a writer would."""
    figure = f"({fact.display})" if f"({fact.display})" in fact.line else fact.display
    currency = "$" if fact.unit.startswith("iso4217:USD") else ""
    scale = f" {_SCALES[fact.scale]}" if fact.scale in _SCALES else ""
    shares = " shares" if fact.unit.endswith(":shares") and not currency else ""
    label = " ".join(fact.row_label.split())
    return f"{label} was {currency}{figure}{scale}{shares} {_period(fact.start, fact.end)}."


def _period(start: date | None, end: date) -> str:
    day = f"{end:%B} {end.day}, {end.year}"
    if start is None:
        return f"as of {day}"
    weeks = round(((end - start) + timedelta(days=1)).days / _WEEK)
    quarters = round(weeks / _QUARTER)
    return (
        f"in the {_MONTHS[quarters]} months ended {day}" if quarters in _MONTHS else f"from {start} to {end}"
    )


def _without_label(fact: GoldFact) -> tuple[str, str]:
    """The line's label, in which digits stay as they are, and the rest; no label where the line begins otherwise."""
    wanted = "".join(fact.row_label.split())
    found = 0
    for at, character in enumerate(fact.line):
        if found == len(wanted):
            return fact.line[:at], fact.line[at:]
        if not character.isspace():
            if character != wanted[found]:
                break
            found += 1
    return "", fact.line
