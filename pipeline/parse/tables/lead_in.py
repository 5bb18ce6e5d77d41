"""What the lines over a table's headers say of all of it: the unit of its figures, and its period."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.parse.pdf.layout import Row
from pipeline.parse.tables.lines import Line, gap_between
from pipeline.parse.tables.wrapped import WRAPPED
from pipeline.parse.values import is_unit

MOST_LINES = 8
"""Lines over the headers that are looked at: titles, a unit line, and a sentence of some lines."""

MOST_TITLES = 4

LONGEST_TITLE = 90

_UNIT_AT_END = re.compile(r".*(\([^()]*\bin (?:thousands|millions|billions)\b[^()]*\))[:.]?", re.I)
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?)"
)
_DATE = re.compile(rf"\b{_MONTH} \d{{1,2}}, ?(?:19|20)\d\d\b", re.I)
_PERIOD = re.compile(
    rf"(?:\b(?:(?:(?:three|six|nine|twelve|\d{{1,2}})[- ](?:months?|weeks?)|(?:fiscal )?years?|quarters?|periods?)"
    rf"(?: periods?)? end(?:ed|ing)|as of|as at|at) )?{_DATE.pattern}",
    re.I,
)
_YEARS = re.compile(r"\b(?:19|20)\d\d\b")


@dataclass(frozen=True, slots=True)
class LeadIn:
    """The unit lines over a table, and the words that give its period. `is_shared`: for the tables that follow too."""

    units: tuple[Row, ...] = ()
    period: Row | None = None
    is_shared: bool = False


def lead_in(above: Sequence[Line]) -> LeadIn:
    """What the lines above a table say of it, nearest last.

    Titles are passed over up to the unit line or the paragraph that leads to the table. Two periods are as good as
    none, for the table may be of either.
    """
    units: tuple[Row, ...] = ()
    period: Row | None = None
    titles = 0
    number = len(above)
    while number > max(0, len(above) - MOST_LINES) and titles <= MOST_TITLES:
        number -= 1
        line = above[number]
        unit = unit_of_line(line)
        if unit:
            units = units or (unit,)
            continue
        if _is_title(line):
            titles += 1
            period = period or _only_period(line.row)
            continue
        paragraph = _paragraph(above[: number + 1])
        if _leads_to_table(paragraph):
            closing = unit_at_end(paragraph)
            units = units or ((closing,) if closing else ())
            period = period or _only_period(paragraph)
            return LeadIn(units, period, is_shared="tables" in paragraph.text.lower())
        break
    return LeadIn(units, period)


def unit_of_line(line: Line) -> Row | None:
    """The line when all of it says what the figures are counted in."""
    words = line.row.text
    is_one_bracket = words.startswith("(") and words.endswith(")") and words.count("(") == 1
    return line.row if is_unit(words) and (len(line.cells) == 1 or is_one_bracket) else None


def unit_at_end(row: Row) -> Row | None:
    """The bracket that closes a text over a table: "… were as follows (in millions):"."""
    match = _UNIT_AT_END.fullmatch(row.text)
    return _part(row, *match.span(1)) if match else None


def _part(row: Row, start: int, end: int) -> Row | None:
    """The whole words of characters `start` up to `end`; None when a word begins before them."""
    first = row.text[:start].count(" ")
    words = row.words[first : first + row.text[start:end].count(" ") + 1]
    return Row(words) if words and row.text[start:].startswith(words[0].text) else None


def _is_title(line: Line) -> bool:
    return (
        len(line.cells) == 1
        and not line.values
        and len(line.row.text) <= LONGEST_TITLE
        and not line.row.text.endswith((".", ":", ";", ","))
        and not line.row.text[:1].islower()
        and (
            line.is_bold
            or line.row.text == line.row.text.title()
            or line.row.text.isupper()
            or _is_dated(line.row)
        )
    )


def _is_dated(row: Row) -> bool:
    return bool(_PERIOD.fullmatch(row.text.strip("()")))


def _paragraph(lines: Sequence[Line]) -> Row:
    """The last line with the lines above it that run on into it, as one row of words."""
    start = len(lines) - 1
    while (
        start
        and gap_between(lines[start - 1].row, lines[start].row) < WRAPPED * lines[start].row.height
        and not lines[start - 1].row.text.endswith((".", ":"))
        and not lines[start - 1].values
    ):
        start -= 1
    return Row(tuple(word for line in lines[start:] for word in line.row.words))


def _leads_to_table(paragraph: Row) -> bool:
    text = paragraph.text
    return text.endswith(":") or bool(
        re.search(r"\b(?:as follows|following tables?|tables? below)\b|\)\.?$", text, re.I)
    )


def _only_period(row: Row) -> Row | None:
    """The words of the one period or date that a text names; None when it names another date or year as well."""
    found = list(_PERIOD.finditer(row.text))
    if len(found) != 1 or len(_YEARS.findall(row.text)) != 1:
        return None
    return _part(row, *found[0].span())
