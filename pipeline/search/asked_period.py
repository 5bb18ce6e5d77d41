"""Which period a question asks for: years, quarters, halves, days, "latest", "guidance for"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pipeline.evidence.dates import find_days
from pipeline.search.terms import QUARTER_NAMES, read_quarters, read_years

LONGEST_RANGE = 15
"""Years. "From 1850 to 2022" is no range of filings."""

_YEAR = (
    r"(?:FY\s?['’]?|fiscal\s+(?:year\s+)?|calendar\s+(?:year\s+)?|CY\s?)?"
    r"((?:19|20)\d\d|(?<=FY)\d\d|(?<=FY['’])\d\d)"
)
_RANGE = re.compile(rf"{_YEAR}\s*(?:-|–|—|to|through|thru|until|and)\s*(?:the\s+)?{_YEAR}", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?P<count>two|three|four|five|[2-9]|10)[\s-]+years?\b(?!\s+(?:notes?|term|bonds?|treasur|debt|plan|old|ago))",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_HALF = re.compile(
    r"\b(?:(?P<letter>[12])H|H(?P<number>[12])|(?P<word>first|second|1st|2nd)[\s-]+half)(?=\b|\s|(?:19|20)?\d\d)|\b(?P<six>six\s+months)\b",
    re.IGNORECASE,
)
_LATEST = re.compile(
    r"\b(?:latest|most\s+recent(?:ly)?|newest|current(?:ly)?|recent|last\s+(?:reported|quarter|fiscal|year|annual)|to\s+date|today|now)\b",
    re.IGNORECASE,
)
_LAST_QUARTER = re.compile(
    r"\b(?:latest|most\s+recent|last|newest|current|this)\s+(?:reported\s+|fiscal\s+)?quarter\b",
    re.IGNORECASE,
)
_LAST_YEAR = re.compile(
    r"\b(?:latest|most\s+recent|last|newest)\s+(?:reported\s+|full\s+|completed\s+)?(?:fiscal\s+|financial\s+)?(?:year|annual)\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:prior|previous|preceding)[\s-]+(?:fiscal[\s-]+)?year\b|\byear[\s-]+(?:ago|earlier|before)\b"
    r"|\byear[\s-]+(?:over|on)[\s-]+year\b|\byoy\b",
    re.IGNORECASE,
)
_AHEAD = (
    r"\b(?:guid(?:ance|ed|ing)|outlook|forecast(?:s|ed|ing)?|project(?:s|ed|ing|ions?)?(?!\s+benefit)|anticipat\w+"
    r"|expect(?:s|ed|ing|ations?)?(?!\s+(?:credit|loss|return|li[fv]e|term|volatil|long|rate|cash))"
    r"|plan(?:s|ned|ning)?\s+(?:to|for)|intend(?:s|ed)?)\b"
)
"""Words that look ahead; "expected credit losses" and "projected benefit obligation" do not."""

_THE_PERIOD = (
    r"(?:(?:fiscal|calendar|full|the|year|quarter|of|first|second|third|fourth)[\s-]+)*"
    r"(?:FY\s?|Q[1-4]\s*)*'?(?:20)?\d\d\b"
)
_FORWARD = re.compile(
    rf"{_AHEAD}[^.?!]{{0,60}}?\b(?:for|in|during|through|by)\s+{_THE_PERIOD}|{_THE_PERIOD}\s+(?:\w+\s+){{0,2}}?{_AHEAD}"
    r"|\b(?:next|upcoming|coming)\s+(?:fiscal\s+)?(?:year|quarter)\b",
    re.IGNORECASE,
)
_QUARTER_END = re.compile(
    r"\bquarter(?:ly\s+period)?\s+end(?:ed|ing|s)?\b|\bthree\s+months\s+ended\b|\b1[34]\s+weeks\b",
    re.IGNORECASE,
)
_HALF_END = re.compile(r"\b(?:half|six\s+months)\s+ended\b", re.IGNORECASE)
_ORDINAL = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)\s+(?:of\s+)?(?=[A-Za-z]{3,9}\.?,?\s+(?:19|20)\d\d)", re.IGNORECASE
)
_FULL_YEAR = re.compile(
    r"\b(?:full|whole|fiscal|financial)[\s-]+year|\bannual(?:ly)?\b|\byears?\s+ended\b|\bFY\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class AskedPeriod:
    """`years`: each one asked for, ranges filled in; `quarters` 1 to 4, `halves` 1 or 2; `days`: with their year.

    `is_latest`: the newest is asked for; `wants_quarter`: a quarter is meant even where none is numbered ("last
    quarter"); `wants_year`: a whole year is ("full year 2022"). `is_forward`: what was expected for the period, which
    an earlier filing says.
    """

    years: frozenset[int] = frozenset()
    quarters: frozenset[int] = frozenset()
    halves: frozenset[int] = frozenset()
    days: tuple[date, ...] = ()
    is_latest: bool = False
    wants_quarter: bool = False
    wants_year: bool = False
    is_forward: bool = False

    @property
    def is_named(self) -> bool:
        """Whether a certain period is named, by year or day."""
        return bool(self.years or self.days)

    @property
    def said(self) -> str:
        """The period as people say it: "third quarter of 2023", "2018 to 2020"; empty when none is asked for."""
        if self.days:
            return " and ".join(map(_day_said, self.days))
        parts = [f"{QUARTER_NAMES[quarter]} quarter" for quarter in sorted(self.quarters)]
        parts += [f"{QUARTER_NAMES[half]} half" for half in sorted(self.halves)]
        of_year = _years_said(sorted(self.years), "and")
        said = " and ".join(parts) + (" of " if parts and of_year else "") + of_year
        return said or ("latest quarter" if self.wants_quarter else "latest" if self.is_latest else "")

    @property
    def words(self) -> str:
        """The same, with what is asked of it: "expected for 2024"."""
        return f"expected for {self.said}" if self.looks_ahead else self.said

    @property
    def filing_words(self) -> str:
        """How a filing of it is told, behind "no filing of X": "for the first or second quarter of 2023", "that looks
        ahead to 2030"; empty when no period is asked for."""
        if not self.said:
            return ""
        return f"{'that looks ahead to' if self.looks_ahead else 'for'} {self._any_of_them}"

    @property
    def looks_ahead(self) -> bool:
        """Whether filings from before the period are meant; of a day there is no outlook."""
        return self.is_forward and bool(self.said) and not self.days

    @property
    def _any_of_them(self) -> str:
        if self.days:
            return _listed([_day_said(day) for day in self.days], "or")
        quarters = _listed([QUARTER_NAMES[quarter] for quarter in sorted(self.quarters)], "or")
        halves = _listed([QUARTER_NAMES[half] for half in sorted(self.halves)], "or")
        parts = [f"the {quarters} quarter"] if quarters else []
        parts += [f"the {halves} half"] if halves else []
        of_year = _years_said(sorted(self.years), "or")
        said = " or ".join(parts) + (" of " if parts and of_year else "") + of_year
        return said or ("the latest quarter" if self.wants_quarter else "the latest period")


def read_period(question: str) -> AskedPeriod:
    """The period that a question asks for."""
    days = tuple(printed.day for printed in find_days(_ORDINAL.sub(r"\1 ", question)))
    years = set(read_years(question)) | _years_between(question)
    quarters, halves = read_quarters(question), _halves(question)
    if years and len(years) == 1 and (count := _years_back(question)):
        years |= set(range(max(years) - count + 1, max(years)))
    if len(years) == 1 and _YEAR_BEFORE.search(question):
        years.add(max(years) - 1)
    is_forward = _FORWARD.search(question) is not None
    return AskedPeriod(
        years=frozenset(years),
        quarters=quarters,
        halves=halves,
        days=days,
        is_latest=_LATEST.search(question) is not None,
        wants_quarter=bool(
            quarters
            or halves
            or _LAST_QUARTER.search(question)
            or _QUARTER_END.search(question)
            or _HALF_END.search(question)
        ),
        wants_year=bool(_FULL_YEAR.search(question) or _LAST_YEAR.search(question)),
        is_forward=is_forward,
    )


def _years_between(question: str) -> set[int]:
    found: set[int] = set()
    for match in _RANGE.finditer(question):
        first, last = _full_year(match[1]), _full_year(match[2])
        is_list = re.search(r"\band\b", match.group()) is not None
        between = re.search(r"\bbetween\s+(?:FY\s?|fiscal\s+)?$", question[: match.start()], re.IGNORECASE)
        if first < last <= first + LONGEST_RANGE and (between or not is_list):
            found |= set(range(first, last + 1))
    return found


def _years_back(question: str) -> int | None:
    """How many years an average or a growth goes back from the one year named: "3 year average for FY2020"."""
    match = _BACK.search(question)
    if match is None:
        return None
    count = match["count"].lower()
    return _NUMBERS.get(count) or int(count)


def _full_year(text: str) -> int:
    year = int(text)
    return year if year >= 100 else year + (2000 if year < 70 else 1900)


def _halves(question: str) -> frozenset[int]:
    found = set()
    for match in _HALF.finditer(question):
        if match["six"]:
            found.add(1)
        else:
            found.add(
                {"first": 1, "1st": 1, "second": 2, "2nd": 2}.get((match["word"] or "").lower())
                or int(match["letter"] or match["number"])
            )
    return frozenset(found)


def _years_said(years: list[int], joined: str) -> str:
    if len(years) > 2 and years[-1] - years[0] == len(years) - 1:
        return f"{years[0]} to {years[-1]}"
    return _listed([str(year) for year in years], joined)


def _day_said(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _listed(names: Sequence[str], joined: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {joined} {names[-1]}"
